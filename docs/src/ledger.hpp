// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcast/spec/documents.hpp"

/// A document's text checked against its rows: which rows each line belongs to.
namespace bcast::docs {

struct ledger {
  std::string listing;             ///< the text, with the tags of each line in the margin
  std::vector<std::string> wrong;  ///< one message each; empty if every line is accounted for
};

/// Checks a text against rows. Errors are: a text with a different checksum from the edition's, a
/// line that is not blank and belongs to nothing, and lines of a row or of an aside that do not
/// exist or are blank.
ledger ledger_of(spec::document const& about, std::vector<spec::placed> const& rows,
                 std::vector<spec::aside> const& asides, std::string_view text);

/// The ledger of the document with this name. Throws std::invalid_argument for an unknown name.
ledger ledger_of(std::string_view document, std::string_view text);

}  // namespace bcast::docs
