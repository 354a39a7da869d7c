// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>
#include <stdexcept>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// TOSA's sections on tensors and broadcasting and its pseudocode, transcribed step by step,
/// 0-indexed as printed. The comments are in our words.
///
/// Conventions. shape1 and shape2 are broadcast together to the output's shape. out_shape is the
/// output's, in_shape an input's, and index a position. Where the pseudocode has an error, the
/// transcription throws violation with its tag.
namespace bcast::reference::tosa {

template <class Size>
using shape_t = list<Size>;

// Tensors -----------------------------------------------------------------------------------------

// [tosa.N1] the number of dimensions
template <class Size>
constexpr index rank(shape_t<Size> const& shape) {
  return shape.n();
}

// [tosa.X1] a rank of 0 is legal
template <class Size>
constexpr shape_t<Size> broadcast_shape(shape_t<Size> const& shape1, shape_t<Size> const& shape2);

// [tosa.N2] an integer for each dimension: the number of its elements
template <class Size>
constexpr Size size_of(shape_t<Size> const& shape, index dimension) {
  return shape[dimension];
}

// [tosa.X2] every size is at least 1
template <class Size>
constexpr bool has_positive_sizes(shape_t<Size> const& shape) {
  return forall(0, rank(shape) - 1, [&](index i) { return !(size_of(shape, i) < Size(1)); });
}

/// Throws violation (tosa.X2) unless every size is at least 1.
template <class Size>
constexpr void expect_positive(shape_t<Size> const& shape) {
  if (!has_positive_sizes(shape)) throw violation("tosa.X2");
}

// [tosa.X3] sizes are constants when the backend compiles     gap tosa.G1: before that
template <class Size>
constexpr bool has_constant_sizes(shape_t<std::optional<Size>> const& shape) {
  return forall(0, shape.n() - 1, [&](index i) { return shape[i].has_value(); });
}

// Broadcasting ------------------------------------------------------------------------------------

// [tosa.X4] an input's size of 1 can be broadcast to the output's
template <class Size>
constexpr bool can_be_broadcast(Size input, Size output) {
  return input == output || input == Size(1);
}

// [tosa.X5] the ranks are equal
template <class Size>
constexpr bool have_equal_ranks(shape_t<Size> const& shape1, shape_t<Size> const& shape2) {
  return rank(shape1) == rank(shape2);
}

// [tosa.X6] a RESHAPE inserts dimensions of size 1
/// The shape with a dimension of size 1 before `dimension`.
template <class Size>
constexpr shape_t<Size> with_dimension_of_1(shape_t<Size> const& shape, index dimension) {
  shape_t<Size> reshaped;
  for (index i = 0; i <= rank(shape); ++i) {
    if (i == dimension) reshaped.append(Size(1));
    if (i < rank(shape)) reshaped.append(shape[i]);
  }
  return reshaped;
}

// [tosa.X7] the helper maps a position of the output to one of the input
template <class Size>
constexpr shape_t<Size> apply_broadcast(shape_t<Size> const& out_shape,
                                        shape_t<Size> const& in_shape, shape_t<Size> position);

// Broadcast Helpers -------------------------------------------------------------------------------

// [tosa.A1] broadcast_shape, of two shapes
/// The output's shape. Throws violation (tosa.A2), violation (tosa.A6) with the dimension, and
/// violation (tosa.X2).
template <class Size>
constexpr shape_t<Size> broadcast_shape(shape_t<Size> const& shape1, shape_t<Size> const& shape2) {
  expect_positive(shape1);
  expect_positive(shape2);
  // [tosa.A2] an error if the ranks differ
  if (rank(shape1) != rank(shape2)) throw violation("tosa.A2");
  // [tosa.A3] shape begins as shape1
  shape_t<Size> shape = shape1;
  // [tosa.A4] dimension by dimension
  for (index i = 0; i < rank(shape); ++i) {
    // [tosa.A5] a size of 1 becomes that of shape2
    if (shape[i] == Size(1)) {
      shape[i] = shape2[i];
    } else {
      // [tosa.A6] an error if that of shape2 is neither 1 nor the same
      if (!(shape2[i] == Size(1)) && !(shape2[i] == shape[i])) throw violation("tosa.A6", i);
    }
  }
  // [tosa.A7] the output's shape
  return shape;
}

// [tosa.N3] a position in the output's shape
template <class Size>
constexpr bool is_position(shape_t<Size> const& out_shape, shape_t<Size> const& position) {
  return position.n() == rank(out_shape) && forall(0, rank(out_shape) - 1, [&](index i) {
           return !(position[i] < Size(0)) && position[i] < out_shape[i];
         });
}

// [tosa.X8] the position of the input's element that the output has there
// [tosa.A8] apply_broadcast, of the output's shape, an input's, and a position in the output
/// The position in the input. Throws violation (tosa.A9, tosa.A10), and violation (tosa.A13) with
/// the dimension.
template <class Size>
constexpr shape_t<Size> apply_broadcast(shape_t<Size> const& out_shape,
                                        shape_t<Size> const& in_shape, shape_t<Size> position) {
  // [tosa.A9] an error if the ranks of the shapes differ
  if (rank(out_shape) != rank(in_shape)) throw violation("tosa.A9");
  // [tosa.A10] an error if the position has another rank
  if (rank(out_shape) != rank(position)) throw violation("tosa.A10");
  // [tosa.A11] dimension by dimension
  for (index i = 0; i < rank(out_shape); ++i) {
    // [tosa.A12] where the sizes differ
    if (!(out_shape[i] == in_shape[i])) {
      // [tosa.A13] an error if the input's is not 1
      if (!(in_shape[i] == Size(1))) throw violation("tosa.A13", i);
      // [tosa.A14] the position is 0
      position[i] = Size(0);
    }
  }
  // [tosa.A15] the position in the input
  return position;
}

// ASSERT_EQUAL_SHAPE ------------------------------------------------------------------------------

/// As printed: the comparison reads an element of `input`. Throws std::domain_error where it is
/// reached, and otherwise as assert_equal_shape does.
template <class Size>
constexpr void assert_equal_shape_as_printed(shape_t<Size> const& input1,
                                             shape_t<Size> const& input2, bool allow_broadcast) {
  if (input1.n() != input2.n()) throw violation("tosa.A16");
  for (index i = 0; i < input1.n(); ++i) {
    if (allow_broadcast) {
      if (input1[i] == Size(1) || input2[i] == Size(1)) continue;
      throw std::domain_error("`input` is not an operand");
    }
    if (!(input1[i] == input2[i])) throw violation("tosa.A20", i);
  }
}

/// Throws violation (tosa.A16), and violation (tosa.A19, tosa.A20) with the element.
template <class Size>
constexpr void assert_equal_shape(shape_t<Size> const& input1, shape_t<Size> const& input2,
                                  bool allow_broadcast) {
  // [tosa.A16] an error if the lengths differ
  if (input1.n() != input2.n()) throw violation("tosa.A16");
  // [tosa.A17] element by element
  for (index i = 0; i < input1.n(); ++i) {
    // [tosa.A18] with the attribute
    if (allow_broadcast) {
      // [tosa.A19] an error if the sizes differ and neither is 1     departure tosa.D1: the size of
      //            input1
      if (!(input1[i] == Size(1)) && !(input2[i] == Size(1)) && !(input2[i] == input1[i])) {
        throw violation("tosa.A19", i);
      }
    } else {
      // [tosa.A20] without it, an error if they differ
      if (!(input1[i] == input2[i])) throw violation("tosa.A20", i);
    }
  }
}

// The rules by name -------------------------------------------------------------------------------

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{"tosa", [](list<list<Size>> const& s) { return broadcast_shape(s[0], s[1]); }},
};

}  // namespace bcast::reference::tosa
