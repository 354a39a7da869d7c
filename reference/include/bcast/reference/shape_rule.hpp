// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <optional>
#include <string_view>

#include "bcast/reference/seq.hpp"

namespace bcast::reference {

/// Sizes, none where one is not known; nothing where the rank is not known.
template <class Size>
using partly_known = std::optional<list<std::optional<Size>>>;

/// A rule of a document that is asked by the operands' shapes, and how to ask it. It throws as its
/// transcription does.
template <class Size>
struct shape_rule {
  std::string_view name;  ///< as in the document's rows

  /// Null if `of_unknown` is asked.
  list<Size> (*result)(list<list<Size>> const& shapes) = nullptr;

  /// The same for two operands, where broadcast dimensions say which axis of the result each axis
  /// of an operand is. Null if the document has none.
  list<Size> (*along)(list<list<Size>> const& shapes, list<index> const& dimensions) = nullptr;

  /// Asked where the document says what a size that is not known gives.
  partly_known<Size> (*of_unknown)(list<partly_known<Size>> const& shapes) = nullptr;

  /// Whether a declared result is legal. Null if the document says nothing of one.
  void (*verify)(list<partly_known<Size>> const& shapes,
                 partly_known<Size> const& declared) = nullptr;

  index first_axis = 0;           ///< the number of the document's first axis
  std::string_view unknown = {};  ///< the gap where a size is not known, if no switch cites it
  bool names_axis = true;         ///< an error on an axis names it
  bool pairwise = false;          ///< it takes two shapes; more are folded from the left [bcast.P3]

  /// The place in an operand that is read for a place in the result. Null if they are aligned at
  /// the last axis, and a size of 1 is repeated.
  list<index> (*place_in_operand)(list<index> const& operand, list<index> const& result,
                                  list<index> const& place) = nullptr;
  bool from_first_axis = false;  ///< operands of different ranks are aligned at the first axis
  bool last_is_written = false;  ///< the last shape is not an operand's but the output's
};

}  // namespace bcast::reference
