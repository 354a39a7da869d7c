// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/scanner.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <vector>

namespace bcast::proptests {

std::vector<mlir_chunk> split_mlir(std::string_view text) {
  std::vector<mlir_chunk> chunks;
  std::size_t begin = 0, line = 1, first = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view whole = text.substr(at, end - at);
    if (whole.starts_with("// -----")) {
      chunks.push_back({text.substr(begin, at - begin), {first, 1}});
      begin = end;
      first = line + 1;
    }
    at = end;
  }
  chunks.push_back({text.substr(begin), {first, 1}});
  const bool whole = chunks.size() > 1 && !std::ranges::all_of(chunks, mlir::brackets_match) &&
                     mlir::brackets_match({text, {}});
  if (whole) return {{text, {}}};
  return chunks;
}

}  // namespace bcast::proptests

namespace bcast::proptests::mlir {

// Not the functions of <cctype>: those ask the locale.
bool is_space(char c) { return c == ' ' || ('\t' <= c && c <= '\r'); }

bool is_digit(char c) { return '0' <= c && c <= '9'; }

bool is_word(char c) {
  return is_digit(c) || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_' || c == '.' ||
         c == '$';
}

bool brackets_match(mlir_chunk const& chunk) {
  try {
    const scanner matched(chunk);
    return true;
  } catch (mlir_syntax_error const&) {
    return false;
  }
}

scanner::scanner(mlir_chunk const& chunk) : text_(chunk.text), start_(chunk.start) {
  if (text_.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw mlir_syntax_error(start_, "larger than 4 GiB");
  }
  match_brackets();
  at_ = 0;
}

void scanner::skip_blank() {
  while (!done()) {
    if (is_space(peek())) {
      ++at_;
    } else if (text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find_first_of("\n\r", at_), text_.size());
    } else {
      return;
    }
  }
}

bool scanner::take(std::string_view token) {
  if (text_.substr(at_, token.size()) != token) return false;
  at_ += token.size();
  return true;
}

bool scanner::next(std::string_view token) {
  skip_blank();
  return take(token);
}

void scanner::expect(std::string_view token, std::string_view where) {
  if (!next(token)) fail(fmt::format("expected '{}' {}", token, where));
}

std::string_view scanner::word() {
  const std::size_t begin = at_;
  while (!done() && is_word(peek())) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::string_view scanner::value_name() {
  const std::size_t begin = at_;
  while (!done() && (is_word(peek()) || (peek() == '-' && text_.substr(at_, 2) != "->"))) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::optional<std::int64_t> scanner::integer() {
  std::int64_t number = 0;
  char const* const begin = text_.data() + at_;
  const auto [end, wrong] = std::from_chars(begin, text_.data() + text_.size(), number);
  if (wrong == std::errc::invalid_argument) return std::nullopt;
  if (wrong != std::errc()) fail("a number beyond 2^63 - 1");
  at_ += static_cast<std::size_t>(end - begin);
  return number;
}

std::string_view scanner::string() {
  const std::size_t begin = at_++;
  while (!done() && peek() != '"') {
    if (peek() == '\n') break;
    at_ += peek() == '\\' ? 2 : 1;
  }
  if (done() || peek() != '"') {
    at_ = begin;
    fail("expected '\"' in string literal");
  }
  ++at_;
  return text_.substr(begin + 1, at_ - begin - 2);
}

void scanner::skip_angles(std::size_t begin) {
  std::vector<std::size_t> open;
  skip_blank();
  // A scan that fails tells where each scan from a `<` that it left open fails.
  if (const auto known = unclosed_.find(at_); known != unclosed_.end()) {
    open.push_back(at_);
    go(known->second);
  }
  std::size_t token = at_;
  try {
    do {
      skip_blank();
      token = at_;
      pass_in_angles(begin, open);
    } while (!open.empty());
  } catch (mlir_syntax_error const&) {
    for (const std::size_t at : open) unclosed_[at] = token;
    throw;
  }
}

void scanner::pass_in_angles(std::size_t begin, std::vector<std::size_t>& open) {
  const char c = peek();
  if (done()) {
    go(begin);
    fail("'<' is not closed in type");
  }
  if (c == '"') {
    string();
  } else if (c == '(' || c == '[' || c == '{') {
    skip_group();
  } else if (c == ')' || c == ']' || c == '}') {
    fail("expected '>' in type");
  } else if (!take("->")) {
    if (c == '<') open.push_back(at_);
    if (c == '>' && !open.empty()) open.pop_back();
    go(at() + 1);
  }
}

void scanner::skip_group() {
  const auto found = std::ranges::lower_bound(groups_, at_, {}, &group::open);
  if (found == groups_.end() || found->open != at_) fail("expected a bracket");
  at_ = std::size_t{found->close} + 1;
}

text_place scanner::place_of(std::size_t at) {
  if (line_begins_.empty()) {
    line_begins_.push_back(0);
    for (std::size_t k = 0; (k = text_.find('\n', k)) != std::string_view::npos;) {
      line_begins_.push_back(static_cast<std::uint32_t>(++k));
    }
  }
  const auto line = std::prev(std::upper_bound(line_begins_.begin(), line_begins_.end(), at)) -
                    line_begins_.begin();
  const std::size_t begin = line_begins_[static_cast<std::size_t>(line)];
  const std::size_t before = line == 0 ? start_.column - 1 : 0;
  return {start_.line + static_cast<std::size_t>(line), at - begin + 1 + before};
}

void scanner::fail(std::string const& what) {
  throw mlir_syntax_error(place_of(std::min(at_, text_.size())), what);
}

void scanner::match_brackets() {
  std::vector<std::uint32_t> open;  // groups that are not closed
  const auto closing = [&](std::uint32_t which) {
    const char c = text_[groups_[which].open];
    return c == '(' ? ')' : c == '[' ? ']' : '}';
  };
  for (skip_blank(); !done(); skip_blank()) {
    const char c = peek();
    const auto here = static_cast<std::uint32_t>(at_);
    if (c == '"') {
      string();
      continue;
    }
    if (c == '(' || c == '[' || c == '{') {
      open.push_back(static_cast<std::uint32_t>(groups_.size()));
      groups_.push_back({here, here});
    } else if (c == ')' || c == ']' || c == '}') {
      if (open.empty() || closing(open.back()) != c) fail(fmt::format("unexpected '{}'", c));
      groups_[open.back()].close = here;
      open.pop_back();
    } else if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') {
      fail(fmt::format("unexpected byte {:#04x}", static_cast<unsigned char>(c)));
    }
    ++at_;
  }
  if (open.empty()) return;
  at_ = groups_[open.back()].open;
  fail(fmt::format("'{}' is not closed", peek()));
}

}  // namespace bcast::proptests::mlir
