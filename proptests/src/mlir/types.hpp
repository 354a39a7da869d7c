// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mlir/scanner.hpp"

namespace bcast::proptests::mlir {

/// Reads MLIR's types from a scanner; types without a shape are skipped.
class type_reader {
 public:
  explicit type_reader(scanner& in) : in_(in) {}

  mlir_type read_type();

  /// Types up to a closing bracket.
  std::vector<mlir_type> read_types(std::string_view close);

  /// Moves past what is written after a type: the sizes, `{%a, %b}`, or `[T, U]`.
  void skip_sizes();

  /// Counts sizes that a text does not write one by one: they may not be more than four
  /// for each of its characters.
  void spend(std::size_t sizes);

  /// `!name` is this type from here on.
  void define(std::string name, mlir_type type) { aliases_[std::move(name)] = std::move(type); }

  bool defines(std::string const& name) const { return aliases_.contains(name); }

  /// `#name` is this map from here on.
  void define_map(std::string_view name, mlir_map map) { maps_[name] = std::move(map); }

  /// `#name` may be a layout, which is next: how many dimensions its map has.
  void define_layout(std::string_view name);

  /// `#name` is the list of attributes at a position.
  void define_attributes(std::string_view name, std::size_t at) { lists_[name] = at; }

  std::optional<std::size_t> attributes_of(std::string_view name) const {
    const auto known = lists_.find(name);
    return known == lists_.end() ? std::nullopt : std::optional(known->second);
  }

  /// The layouts that have more or less entries than their types have sizes.
  std::vector<mlir_clash> take_wrong() { return std::move(wrong_); }

  /// `affine_map<(i, j) -> (j, 0)>`, or the name of one; none if it is something else.
  std::optional<mlir_map> read_map();

 private:
  mlir_type read_one();
  mlir_type read_shaped(std::string_view word);
  mlir_type read_torch(std::size_t at);
  void expect_vectors_of_spirv(std::size_t begin);
  bool read_dim(mlir_type& t);
  std::string_view skip_element(std::string_view word);
  void read_encoding(kit::shape& shape);
  std::optional<std::size_t> dimensions_of_layout();
  void read_bounds(kit::shape& shape, std::string_view close);
  void expect_entries(std::string_view of, std::size_t at, std::size_t entries, std::size_t rank);

  std::string_view since(std::size_t at) const { return in_.text().substr(at, in_.at() - at); }

  scanner& in_;
  std::map<std::string, mlir_type> aliases_;
  std::map<std::string_view, mlir_map> maps_;
  std::map<std::string_view, std::size_t> lists_, layouts_;
  std::vector<mlir_clash> wrong_;
  std::size_t spent_ = 0;
};

}  // namespace bcast::proptests::mlir
