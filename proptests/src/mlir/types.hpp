// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
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

  /// Counts sizes that a text does not write one by one: they may not be more than four
  /// for each of its characters.
  void spend(std::size_t sizes);

  /// `!name` is this type from here on.
  void define(std::string name, mlir_type type) { aliases_[std::move(name)] = std::move(type); }

  bool defines(std::string const& name) const { return aliases_.contains(name); }

  /// `#name` is this map from here on.
  void define_map(std::string_view name, mlir_map map) { maps_[name] = std::move(map); }

  /// `affine_map<(i, j) -> (j, 0)>`, or the name of one; none if it is something else.
  std::optional<mlir_map> read_map();

 private:
  mlir_type read_one();
  mlir_type read_shaped(std::string_view word);
  mlir_type read_torch(std::size_t at);
  bool read_dim(mlir_type& t);
  std::string_view skip_element(std::string_view word);
  void read_encoding(kit::shape& shape);
  void read_bounds(kit::shape& shape, std::string_view close);

  std::string_view since(std::size_t at) const { return in_.text().substr(at, in_.at() - at); }

  scanner& in_;
  std::map<std::string, mlir_type> aliases_;
  std::map<std::string_view, mlir_map> maps_;
  std::size_t spent_ = 0;
};

}  // namespace bcast::proptests::mlir
