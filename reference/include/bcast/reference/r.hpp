// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// The R Language Definition on recycling and dimensions, transcribed in its order.
///
/// Conventions. A structure has the shape x or y. One dimension is the length of a vector; more are
/// the dimensions of a matrix, whose elements have the first dimension fastest. Elements are
/// numbered from 0.
namespace bcast::reference::r {

template <class Size>
using shape = list<Size>;

template <class Size>
using shapes = list<shape<Size>>;

using place = list<index>;

template <class Size>
constexpr Size length(shape<Size> const& x) {
  Size product(1);
  for (index d = 0; d < x.n(); ++d) product = product * x[d];
  return product;
}

// Recycling rules ---------------------------------------------------------------------------------

// [r.X1] If one tries to add two structures with a different number of elements, then the shortest
//        is recycled to length of longest.
template <class Size>
constexpr Size length_of_longest(Size x, Size y) {
  return max(x, y);
}

/// The element of a structure that is read for an element of the result.
constexpr index recycled(index length, index element) { return element % length; }

// [r.S1] you add c(1, 2, 3) to a six-element vector then you will really add c(1, 2, 3, 1, 2, 3)
template <class Element>
constexpr list<Element> recycled_to_six(list<Element> const& c) {
  return list<Element>::of(6, [&](index k) { return c[recycled(c.n(), k)]; });
}

// [r.X2] If the length of the longer vector is not a multiple of the shorter one, a warning is given.
template <class Size>
constexpr bool gives_warning(Size longer, Size shorter) {
  return !(longer % shorter == Size(0));
}

// [r.X3] any arithmetic operation involving a zero-length vector has a zero-length result
template <class Size>
constexpr bool is_zero_length(Size x, Size y) {
  return x == Size(0) || y == Size(0);
}

// Dimensional attributes --------------------------------------------------------------------------

// [r.X4] matrix+matrix, dimensions must match.
/// Throws violation (r.X4), with the first dimension that does not match if there are as many.
template <class Size>
constexpr void expect_match(shape<Size> const& x, shape<Size> const& y) {
  if (x.n() != y.n()) throw violation("r.X4");
  for (index d = 0; d < x.n(); ++d) {
    if (!(x[d] == y[d])) throw violation("r.X4", d);
  }
}

template <class Size>
constexpr shape<Size> of_vector_and_matrix(Size vector, shape<Size> const& matrix);

/// The shape of the result. Throws violation (r.X4) or (r.X5).
template <class Size>
constexpr shape<Size> add(shape<Size> const& x, shape<Size> const& y) {
  if (x.n() > 1 && y.n() > 1) {
    expect_match(x, y);
    return x;
  }
  if (x.n() > 1) return of_vector_and_matrix(y[0], x);
  if (y.n() > 1) return of_vector_and_matrix(x[0], y);
  return {is_zero_length(x[0], y[0]) ? Size(0) : length_of_longest(x[0], y[0])};
}

// [r.X5] vector+matrix: first recycle, then check if dims fit, error if not
/// The result is a vector if it has length 0 and the matrix has not [r.X3]. Throws violation (r.X5).
template <class Size>
constexpr shape<Size> of_vector_and_matrix(Size vector, shape<Size> const& matrix) {
  const Size elements = length(matrix);
  if (elements == Size(0)) return matrix;
  if (vector == Size(0)) return {vector};
  if (!(length_of_longest(vector, elements) == elements)) throw violation("r.X5");
  return matrix;
}

// The rules by name -------------------------------------------------------------------------------

/// Throws no_answer (r.G1) unless there are two structures, and (r.G3) if one has no dimension.
template <class Size>
constexpr shape<Size> of_two(shapes<Size> const& s) {
  if (s.n() != 2) throw no_answer("r.G1");
  if (s[0].n() == 0 || s[1].n() == 0) throw no_answer("r.G3");
  return add(s[0], s[1]);
}

/// The same, where a warning is an error. Throws violation (r.X2).
template <class Size>
constexpr shape<Size> without_warning(shapes<Size> const& s) {
  const shape<Size> result = of_two(s);
  const Size x = length(s[0]), y = length(s[1]);
  if (!is_zero_length(x, y) && gives_warning(max(x, y), x < y ? x : y)) throw violation("r.X2");
  return result;
}

/// The place in an operand that is read for one in the result.
template <class Size>
place place_in_operand(shape<Size> const& x, shape<Size> const& result, place const& at) {
  index element = 0;
  for (index d = result.n(); d-- > 0;) element = element * result[d] + at[d];
  element = recycled(length(x), element);
  return place::of(x.n(), [&](index d) {
    const index k = element % x[d];
    element = element / x[d];
    return k;
  });
}

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{.name = "r",
                     .result = of_two<Size>,
                     .unknown = "r.G2",
                     .place_in_operand = place_in_operand<index>},
    shape_rule<Size>{.name = "r_without_warning",
                     .result = without_warning<Size>,
                     .unknown = "r.G2",
                     .place_in_operand = place_in_operand<index>},
};

}  // namespace bcast::reference::r
