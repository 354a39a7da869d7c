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

  /// What the second region of a loop gives, if the one that is open is its first one.
  void then(std::vector<mlir_type> const& results) { regions_.back().second = kept(results); }

  /// The region that is open gives what the second one of its loop does.
  void be_second() {
    if (!regions_.empty() && regions_.back().second) {
      regions_.back().given = regions_.back().results;
      regions_.back().results = regions_.back().second;
    }
  }

  /// The first block of the region that is open has arguments of these types, written with it.
  void expect_arguments(std::vector<mlir_type> const& all) {
    regions_.back().arguments = kept(all);
  }

  /// It does not begin with one.
  void expect_no_arguments() { regions_.back().arguments.reset(); }

  bool are_outermost() const { return regions_.empty(); }

  void close();

  /// A value's type is one of those in `any_of`; without any, it is known by its name alone. If it
  /// is not `sure`, they are all that its operation writes.
  void define(value_name name, std::span<mlir_type const> any_of, bool sure, std::size_t at);

  void define_block(std::string_view label, std::span<parameter const> all, std::size_t at);

  void define_function(std::string_view name, std::vector<mlir_type> const& parameters,
                       std::optional<std::vector<mlir_type>> const& results, std::size_t at);

  /// An operation's operands. Of a form that is not `sure`, each is one of the types that are
  /// written; and if it has no results, each of those is an operand's.
  void use(std::string_view operation, std::size_t at, form const& of, bool sure, bool has_results);

  /// The types that a form writes and none of its operands has.
  std::vector<mlir_type> not_of(form const& of) const;

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
    std::uint32_t first = 0;  ///< of its types, in `lists_`
    std::uint32_t at = 0;
    std::uint16_t count = 0;
    bool sure = false;
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
    std::optional<types> second = {};
    std::optional<types> arguments = {}, given = {};  ///< of its first block, and of the next one
  };
  struct hash {
    std::size_t operator()(value_name n) const {
      return std::hash<std::string_view>()(n.name) + static_cast<std::size_t>(n.number);
    }
  };

  mlir_type const* kept(mlir_type const& type);
  types kept(std::span<mlir_type const> all);
  definition const* definition_of(value_name name) const;
  bool may_be(definition const& d, mlir_type const& type) const;
  bool is_like(definition const& d, types const& all) const;
  std::span<mlir_type const* const> types_of(definition const& d) const {
    return std::span(lists_).subspan(d.first, d.count);
  }
  void compare(jump const& of, std::string_view what, types const& here, types const& there,
               std::string const& where, std::size_t at);
  bool clash(std::string_view operation, std::size_t at, std::string what,
             std::span<mlir_type const* const> here, std::span<mlir_type const* const> there,
             bool sure, std::size_t defined, std::string const& where);

  scanner& in_;
  std::unordered_map<std::string_view, mlir_type> types_;  ///< by their texts
  std::vector<mlir_type const*> lists_;                    ///< those of the definitions
  std::unordered_map<value_name, definition, hash> values_;
  std::vector<std::pair<value_name, definition>> replaced_;
  std::vector<region> regions_;
  region closed_;  ///< the last one
  std::unordered_map<std::string_view, signature> functions_;
  std::vector<jump> calls_;
  std::vector<mlir_clash> clashes_;
};

}  // namespace bcast::proptests::mlir
