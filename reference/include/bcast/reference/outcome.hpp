// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "bcast/reference/seq.hpp"

namespace bcast::reference {

/// A clause of a document is broken. This is the document's own error.
struct violation : std::domain_error {
  violation(std::string_view clause, index where)
      : std::domain_error(std::string(clause) + " is broken at axis " + std::to_string(where)),
        tag(clause),
        axis(where) {}

  /// A clause that does not mention an axis.
  explicit violation(std::string_view clause)
      : std::domain_error(std::string(clause) + " is broken"), tag(clause) {}

  std::string_view tag;
  index axis = -1;  ///< numbered as the document numbers it; -1: of no axis
};

/// The document gives no answer.
struct no_answer : std::domain_error {
  explicit no_answer(std::string_view gap)
      : std::domain_error("no answer: " + std::string(gap)), tag(gap) {}

  std::string_view tag;
};

}  // namespace bcast::reference
