// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// ONNX's page on broadcasting, transcribed in its order.
///
/// Conventions. `tensors` are the shapes of a set of tensors, numbered from 0, of which m is one. A
/// and B are the shapes of two tensors. i is a dimension, from 0. The page calls sizes lengths;
/// `common` is a common length.
namespace bcast::reference::onnx {

template <class Size>
using shape = list<Size>;

template <class Size>
using shapes = list<shape<Size>>;

// Broadcasting in ONNX ----------------------------------------------------------------------------

// [onnx.X1] element-wise operators can take inputs with different shape, as long as the input
//           tensors are broadcastable to the same shape
template <class Size>
constexpr shape<Size> multidirectional(shapes<Size> const& tensors);

// Multidirectional broadcasting -------------------------------------------------------------------

// [onnx.X2] a set of tensors are multidirectional broadcastable to the same shape if one of the
//           following is true
template <class Size>
constexpr bool is_multidirectional(shapes<Size> const& tensors);

// [onnx.X3] The tensors all have exactly the same shape.
template <class Size>
constexpr bool have_same_shape(shapes<Size> const& tensors) {
  return forall(0, tensors.n() - 1, [&](index m) { return tensors[m] == tensors[0]; });
}

template <class Size>
constexpr bool same_rank(shapes<Size> const& tensors) {
  return forall(0, tensors.n() - 1, [&](index m) { return tensors[m].n() == tensors[0].n(); });
}

// [onnx.X4] The tensors all have the same number of dimensions and the length of each dimensions is
//           either a common length or 1.     gap onnx.G2: no length is unknown
/// The common length of dimension i, 1 if all lengths are 1. Throws violation (onnx.X4) with the
/// dimension.
template <class Size>
constexpr Size common_length(shapes<Size> const& tensors, index i) {
  Size common(1);
  for (index m = 0; m < tensors.n(); ++m) {
    const Size length = tensors[m][i];
    if (length == Size(1)) continue;
    if (!(common == Size(1)) && !(common == length)) throw violation("onnx.X4", i);
    common = length;
  }
  return common;
}

// [onnx.X5] The tensors that have too few dimensions can have their shapes prepended with a
//           dimension of length 1 to satisfy property 2.
/// Each as many as it lacks, as the printed examples have it.
template <class Size>
constexpr shapes<Size> with_equal_ranks(shapes<Size> tensors) {
  index most = 0;
  for (index m = 0; m < tensors.n(); ++m) most = max(most, tensors[m].n());
  for (index m = 0; m < tensors.n(); ++m) {
    while (tensors[m].n() < most) tensors[m].prepend(Size(1));
  }
  return tensors;
}

template <class Size>
constexpr bool is_multidirectional(shapes<Size> const& tensors) {
  try {
    multidirectional(tensors);
    return true;
  } catch (violation const&) {
    return false;
  }
}

// [onnx.X6] Multidirectional broadcasting is the same as Numpy's broadcasting.
/// The shape that the tensors broadcast to: in each dimension the common length. Throws violation
/// (onnx.X4) with the dimension.
template <class Size>
constexpr shape<Size> multidirectional(shapes<Size> const& tensors) {
  const shapes<Size> prepended = with_equal_ranks(tensors);
  shape<Size> result;
  for (index i = 0; i < prepended[0].n(); ++i) result.append(common_length(prepended, i));
  return result;
}

// [onnx.X7] Multidirectional broadcasting is supported by the following operators in ONNX
constexpr bool is_multidirectional_operator(std::string_view op) {
  constexpr std::array<std::string_view, 16> operators{
      "Add", "And", "Div", "Equal", "Greater", "Less", "Max",   "Mean",
      "Min", "Mul", "Or",  "Pow",   "Sub",     "Sum",  "Where", "Xor"};
  return std::find(operators.begin(), operators.end(), op) != operators.end();
}

// Unidirectional broadcasting ---------------------------------------------------------------------

// [onnx.X8] tensor B is unidirectional broadcastable to tensor A if one of the following is true
template <class Size>
constexpr bool is_unidirectional(shape<Size> const& A, shape<Size> const& B);

// [onnx.X9] Tensor A and B both have exactly the same shape.
template <class Size>
constexpr bool has_same_shape(shape<Size> const& A, shape<Size> const& B) {
  return A == B;
}

// [onnx.X10] Tensor A and B all have the same number of dimensions and the length of each
//            dimensions is either a common length or B's length is 1.
/// Throws violation (onnx.X10) with the dimension.
template <class Size>
constexpr Size length_of_both(shape<Size> const& A, shape<Size> const& B, index i) {
  if (!(A[i] == B[i]) && !(B[i] == Size(1))) throw violation("onnx.X10", i);
  return A[i];
}

// [onnx.X11] Tensor B has too few dimensions, and B can have its shapes prepended with a dimension
//            of length 1 to satisfy property 2.
/// Throws violation (onnx.X11) if B has more dimensions than A.
template <class Size>
constexpr shape<Size> with_rank_of(shape<Size> const& A, shape<Size> B) {
  if (B.n() > A.n()) throw violation("onnx.X11");
  while (B.n() < A.n()) B.prepend(Size(1));
  return B;
}

// [onnx.X12] the output's shape is the same as the shape of A (i.e., the larger shape of two input
//            tensors)
template <class Size>
constexpr shape<Size> output_shape(shape<Size> const& A) {
  return A;
}

/// Whether one of the three properties holds.
template <class Size>
constexpr void expect_unidirectional(shape<Size> const& A, shape<Size> const& B) {
  const shape<Size> prepended = with_rank_of(A, B);
  for (index i = 0; i < A.n(); ++i) length_of_both(A, prepended, i);
}

template <class Size>
constexpr bool is_unidirectional(shape<Size> const& A, shape<Size> const& B) {
  try {
    expect_unidirectional(A, B);
    return true;
  } catch (violation const&) {
    return false;
  }
}

/// The shape of the output. Throws violation (onnx.X10) with the dimension, and violation
/// (onnx.X11).
template <class Size>
constexpr shape<Size> unidirectional(shape<Size> const& A, shape<Size> const& B) {
  expect_unidirectional(A, B);
  return output_shape(A);
}

// [onnx.X13] Unidirectional broadcasting is supported by the following operators in ONNX
constexpr bool is_unidirectional_operator(std::string_view op) {
  return op == "Gemm" || op == "PRelu";
}

// The rules by name -------------------------------------------------------------------------------

/// The operands of the unidirectional rule are A and B.
template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{"onnx_multi", multidirectional<Size>},
    shape_rule<Size>{"onnx_uni", [](shapes<Size> const& s) { return unidirectional(s[0], s[1]); }},
};

}  // namespace bcast::reference::onnx
