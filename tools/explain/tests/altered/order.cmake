# The axes are visited in reverse order. In XLA's text it is the tuple's entries: between equal
# ranks, its rule covers every dimension, without an order.
include(${CMAKE_CURRENT_LIST_DIR}/alter.cmake)

alter(array_api.hpp "index i = N - 1;" "index i = 0;")
alter(array_api.hpp "while (i >= 0) {" "while (i < N) {")
alter(array_api.hpp "i = i - 1;" "i = i + 1;")
alter(sonnx.hpp "for (index i = 1; i <= nY; ++i) {" "for (index i = nY; i >= 1; --i) {")
alter(sonnx_2026_01.hpp "for (index i = 0; i <= nY - 1; ++i) {"
      "for (index i = nY - 1; i >= 0; --i) {")
alter(xla.hpp "for (index k = 0; k < lower.n(); ++k) {"
      "for (index k = lower.n() - 1; k >= 0; --k) {")
alter(
  mlir.hpp
  "for (index i = 0; i < rank; ++i) {
    const dim<Size> inferredDim = InferDim(shape0[i], shape1[i]);
    inferredShape.append(inferredDim);"
  "for (index i = rank - 1; i >= 0; --i) {
    const dim<Size> inferredDim = InferDim(shape0[i], shape1[i]);
    inferredShape.prepend(inferredDim);")
