// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mlir/form.hpp"
#include "mlir/scanner.hpp"

namespace bcast::proptests::mlir {

/// A parameter of a function or of a block.
struct parameter {
  value_name name;
  mlir_type type;
};

/// The types of the values that are visible, region by region, of functions and of blocks; every
/// use that has another type is a clash.
class uses {
 public:
  explicit uses(scanner& in) : in_(in) {}

  /// A region begins. `results`, if it is not null, are the types that its terminator gives; they
  /// are written at `at`, as those of `owner`, which is an operation's.
  void open(std::vector<mlir_type> const* results, std::string const& owner,
            std::string_view operation, std::size_t at);

  /// One that gives what the last one does that was closed.
  void open_again();

  bool are_outermost() const { return regions_.empty(); }

  void close();

  /// Without a type, the value is known by its name alone.
  void define(value_name name, mlir_type const* type, std::size_t at);

  void define_block(std::string_view label, std::span<parameter const> all, std::size_t at);

  void define_function(std::string_view name, std::vector<mlir_type> const& parameters,
                       std::optional<std::vector<mlir_type>> const& results, std::size_t at);

  /// An operation's operands.
  void use(std::string_view operation, std::size_t at, form const& of);

  /// What a region ends with.
  void end_region(std::string_view operation, std::size_t at, std::vector<mlir_type> const& types);

  void branch(std::string_view operation, std::size_t at, std::string_view label,
              std::vector<mlir_type> const& types);

  void call(std::string_view operation, std::size_t at, form const& of);

  /// The clashes, when the text ends.
  std::vector<mlir_clash> all();

 private:
  using types = std::vector<mlir_type const*>;

  struct definition {
    mlir_type const* type = nullptr;
    std::uint32_t at = 0;
  };
  struct signature {
    types parameters;
    std::optional<types> results;
    std::size_t at;
    bool once = true;  ///< no other one has its name
  };
  /// A branch or a call, whose other end may be defined later.
  struct jump {
    std::string_view operation;
    std::size_t at;
    std::string_view to;
    types operands, results;
  };
  struct region {
    std::size_t replaced = 0;
    std::optional<types> results;
    std::string owner;
    std::string_view dialect;  ///< whose terminators give the results
    std::size_t at = 0;
    std::unordered_map<std::string_view, std::pair<types, std::size_t>> blocks = {};
    std::vector<jump> branches = {};
  };
  struct hash {
    std::size_t operator()(value_name n) const {
      return std::hash<std::string_view>()(n.name) + static_cast<std::size_t>(n.number);
    }
  };

  mlir_type const* kept(mlir_type const& type);
  types kept(std::vector<mlir_type> const& all);
  void compare(jump const& of, std::string_view what, types const& here, types const& there,
               std::string const& where, std::size_t at);
  void clash(std::string_view operation, std::size_t at, std::string what, mlir_type const& here,
             definition there, std::string const& where);

  scanner& in_;
  std::unordered_map<std::string_view, mlir_type> types_;  ///< by their texts
  std::unordered_map<value_name, definition, hash> values_;
  std::vector<std::pair<value_name, definition>> replaced_;
  std::vector<region> regions_;
  region closed_;  ///< the last one
  std::unordered_map<std::string_view, signature> functions_;
  std::vector<jump> calls_;
  std::vector<mlir_clash> clashes_;
};

}  // namespace bcast::proptests::mlir
