// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/pattern.hpp"

#include <fnmatch.h>

#include <regex>

namespace bcast::proptests {

bool fits_glob(std::string_view name, std::string_view glob) {
  return fnmatch(std::string(glob).c_str(), std::string(name).c_str(), 0) == 0;
}

std::vector<found_match> all_matches(std::string_view text, std::string const& expression) {
  const std::regex wanted(expression);
  std::vector<found_match> all;
  for (std::cregex_iterator m(text.data(), text.data() + text.size(), wanted), end; m != end; ++m) {
    all.push_back({static_cast<std::size_t>(m->position()), static_cast<std::size_t>(m->length()),
                   m->size() > 1 ? (*m)[1].str() : ""});
  }
  return all;
}

bool is_found(std::string const& text, std::string const& expression) {
  try {
    return std::regex_search(text, std::regex(expression));
  } catch (std::regex_error const&) {
    return false;
  }
}

std::string replaced(std::string const& text, std::string const& expression,
                     std::string const& with) {
  return std::regex_replace(text, std::regex(expression), with);
}

}  // namespace bcast::proptests
