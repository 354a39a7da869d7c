// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
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

// [sonnx.G2] Ym[i_1,..., i_{nY-nXm+1}, ...i_{nY}]
/// The index i_{nY-nXm+1}, which the formula names.
template <class Size>
constexpr Size F4_first_index(seq<Size> const& i, index nXm) {
  const index nY = i.n();
  return i[nY - nXm + 1];
}

// [sonnx.D4] f(a,B,C) = a if B=C and f(a,B,C) = 1 if B=1, the second case taken first
template <class Size>
constexpr Size f(Size a, Size B, Size C) {
  if (B == Size(1)) return Size(1);
  if (B == C) return a;
  throw violation("sonnx.F5");
}

// [sonnx.D5] When the dimension size is increased for a tensor: the additional elements are equal
//            to the elements with index 1 for this dimension.
/// The index along a dimension of size B that is increased to C.
template <class Size>
constexpr Size increased(Size a, Size B) {
  return B < a ? Size(1) : a;
}

// [sonnx@2026-01.D2] L-1 input tensors, where they are X0, ..., XL
constexpr index tensors(index L) { return L - 1; }

// [xla.D1] In each case, T has to be equal to the matching dimension of the higher-rank array.
template <class Size>
constexpr void InDim(xla::dims<Size> const& lower, xla::dims<Size> const& higher,
                     xla::tuple const& broadcast_dimensions) {
  for (index k = 0; k < lower.n(); ++k) {
    const index M = broadcast_dimensions[k];
    if (!(lower[k] == higher[M])) throw violation("xla.X4", M);
  }
}

// [mlir.D5] ExpandRank(shape0, rank): the operands' own shapes are expanded
// [mlir.D11] inferredShape.append(inferredDim), indented by 8 spaces among tabs: where a tab
//            reaches to the next multiple of 8, it is after the loop
template <class Size>
constexpr mlir::dims<Size> InferShape(mlir::dims<Size>& shape0, mlir::dims<Size>& shape1) {
  const index rank = shape0.n() < shape1.n() ? shape1.n() : shape0.n();
  mlir::ExpandRank(shape0, rank);
  mlir::ExpandRank(shape1, rank);
  mlir::dims<Size> inferredShape;
  mlir::dim<Size> inferredDim;
  for (index i = 0; i < rank; ++i) {
    inferredDim = mlir::InferDim(shape0[i], shape1[i]);
  }
  inferredShape.append(inferredDim);
  return inferredShape;
}

// [mlir.D10] Verify(op): inferredShape = InferResultShape(op.operands), which reads op.operands of
//            what it is given
/// Whether what is given has operands.
template <class Op>
concept InferResultShape_takes = requires(Op const& op) {
  op.operands;
};

// [xla.G5] [xla.G6] the tuple is followed entry by entry, whatever it holds
/// Throws std::out_of_range where the entry of a dimension, or the dimension that it names, does
/// not exist.
template <class Size>
constexpr xla::dims<Size> InDim_unchecked(xla::dims<Size> const& lower,
                                          xla::dims<Size> const& higher,
                                          xla::tuple const& broadcast_dimensions) {
  xla::dims<Size> intermediate = higher;
  for (index k = 0; k < lower.n(); ++k) intermediate[broadcast_dimensions[k]] = lower[k];
  return intermediate;
}

}  // namespace bcast::reference::as_printed
