// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/scanner.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace bcast::proptests::mlir {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
}

scanner::scanner(mlir_chunk const& chunk) : text_(chunk.text), start_(chunk.start) {
  match_brackets();
  at_ = 0;
}

void scanner::skip_blank() {
  while (!done()) {
    if (is_space(peek())) {
      ++at_;
    } else if (text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
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
  std::size_t depth = 0;
  do {
    skip_blank();
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
      depth += c == '<' ? 1 : 0;
      depth -= c == '>' ? 1 : 0;
      go(at() + 1);
    }
  } while (depth > 0);
}

text_place scanner::place_of(std::size_t at) {
  if (at < counted_) {
    counted_ = lines_ = line_begin_ = 0;
  }
  for (; counted_ < at; ++counted_) {
    if (text_[counted_] != '\n') continue;
    ++lines_;
    line_begin_ = counted_ + 1;
  }
  const std::size_t before = lines_ == 0 ? start_.column - 1 : 0;
  return {start_.line + lines_, at - line_begin_ + 1 + before};
}

void scanner::fail(std::string const& what) {
  throw mlir_syntax_error(place_of(std::min(at_, text_.size())), what);
}

void scanner::match_brackets() {
  std::vector<std::pair<char, std::size_t>> open;
  for (skip_blank(); !done(); skip_blank()) {
    const char c = peek();
    const std::size_t here = at();
    if (c == '"') {
      string();
      continue;
    }
    if (c == '(' || c == '[' || c == '{') {
      open.emplace_back(c == '(' ? ')' : c == '[' ? ']' : '}', here);
    } else if (c == ')' || c == ']' || c == '}') {
      if (open.empty() || open.back().first != c) fail(fmt::format("unexpected '{}'", c));
      closed_[open.back().second] = here;
      open.pop_back();
    }
    go(here + 1);
  }
  if (open.empty()) return;
  go(open.back().second);
  fail(fmt::format("'{}' is not closed", peek()));
}

}  // namespace bcast::proptests::mlir
