# 0 against 1 is 1 in the Array API's text, and 0 in the others, where it is 1 or not a size.
include(${CMAKE_CURRENT_LIST_DIR}/alter.cmake)

alter(array_api.hpp "shape[i] = d1;
    } else if (d1 == d2) {" "shape[i] = d1 < d2 ? d2 : d1;
    } else if (d1 == d2) {")
alter(sonnx.hpp "return max(1, N, [&](index m) { return dYs[m][i]; });"
      "if (!forall(1, N, [&](index m) { return !(dYs[m][i] == Size(0)); })) return Size(0);
  return max(1, N, [&](index m) { return dYs[m][i]; });")
alter(sonnx_2026_01.hpp "return max(0, L, [&](index m) { return dYs[m][i]; });"
      "if (!forall(0, L, [&](index m) { return !(dYs[m][i] == Size(0)); })) return Size(0);
  return max(0, L, [&](index m) { return dYs[m][i]; });")
alter(xla.hpp "return max(d[i], e[i]);" "return d[i] == Size(1) ? e[i] : d[i];")
alter(mlir.hpp "IsStatic(d) && Size(1) < d.size.value(); };"
      "IsStatic(d) && !(d.size.value() == Size(1)); };")
