// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// The page on broadcasting in NumPy's user guide, transcribed in its order.
///
/// Conventions. a and b are the shapes of two arrays, `arrays` those of a set of arrays. Dimensions
/// are numbered from 0. i counts dimensions from the trailing one, which is 0, to the left. A place
/// is the index of an element.
namespace bcast::reference::numpy_guide {

template <class Size>
using shape = list<Size>;

template <class Size>
using shapes = list<shape<Size>>;

using place = list<index>;

// Broadcasting ------------------------------------------------------------------------------------

// [numpy_guide.X1] the smaller array is "broadcast" across the larger array so that they have
//                  compatible shapes
template <class Size>
constexpr shape<Size> broadcast(shape<Size> const& a, shape<Size> const& b);

// [numpy_guide.X2] without making needless copies of data
/// How many elements of an array are stored, whatever it is broadcast to: its own.
template <class Size>
constexpr Size stored_elements(shape<Size> const& array) {
  Size elements(1);
  for (index d = 0; d < array.n(); ++d) elements = elements * array[d];
  return elements;
}

// [numpy_guide.X3] In the simplest case, the two arrays must have exactly the same shape
template <class Size>
constexpr bool have_same_shape(shape<Size> const& a, shape<Size> const& b) {
  return a == b;
}

// [numpy_guide.X4] NumPy's broadcasting rule relaxes this constraint when the arrays' shapes meet
//                  certain constraints
template <class Size>
constexpr bool meet_constraints(shape<Size> const& a, shape<Size> const& b) {
  try {
    broadcast(a, b);
    return true;
  } catch (violation const&) {
    return false;
  }
}

// [numpy_guide.X5] We can think of the scalar b being stretched during the arithmetic operation into
//                  an array with the same shape as a. The new elements in b are simply copies of
//                  the original scalar.
template <class Size>
place place_in_array(shape<Size> const& array, place const& in_result);

// General broadcasting rules ----------------------------------------------------------------------

template <class Size>
constexpr void expect_compatible(Size a, Size b, index dimension);

template <class Size>
constexpr index rank_of_result(shape<Size> const& a, shape<Size> const& b);

template <class Size>
constexpr Size size_from_last(shape<Size> const& array, index i);

template <class Size>
constexpr Size size_used(Size a, Size b);

// [numpy_guide.X6] When operating on two arrays, NumPy compares their shapes element-wise. It
//                  starts with the trailing (i.e. rightmost) dimension and works its way left.
/// Throws as expect_compatible does, for the first two that are not compatible.
template <class Size>
constexpr void compare(shape<Size> const& a, shape<Size> const& b) {
  const index rank = rank_of_result(a, b);
  for (index i = 0; i < rank; ++i)
    expect_compatible(size_from_last(a, i), size_from_last(b, i), rank - 1 - i);
}

// [numpy_guide.X7] Two dimensions are compatible when they are equal, or one of them is 1
template <class Size>
constexpr bool are_compatible(Size a, Size b) {
  return a == b || a == Size(1) || b == Size(1);
}

// [numpy_guide.E1] If these conditions are not met, a ValueError: operands could not be broadcast
//                  together exception is thrown
/// Throws violation (numpy_guide.E1) with the dimension of the result.
template <class Size>
constexpr void expect_compatible(Size a, Size b, index dimension) {
  if (!are_compatible(a, b)) throw violation("numpy_guide.E1", dimension);
}

// [numpy_guide.X8] Input arrays do not need to have the same number of dimensions. The resulting
//                  array will have the same number of dimensions as the input array with the
//                  greatest number of dimensions
template <class Size>
constexpr index rank_of_result(shape<Size> const& a, shape<Size> const& b) {
  return max(a.n(), b.n());
}

// [numpy_guide.X9] the size of each dimension is the largest size of the corresponding dimension
//                  among the input arrays     finding numpy_guide.D1: 1 for sizes of 0 and 1
template <class Size>
constexpr Size size_of_result_as_printed(Size a, Size b) {
  return max(a, b);
}

// [numpy_guide.X9] the size of each dimension is the largest size of the corresponding dimension
//                  among the input arrays     departure numpy_guide.D1: the one that X11 uses
template <class Size>
constexpr Size size_of_result(Size a, Size b) {
  return size_used(a, b);
}

// [numpy_guide.X10] missing dimensions are assumed to have size one
template <class Size>
constexpr Size size_from_last(shape<Size> const& array, index i) {
  return i < array.n() ? array[array.n() - 1 - i] : Size(1);
}

// [numpy_guide.X11] When either of the dimensions compared is one, the other is used.
template <class Size>
constexpr Size size_used(Size a, Size b) {
  return a == Size(1) ? b : a;
}

// [numpy_guide.X12] dimensions with size 1 are stretched or "copied" to match the other
/// The place along a dimension of an array, of one along the result's.
template <class Size>
constexpr index place_in_dimension(Size size, index place_in_result) {
  return size == Size(1) ? 0 : place_in_result;
}

template <auto size, class Size>
constexpr shape<Size> sizes_by(shape<Size> const& a, shape<Size> const& b) {
  compare(a, b);
  shape<Size> result;
  for (index i = 0; i < rank_of_result(a, b); ++i)
    result.prepend(size(size_from_last(a, i), size_from_last(b, i)));
  return result;
}

/// The shape of the result. Throws violation (numpy_guide.E1) with the dimension of the result.
template <class Size>
constexpr shape<Size> broadcast(shape<Size> const& a, shape<Size> const& b) {
  return sizes_by<size_of_result<Size>>(a, b);
}

/// The same as printed.
template <class Size>
constexpr shape<Size> broadcast_as_printed(shape<Size> const& a, shape<Size> const& b) {
  return sizes_by<size_of_result_as_printed<Size>>(a, b);
}

// Broadcastable arrays ----------------------------------------------------------------------------

// [numpy_guide.X13] A set of arrays is called "broadcastable" to the same shape if the above rules
//                   produce a valid result.
/// The shape, of one array or more: each is broadcast with the result of those before it. That starts
/// with the greatest number of dimensions (X8), all missing (X10), so an error names a dimension of
/// the result of all. Throws as broadcast does.
template <class Size>
constexpr shape<Size> broadcast_all(shapes<Size> const& arrays) {
  shape<Size> result;
  for (index m = 0; m < arrays.n(); ++m) {
    while (result.n() < arrays[m].n()) result.prepend(Size(1));
  }
  for (index m = 0; m < arrays.n(); ++m) result = broadcast(result, arrays[m]);
  return result;
}

// [numpy_guide.X14] each acts like an array of that shape, whose values are repeated along the
//                   dimensions of size 1 and the missing ones
/// The place in the array, of one in the result.
template <class Size>
place place_in_array(shape<Size> const& array, place const& in_result) {
  place in_array;
  for (index i = 0; i < array.n(); ++i) {
    in_array.prepend(
        place_in_dimension(size_from_last(array, i), in_result[in_result.n() - 1 - i]));
  }
  return in_array;
}

// [numpy_guide.X15] a convenient way of taking the outer product (or any other outer operation) of
//                   two arrays: newaxis inserts a new axis into a
/// The shape of an outer operation on two arrays of one dimension.
template <class Size>
constexpr shape<Size> outer(Size a, Size b) {
  return broadcast(shape<Size>{a, Size(1)}, shape<Size>{b});
}

// The rules by name -------------------------------------------------------------------------------

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{"numpy_guide", broadcast_all<Size>},
    shape_rule<Size>{"numpy_guide as printed",
                     [](shapes<Size> const& s) { return broadcast_as_printed(s[0], s[1]); }},
};

}  // namespace bcast::reference::numpy_guide
