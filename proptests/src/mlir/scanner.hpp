// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "mlir/mlir_text.hpp"

namespace bcast::proptests::mlir {

/// MLIR text that is read from left to right. Its brackets match, outside of strings and comments.
/// Every function throws mlir_syntax_error, with the location, if the text does not match.
class scanner {
 public:
  explicit scanner(mlir_chunk const& chunk);

  bool done() const { return at_ >= text_.size(); }
  std::size_t at() const { return at_; }
  void go(std::size_t at) { at_ = at; }
  char peek() const { return done() ? '\0' : text_[at_]; }

  /// Moves past spaces and comments.
  void skip_blank();

  bool take(std::string_view token);

  /// A token after blanks.
  bool next(std::string_view token);

  void expect(std::string_view token, std::string_view where);

  /// A word such as `i32`, `dialect.type`, `$alias`; empty if there is none.
  std::string_view word();

  /// The inside of a string; its quotation mark is next.
  std::string_view string();

  /// Moves past the bracket that closes the next one.
  void skip_group() { at_ = closed_.at(at_) + 1; }

  /// Moves past the `>` that closes the next `<`, of a type that began at `begin`. An arrow's `>`
  /// closes nothing.
  void skip_angles(std::size_t begin);

  /// Lines are counted from the last location on.
  text_place place_of(std::size_t at);

  [[noreturn]] void fail(std::string const& what);

 private:
  void match_brackets();

  std::string_view text_;
  text_place start_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0, lines_ = 0, line_begin_ = 0;
  std::unordered_map<std::size_t, std::size_t> closed_;
};

bool is_digit(char c);

/// Whether a character may occur in a word.
bool is_word(char c);

}  // namespace bcast::proptests::mlir
