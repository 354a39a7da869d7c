// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"
#include "bcast/reference/tensor.hpp"

/// The Array API standard's broadcasting, transcribed step by step, 0-indexed as printed.
///
/// Conventions. A and B are arrays, shape1 and shape2 their shapes, N1 and N2 their ranks. N is the
/// rank of the result, i in [0, N-1] one of its axes, n1 and n2 the axes of A and B that are
/// aligned with it, negative if there is none, and d1 and d2 their sizes.
namespace bcast::reference::array_api {

template <class Size>
using tuple = list<Size>;

template <class T, class Size = index>
using array = basic_tensor<T, Size, 0>;

// Overview ----------------------------------------------------------------------------------------

// [array_api.X1] expansion of array dimensions to be of equal sizes; a size of 1 against 0 is not
//                expanded
template <class Size>
constexpr bool is_expansion(Size size, Size result) {
  return !(result < size);
}

// [array_api.X2] without copying array data
/// The element of A that is read for an index of the result; it is one of A's own elements.
template <class T, class Size>
T const& element(array<T, Size> const& A, tuple<Size> const& at) {
  const index N1 = A.n(), N = at.n();
  return A[tuple<Size>::of(N1, [&](index n1) {
    const index i = n1 - N1 + N;
    return A.d()[n1] == Size(1) ? Size(0) : at[i];
  })];
}

// Algorithm ---------------------------------------------------------------------------------------

// [array_api.X3] an array having a singleton dimension is broadcast (i.e., virtually repeated)
//                across an array having a corresponding non-singleton dimension
/// A, repeated to `shape`, which is the result of broadcasting A's shape with another one. Here the
/// repetition is real, so that it can be compared.
template <class T, class Size>
array<T, Size> repeat(array<T, Size> const& A, tuple<Size> const& shape) {
  return array<T, Size>(shape, [&](tuple<Size> const& at) { return element(A, at); });
}

// [array_api.X4] promoted to a higher rank by (virtually) prepending singleton dimensions until the
//                number of dimensions matches that of the array having a higher rank
template <class Size>
constexpr tuple<Size> promote(tuple<Size> shape, index rank) {
  while (shape.n() < rank) shape.prepend(Size(1));
  return shape;
}

// [array_api.X5] The results of the element-wise operation must be stored in an array having a
//                shape determined by the following algorithm.
// [array_api.N1] Let A and B both be arrays.     gap array_api.G1: of two arrays only
// [array_api.N2] Let shape1 be a tuple describing the shape of array A.
// [array_api.N3] Let shape2 be a tuple describing the shape of array B.
/// The shape of the result. Throws violation (array_api.A14) with the axis i of the result.
template <class Size>
constexpr tuple<Size> broadcast(tuple<Size> const& shape1, tuple<Size> const& shape2) {
  // [array_api.A1] Let N1 be the number of dimensions of array A.
  const index N1 = shape1.n();
  // [array_api.A2] Let N2 be the number of dimensions of array B.
  const index N2 = shape2.n();
  // [array_api.A3] Let N be the maximum value of N1 and N2.
  const index N = max(N1, N2);
  // [array_api.A4] Let shape be a temporary list of length N for storing the shape of the result.
  list<std::optional<Size>> shape =
      list<std::optional<Size>>::of(N, [](index) { return std::nullopt; });
  // [array_api.A5] Let i be N-1.
  index i = N - 1;
  // [array_api.A6] Repeat, while i >= 0
  while (i >= 0) {
    // [array_api.A7] Let n1 be N1 - N + i.
    const index n1 = N1 - N + i;
    // [array_api.A8] If n1 >= 0, let d1 be the size of dimension n1 for array A; else, let d1 be 1.
    const Size d1 = n1 >= 0 ? shape1[n1] : Size(1);
    // [array_api.A9] Let n2 be N2 - N + i.
    const index n2 = N2 - N + i;
    // [array_api.A10] If n2 >= 0, let d2 be the size of dimension n2 for array B; else, let d2 be
    //                 1.
    const Size d2 = n2 >= 0 ? shape2[n2] : Size(1);
    if (d1 == Size(1)) {
      // [array_api.A11] If d1 == 1, then set the ith element of shape to d2.
      shape[i] = d2;
    } else if (d2 == Size(1)) {
      // [array_api.A12] Else, if d2 == 1, then set the ith element of shape to d1.
      shape[i] = d1;
    } else if (d1 == d2) {
      // [array_api.A13] Else, if d1 == d2, then set the ith element of shape to d1.
      shape[i] = d1;
    } else {
      // [array_api.A14] Else, throw an exception.     gap array_api.G2: an unknown size equals none
      throw violation("array_api.A14", i);
    }
    // [array_api.A15] Set i to i-1.
    i = i - 1;
  }
  // [array_api.A16] Let tuple(shape) be the shape of the result array.
  return tuple<Size>::of(N, [&](index k) { return shape[k].value(); });
}

// Examples ----------------------------------------------------------------------------------------

// [array_api.X6] singleton dimensions can only be prepended, not appended
/// Whether `shape`, another array's shape in a higher rank, has no other additions.
template <class Size>
constexpr bool only_prepended(tuple<Size> const& shape, tuple<Size> const& other) {
  const index added = shape.n() - other.n();
  return forall(0, added - 1, [&](index i) { return shape[i] == Size(1); }) &&
         forall(0, other.n() - 1, [&](index i) { return shape[added + i] == other[i]; });
}

// In-place semantics ------------------------------------------------------------------------------

// [array_api.I1] in-place element-wise operations (including __setitem__) must not change the shape
//                of the in-place array as a result of broadcasting
// [array_api.I2] should only be supported in the case where the right-hand operand can broadcast to
//                the shape of the left-hand operand, after any indexing operations
/// The shape of the target, unchanged. Throws violation (array_api.A14) if the two shapes do not
/// broadcast at all, and violation (array_api.I2) if they broadcast to another shape.
template <class Size>
constexpr tuple<Size> in_place(tuple<Size> const& target, tuple<Size> const& source) {
  tuple<Size> shape = broadcast(target, source);
  if (!(shape == target)) throw violation("array_api.I2");
  return shape;
}

// The rules by name -------------------------------------------------------------------------------

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{.name = "array_api",
                     .result =
                         [](list<list<Size>> const& shapes) {
                           return shapes.n() == 1 ? shapes[0] : broadcast(shapes[0], shapes[1]);
                         },
                     .pairwise = true},
};

}  // namespace bcast::reference::array_api
