// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcast/spec/documents.hpp"

/// A document's text held against its rows: who owns each line.
namespace bcast::docs {

struct ledger {
  std::string listing;             ///< the text, with the tags of each line in the margin
  std::vector<std::string> wrong;  ///< a message each; none where every line has its owners
};

/// Holds a text against rows. Wrong is: a text whose checksum is not that of the edition, a line
/// that is not blank and that nobody owns, lines of a row or of an aside that are not there or hold
/// nothing.
ledger ledger_of(spec::document const& about, std::vector<spec::placed> const& rows,
                 std::vector<spec::aside> const& asides, std::string_view text);

/// The ledger of a document by its name. Throws std::invalid_argument for another name.
ledger ledger_of(std::string_view document, std::string_view text);

}  // namespace bcast::docs
