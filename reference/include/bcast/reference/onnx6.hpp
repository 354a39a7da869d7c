// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// ONNX's Add in version 6 of the operator set, transcribed in its order.
///
/// Conventions. A and B are the shapes of the two operands. `axis` is a dimension of A, from 0; none
/// if the attribute is not set. i is a dimension of B.
namespace bcast::reference::onnx6 {

template <class Size>
using shape = list<Size>;

template <class Size>
using shapes = list<shape<Size>>;

using attribute = std::optional<index>;

// Add-6 -------------------------------------------------------------------------------------------

// [onnx6.X1] If necessary the right-hand-side argument will be broadcasted to match the shape of
//            left-hand-side argument.
template <class Size>
constexpr void expect_broadcast(shape<Size> const& A, shape<Size> const& B, attribute axis);

// [onnx6.X2] the second tensor can either be of element size 1 (including a scalar tensor and any
//            tensor with rank equal to or smaller than the first tensor)
template <class Size>
constexpr bool has_one_element(shape<Size> const& A, shape<Size> const& B) {
  return B.n() <= A.n() && forall(0, B.n() - 1, [&](index i) { return B[i] == Size(1); });
}

template <class Size>
constexpr bool is_mutually_equal(Size a, Size b);

// [onnx6.X3] or having its shape as a contiguous subset of the first tensor's shape
/// Throws violation (onnx6.X3), with the dimension of A if B does not reach beyond A.
template <class Size>
constexpr void expect_subset(shape<Size> const& A, shape<Size> const& B, index start) {
  if (start < 0 || start + B.n() > A.n()) throw violation("onnx6.X3");
  for (index i = 0; i < B.n(); ++i) {
    if (!is_mutually_equal(A[start + i], B[i])) throw violation("onnx6.X3", start + i);
  }
}

template <class Size>
constexpr index suffix(shape<Size> const& A, shape<Size> const& B);

// [onnx6.X4] The starting of the mutually equal shape is specified by the argument "axis"
/// Throws no_answer (onnx6.G3) if it is negative.
template <class Size>
constexpr index starting(shape<Size> const& A, shape<Size> const& B, attribute axis) {
  if (axis && *axis < 0) throw no_answer("onnx6.G3");
  return axis ? *axis : suffix(A, B);
}

// [onnx6.X5] and if it is not set, suffix matching is assumed
template <class Size>
constexpr index suffix(shape<Size> const& A, shape<Size> const& B) {
  return A.n() - B.n();
}

// [onnx6.X6] 1-dim expansion doesn't work yet
template <class Size>
constexpr bool is_mutually_equal(Size a, Size b) {
  return a == b;
}

template <class Size>
constexpr void expect_broadcast(shape<Size> const& A, shape<Size> const& B, attribute axis) {
  if (!has_one_element(A, B)) expect_subset(A, B, starting(A, B, axis));
}

template <class Size>
constexpr shape<Size> printed() {
  return {Size(2), Size(3), Size(4), Size(5)};
}

// [onnx6.S5] shape(A) = (2, 3, 4, 5), shape(B) = (3, 4), with axis=1
template <class Size>
constexpr void expect_axis_one() {
  expect_broadcast(printed<Size>(), shape<Size>{Size(3), Size(4)}, 1);
}

// [onnx6.S6] shape(A) = (2, 3, 4, 5), shape(B) = (2), with axis=0
template <class Size>
constexpr void expect_axis_zero() {
  expect_broadcast(printed<Size>(), shape<Size>{Size(2)}, 0);
}

template <class Size>
constexpr void expect_same(shape<Size> const& A, shape<Size> const& B);

template <class Size>
constexpr shape<Size> shape_of_result(shape<Size> const& A);

// [onnx6.X7] Attribute `broadcast=1` needs to be passed to enable broadcasting.
/// The shape of the result. Throws violation (onnx6.X3) or (onnx6.X8).
template <class Size>
constexpr shape<Size> add(shape<Size> const& A, shape<Size> const& B, index broadcast,
                          attribute axis) {
  if (broadcast == 1) {
    expect_broadcast(A, B, axis);
  } else {
    expect_same(A, B);
  }
  return shape_of_result(A);
}

// [onnx6.X8] If broadcasting is disabled it should be of the same size.
/// Throws violation (onnx6.X8).
template <class Size>
constexpr void expect_same(shape<Size> const& A, shape<Size> const& B) {
  if (!(A == B)) throw violation("onnx6.X8");
}

// [onnx6.X9] Result, has same dimensions and type as A
template <class Size>
constexpr shape<Size> shape_of_result(shape<Size> const& A) {
  return A;
}

// The rules by name -------------------------------------------------------------------------------

/// With broadcast=1. Throws no_answer (onnx6.G1) unless there are two operands.
template <class Size>
constexpr shape<Size> broadcast(shapes<Size> const& s, attribute axis) {
  if (s.n() != 2) throw no_answer("onnx6.G1");
  return add(s[0], s[1], 1, axis);
}

/// The dimensions of A that those of B are. Throws violation (onnx6.X3) if they are not one after
/// the other.
template <class Size>
constexpr shape<Size> broadcast_along(shapes<Size> const& s, list<index> const& dimensions) {
  if (s.n() != 2) throw no_answer("onnx6.G1");
  if (dimensions.n() != s[1].n()) throw violation("onnx6.X3");
  for (index i = 1; i < dimensions.n(); ++i) {
    if (dimensions[i] != dimensions[0] + i) throw violation("onnx6.X3");
  }
  return broadcast(s, dimensions.n() == 0 ? attribute() : attribute(dimensions[0]));
}

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{.name = "onnx6",
                     .result = [](shapes<Size> const& s) { return broadcast(s, {}); },
                     .along = broadcast_along<Size>,
                     .unknown = "onnx6.G2"},
};

}  // namespace bcast::reference::onnx6
