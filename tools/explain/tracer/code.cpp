// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code.hpp"

#include <algorithm>
#include <cctype>

#include "rows.hpp"

namespace bcast::tracer {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

char closer(char open) { return open == '(' ? ')' : open == '{' ? '}' : open == '[' ? ']' : '>'; }

}  // namespace

std::size_t skip_spaces(std::string_view code, std::size_t at) {
  while (at < code.size() && std::isspace(static_cast<unsigned char>(code[at])) != 0) ++at;
  return at;
}

std::size_t closing(std::string_view code, std::size_t open) {
  const char opens = code.at(open), closes = closer(opens);
  int depth = 0;
  for (std::size_t at = open; at < code.size(); ++at) {
    if (code[at] == opens) ++depth;
    if (code[at] == closes && --depth == 0) return at;
  }
  throw refusal(open, "a bracket is not closed");
}

std::size_t find_outside(std::string_view code, std::size_t at, std::string_view characters,
                         bool angles) {
  for (; at < code.size(); ++at) {
    if (characters.find(code[at]) != std::string_view::npos) return at;
    if (std::string_view("([{").find(code[at]) != std::string_view::npos ||
        (angles && code[at] == '<')) {
      at = closing(code, at);
    }
  }
  return std::string_view::npos;
}

std::size_t find_assignment(std::string_view code, std::size_t from, std::size_t to) {
  for (std::size_t at = find_outside(code, from, "="); at < to;
       at = find_outside(code, at + 1, "=")) {
    const bool compares = std::string_view("=<>!").find(code[at - 1]) != std::string_view::npos;
    if (!compares && code[at + 1] != '=') return at;
    if (code[at + 1] == '=') ++at;
  }
  return std::string_view::npos;
}

std::vector<part> parts_of(std::string_view code, std::size_t from, std::size_t to, bool angles) {
  std::vector<part> parts;
  while (from < to) {
    const std::size_t comma = std::min(find_outside(code.substr(0, to), from, ",", angles), to);
    parts.push_back({from, comma});
    from = comma + 1;
  }
  return parts;
}

std::string last_name(std::string_view text) {
  std::size_t to = text.size();
  while (to > 0 && !in_name(text[to - 1])) --to;
  std::size_t from = to;
  while (from > 0 && in_name(text[from - 1])) --from;
  return std::string(text.substr(from, to - from));
}

std::string trimmed(std::string_view text) {
  std::size_t from = skip_spaces(text, 0), to = text.size();
  while (to > from && std::isspace(static_cast<unsigned char>(text[to - 1])) != 0) --to;
  return std::string(text.substr(from, to - from));
}

bool begins_with_word(std::string_view code, std::size_t at, std::string_view word) {
  if (code.substr(at, word.size()) != word) return false;
  return at + word.size() >= code.size() || !in_name(code[at + word.size()]);
}

std::size_t enclosing(std::string_view code, std::size_t at) {
  int depth = 0;
  while (at-- > 0) {
    if (code[at] == '}') ++depth;
    if (code[at] == '{' && depth-- == 0) return at;
  }
  return std::string_view::npos;
}

}  // namespace bcast::tracer
