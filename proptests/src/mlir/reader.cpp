// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "mlir/mlir_text.hpp"
#include "mlir/types.hpp"

namespace bcast::proptests {
namespace {

/// What a message quotes: one line, short.
std::string quoted(std::string_view text) {
  std::string s;
  for (char c : text.substr(0, 40)) s += std::isprint(static_cast<unsigned char>(c)) ? c : '.';
  return "'" + s + (text.size() > 40 ? "...'" : "'");
}

/// Reads the requested operations and skips everything else.
class reader {
 public:
  reader(mlir_chunk const& chunk, std::function<bool(std::string_view)> const& is_asked)
      : in_(chunk), types_(in_), is_asked_(is_asked) {}

  std::vector<mlir_operation> operations() {
    for (in_.skip_blank(); !in_.done(); in_.skip_blank()) step();
    return std::move(found_);
  }

 private:
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
    } else if (mlir::is_word(in_.peek())) {
      const bool location = in_.word() == "loc";
      in_.skip_blank();
      if (location && in_.peek() == '(') in_.skip_group();
    } else {
      in_.go(at + 1);
    }
  }

  /// `!name = type`, unless it is a use of the alias.
  void define_alias() {
    const std::string name(in_.word());
    const std::size_t behind = in_.at();
    if (!name.empty() && in_.next("=") && in_.peek() != '=') {
      types_.define(name, types_.read_type());
      return;
    }
    in_.go(behind);
  }

  /// The operand list is next.
  void read_operation(std::string_view name, std::size_t at) {
    mlir_operation op{std::string(name), in_.place_of(at), {}, {}};
    in_.skip_group();
    const std::size_t inside = in_.at();  // regions have operations of their own
    while (!in_.next(":")) {
      const char c = in_.peek();
      if (c == '<') {  // properties
        in_.take("<");
        in_.skip_blank();
        if (in_.peek() != '{') in_.fail("expected '{' in properties");
        in_.skip_group();
        in_.expect(">", "after properties");
      } else if (c == '[' || c == '(' || c == '{') {
        in_.skip_group();
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
    operands = types_.read_types(")");
    in_.expect("->", "in function type");
    if (in_.next("(")) {
      results = types_.read_types(")");
    } else {
      results = {types_.read_type()};
    }
  }

  mlir::scanner in_;
  mlir::type_reader types_;
  std::function<bool(std::string_view)> const& is_asked_;
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
