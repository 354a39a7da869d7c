// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bcast/spec/rules.hpp"
#include "mlir/mlir_text.hpp"
#include "mlir/rules.hpp"
#include "program/verify/sizes.hpp"

namespace bcast::program {

/// What a relation is told: the rule of an operation, and the rules of broadcasting that it may
/// ask.
struct inquiry {
  proptests::mlir_rule const& rule;
  proptests::mlir_operation const& op;
  spec::rule const *follows, *trait, *product;
  std::string_view of_all;  ///< the rule of all broadcasts, if that is asked
};

/// How the shapes of an operation's operands and results have to fit.
struct relation {
  std::string_view name, about;
  proptests::mlir_interest reads;
  std::optional<objection> (*check)(inquiry const&);
  bool alike = false;  ///< the elements have one type
};

std::span<relation const> relations();

/// Null if there is none with this name.
relation const* relation_called(std::string_view name);

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
  bool is_of_all(proptests::mlir_rule const& rule) const;
  spec::rule const& rule_of(proptests::mlir_rule const& rule) const;

  std::vector<std::pair<std::string, std::string>> texts_;
  std::vector<proptests::mlir_rule> own_;
  std::optional<std::string> of_all_;
  std::optional<spec::rule> rule_;
  std::map<std::string, spec::rule, std::less<>> rules_;
};

}  // namespace bcast::program
