// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// OpenVINO's page on broadcast rules, transcribed in its order.
///
/// Conventions. A and B are the shapes of the two input tensors. Dimensions are numbered from 0.
namespace bcast::reference::openvino {

template <class Size>
using shape = list<Size>;

template <class Size>
using shapes = list<shape<Size>>;

// None broadcast ----------------------------------------------------------------------------------

// [openvino.X1] Input tensors dimensions must match.
template <class Size>
constexpr void expect_match(shape<Size> const& A, shape<Size> const& B) {
  if (!(A == B)) throw violation("openvino.X1");
}

// [openvino.X2] No implicit broadcast rule is applied.
/// The shape of the result. Throws violation (openvino.X1).
template <class Size>
constexpr shape<Size> none(shape<Size> const& A, shape<Size> const& B) {
  expect_match(A, B);
  return A;
}

// Numpy broadcast ---------------------------------------------------------------------------------

template <class Size>
constexpr shape<Size> prepended(shape<Size> sizes, index rank);

template <class Size>
constexpr Size broadcasted(Size a, Size b);

// [openvino.X3] Right aligned dimensions of the two tensors are compared elementwise.
/// The shape of the result. Throws violation (`clause`) with its first dimension in which they are
/// not compatible.
template <auto are_compatible, class Size>
constexpr shape<Size> right_aligned(shape<Size> const& A, shape<Size> const& B,
                                    std::string_view clause) {
  const shape<Size> a = prepended(A, B.n()), b = prepended(B, A.n());
  return shape<Size>::of(a.n(), [&](index d) {
    if (!are_compatible(a[d], b[d])) throw violation(clause, d);
    return broadcasted(a[d], b[d]);
  });
}

// [openvino.X4] Smaller tensor is prepended with dimension(s) of size 1 in order to have the same
//               shape as the larger tensor.
template <class Size>
constexpr shape<Size> prepended(shape<Size> sizes, index rank) {
  while (sizes.n() < rank) sizes.prepend(Size(1));
  return sizes;
}

// [openvino.X5] After alignment two tensors are compatible when both are equal or one of the
//               dimensions is 1.
template <class Size>
constexpr bool are_compatible(Size a, Size b) {
  return a == b || a == Size(1) || b == Size(1);
}

// [openvino.X6] Tensor with dimension of size 1 will be implicitly broadcasted to match the size of
//               the second tensor.
template <class Size>
constexpr Size broadcasted(Size a, Size b) {
  return a == Size(1) ? b : a;
}

// [openvino.X7] When both inputs are of rank = 0 the result is a scalar.
template <class Size>
constexpr shape<Size> numpy(shape<Size> const& A, shape<Size> const& B) {
  if (A.n() == 0 && B.n() == 0) return {};
  return right_aligned<are_compatible<Size>>(A, B, "openvino.X5");
}

// PDPD broadcast ----------------------------------------------------------------------------------

// [openvino.X8] First input tensor A is of any rank, second input B has rank smaller or equal to
//               the first input.
template <class Size>
constexpr void expect_rank(shape<Size> const& A, shape<Size> const& B) {
  if (B.n() > A.n()) throw violation("openvino.X8");
}

// [openvino.X9] Input tensor B is a continuous subsequence of input A.
//               finding openvino.D1: an example has a size of 1 that A does not have
template <class Size>
constexpr bool is_subsequent_as_printed(Size a, Size b) {
  return a == b;
}

// [openvino.X9] Input tensor B is a continuous subsequence of input A.
//               departure openvino.D1: where it is not 1
template <class Size>
constexpr bool is_subsequent(Size a, Size b) {
  return a == b || b == Size(1);
}

template <class Size>
constexpr index start(shape<Size> const& A, shape<Size> const& B, index axis);

template <class Size>
constexpr shape<Size> without_trailing_ones(shape<Size> const& B);

// [openvino.X10] Apply broadcast B to match the shape of A, where provided axis is the start
//                dimension index for broadcasting B onto A.
/// The shape of the result. Throws violation (openvino.X8), (openvino.X11) or (openvino.X9), the
/// last with the dimension of A if B does not reach beyond A.
template <auto is_subsequent, class Size>
constexpr shape<Size> pdpd_by(shape<Size> const& A, shape<Size> const& B, index axis) {
  expect_rank(A, B);
  const index first = start(A, B, axis);
  const shape<Size> part = without_trailing_ones(B);
  if (first + part.n() > A.n()) throw violation("openvino.X9");
  for (index k = 0; k < part.n(); ++k) {
    if (!is_subsequent(A[first + k], part[k])) throw violation("openvino.X9", first + k);
  }
  return A;
}

// [openvino.X11] If axis is set to default (-1) calculate new value: axis = rank(A) - rank(B).
//                Except (-1) for default value, no other negative values are allowed for axis.
template <class Size>
constexpr index start(shape<Size> const& A, shape<Size> const& B, index axis) {
  if (axis < -1) throw violation("openvino.X11");
  return axis == -1 ? A.n() - B.n() : axis;
}

// [openvino.X12] The trailing dimensions of size 1 for input B will be ignored for the
//                consideration of subsequence, such as shape(B) = (3, 1) => (3).
template <class Size>
constexpr shape<Size> without_trailing_ones(shape<Size> const& B) {
  index rank = B.n();
  while (rank > 0 && B[rank - 1] == Size(1)) --rank;
  return shape<Size>::of(rank, [&](index k) { return B[k]; });
}

template <class Size>
constexpr shape<Size> pdpd(shape<Size> const& A, shape<Size> const& B, index axis) {
  return pdpd_by<is_subsequent<Size>>(A, B, axis);
}

template <class Size>
constexpr shape<Size> printed() {
  return {Size(2), Size(3), Size(4), Size(5)};
}

// [openvino.S12] A: Shape(2, 3, 4, 5) B: Shape(   3, 4   ) with axis = 1
template <class Size>
constexpr shape<Size> with_a_part() {
  return pdpd(printed<Size>(), shape<Size>{Size(3), Size(4)}, 1);
}

// [openvino.S13] A: Shape(2, 3, 4, 5) B: Shape(   3, 1   ) with axis = 1
template <class Size>
constexpr shape<Size> with_a_trailing_one() {
  return pdpd(printed<Size>(), shape<Size>{Size(3), Size(1)}, 1);
}

// [openvino.S15] A: Shape(2, 3, 4, 5) B: Shape(1, 3      ) with axis = 0
template <class Size>
constexpr shape<Size> with_a_leading_one() {
  return pdpd(printed<Size>(), shape<Size>{Size(1), Size(3)}, 0);
}

// Bidirectional broadcast -------------------------------------------------------------------------

template <class Size>
constexpr bool correspond(Size a, Size b);

// [openvino.X13] Dimensions of the input tensors are right alignment.
template <class Size>
constexpr shape<Size> of_product(shape<Size> const& a, shape<Size> const& b) {
  return right_aligned<correspond<Size>>(a, b, "openvino.X15");
}

// [openvino.X14] numpy.array(input) * numpy.ones(target_shape)
/// The shape of the result. Throws violation (openvino.X15) with its dimension.
template <class Size>
constexpr shape<Size> bidirectional(shape<Size> const& input, shape<Size> const& target_shape) {
  return of_product(input, target_shape);
}

// [openvino.X15] Two corresponding dimension must have the same value, or one of them is equal to 1.
template <class Size>
constexpr bool correspond(Size a, Size b) {
  return a == b || a == Size(1) || b == Size(1);
}

// [openvino.X16] Output shape may not be equal to target_shape if: target_shape contains dimensions
//                of size 1, target_shape rank is smaller than the rank of input tensor.
template <class Size>
constexpr bool may_differ(shape<Size> const& input, shape<Size> const& target_shape) {
  return target_shape.n() < input.n() ||
         !forall(0, target_shape.n() - 1, [&](index d) { return !(target_shape[d] == Size(1)); });
}

// The rules by name -------------------------------------------------------------------------------

/// Throws no_answer (openvino.G1) unless there are two tensors.
template <auto rule, class Size>
constexpr shape<Size> of_two(shapes<Size> const& s) {
  if (s.n() != 2) throw no_answer("openvino.G1");
  return rule(s[0], s[1]);
}

template <auto is_subsequent, class Size>
constexpr shape<Size> pdpd_default(shape<Size> const& A, shape<Size> const& B) {
  return pdpd_by<is_subsequent>(A, B, -1);
}

/// The dimensions of A that those of B are. Throws violation (openvino.X9) if they are not one
/// after the other.
template <class Size>
constexpr shape<Size> pdpd_along(shapes<Size> const& s, list<index> const& dimensions) {
  if (s.n() != 2) throw no_answer("openvino.G1");
  if (dimensions.n() != s[1].n()) throw violation("openvino.X9");
  for (index k = 1; k < dimensions.n(); ++k) {
    if (dimensions[k] != dimensions[0] + k) throw violation("openvino.X9");
  }
  return pdpd(s[0], s[1], dimensions.n() == 0 ? -1 : dimensions[0]);
}

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{
        .name = "openvino_none", .result = of_two<none<Size>, Size>, .unknown = "openvino.G2"},
    shape_rule<Size>{
        .name = "openvino_numpy", .result = of_two<numpy<Size>, Size>, .unknown = "openvino.G2"},
    shape_rule<Size>{.name = "openvino_pdpd",
                     .result = of_two<pdpd_default<is_subsequent<Size>, Size>, Size>,
                     .along = pdpd_along<Size>,
                     .unknown = "openvino.G2"},
    shape_rule<Size>{.name = "openvino_pdpd as printed",
                     .result = of_two<pdpd_default<is_subsequent_as_printed<Size>, Size>, Size>,
                     .unknown = "openvino.G2"},
    shape_rule<Size>{.name = "openvino_bidirectional",
                     .result = of_two<bidirectional<Size>, Size>,
                     .unknown = "openvino.G2"},
};

}  // namespace bcast::reference::openvino
