#include "cell.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <vector>

namespace bcast::docs {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Whether the text is `<document>.<letter><n>`; a document may have its edition behind an `@`.
bool is_tag(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == 0 || dot == std::string_view::npos) return false;
  const std::string_view document = text.substr(0, dot);
  const std::string_view clause = text.substr(dot + 1);
  const std::size_t at = std::min(document.find('@'), document.size());
  return std::all_of(document.begin(), document.begin() + at,
                     [](char c) { return is_letter(c) || c == '_'; }) &&
         std::all_of(document.begin() + at, document.end(),
                     [](char c) { return is_digit(c) || c == '@' || c == '-'; }) &&
         clause.size() >= 2 && is_letter(clause.front()) &&
         std::all_of(std::next(clause.begin()), clause.end(), is_digit);
}

/// Whether Markdown takes the character at `k` for markup. An underscore behind a letter or a digit
/// begins no emphasis; `<` begins markup only in front of a letter.
bool is_markup(std::string_view text, std::size_t k) {
  const char before = k == 0 ? ' ' : text[k - 1];
  const char after = k + 1 == text.size() ? ' ' : text[k + 1];
  switch (text[k]) {
    case '_':
      return !is_letter(before) && !is_digit(before);
    case '<':
      return is_letter(after) || after == '/' || after == '!' || after == '?';
    case ']':
      return after == '(' || after == '[';
    default:
      return std::string_view("\\`*~&$|").find(text[k]) != std::string_view::npos;
  }
}

/// A table's row is split at its pipes before its code spans are read.
std::string with_pipes_escaped(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string code(std::string_view text) {
  if (text.empty()) return "";
  const std::string inside = with_pipes_escaped(text);
  if (text.find('`') != std::string_view::npos) return fmt::format("`` {} ``", inside);
  return fmt::format("`{}`", inside);
}

std::string text_of(spec::dim d) { return d.known() ? std::to_string(d.size()) : "?"; }

template <class Range>
std::vector<std::string> texts_of(Range const& range, auto text) {
  std::vector<std::string> all;
  std::transform(range.begin(), range.end(), std::back_inserter(all), text);
  return all;
}

}  // namespace

std::string cell(std::string_view text) {
  if (is_tag(text)) return code(text);
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const std::size_t end = text[k] == '`' ? text.find('`', k + 1) : std::string_view::npos;
    if (end != std::string_view::npos) {
      out += with_pipes_escaped(text.substr(k, end + 1 - k));
      k = end;
      continue;
    }
    if (is_markup(text, k)) out += '\\';
    out += text[k];
  }
  return out;
}

std::string cell(spec::formula formula) { return code(formula); }

std::string cell(spec::shape const& shape) {
  if (!shape.ranked()) return cell(std::string_view("*"));
  if (shape.rank() == 0) return "()";
  return fmt::format("{}", fmt::join(texts_of(shape, text_of), "x"));
}

std::string cell(spec::operands const& operands) {
  const auto text = [](spec::shape const& shape) { return cell(shape); };
  return fmt::format("{}", fmt::join(texts_of(operands, text), ", "));
}

std::string cell(spec::xla::tuple const& tuple) {
  return fmt::format("({})", fmt::join(tuple.begin(), tuple.end(), ", "));
}

}  // namespace bcast::docs
