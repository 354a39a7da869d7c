// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <optional>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/tensor.hpp"

/// XLA's broadcasting semantics, transcribed rule by rule, 0-indexed as printed.
///
/// Conventions. lhs and rhs are the operands' dimensions. Where their ranks differ, `lower` is the
/// one of lower rank and `higher` the other; `broadcast_dimensions` is the tuple of a binary
/// operation, absent where none is given. `intermediate` is the lower-rank array after the tuple
/// was applied.
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

// [xla.X12] The vector's length has to match at least one of the dimensions of the matrix.
//           finding xla.D5: the document's own composition has a vector of 4 and a 1x2 matrix
template <class Size>
constexpr bool matches_some(Size length, dims<Size> const& matrix) {
  return !forall(0, matrix.n() - 1, [&](index i) { return !(length == matrix[i]); });
}

// Broadcasting a lower-rank array onto a higher-rank array ----------------------------------------

// [xla.X2] Scalars can always be broadcast over arrays without an explicit specification
template <class Size>
constexpr bool is_scalar(dims<Size> const& d) {
  return d.n() == 0;
}

// [xla.X4] T has to be equal to the matching dimension of the higher-rank array
//          departure xla.D1: or one of the two is 1, which the composition examples need
template <class Size>
constexpr bool matches(Size T, Size M) {
  if (T == M) return true;
  return T == Size(1) || M == Size(1);
}

// [xla.X7] The order of broadcast dimensions has to be strictly increasing.
//          finding xla.D7: the text's second illegal match is no tuple
constexpr bool strictly_increasing(tuple const& broadcast_dimensions) {
  return forall(1, broadcast_dimensions.n() - 1,
                [&](index k) { return broadcast_dimensions[k - 1] < broadcast_dimensions[k]; });
}

// [xla.X3] which dimension(s) in the higher-rank array to match with the lower-rank array
// [xla.X6] The first element in the tuple says which dimension in the higher-rank array has to
//          match dimension 0 in the lower-rank array. The second element for dimension 1, and so
//          on.
//          gap xla.G5: another number of elements; gap xla.G6: no such dimension
// [xla.X5] then broadcast from the matched dimension to all the other dimensions
/// The intermediate array's dimensions. Throws no_answer (xla.G5, xla.G6), violation (xla.X4) with
/// the first dimension of the higher-rank array that is not matched, and violation (xla.X7).
template <class Size>
constexpr dims<Size> InDim(dims<Size> const& lower, dims<Size> const& higher,
                           tuple const& broadcast_dimensions) {
  if (broadcast_dimensions.n() != lower.n()) throw no_answer("xla.G5");
  for (index M : broadcast_dimensions) {
    if (M < 0 || M >= higher.n()) throw no_answer("xla.G6");
  }
  dims<Size> intermediate = higher;
  for (index k = 0; k < lower.n(); ++k) {
    const index M = broadcast_dimensions[k];
    if (!matches(lower[k], higher[M])) throw violation("xla.X4", M);
    intermediate[M] = lower[k];
  }
  if (!strictly_increasing(broadcast_dimensions)) throw violation("xla.X7");
  return intermediate;
}

// Broadcasting similar-rank arrays with degenerate dimensions -------------------------------------

// [xla.X8] Two dimensions are compatible if: they are equal, or one of them is 1
template <class Size>
constexpr bool compatible(Size d, Size e) {
  if (d == e) return true;
  return d == Size(1) || e == Size(1);
}

// [xla.X9] the result shape has the maximum among the two inputs at every dimension index
//          finding xla.D2: the maximum of 0 and 1 is 1
// [xla.X10] each of the input arrays has a degenerate dimension at a different index
template <class Size>
constexpr dims<Size> degenerate(dims<Size> const& d, dims<Size> const& e) {
  return dims<Size>::of(d.n(), [&](index i) {
    if (!compatible(d[i], e[i])) throw violation("xla.X8", i);
    return d[i] < e[i] ? e[i] : d[i];
  });
}

// Broadcast composition ---------------------------------------------------------------------------

// [xla.X11] First the vector is broadcast up to rank 2 using the broadcast dimensions. Then
//           "degenerate dimension broadcasting" broadcasts dimension zero of the 1x2 matrix
//           findings xla.D6, xla.D8: whose sizes the text names
/// Both operands of a binary operation on their way to its result. Throws violation (xla.X1,
/// xla.X4, xla.X7, xla.X8) or no_answer (xla.G3: a tuple between equal ranks; xla.G5; xla.G6).
template <class Size>
constexpr broadcast<Size> binary(dims<Size> const& lhs, dims<Size> const& rhs,
                                 std::optional<tuple> const& broadcast_dimensions) {
  const auto in_order = [](dims<Size> const& d) {
    return tuple::of(d.n(), [](index k) { return k; });
  };
  operand<Size> l{lhs, lhs, in_order(lhs)}, r{rhs, rhs, in_order(rhs)};
  if (lhs.n() == rhs.n()) {
    if (broadcast_dimensions) throw no_answer("xla.G3");
  } else {
    operand<Size>& lower = lhs.n() < rhs.n() ? l : r;
    operand<Size> const& higher = lhs.n() < rhs.n() ? r : l;
    if (is_scalar(lower.size) && !broadcast_dimensions) {
      lower.intermediate = higher.size;
    } else {
      // [xla.X1] explicit broadcasting specifications on operations between arrays of different
      //          ranks is required
      if (!broadcast_dimensions) throw violation("xla.X1");
      lower.intermediate = InDim(lower.size, higher.size, *broadcast_dimensions);
      lower.dimension = *broadcast_dimensions;
    }
  }
  return {l, r, degenerate(l.intermediate, r.intermediate)};
}

/// The values of an operand in the result: repeated along every dimension that it is not matched
/// with [xla.X5] and along its degenerate ones.
template <class T, class Size>
array<T, Size> values(array<T, Size> const& X, operand<Size> const& x, dims<Size> const& result) {
  return array<T, Size>(result, [&](dims<Size> const& at) {
    return X[dims<Size>::of(
        X.n(), [&](index k) { return X.d()[k] == Size(1) ? Size(0) : at[x.dimension[k]]; })];
  });
}

}  // namespace bcast::reference::xla
