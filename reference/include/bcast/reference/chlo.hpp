// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// CHLO's definitions of operations that broadcast, transcribed in their order, 0-indexed.
///
/// Conventions. lhs and rhs are the operands' shapes. If broadcast_dimensions are given, `lower` is
/// the shape of lower rank, lhs if the ranks are equal, and `higher` the other.
namespace bcast::reference::chlo {

template <class Size>
using shape = list<Size>;

using dimensions = list<index>;

// Binary elementwise operations -------------------------------------------------------------------

// [chlo.X1] each of these support both explicit rank broadcasting (via the broadcast_dimensions
//           attribute) and implicit degenerate shape broadcasting
/// The common size of two. Throws violation (chlo.X1).
template <class Size>
constexpr Size degenerate(Size d, Size e, index axis) {
  if (!(d == e) && !(d == Size(1)) && !(e == Size(1))) throw violation("chlo.X1", axis);
  return d == Size(1) ? e : d;
}

// [chlo.X2] operations without the "broadcast_" prefix, except that those ops require same-shaped
//           operands and results
template <class Size>
constexpr bool same_shaped(shape<Size> const& lhs, shape<Size> const& rhs,
                           shape<Size> const& result) {
  return lhs == rhs && lhs == result;
}

// [chlo.X3] See XLA's pages     finding xla.D4: of a 0 and a 1 they give the maximum
/// Entries as on XLA's page: one for each dimension of the lower rank, which increase strictly.
constexpr bool as_on_the_page(dimensions const& entries, index lower, index higher) {
  return entries.n() == lower && forall(0, lower - 1, [&](index k) {
           return entries[k] >= 0 && entries[k] < higher && (k == 0 || entries[k - 1] < entries[k]);
         });
}

// [chlo.X4] Defaults to "numpy" prefix padded rank-broadcast semantics if omitted.
template <class Size>
constexpr shape<Size> padded(shape<Size> operand, index rank) {
  while (operand.n() < rank) operand.prepend(Size(1));
  return operand;
}

/// The shape of all operands, padded to the highest rank, where two sizes give `common`.
template <class Size, class Common>
constexpr shape<Size> joined(list<shape<Size>> const& operands, Common common) {
  index rank = 0;
  for (index m = 0; m < operands.n(); ++m) rank = max(rank, operands[m].n());
  shape<Size> result = padded(operands[0], rank);
  for (index m = 1; m < operands.n(); ++m) {
    const shape<Size> next = padded(operands[m], rank);
    for (index axis = 0; axis < rank; ++axis) {
      result[axis] = common(result[axis], next[axis], axis);
    }
  }
  return result;
}

/// Without the attribute. Throws violation (chlo.X1) with the axis.
template <class Size>
constexpr shape<Size> numpy_style(list<shape<Size>> const& operands) {
  return joined(operands, degenerate<Size>);
}

// [chlo.N1] OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions     gap chlo.G1: which entries it
//           may have     gap chlo.G2: no size is unknown
// [chlo.X5] The same description as the arithmetic binary elementwise ops applies.
// [chlo.N2] OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions
/// The result's shape. Throws violation (chlo.X1) with the axis, and no_answer (chlo.G1).
template <class Size>
constexpr shape<Size> binary(shape<Size> const& lhs, shape<Size> const& rhs,
                             std::optional<dimensions> const& broadcast_dimensions) {
  if (!broadcast_dimensions) return numpy_style(list<shape<Size>>{lhs, rhs});
  shape<Size> const& lower = rhs.n() < lhs.n() ? rhs : lhs;
  shape<Size> const& higher = rhs.n() < lhs.n() ? lhs : rhs;
  if (!as_on_the_page(*broadcast_dimensions, lower.n(), higher.n())) throw no_answer("chlo.G1");
  shape<Size> result = higher;
  for (index k = 0; k < lower.n(); ++k) {
    const index axis = (*broadcast_dimensions)[k];
    result[axis] = degenerate(lower[k], higher[axis], axis);
  }
  return result;
}

// Broadcasting select op --------------------------------------------------------------------------

// [chlo.X6] Select operator (with optional numpy-style broadcasting)
template <class Size>
constexpr shape<Size> select(shape<Size> const& pred, shape<Size> const& on_true,
                             shape<Size> const& on_false) {
  return numpy_style(list<shape<Size>>{pred, on_true, on_false});
}

// The rules by name -------------------------------------------------------------------------------

/// Without the attribute, and with it.
template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{"chlo", numpy_style<Size>,
                     [](list<list<Size>> const& s, dimensions const& broadcast_dimensions) {
                       return binary<Size>(s[0], s[1], broadcast_dimensions);
                     }},
};

}  // namespace bcast::reference::chlo
