// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Globs, and regular expressions without the header <regex>, which takes seconds to compile.
namespace bcast::proptests {

/// Whether a name fits a glob: `*` is any characters, `?` is one, `[ab]` is one of these.
bool fits_glob(std::string_view name, std::string_view glob);

/// Where an expression is found in a text.
struct found_match {
  std::size_t from = 0, size = 0;
  std::string first;  ///< what its first group is
};

/// All matches of a regular expression (ECMAScript's) in a text, from left to right.
std::vector<found_match> all_matches(std::string_view text, std::string const& expression);

/// Whether a text has a match; false if the expression is not one.
bool is_found(std::string const& text, std::string const& expression);

/// The text with each match replaced; `$1` is the match's first group.
std::string replaced(std::string const& text, std::string const& expression,
                     std::string const& with);

}  // namespace bcast::proptests
