#pragma once

#include "bcast/reference/mlir.hpp"
#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/sonnx.hpp"
#include "bcast/reference/xla.hpp"

/// The places where a transcription departs from the text, as the text prints them. They exist to
/// be run and to fail; nothing else uses them.
namespace bcast::reference::as_printed {

// [sonnx.D1] dYm_i = 1 if i < nY - nXm and dXm_{i-nY+nXm} otherwise
template <class Size>
constexpr Size dYm(sonnx::dims<Size> const& dXm, index nY, index i) {
  const index nXm = dXm.n();
  if (i < nY - nXm) return Size(1);
  return dXm[i - nY + nXm];
}

// [sonnx.D4] f(a,B,C) = a if B=C and f(a,B,C) = 1 if B=1, the second case taken first
template <class Size>
constexpr Size f(Size a, Size B, Size C) {
  if (B == Size(1)) return Size(1);
  if (B == C) return a;
  throw violation("sonnx.F5");
}

// [sonnx.D5] When the dimension size is increased for a tensor: the additional elements are equal
// to
//            the elements with index 1 for this dimension.
/// The index along a dimension of size B that is increased to C.
template <class Size>
constexpr Size increased(Size a, Size B) {
  return B < a ? Size(1) : a;
}

// [xla.D1] In each case, T has to be equal to the matching dimension of the higher-rank array.
template <class Size>
constexpr void InDim(xla::dims<Size> const& lower, xla::dims<Size> const& higher,
                     xla::tuple const& broadcast_dimensions) {
  for (index k = 0; k < lower.n(); ++k) {
    const index M = broadcast_dimensions[k];
    if (!(lower[k] == higher[M])) throw violation("xla.X4", M);
  }
}

// [mlir.D5] ExpandRank(shape, rank): while len(shape) < rank: shape.prepend(1); nothing is returned
template <class Size>
constexpr void ExpandRank(mlir::dims<Size> shape, index rank) {
  while (shape.n() < rank) shape.prepend(mlir::dim<Size>(Size(1)));
}

// [mlir.D5] InferShape with that; zip ends with the shorter of the two
template <class Size>
constexpr mlir::dims<Size> InferShape(mlir::dims<Size> const& shape0,
                                      mlir::dims<Size> const& shape1) {
  const index rank = shape0.n() < shape1.n() ? shape1.n() : shape0.n();
  ExpandRank(shape0, rank);
  ExpandRank(shape1, rank);
  mlir::dims<Size> inferredShape;
  for (index i = 0; i < shape0.n() && i < shape1.n(); ++i) {
    inferredShape.append(mlir::InferDim(shape0[i], shape1[i]));
  }
  return inferredShape;
}

}  // namespace bcast::reference::as_printed
