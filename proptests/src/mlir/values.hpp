// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mlir/mlir_text.hpp"

namespace bcast::proptests::mlir {

/// A use or a definition of a value: `%name`, or `%name#1` of an operation with several results.
struct value_name {
  std::string_view name;
  std::int64_t number = 0;
  friend bool operator==(value_name const&, value_name const&) = default;
};

/// The types of the values that are visible, region by region.
class values {
 public:
  void open() { scopes_.push_back(replaced_.size()); }

  bool are_outermost() const { return scopes_.empty(); }

  void close() {
    if (scopes_.empty()) return;
    for (; replaced_.size() > scopes_.back(); replaced_.pop_back()) {
      auto& [name, before] = replaced_.back();
      types_[name] = std::move(before);
    }
    scopes_.pop_back();
  }

  /// Without a type, the value is known by its name alone.
  void define(value_name name, std::optional<mlir_type> type) {
    std::optional<mlir_type>& there = types_[name];
    replaced_.emplace_back(name, std::exchange(there, std::move(type)));
  }

  /// Null where the type is not known.
  mlir_type const* find(value_name name) const {
    const auto found = types_.find(name);
    return found == types_.end() || !found->second ? nullptr : &*found->second;
  }

 private:
  struct hash {
    std::size_t operator()(value_name n) const {
      return std::hash<std::string_view>()(n.name) + static_cast<std::size_t>(n.number);
    }
  };

  std::unordered_map<value_name, std::optional<mlir_type>, hash> types_;
  std::vector<std::pair<value_name, std::optional<mlir_type>>> replaced_;
  std::vector<std::size_t> scopes_;
};

}  // namespace bcast::proptests::mlir
