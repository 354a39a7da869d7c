// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <unordered_map>
#include <utility>

#include "bcast/proptests/mlir_text.hpp"

namespace bcast::proptests {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Of `i32`, `dialect.type`, `$alias`.
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
}

/// What a message quotes: one line, short.
std::string quoted(std::string_view text) {
  std::string s;
  for (char c : text.substr(0, 40)) s += std::isprint(static_cast<unsigned char>(c)) ? c : '.';
  return "'" + s + (text.size() > 40 ? "...'" : "'");
}

/// A text that is read from left to right.
class scanner {
 public:
  explicit scanner(mlir_chunk const& chunk) : text_(chunk.text), start_(chunk.start) {}

  bool done() const { return at_ >= text_.size(); }
  std::size_t at() const { return at_; }
  void go(std::size_t at) { at_ = at; }
  char peek() const { return done() ? '\0' : text_[at_]; }

  void skip_blank() {
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

  bool take(std::string_view token) {
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }

  /// A token behind blanks.
  bool next(std::string_view token) {
    skip_blank();
    return take(token);
  }

  void expect(std::string_view token, std::string_view where) {
    if (!next(token)) fail(fmt::format("expected '{}' {}", token, where));
  }

  std::string_view word() {
    const std::size_t begin = at_;
    while (!done() && is_word(peek())) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  /// The inside of a string; its quotation mark is next.
  std::string_view string() {
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

  /// Lines are counted from the last place on.
  text_place place_of(std::size_t at) {
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

  [[noreturn]] void fail(std::string const& what) {
    throw mlir_syntax_error(place_of(std::min(at_, text_.size())), what);
  }

 private:
  std::string_view text_;
  text_place start_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0, lines_ = 0, line_begin_ = 0;
};

class reader {
 public:
  reader(mlir_chunk const& chunk, std::function<bool(std::string_view)> const& is_asked)
      : in_(chunk), is_asked_(is_asked) {}

  std::vector<mlir_operation> operations() {
    match_brackets();
    in_.go(0);
    for (in_.skip_blank(); !in_.done(); in_.skip_blank()) step();
    return std::move(found_);
  }

 private:
  /// Where each opening bracket is closed.
  void match_brackets() {
    std::vector<std::pair<char, std::size_t>> open;
    for (in_.skip_blank(); !in_.done(); in_.skip_blank()) {
      const char c = in_.peek();
      const std::size_t at = in_.at();
      if (c == '"') {
        in_.string();
        continue;
      }
      if (c == '(' || c == '[' || c == '{') {
        open.emplace_back(c == '(' ? ')' : c == '[' ? ']' : '}', at);
      } else if (c == ')' || c == ']' || c == '}') {
        if (open.empty() || open.back().first != c) in_.fail(fmt::format("unexpected '{}'", c));
        closed_[open.back().second] = at;
        open.pop_back();
      }
      in_.go(at + 1);
    }
    if (open.empty()) return;
    in_.go(open.back().second);
    in_.fail(fmt::format("'{}' is not closed", in_.peek()));
  }

  /// Behind the bracket that closes the one which is next.
  void skip_group() { in_.go(closed_.at(in_.at()) + 1); }

  /// One token of a text in any form.
  void step() {
    const std::size_t at = in_.at();
    if (in_.peek() == '"') {
      const std::string_view name = in_.string();
      const std::size_t behind = in_.at();
      in_.skip_blank();
      const bool operation = in_.peek() == '(';
      if (operation && is_asked_(name)) read_operation(name, at);
      if (!operation) in_.go(behind);
    } else if (in_.take("!")) {
      define_alias();
    } else if (is_word(in_.peek())) {
      const bool location = in_.word() == "loc";
      in_.skip_blank();
      if (location && in_.peek() == '(') skip_group();
    } else {
      in_.go(at + 1);
    }
  }

  /// `!name = type`, where it is no use of the alias.
  void define_alias() {
    const std::string name(in_.word());
    const std::size_t behind = in_.at();
    if (!name.empty() && in_.next("=") && in_.peek() != '=') {
      aliases_[name] = read_type();
      return;
    }
    in_.go(behind);
  }

  /// The operand list is next.
  void read_operation(std::string_view name, std::size_t at) {
    mlir_operation op{std::string(name), in_.place_of(at), {}, {}};
    skip_group();
    const std::size_t inside = in_.at();  // regions have operations of their own
    while (!in_.next(":")) {
      const char c = in_.peek();
      if (c == '<') {  // properties
        in_.take("<");
        in_.skip_blank();
        if (in_.peek() != '{') in_.fail("expected '{' in properties");
        skip_group();
        in_.expect(">", "behind properties");
      } else if (c == '[' || c == '(' || c == '{') {
        skip_group();
      } else {
        in_.fail(fmt::format("expected ':' and the types of {}", quoted(name)));
      }
    }
    read_function_type(op.operands, op.results);
    found_.push_back(std::move(op));
    in_.go(inside);
  }

  void read_function_type(std::vector<mlir_type>& operands, std::vector<mlir_type>& results) {
    in_.expect("(", "in function type");
    operands = read_types(")");
    in_.expect("->", "in function type");
    if (in_.next("(")) {
      results = read_types(")");
    } else {
      results = {read_type()};
    }
  }

  /// Types up to a closing bracket.
  std::vector<mlir_type> read_types(std::string_view close) {
    std::vector<mlir_type> types;
    if (in_.next(close)) return types;
    do {
      types.push_back(read_type());
    } while (in_.next(","));
    in_.expect(close, "in list of types");
    return types;
  }

  mlir_type read_type() {
    in_.skip_blank();
    const std::size_t at = in_.at();
    if (in_.peek() == '(') {  // a function's
      skip_group();
      in_.expect("->", "in function type");
      in_.skip_blank();
      if (in_.peek() == '(') {
        skip_group();
      } else {
        read_type();
      }
      return {};
    }
    const bool dialect = in_.take("!");
    const std::string_view word = in_.word();
    if (word.empty()) in_.fail("expected type");
    if (dialect) {
      const auto alias = aliases_.find(std::string(word));
      if (alias != aliases_.end()) return alias->second;
    }
    if (!dialect && (word == "tensor" || word == "vector")) return read_shaped(word);
    if (in_.peek() == '<') skip_angles(at);
    return {};
  }

  /// The inside of `tensor<...>`; the `<` is next.
  mlir_type read_shaped(std::string_view word) {
    const bool tensor = word == "tensor";
    mlir_type t{tensor ? mlir_type::kind::tensor : mlir_type::kind::vector, {}};
    in_.expect("<", fmt::format("in {} type", word));
    in_.skip_blank();
    if (tensor && in_.take("*")) {
      t.shape.ranked = false;
      in_.expect("x", "in tensor type");
    } else {
      while (read_dim(t.shape, tensor)) in_.expect("x", fmt::format("in {} type", word));
    }
    skip_element(word);
    if (in_.next(",")) read_encoding(t.shape);
    in_.expect(">", fmt::format("in {} type", word));
    return t;
  }

  bool read_dim(kit::type& shape, bool tensor) {
    in_.skip_blank();
    if (tensor && in_.take("?")) {
      shape.sizes.emplace_back();
      return true;
    }
    const bool scalable = !tensor && in_.take("[");
    if (!is_digit(in_.peek())) {
      if (scalable) in_.fail("expected integer in vector type");
      return false;
    }
    std::int64_t size = 0;
    for (; is_digit(in_.peek()); in_.go(in_.at() + 1)) {
      if (__builtin_mul_overflow(size, 10, &size) ||
          __builtin_add_overflow(size, in_.peek() - '0', &size)) {
        in_.fail("a size beyond 2^63 - 1");
      }
    }
    if (scalable) in_.expect("]", "in vector type");
    shape.sizes.emplace_back(size);
    return true;
  }

  /// The element's type, up to `,` or `>`.
  void skip_element(std::string_view word) {
    in_.skip_blank();
    const std::size_t at = in_.at();
    in_.take("!");
    if (in_.word().empty()) in_.fail(fmt::format("expected element type in {} type", word));
    if (in_.peek() == '<') skip_angles(at);
  }

  /// `#stablehlo.bounds<8, ?>`, or an encoding that says nothing of sizes.
  void read_encoding(kit::type& shape) {
    in_.skip_blank();
    const std::size_t at = in_.at();
    if (in_.take("#stablehlo.bounds<")) {
      for (std::size_t axis = 0; !in_.next(">"); ++axis) {
        if (axis > 0) in_.expect(",", "in bounds");
        in_.skip_blank();
        kit::type bound;
        if (axis >= shape.sizes.size() || !read_dim(bound, true)) in_.fail("expected a bound");
        if (bound.sizes.front() && !shape.sizes[axis])
          shape.sizes[axis].upper = *bound.sizes.front();
      }
      return;
    }
    while (!in_.done() && in_.peek() != '>') {
      const char c = in_.peek();
      if (c == '"') {
        in_.string();
      } else if (c == '<') {
        skip_angles(at);
      } else if (c == '(' || c == '[' || c == '{') {
        skip_group();
      } else {
        in_.go(in_.at() + 1);
        in_.skip_blank();
      }
    }
  }

  /// Behind the `>` that closes the `<` which is next. An arrow's `>` closes nothing.
  void skip_angles(std::size_t begin) {
    std::size_t depth = 0;
    do {
      in_.skip_blank();
      const char c = in_.peek();
      if (in_.done()) {
        in_.go(begin);
        in_.fail("'<' is not closed in type");
      }
      if (c == '"') {
        in_.string();
      } else if (c == '(' || c == '[' || c == '{') {
        skip_group();
      } else if (c == ')' || c == ']' || c == '}') {
        in_.fail("expected '>' in type");
      } else if (!in_.take("->")) {
        depth += c == '<' ? 1 : 0;
        depth -= c == '>' ? 1 : 0;
        in_.go(in_.at() + 1);
      }
    } while (depth > 0);
  }

  scanner in_;
  std::function<bool(std::string_view)> const& is_asked_;
  std::unordered_map<std::size_t, std::size_t> closed_;
  std::map<std::string, mlir_type> aliases_;
  std::vector<mlir_operation> found_;
};

}  // namespace

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
  return chunks;
}

std::vector<mlir_operation> read_mlir(mlir_chunk const& chunk,
                                      std::function<bool(std::string_view)> const& is_asked) {
  return reader(chunk, is_asked).operations();
}

}  // namespace bcast::proptests
