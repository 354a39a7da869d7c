// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/types.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace bcast::proptests {

bool has_shape(mlir_type const& t) {
  return t.kind != mlir_type::kind::scalar && t.kind != mlir_type::kind::other;
}

}  // namespace bcast::proptests

namespace bcast::proptests::mlir {

std::vector<mlir_type> type_reader::read_types(std::string_view close) {
  std::vector<mlir_type> types;
  if (in_.next(close)) return types;
  do {
    types.push_back(read_type());
    skip_sizes();
  } while (in_.next(","));
  in_.expect(close, "in list of types");
  return types;
}

void type_reader::skip_sizes() {
  const std::string_view next = in_.text().substr(in_.at(), 2);
  if (next == " [") in_.skip_blank();
  if (next == "{%" || next == " [") in_.skip_group();
}

void type_reader::spend(std::size_t sizes) {
  spent_ += sizes;
  if (spent_ / 4 > in_.text().size()) in_.fail("the types are too long for the text");
}

mlir_type type_reader::read_type() {
  in_.skip_blank();
  const std::size_t at = in_.at();
  mlir_type t = read_one();
  if (t.text.empty()) t.text = since(at);
  return t;
}

std::optional<mlir_map> type_reader::read_map() {
  if (in_.take("#")) {
    const auto known = maps_.find(in_.word());
    if (known == maps_.end()) return std::nullopt;
    return known->second;
  }
  if (!in_.take("affine_map<") || !in_.next("(")) return std::nullopt;
  std::vector<std::string_view> names;
  for (in_.skip_blank(); !in_.next(")"); in_.skip_blank()) {
    names.push_back(in_.word());
    if (names.back().empty()) return std::nullopt;
    in_.next(",");
  }
  in_.skip_blank();
  if (in_.peek() == '[') in_.skip_group();
  if (!in_.next("->") || !in_.next("(")) return std::nullopt;
  mlir_map map;
  while (!in_.next(")")) {
    const std::string_view name = in_.word();
    in_.skip_blank();
    const auto found = std::ranges::find(names, name);
    const bool alone = in_.peek() == ',' || in_.peek() == ')';
    map.push_back(alone && found != names.end() ? found - names.begin() : -1);
    while (!in_.done() && in_.peek() != ',' && in_.peek() != ')') {
      if (in_.peek() == '(') {
        in_.skip_group();
      } else {
        in_.go(in_.at() + 1);
      }
    }
    in_.next(",");
    if (in_.done()) return std::nullopt;
  }
  if (!in_.next(">")) return std::nullopt;
  return map;
}

mlir_type type_reader::read_one() {
  const std::size_t at = in_.at();
  if (in_.peek() == '(') {  // a function's
    in_.skip_group();
    in_.expect("->", "in function type");
    in_.skip_blank();
    if (in_.peek() == '(') {
      in_.skip_group();
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
    if (alias != aliases_.end()) {
      spend(alias->second.shape.sizes.size());
      return alias->second;
    }
    // Types of dialects have a dot or an angle after the dialect's name.
    const bool is_name = word.find('.') == std::string_view::npos && in_.peek() != '<';
    if (is_name) in_.fail(fmt::format("undefined type alias '!{}'", word));
  }
  if (!dialect && (word == "tensor" || word == "vector" || word == "memref")) {
    return read_shaped(word);
  }
  if (dialect && (word == "torch.vtensor" || word == "torch.tensor")) return read_torch(at);
  mlir_type t;
  if (!dialect && word == "tuple" && in_.take("<")) {
    read_types(">");
  } else if (in_.peek() == '<') {
    in_.skip_angles(at);
  }
  if (dialect && word.starts_with("spirv.")) expect_vectors_of_spirv(at);
  if (dialect || word == "tuple") return t;
  t.kind = mlir_type::kind::scalar;
  t.element = word;
  return t;
}

/// The vectors in SPIR-V's types have one size, of 4 or less.
void type_reader::expect_vectors_of_spirv(std::size_t begin) {
  constexpr std::string_view vector = "vector<";
  const std::size_t end = in_.at();
  const std::string_view text = in_.text().substr(0, end);
  for (std::size_t at = begin; (at = text.find(vector, at)) != text.npos; at += vector.size()) {
    in_.go(at + vector.size() - 1);
    const mlir_type t = read_shaped("vector");
    if (t.shape.sizes.size() == 1 && *t.shape.sizes[0] <= 4) continue;
    const text_place place = in_.place_of(at);
    if (!wrong_.empty() && wrong_.back().place == place) continue;
    wrong_.push_back({"type", place, "a vector", std::string(in_.text().substr(at, in_.at() - at)),
                      "of one size, of 4 or less", "in SPIR-V", place});
  }
  in_.go(end);
}

/// The rest of `!torch.vtensor<[2,?],f32>`; any part of it may be missing.
mlir_type type_reader::read_torch(std::size_t at) {
  mlir_type t{mlir_type::kind::tensor, kit::shape::unranked(), {}};
  if (in_.peek() != '<') return t;
  const std::size_t angle = in_.at();
  in_.take("<");
  if (in_.next("[")) {
    t.shape.ranked = true;
    while (!in_.next("]")) {
      if (!read_dim(t)) in_.fail("expected a size in !torch.vtensor");
      in_.next(",");
    }
  }
  const bool typed = in_.next(",");
  in_.skip_blank();
  const std::size_t element = in_.at();
  if (typed) t.element = in_.word().empty() ? std::string_view() : since(element);
  in_.go(angle);
  in_.skip_angles(at);
  return t;
}

/// The inside of `tensor<...>`; the `<` is next.
mlir_type type_reader::read_shaped(std::string_view word) {
  const bool tensor = word != "vector";
  mlir_type t{word == "tensor"   ? mlir_type::kind::tensor
              : word == "vector" ? mlir_type::kind::vector
                                 : mlir_type::kind::memref,
              {},
              {}};
  in_.expect("<", fmt::format("in {} type", word));
  in_.skip_blank();
  if (tensor && in_.take("*")) {
    t.shape.ranked = false;
    in_.expect("x", fmt::format("in {} type", word));
  } else {
    while (read_dim(t)) in_.expect("x", fmt::format("in {} type", word));
  }
  t.element = skip_element(word);
  if (in_.next(",")) read_encoding(t.shape);
  in_.expect(">", fmt::format("in {} type", word));
  return t;
}

/// One size, if there is one.
bool type_reader::read_dim(mlir_type& t) {
  const bool tensor = t.kind != mlir_type::kind::vector;
  in_.skip_blank();
  if (tensor && in_.take("?")) {
    t.shape.sizes.emplace_back();
    return true;
  }
  const bool scalable = !tensor && in_.take("[");
  const auto size = is_digit(in_.peek()) ? in_.integer() : std::nullopt;
  if (!size) {
    if (scalable) in_.fail("expected integer in vector type");
    return false;
  }
  if (scalable) in_.expect("]", "in vector type");
  if (scalable) t.scalable.push_back(t.shape.sizes.size());
  t.shape.sizes.emplace_back(*size);
  return true;
}

/// The element's type, up to `,` or `>`.
std::string_view type_reader::skip_element(std::string_view word) {
  in_.skip_blank();
  const std::size_t at = in_.at();
  in_.take("!");
  if (in_.word().empty()) in_.fail(fmt::format("expected element type in {} type", word));
  if (in_.peek() == '<') in_.skip_angles(at);
  return since(at);
}

/// `#stablehlo.bounds<8, ?>`, the same as `#mhlo.type_extensions<bounds = [8, ?]>`, or an encoding
/// that does not mention sizes.
void type_reader::read_encoding(kit::shape& shape) {
  in_.skip_blank();
  const std::size_t at = in_.at();
  if (in_.take("#stablehlo.bounds<")) return read_bounds(shape, ">");
  if (in_.take("#stablehlo.type_extensions<") || in_.take("#mhlo.type_extensions<")) {
    if (in_.next("bounds") && in_.next("=") && in_.next("[")) {
      read_bounds(shape, "]");
      return in_.expect(">", "after bounds");
    }
    in_.go(at);
  }
  if (const auto dimensions = dimensions_of_layout()) {
    expect_entries("dimensions of the layout", at, *dimensions, shape.sizes.size());
  }
  if (in_.take("strided<[")) {
    std::size_t strides = 0;
    for (in_.skip_blank(); !in_.done() && !in_.take("]"); in_.skip_blank()) {
      if (!in_.take(",")) {
        in_.go(in_.at() + 1);
        continue;
      }
      ++strides;
    }
    expect_entries("strides", at, in_.text()[in_.at() - 2] == '[' ? 0 : strides + 1,
                   shape.sizes.size());
    in_.go(at);
  }
  for (in_.skip_blank(); !in_.done() && in_.peek() != '>'; in_.skip_blank()) {
    const char c = in_.peek();
    if (c == '"') {
      in_.string();
    } else if (c == '<') {
      in_.skip_angles(at);
    } else if (c == '(' || c == '[' || c == '{') {
      in_.skip_group();
    } else {
      in_.go(in_.at() + 1);
    }
  }
}

void type_reader::define_layout(std::string_view name) {
  if (const auto dimensions = dimensions_of_layout()) layouts_[name] = *dimensions;
}

/// Those of `affine_map<(i, j) -> ...>`, of `#sparse_tensor.encoding<{map = (i, j) -> ...}>`, or
/// of the name of one, which is next.
std::optional<std::size_t> type_reader::dimensions_of_layout() {
  const std::size_t begin = in_.at();
  std::optional<std::size_t> count;
  const bool map = in_.take("affine_map<") || (in_.take("#sparse_tensor.encoding<") &&
                                               in_.next("{") && in_.next("map") && in_.next("="));
  if (map && (in_.skip_blank(), in_.peek() == '[')) in_.skip_group();
  if (map && in_.next("(")) {
    count = 0;
    for (in_.skip_blank(); !in_.word().empty(); in_.skip_blank()) {
      ++*count;
      in_.next(",");
    }
    if (!in_.next(")")) count.reset();
  } else if (!map && in_.take("#")) {
    if (const auto known = layouts_.find(in_.word()); known != layouts_.end()) {
      count = known->second;
    }
  }
  in_.go(begin);
  return count;
}

void type_reader::read_bounds(kit::shape& shape, std::string_view close) {
  const std::size_t at = in_.at();
  std::size_t axis = 0;
  for (; !in_.next(close); ++axis) {
    if (axis > 0) in_.expect(",", "in bounds");
    in_.skip_blank();
    mlir_type bound{mlir_type::kind::tensor, {}, {}};
    if (!read_dim(bound)) in_.fail("expected a bound");
    kit::dim const& size = bound.shape.sizes.front();
    if (axis < shape.sizes.size() && size && !shape.sizes[axis]) shape.sizes[axis].upper = *size;
  }
  expect_entries("bounds", at, axis, shape.sizes.size());
}

void type_reader::expect_entries(std::string_view of, std::size_t at, std::size_t entries,
                                 std::size_t rank) {
  const text_place place = in_.place_of(at);
  if (entries == rank || (!wrong_.empty() && wrong_.back().place == place)) return;
  wrong_.push_back({"type", place, fmt::format("the number of {}", of), std::to_string(entries),
                    std::to_string(rank), "in the rank", place});
}

}  // namespace bcast::proptests::mlir
