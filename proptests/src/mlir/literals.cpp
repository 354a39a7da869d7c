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
        in.string();
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

constexpr std::string_view literal = "dense<";

/// The type before ` = `, which is next to a literal: `: T = dense<1>`.
std::optional<mlir_type> type_before(scanner& in, type_reader& types, std::size_t begin) {
  constexpr std::size_t most = 1000;
  const std::size_t end = begin - literal.size(), first = end - std::min(end, most);
  const std::string_view before = in.text().substr(first, end - first);
  const std::size_t colon = before.rfind(" : ");
  if (!before.ends_with(" = ") || colon == before.npos || colon < before.rfind('\n') + 1) {
    return std::nullopt;
  }
  in.go(first + colon + 3);
  mlir_type type = types.read_type();
  if (!in.next("=")) return std::nullopt;
  return type;
}

/// How many bytes `"0x0102"` has.
std::optional<std::size_t> bytes_of(std::string_view text, std::size_t begin) {
  constexpr std::string_view open = "\"0x";
  if (text.substr(begin, open.size()) != open) return std::nullopt;
  return (text.find('"', begin + 1) - begin - open.size()) / 2;
}

/// Whether a type may have elements of so many bytes; one alone is repeated.
bool fits(std::size_t bytes, mlir_type const& type) {
  std::size_t width = 0, count = 1;
  for (const char c : type.element.substr(
           std::min(type.element.find_first_of("123456789"), type.element.size()))) {
    if (!is_digit(c)) return true;
    width = width * 10 + static_cast<std::size_t>(c - '0');
  }
  if (width % 8 != 0 || width == 0) return true;
  for (kit::dim const& d : type.shape.sizes) {
    if (!d || __builtin_mul_overflow(count, static_cast<std::size_t>(*d), &count)) return true;
  }
  return bytes == width / 8 || bytes == width / 8 * count;
}

/// The literal that is next, if its elements, or what is given it, has another shape than its type.
std::optional<mlir_clash> read_literal(scanner& in, type_reader& types) {
  const std::size_t begin = in.at();  // of the inside
  in.skip_blank();
  std::vector<std::int64_t> shape;
  const bool empty = in.text().substr(in.at(), 3) == "[]>" || in.peek() == '>';
  const bool listed = in.peek() == '[';
  if (empty) {
    shape = {0};
  } else if (listed && !pass_element(in, shape, 0)) {
    return std::nullopt;
  }
  in.go(begin - 1);
  in.skip_angles(begin);
  const std::size_t end = in.at();
  const auto outer = type_before(in, types, begin);
  in.go(end);
  // `: T` is behind the literal, or before it, as in `: T = dense<[1, 2]>`.
  std::optional<mlir_type> type;
  if (in.next(":")) type = types.read_type();
  const auto is_known = [](mlir_type const& t) { return has_shape(t) && t.shape.ranked; };
  if (outer && type && is_known(*outer) && is_known(*type) &&
      outer->shape.sizes != type->shape.sizes) {
    return mlir_clash{"dense",
                      in.place_of(begin),
                      "the literal",
                      std::string(type->text),
                      std::string(outer->text),
                      "in the type that it is given",
                      in.place_of(begin)};
  }
  if (!type) type = outer;
  if (!type || !is_known(*type)) return std::nullopt;
  if (const auto bytes = bytes_of(in.text(), begin)) {
    if (fits(*bytes, *type)) return std::nullopt;
    return mlir_clash{"dense",
                      in.place_of(begin),
                      "the number of bytes",
                      std::to_string(*bytes),
                      std::string(type->text),
                      "in their type",
                      in.place_of(begin)};
  }
  if (!listed && !empty) return std::nullopt;
  const std::vector<kit::dim> sizes(shape.begin(), shape.end());
  std::vector<kit::dim> const& own = type->shape.sizes;
  const bool none = empty && std::ranges::find(own, kit::dim(0)) != own.end();
  if (own == sizes || none) return std::nullopt;
  return mlir_clash{"dense",
                    in.place_of(begin),
                    "the shape of the elements",
                    fmt::format("{}", fmt::join(shape, "x")),
                    std::string(type->text),
                    "in their type",
                    in.place_of(begin)};
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
    in.go(at);
    try {
      if (auto wrong = read_literal(in, types)) all.push_back(std::move(*wrong));
    } catch (mlir_syntax_error const&) {  // it is something else
    }
  }
  in.go(before);
  return all;
}

}  // namespace bcast::proptests::mlir
