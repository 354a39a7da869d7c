// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"
#include "bcast/reference/tensor.hpp"

/// XLA's broadcasting semantics, transcribed rule by rule, 0-indexed as printed.
///
/// Conventions. lhs and rhs are the operands' dimensions. If their ranks differ, `lower` is the one
/// of lower rank and `higher` the other; `broadcast_dimensions` is the tuple of a binary operation,
/// absent if none is given. `intermediate` is the lower-rank array after the tuple was applied.
namespace bcast::reference::xla {

template <class Size>
using dims = list<Size>;

using tuple = list<index>;

template <class T, class Size = index>
using array = basic_tensor<T, Size, 0>;

/// One operand on its way to the result.
template <class Size>
struct operand {
  dims<Size> size;          ///< as given
  dims<Size> intermediate;  ///< after the broadcast dimensions were applied
  tuple dimension;          ///< of each of its dimensions, the result's that it is matched with
};

template <class Size>
struct broadcast {
  operand<Size> lhs;
  operand<Size> rhs;
  dims<Size> result;
};

// What is broadcasting? ---------------------------------------------------------------------------

template <class Size>
constexpr bool compatible(Size d, Size e);

// [xla.N1] Broadcasting is the process of making arrays with different shapes have compatible
//          shapes for arithmetic operations.
/// Whether both operands, on their way to the result, are compatible.
template <class Size>
constexpr bool are_compatible(broadcast<Size> const& b) {
  return forall(0, b.result.n() - 1,
                [&](index i) { return compatible(b.lhs.intermediate[i], b.rhs.intermediate[i]); });
}

// [xla.X1] XLA needs to "broadcast" the vector v to the same rank as the matrix X, by replicating v
//          a certain number of times.
/// The values of an operand in the result.
template <class T, class Size>
array<T, Size> values(array<T, Size> const& X, operand<Size> const& x, dims<Size> const& result) {
  return array<T, Size>(result, [&](dims<Size> const& at) {
    return X[dims<Size>::of(
        X.n(), [&](index k) { return X.d()[k] == Size(1) ? Size(0) : at[x.dimension[k]]; })];
  });
}

// [xla.X2] The vector's length has to match at least one of the dimensions of the matrix.
//          finding xla.D1: the document's own composition has a vector of 4 and a 1x2 matrix
template <class Size>
constexpr bool matches_some(Size length, dims<Size> const& matrix) {
  return !forall(0, matrix.n() - 1, [&](index i) { return !(length == matrix[i]); });
}

// Principles --------------------------------------------------------------------------------------

// [xla.X3] explicit broadcasting specifications on operations between arrays of different ranks is
//          required
//          needs none
template <class Size>
constexpr bool requires_dimensions(dims<Size> const& lhs, dims<Size> const& rhs) {
  return lhs.n() != rhs.n();
}

// Broadcasting a lower-rank array onto a higher-rank array ----------------------------------------

// [xla.X4] Scalars can always be broadcast over arrays without an explicit specification
template <class Size>
constexpr bool is_scalar(dims<Size> const& d) {
  return d.n() == 0;
}

// [xla.X5] which dimension(s) in the higher-rank array to match with the lower-rank array
//          gap xla.G1: of two operands     gap xla.G2: of different ranks
constexpr index matched_with(tuple const& broadcast_dimensions, index k) {
  return broadcast_dimensions[k];
}

// [xla.N2] used in the binary ops in XlaBuilder, if the broadcast_dimensions argument is given;
//          sometimes called "InDim" broadcasting
template <class Size>
constexpr dims<Size> InDim(dims<Size> const& lower, dims<Size> const& higher,
                           tuple const& broadcast_dimensions);

// Formal definition -------------------------------------------------------------------------------

// [xla.X6] In each case, T has to be equal to the matching dimension of the higher-rank array.
/// As printed: the composition examples break it.
template <class Size>
constexpr bool matches_as_printed(Size T, Size M) {
  return T == M;
}

// [xla.X6] T has to be equal to the matching dimension of the higher-rank array
//          departure xla.D1: or one of the two is 1, which the composition examples need
template <class Size>
constexpr bool matches(Size T, Size M) {
  if (T == M) return true;
  return T == Size(1) || M == Size(1);
}

// [xla.X7] The vector's values are then broadcast from the matched dimension to all the other
//          dimensions.
/// Whether an operand's element does not depend on dimension i of the result.
constexpr bool is_repeated(tuple const& broadcast_dimensions, index i) {
  return forall(0, broadcast_dimensions.n() - 1,
                [&](index k) { return broadcast_dimensions[k] != i; });
}

// [xla.X8] To match a TxV matrix onto the MxNxPxQ array, a pair of broadcasting dimensions are used
template <class Size>
constexpr bool one_for_each(dims<Size> const& lower, tuple const& broadcast_dimensions) {
  return broadcast_dimensions.n() == lower.n();
}

// [xla.X9] The order of dimensions in the broadcasting tuple has to be the order in which the
//          lower-rank array's dimensions are expected to match the higher-rank array's dimensions.
//          The first element in the tuple says which dimension in the higher-rank array has to
//          match dimension 0 in the lower-rank array. The second element for dimension 1, and so
//          on.
/// The size that dimension k of the lower-rank array has to match. Throws std::out_of_range if the
/// tuple has no element k, or if the higher-rank array does not have that dimension.
template <class Size>
constexpr Size to_match(dims<Size> const& higher, tuple const& broadcast_dimensions, index k) {
  return higher[matched_with(broadcast_dimensions, k)];
}

// [xla.X10] The order of broadcast dimensions has to be strictly increasing.
constexpr bool strictly_increasing(tuple const& broadcast_dimensions) {
  return forall(1, broadcast_dimensions.n() - 1,
                [&](index k) { return broadcast_dimensions[k - 1] < broadcast_dimensions[k]; });
}

// [xla.X9] it is also illegal to match V to both P and N
constexpr bool matched_twice(index rank, tuple const& broadcast_dimensions) {
  return broadcast_dimensions.n() > rank;
}

// Broadcasting similar-rank arrays with degenerate dimensions -------------------------------------

// [xla.X11] Two dimensions are compatible if: they are equal, or one of them is 1
//           gap xla.G5: of known sizes
template <class Size>
constexpr bool compatible(Size d, Size e) {
  if (d == e) return true;
  return d == Size(1) || e == Size(1);
}

// [xla.X12] the result shape has the maximum among the two inputs at every dimension index
//           finding xla.D4: the maximum of 0 and 1 is 1
// [xla.X13] each of the input arrays has a degenerate dimension at a different index
template <class Size>
constexpr dims<Size> degenerate(dims<Size> const& d, dims<Size> const& e) {
  return dims<Size>::of(d.n(), [&](index i) {
    if (!compatible(d[i], e[i])) throw violation("xla.X11", i);
    return max(d[i], e[i]);
  });
}

// Broadcast composition ---------------------------------------------------------------------------

// [xla.X14] Broadcasting of a lower-rank array to a higher-rank array and broadcasting using
//           degenerate dimensions can both be performed in the same binary operation.
/// Both operands of a binary operation on their way to its result. Throws violation (xla.X3,
/// xla.X6, xla.X8, xla.X9, xla.X10, xla.X11) or no_answer (xla.G2).
template <class Size>
constexpr broadcast<Size> binary(dims<Size> const& lhs, dims<Size> const& rhs,
                                 std::optional<tuple> const& broadcast_dimensions);

// [xla.X15] First the vector is broadcast up to rank 2 (matrix) using the broadcast dimensions. [...]
//           This produces a matrix of size 4xM where the value M is chosen to match the corresponding
//           dimension size in the 1x2 array.
/// The intermediate array's dimensions. Throws violation (xla.X9) for more entries than dimensions,
/// (xla.X8) for fewer, (xla.X9) for one that is no dimension of the higher-rank array, (xla.X6) with
/// the first dimension of that array that is not matched, and (xla.X10).
template <class Size>
constexpr dims<Size> InDim(dims<Size> const& lower, dims<Size> const& higher,
                           tuple const& broadcast_dimensions) {
  if (matched_twice(lower.n(), broadcast_dimensions)) throw violation("xla.X9");
  if (!one_for_each(lower, broadcast_dimensions)) throw violation("xla.X8");
  for (index M : broadcast_dimensions) {
    if (M < 0 || M >= higher.n()) throw violation("xla.X9");
  }
  dims<Size> intermediate = higher;
  for (index k = 0; k < lower.n(); ++k) {
    const index M = matched_with(broadcast_dimensions, k);
    if (!matches(lower[k], to_match(higher, broadcast_dimensions, k))) throw violation("xla.X6", M);
    intermediate[M] = lower[k];
  }
  if (!strictly_increasing(broadcast_dimensions)) throw violation("xla.X10");
  return intermediate;
}

// [xla.X16] broadcasts dimension zero of the 1x2 matrix to match the corresponding dimension size
//           of the right hand side
//           finding xla.D6: the matrix is the right hand side
/// As printed.
template <class Size>
constexpr Size of_the_right_hand_side(broadcast<Size> const& b, index i) {
  return b.rhs.intermediate[i];
}

template <class Size>
constexpr broadcast<Size> binary(dims<Size> const& lhs, dims<Size> const& rhs,
                                 std::optional<tuple> const& broadcast_dimensions) {
  const auto in_order = [](dims<Size> const& d) {
    return tuple::of(d.n(), [](index k) { return k; });
  };
  operand<Size> l{lhs, lhs, in_order(lhs)}, r{rhs, rhs, in_order(rhs)};
  if (lhs.n() == rhs.n()) {
    if (broadcast_dimensions) throw no_answer("xla.G2");
  } else {
    operand<Size>& lower = lhs.n() < rhs.n() ? l : r;
    operand<Size> const& higher = lhs.n() < rhs.n() ? r : l;
    if (is_scalar(lower.size) && !broadcast_dimensions) {
      // [xla.X4] Scalars can always be broadcast over arrays without an explicit specification
      lower.intermediate = higher.size;
    } else {
      // [xla.X3] explicit broadcasting specifications on operations between arrays of different
      //          ranks is required
      if (!broadcast_dimensions) throw violation("xla.X3");
      lower.intermediate = InDim(lower.size, higher.size, *broadcast_dimensions);
      lower.dimension = *broadcast_dimensions;
    }
  }
  // [xla.X16] Then "degenerate dimension broadcasting" broadcasts dimension zero of the 1x2 matrix
  //           to match the corresponding dimension size     finding xla.D6: of which side
  const dims<Size> result = degenerate(l.intermediate, r.intermediate);
  return {l, r, result};
}

// The rules by name -------------------------------------------------------------------------------

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{.name = "xla",
                     .result =
                         [](list<list<Size>> const& s) {
                           return binary(s[0], s[1], std::optional<tuple>()).result;
                         },
                     .along =
                         [](list<list<Size>> const& s, tuple const& broadcast_dimensions) {
                           return binary(s[0], s[1], std::optional(broadcast_dimensions)).result;
                         }},
};

}  // namespace bcast::reference::xla
