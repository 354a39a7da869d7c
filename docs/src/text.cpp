// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace bcast::docs {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Whether Markdown takes the character at `k` for markup. An underscore after a letter or a digit
/// does not begin emphasis; `<` begins markup only before a letter.
bool is_markup(std::string_view characters, std::size_t k) {
  const char before = k == 0 ? ' ' : characters[k - 1];
  const char after = k + 1 == characters.size() ? ' ' : characters[k + 1];
  switch (characters[k]) {
    case '_':
      return !is_letter(before) && !is_digit(before);
    case '<':
      return is_letter(after) || after == '/' || after == '!' || after == '?';
    case ']':
      return after == '(' || after == '[';
    default:
      return std::string_view("\\`*~&$|").find(characters[k]) != std::string_view::npos;
  }
}

}  // namespace

bool is_tag(std::string_view characters) {
  const std::size_t dot = characters.rfind('.');  // an edition may have full stops too
  if (dot == 0 || dot == std::string_view::npos) return false;
  const std::string_view document = characters.substr(0, dot);
  const std::string_view clause = characters.substr(dot + 1);
  const std::size_t at = std::min(document.find('@'), document.size());
  const std::string_view edition = document.substr(std::min(at + 1, document.size()));
  return std::all_of(document.begin(), document.begin() + at,
                     [](char c) { return is_letter(c) || c == '_'; }) &&
         (at == document.size() || (!edition.empty() && is_digit(edition.front()))) &&
         std::all_of(edition.begin(), edition.end(),
                     [](char c) { return is_digit(c) || c == '-' || c == '.'; }) &&
         clause.size() >= 2 && std::isupper(static_cast<unsigned char>(clause.front())) != 0 &&
         std::all_of(std::next(clause.begin()), clause.end(), is_digit);
}

std::string verbatim(std::string_view characters) {
  std::string out;
  for (std::size_t k = 0; k < characters.size(); ++k) {
    if (is_markup(characters, k)) out += '\\';
    out += characters[k];
  }
  return out;
}

std::string code(std::string_view characters) {
  if (characters.empty()) return "";
  std::string inside;  // a table's row is split at its pipes before its code spans are read
  for (char c : characters) inside += c == '|' ? std::string("\\|") : std::string(1, c);
  if (characters.find('`') != std::string_view::npos) return fmt::format("`` {} ``", inside);
  return fmt::format("`{}`", inside);
}

std::string prose(std::string_view annotated) {
  if (is_tag(annotated)) return code(annotated);
  std::string out;
  std::size_t from = 0;
  for (std::size_t k = 0; k < annotated.size(); ++k) {
    const std::size_t end =
        annotated[k] == '`' ? annotated.find('`', k + 1) : std::string_view::npos;
    if (end == std::string_view::npos) continue;
    out += verbatim(annotated.substr(from, k - from));
    out += code(annotated.substr(k + 1, end - k - 1));
    k = end;
    from = end + 1;
  }
  return out + verbatim(annotated.substr(from));
}

std::string linked_to(std::string_view words, std::string_view address) {
  return address.empty() ? std::string(words) : fmt::format("[{}]({})", words, address);
}

std::string address_of(std::string_view path) { return fmt::format("../../{}", path); }

}  // namespace bcast::docs
