// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/literals.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace bcast::proptests::mlir {
namespace {

/// Moves past one element; `[` is a list of them, in `shape` from `axis` on. False if the lists
/// have no shape together.
bool pass_element(scanner& in, std::vector<std::int64_t>& shape, std::size_t axis) {
  in.skip_blank();
  if (!in.take("[")) {
    while (!in.done() && in.peek() != ',' && in.peek() != ']') {
      if (in.peek() == '(') {
        in.skip_group();
      } else if (in.peek() == '"') {
        return false;
      } else {
        in.go(in.at() + 1);
      }
    }
    return axis == shape.size();
  }
  if (in.next("]")) return false;
  std::int64_t count = 0;
  const bool is_new = axis == shape.size();
  if (is_new) shape.push_back(0);
  do {
    ++count;
    // A list that is not the first one has as many axes.
    if ((in.skip_blank(), in.peek() != '[') && axis + 1 != shape.size()) return false;
    if (count > 1 && in.peek() == '[' && axis + 1 == shape.size()) return false;
    if (!pass_element(in, shape, axis + 1)) return false;
  } while (in.next(","));
  if (!in.next("]") || (!is_new && shape[axis] != count)) return false;
  shape[axis] = count;
  return true;
}

constexpr std::string_view literal = "dense<[";

/// The literal that is next, if it is one of several elements and has another shape than its type.
std::optional<mlir_clash> read_literal(scanner& in, type_reader& types) {
  const std::size_t begin = in.at();
  std::vector<std::int64_t> shape;
  const bool empty = in.text().substr(begin, 3) == "[]>";
  if (empty) {
    shape = {0};
    in.go(begin + 2);
  } else if (!pass_element(in, shape, 0)) {
    return std::nullopt;
  }
  if (!in.next(">")) return std::nullopt;
  // `: T` is behind the literal, or before it, as in `: T = dense<[1, 2]>`.
  if (!in.next(":")) {
    const std::string_view before = in.text().substr(0, begin - literal.size() + 1);
    const std::size_t colon = before.rfind(" : ");
    if (!before.ends_with(" = ") || colon < before.rfind('\n') + 1) return std::nullopt;
    in.go(colon + 3);
  }
  in.skip_blank();
  const std::size_t at = in.at();
  const mlir_type type = types.read_type();
  if (!has_shape(type) || !type.shape.ranked) return std::nullopt;
  const std::vector<kit::dim> sizes(shape.begin(), shape.end());
  std::vector<kit::dim> const& own = type.shape.sizes;
  const bool none = empty && std::find(own.begin(), own.end(), kit::dim(0)) != own.end();
  if (own == sizes || none) return std::nullopt;
  return mlir_clash{"dense",
                    in.place_of(begin),
                    "the shape of the elements",
                    fmt::format("{}", fmt::join(shape, "x")),
                    std::string(type.text),
                    "in their type",
                    in.place_of(at)};
}

}  // namespace

std::vector<mlir_clash> read_literals(scanner& in, type_reader& types) {
  std::vector<mlir_clash> all;
  const std::size_t before = in.at();
  for (std::size_t at = 0; (at = in.text().find(literal, at)) != std::string_view::npos;) {
    const std::size_t line = in.text().rfind('\n', at) + 1;
    const bool comment = in.text().substr(line, at - line).find("//") != std::string_view::npos;
    at += literal.size();
    if (comment) continue;
    in.go(at - 1);
    try {
      if (auto wrong = read_literal(in, types)) all.push_back(std::move(*wrong));
    } catch (mlir_syntax_error const&) {  // it is something else
    }
  }
  in.go(before);
  return all;
}

}  // namespace bcast::proptests::mlir
