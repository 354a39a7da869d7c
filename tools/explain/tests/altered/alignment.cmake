# Ranks are aligned at their first axes. XLA's text has no alignment: a tuple names the matched
# axes.
include(${CMAKE_CURRENT_LIST_DIR}/alter.cmake)

alter(array_api.hpp "const index n1 = N1 - N + i;" "const index n1 = i < N1 ? i : -1;")
alter(array_api.hpp "const index n2 = N2 - N + i;" "const index n2 = i < N2 ? i : -1;")
alter(sonnx.hpp "if (i <= nY - nXm) return Size(1);
  return dXm[i - nY + nXm];" "if (i > nXm) return Size(1);
  return dXm[i + nY - nY];")
alter(sonnx_2026_01.hpp "if (i < nY - nXm) return Size(1);
  return dXm[i - nY + nXm];" "if (i >= nXm) return Size(1);
  return dXm[i + nY - nY];")
alter(mlir.hpp "shape.prepend(dim<Size>(Size(1)));" "shape.append(dim<Size>(Size(1)));")
