// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bcast/spec/rules.hpp"
#include "mlir/mlir_text.hpp"
#include "mlir/rules.hpp"
#include "program/verify/sizes.hpp"

namespace bcast::program {

/// The rules of one run: the table's, the user's own before them, and a rule for all broadcasts
/// if there is one.
class rules_in_force {
 public:
  /// `own`: `mydialect.add=mlir`, with the name or a pattern, and the rule or the relation.
  /// Throws std::invalid_argument.
  rules_in_force(std::vector<std::string> const& own, std::optional<std::string> const& of_all);

  /// Null for an operation that has no rule.
  proptests::mlir_rule const* find(std::string_view operation) const;

  /// The user's own rules, the last one first.
  std::vector<proptests::mlir_rule> const& own() const { return own_; }

  /// What an operation of a rule breaks; of its elements' types only if `types` are asked for.
  std::optional<objection> check(proptests::mlir_rule const& rule,
                                 proptests::mlir_operation const& op, bool types) const;

 private:
  std::optional<objection> check_shapes(proptests::mlir_rule const& rule,
                                        proptests::mlir_operation const& op) const;
  spec::rule const& rule_of(proptests::mlir_rule const& rule) const;

  std::vector<std::pair<std::string, std::string>> texts_;
  std::vector<proptests::mlir_rule> own_;
  std::optional<spec::rule> rule_;
  std::map<std::string, spec::rule, std::less<>> rules_;
};

}  // namespace bcast::program
