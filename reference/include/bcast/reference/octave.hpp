// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// The node Broadcasting in Octave's manual, transcribed in its order.
///
/// Conventions. x and y are the sizes of two arrays. Dimensions are numbered from 0, the first one
/// corresponds to the first one.
namespace bcast::reference::octave {

template <class Size>
using shape = list<Size>;

template <class Size>
using shapes = list<shape<Size>>;

using place = list<index>;

template <class Size>
constexpr shape<Size> result(shape<Size> const& x, shape<Size> const& y);

// [octave.X1] Octave now automatically broadcasts vectors, matrices, and arrays when using
//             elementwise binary operators and functions.
/// Throws no_answer (octave.G1) unless there are two operands.
template <class Size>
constexpr shape<Size> elementwise(shapes<Size> const& s) {
  if (s.n() != 2) throw no_answer("octave.G1");
  return result(s[0], s[1]);
}

// [octave.X2] corresponding array dimensions must either be equal, or one of them must be 1.
template <class Size>
constexpr bool correspond(Size a, Size b) {
  return a == b || a == Size(1) || b == Size(1);
}

// [octave.X3] In case all dimensions are equal, no broadcasting occurs
template <class Size>
constexpr bool occurs(shape<Size> const& x, shape<Size> const& y) {
  return !(x == y);
}

// [octave.X4] if the number of dimensions isn't the same, then missing trailing dimensions are
//             treated as 1.
template <class Size>
constexpr shape<Size> with_trailing(shape<Size> sizes, index dimensions) {
  while (sizes.n() < dimensions) sizes.append(Size(1));
  return sizes;
}

template <class Size>
constexpr void expect_correspond(Size a, Size b, index dimension);

// [octave.X5] When one of the dimensions is 1, the array with that singleton dimension gets copied
//             along that dimension until it matches the dimension of the other array.
/// The size of the result. Throws violation (octave.X7) with the dimension.
template <class Size>
constexpr shape<Size> result(shape<Size> const& x, shape<Size> const& y) {
  if (!occurs(x, y)) return x;
  const shape<Size> a = with_trailing(x, y.n()), b = with_trailing(y, x.n());
  return shape<Size>::of(a.n(), [&](index d) {
    expect_correspond(a[d], b[d], d);
    return a[d] == Size(1) ? b[d] : a[d];
  });
}

/// The place in an array that is copied to one in the result.
template <class Size>
place place_in_array(shape<Size> const& x, shape<Size> const&, place const& in_result) {
  return place::of(x.n(), [&](index d) { return x[d] == Size(1) ? 0 : in_result[d]; });
}

// [octave.X6] all dimensions of the array being broadcast are 1, i.e., the array is a scalar.
template <class Size>
constexpr bool is_scalar(shape<Size> const& x) {
  return forall(0, x.n() - 1, [&](index d) { return x[d] == Size(1); });
}

// [octave.X7] broadcasting does not apply when two dimensions differ and neither is 1
template <class Size>
constexpr void expect_correspond(Size a, Size b, index dimension) {
  if (!correspond(a, b)) throw violation("octave.X7", dimension);
}

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{.name = "octave",
                     .result = elementwise<Size>,
                     .unknown = "octave.G2",
                     .place_in_operand = place_in_array<index>,
                     .from_first_axis = true},
};

}  // namespace bcast::reference::octave
