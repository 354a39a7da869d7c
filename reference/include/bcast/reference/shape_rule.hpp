// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <string_view>

#include "bcast/reference/seq.hpp"

namespace bcast::reference {

/// A rule of a document that is asked by the operands' shapes alone, and how to ask it. It throws
/// as its transcription does.
struct shape_rule {
  std::string_view name;  ///< as in the document's rows
  list<index> (*result)(list<list<index>> const& shapes);

  /// The same for two operands, where broadcast dimensions say which axis of the result each axis
  /// of an operand is. Null if the document has none.
  list<index> (*along)(list<list<index>> const& shapes, list<index> const& dimensions) = nullptr;
};

}  // namespace bcast::reference
