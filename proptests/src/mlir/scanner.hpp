// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mlir/mlir_text.hpp"

namespace bcast::proptests::mlir {

/// MLIR text that is read from left to right. Its brackets match, outside of strings and comments.
/// Every function throws mlir_syntax_error, with the location, if the text does not match.
class scanner {
 public:
  explicit scanner(mlir_chunk const& chunk);

  std::string_view text() const { return text_; }
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

  /// The name of a value or of a block, such as `0`, `arg0`, `a-b`; empty if there is none.
  std::string_view value_name();

  /// A number, if one is next.
  std::optional<std::int64_t> integer();

  /// Moves past the bracket that closes the next one.
  void skip_group();

  /// Moves past the `>` that closes the next `<`, of a type that began at `begin`. An arrow's `>`
  /// closes nothing.
  void skip_angles(std::size_t begin);

  text_place place_of(std::size_t at);

  [[noreturn]] void fail(std::string const& what);

 private:
  void match_brackets();
  /// Moves past a token between angle brackets; `open` are those that are not closed yet.
  void pass_in_angles(std::size_t begin, std::vector<std::size_t>& open);

  struct group {
    std::uint32_t open, close;
  };

  std::string_view text_;
  text_place start_;
  std::size_t at_ = 0;
  std::vector<group> groups_;  ///< in the order in which they open
  /// Where a scan fails from a `<` that is known not to be closed.
  std::unordered_map<std::size_t, std::size_t> unclosed_;
  std::vector<std::uint32_t> line_begins_;  ///< found when the first location is asked for
};

/// Whether the brackets and the strings of a text are closed.
bool brackets_match(mlir_chunk const& chunk);

bool is_space(char c);
bool is_digit(char c);

/// Whether a character may occur in a word.
bool is_word(char c);

}  // namespace bcast::proptests::mlir
