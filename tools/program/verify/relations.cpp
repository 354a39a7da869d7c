// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/verify/relations.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>
#include <variant>

#include "answers/answer.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/verifier/verifier.hpp"
#include "subjects/types.hpp"
#include "support/suggest.hpp"

namespace bcast::program {
namespace {

using proptests::has_shape;
using proptests::mlir_operation;
using proptests::mlir_relation;
using proptests::mlir_rule;
using proptests::mlir_type;
/// The operands that a rule is about.
std::vector<mlir_type> operands_of(mlir_rule const& rule, mlir_operation const& op) {
  std::vector<mlir_type> all = op.operands;
  if (rule.operands > 0 && all.size() > rule.operands) all.resize(rule.operands);
  return all;
}

/// `chlo.broadcast_*`: with dimensions, the smaller operand is put on those axes of the larger one.
std::optional<objection> chlo(spec::rule const& rule, mlir_operation const& op) {
  dimensions const* const given = integers(op, {"broadcast_dimensions"});
  std::vector<mlir_type> operands = op.operands;
  const auto is_unranked = [](mlir_type const& t) { return !t.shape.ranked; };
  // CHLO infers no rank then.
  if (op.results.size() == 1 && std::any_of(operands.begin(), operands.end(), is_unranked)) {
    return std::nullopt;
  }
  if (given == nullptr || operands.size() != 2) return by_verifier(rule, operands, op.results);
  const bool first = rank(operands[0]) <= rank(operands[1]);
  mlir_type& small = operands[first ? 0 : 1];
  mlir_type const& large = operands[first ? 1 : 0];
  if (given->size() != rank(small)) {
    return objecting("broadcast_dimensions", fmt::format("{} broadcast_dimensions, for rank {}",
                                                         given->size(), rank(small)));
  }
  if (auto wrong = wrong_entry(*given, rank(large), "broadcast_dimensions", "broadcast_dimensions",
                               "broadcast_dimensions")) {
    return wrong;
  }
  std::vector<kit::dim> sizes(rank(large), kit::dim(1));
  for (std::size_t k = 0; k < given->size(); ++k) {
    sizes[static_cast<std::size_t>((*given)[k])] = small.shape.sizes[k];
  }
  small.shape.sizes = std::move(sizes);
  return by_verifier(rule, operands, op.results);
}

/// StableHLO's tensors have a rank.
std::optional<objection> unranked(mlir_operation const& op) {
  const auto is_unranked = [](mlir_type const& t) { return !t.shape.ranked; };
  if (!op.name.starts_with("stablehlo.")) return std::nullopt;
  const auto operand = std::find_if(op.operands.begin(), op.operands.end(), is_unranked);
  if (operand != op.operands.end()) {
    return objecting("ranked",
                     fmt::format("operand {} has no rank", operand - op.operands.begin()));
  }
  if (std::none_of(op.results.begin(), op.results.end(), is_unranked)) return std::nullopt;
  return objecting("ranked", "the result has no rank");
}

/// All shapes are those of the first; `may_be_scalar` says of which operands a scalar will do. If
/// they are compared exactly, an unknown size is only itself, and a scalar is no tensor.
std::optional<objection> same(mlir_operation const& op,
                              std::function<bool(std::size_t)> const& may_be_scalar,
                              bool exactly = false) {
  std::vector<mlir_type> all = op.operands;
  all.insert(all.end(), op.results.begin(), op.results.end());
  const std::size_t inputs = op.operands.size();
  const auto name_of = [&](std::size_t m) {
    return m < inputs              ? fmt::format("operand {}", m)
           : op.results.size() > 1 ? fmt::format("result {}", m - inputs)
                                   : std::string("the result");
  };
  std::optional<std::size_t> first;
  std::vector<std::size_t> known_by;  // of each axis, the type whose size is known
  for (std::size_t m = 0; m < all.size(); ++m) {
    mlir_type const& t = all[m];
    const bool scalar = !has_shape(t) || (!exactly && t.shape.ranked && rank(t) == 0);
    if (t.kind == mlir_type::kind::other || (has_shape(t) && !t.shape.ranked)) continue;
    if (m < inputs && scalar && may_be_scalar(m)) continue;
    if (!first) {
      first = m;
      known_by.assign(rank(t), m);
      continue;
    }
    mlir_type const& like = all[*first];
    if (has_shape(t) != has_shape(like) || rank(t) != rank(like)) {
      return objecting("same", fmt::format("{} is {}, {} is {}", name_of(*first), shape_text(like),
                                           name_of(m), shape_text(t)));
    }
    for (std::size_t k = 0; k < rank(t); ++k) {
      const bool unlike =
          exactly && like.shape.sizes[k].has_value() != t.shape.sizes[k].has_value();
      if (!unlike && !differ(like, k, t, k)) continue;
      return objecting("same",
                       fmt::format("{} has {}, {} has {}", name_of(known_by[k]), size_text(like, k),
                                   name_of(m), size_text(t, k)),
                       k);
    }
    // The sizes that are known count for what follows, and so do the smallest bounds.
    for (std::size_t k = 0; k < rank(t); ++k) {
      kit::dim& known = all[*first].shape.sizes[k];
      kit::dim const& more = t.shape.sizes[k];
      const bool closer = more.upper && (!known.upper || *more.upper < *known.upper);
      if (known || (!more && !closer)) continue;
      known = more;
      known_by[k] = m;
    }
  }
  return std::nullopt;
}

/// `stablehlo.broadcast`: the sizes that are given, then the operand's.
std::optional<objection> broadcast_sizes(mlir_operation const& op) {
  if (auto wrong = one_of_each(op, 1)) return wrong;
  mlir_type const &operand = op.operands[0], &result = op.results[0];
  dimensions const* const sizes = integers(op, {"sizes", "broadcast_sizes"});
  if (sizes == nullptr) return objecting("broadcast_sizes", "the sizes are missing");
  if (!operand.shape.ranked || !result.shape.ranked) return std::nullopt;
  mlir_type whole = operand;
  whole.shape.sizes.assign(sizes->begin(), sizes->end());
  whole.shape.sizes.insert(whole.shape.sizes.end(), operand.shape.sizes.begin(),
                           operand.shape.sizes.end());
  if (rank(whole) != rank(result)) {
    return objecting("broadcast_sizes",
                     fmt::format("the result has rank {}, not {}", rank(result), rank(whole)));
  }
  for (std::size_t k = 0; k < rank(whole); ++k) {
    if (!differ(whole, k, result, k)) continue;
    return objecting(
        "broadcast_sizes",
        fmt::format("the result has {}, not {}", size_text(result, k), size_text(whole, k)), k);
  }
  return std::nullopt;
}

/// `linalg.broadcast`: the input's axes are the init's that are not added, in their order.
std::optional<objection> linalg_broadcast(mlir_operation const& op) {
  const std::string tag = "linalg.broadcast";
  dimensions const* const added = integers(op, {"dimensions"});
  if (op.operands.size() != 2) {
    return objecting("arity",
                     fmt::format("expected an input and an init, found {}", op.operands.size()));
  }
  if (added == nullptr) return objecting(tag, "the dimensions are missing");
  mlir_type const &input = op.operands[0], &init = op.operands[1];
  if (rank(input) + added->size() != rank(init)) {
    return objecting(
        tag, fmt::format("an input of rank {} and {} added dimension{}, for an init of rank {}",
                         rank(input), added->size(), added->size() == 1 ? "" : "s", rank(init)));
  }
  if (auto wrong = wrong_entry(*added, rank(init), "dimensions", tag, tag)) return wrong;
  std::size_t from = 0;
  for (std::size_t axis = 0; axis < rank(init); ++axis) {
    if (std::find(added->begin(), added->end(), static_cast<std::int64_t>(axis)) != added->end()) {
      continue;
    }
    // MLIR asks for the same text, `?` too.
    if (!(input.shape.sizes[from] == init.shape.sizes[axis])) {
      return objecting(tag,
                       fmt::format("axis {} of the input has {}, the init has {}", from,
                                   size_text(input, from), size_text(init, axis)),
                       axis);
    }
    ++from;
  }
  for (mlir_type const& result : op.results) {
    if (rank(result) == rank(init) && result.shape == init.shape) continue;
    return objecting(
        tag, fmt::format("the result is {}, the init is {}", shape_text(result), shape_text(init)));
  }
  return std::nullopt;
}

/// Operands that need elements of one type, and have others. Quantised types may differ.
std::optional<objection> unlike_elements(mlir_rule const& rule, mlir_operation const& op) {
  constexpr std::string_view mixed[]{"torch.*", "*.Pow", "math.fpowi", "*.uniform_*"};
  constexpr mlir_relation alike[]{mlir_relation::broadcast, mlir_relation::chlo,
                                  mlir_relation::same,      mlir_relation::choice,
                                  mlir_relation::select,    mlir_relation::clamp};
  const auto fits = [&](std::string_view pattern) {
    return proptests::matches_pattern(op.name, pattern);
  };
  if (std::find(std::begin(alike), std::end(alike), rule.relation) == std::end(alike) ||
      std::any_of(std::begin(mixed), std::end(mixed), fits)) {
    return std::nullopt;
  }
  const std::vector<mlir_type> all = operands_of(rule, op);
  const bool chooses = fits("*elect*") || fits("*here");
  std::optional<std::size_t> first;
  for (std::size_t m = chooses ? 1 : 0; m < all.size(); ++m) {
    if (all[m].element.empty() || all[m].element.starts_with('!')) continue;
    if (!first) first = m;
    if (all[m].element == all[*first].element) continue;
    return objecting("types", fmt::format("operand {} has {}, operand {} has {}", *first,
                                          all[*first].element, m, all[m].element));
  }
  return std::nullopt;
}

/// The rule with a name. Throws std::invalid_argument, which names the relations too.
spec::rule called(std::string_view name) {
  try {
    return verifier::rule_of(answers::rule_meant(name));
  } catch (std::invalid_argument const& e) {
    std::string relations;
    for (auto const& r : proptests::mlir_relation_names) {
      if (r.relation == mlir_relation::broadcast) continue;
      relations += (relations.empty() ? "" : ", ") + std::string(r.name);
    }
    throw std::invalid_argument(fmt::format("{}; the relations are {}", e.what(), relations));
  }
}

/// The relation with a name, if there is one.
std::optional<mlir_relation> relation_called(std::string_view name) {
  for (auto const& r : proptests::mlir_relation_names) {
    if (r.name == name && r.relation != mlir_relation::broadcast) return r.relation;
  }
  return std::nullopt;
}

constexpr std::string_view chlo_rule = "mlir@19 leading=reject", product_rule = "onnx",
                           trait = "mlir@19";

/// Says which rule is broken, and whether MLIR 19 accepts the operation.
std::optional<objection> with_note(mlir_rule const& rule, std::optional<objection> wrong,
                                   std::function<std::optional<objection>()> const& by_trait) {
  if (!wrong || rule.follows == trait) return wrong;
  wrong->note = fmt::format("the rule is '{}'", rule.follows);
  if (!wrong->no_answer && !by_trait()) {
    wrong->note += ", and the trait of MLIR 19 accepts this (--rules-of mlir@19)";
  }
  return wrong;
}

}  // namespace

rules_in_force::rules_in_force(std::vector<std::string> const& own,
                               std::optional<std::string> const& of_all) {
  for (std::string const& text : own) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      throw std::invalid_argument(fmt::format(
          "--rule takes an operation and its rule, such as mydialect.add=mlir, not '{}'", text));
    }
    if (text.find_first_of("\" ") < equals) {
      throw std::invalid_argument(
          fmt::format("--rule: no operation is called '{}'", text.substr(0, equals)));
    }
    texts_.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  for (auto text = texts_.rbegin(); text != texts_.rend(); ++text) {
    mlir_rule rule{text->first};
    if (const auto relation = relation_called(text->second)) {
      rule.relation = *relation;
      if (*relation == mlir_relation::chlo) rule.follows = chlo_rule;
    } else {
      rule.relation = mlir_relation::broadcast;
      rule.follows = text->second;
    }
    own_.push_back(rule);
  }
  if (of_all) rule_ = verifier::rule_of(answers::rule_meant(*of_all));
  const auto read = [&](mlir_rule const& r) {
    const bool broadcasts =
        r.relation == mlir_relation::broadcast || r.relation == mlir_relation::chlo;
    if (!broadcasts || rules_.contains(r.follows)) return;
    rules_.emplace(r.follows, called(r.follows));
  };
  for (std::string_view name : {trait, product_rule}) {
    rules_.emplace(name, verifier::rule_of(std::string(name)));
  }
  std::for_each(own_.begin(), own_.end(), read);
  const auto table = proptests::mlir_rules();
  std::for_each(table.begin(), table.end(), read);
}

mlir_rule const* rules_in_force::find(std::string_view operation) const {
  for (mlir_rule const& rule : own_) {
    if (proptests::matches_pattern(operation, rule.operation)) return &rule;
  }
  return proptests::find_mlir_rule(operation);
}

spec::rule const& rules_in_force::rule_of(mlir_rule const& rule) const {
  const bool is_own = !own_.empty() && &own_.front() <= &rule && &rule <= &own_.back();
  return rule_ && !is_own ? *rule_ : rules_.find(rule.follows)->second;
}

std::optional<objection> rules_in_force::check(mlir_rule const& rule, mlir_operation const& op,
                                               bool types) const {
  auto wrong = unranked(op);
  if (!wrong) wrong = check_shapes(rule, op);
  return wrong || !types ? wrong : unlike_elements(rule, op);
}

std::optional<objection> rules_in_force::check_shapes(mlir_rule const& rule,
                                                      mlir_operation const& op) const {
  switch (rule.relation) {
    case mlir_relation::none:
    case mlir_relation::constant:
      return std::nullopt;
    case mlir_relation::broadcast: {
      const auto operands = operands_of(rule, op);
      // TensorFlow's comparison of what does not broadcast is false.
      dimensions const* const strict = integers(op, {"incompatible_shape_error"});
      if (strict != nullptr && *strict == dimensions{0}) return std::nullopt;
      if (std::none_of(operands.begin(), operands.end(), has_shape) &&
          std::none_of(op.results.begin(), op.results.end(), has_shape)) {
        return std::nullopt;
      }
      const auto by_trait = [&] {
        return by_verifier(rules_.find(trait)->second, operands, op.results);
      };
      auto wrong = by_verifier(rule_of(rule), operands, op.results);
      if (!wrong || !wrong->no_answer || rule.follows != "torch") {
        return with_note(rule, std::move(wrong), by_trait);
      }
      // PyTorch's sizes are known when it broadcasts.
      wrong = with_note({rule.operation, rule.relation, "onnx"},
                        by_verifier(rules_.find("onnx")->second, operands, op.results), by_trait);
      if (wrong) wrong->note += "; PyTorch's text says nothing of unknown sizes";
      return wrong;
    }
    case mlir_relation::chlo:
      return with_note(rule, chlo(rule_of(rule), op),
                       [&] { return chlo(rules_.find(trait)->second, op); });
    case mlir_relation::same:
      return same(op, [](std::size_t) { return false; });
    case mlir_relation::identical:
      return same(
          op, [](std::size_t) { return false; }, true);
    case mlir_relation::choice:
      return same(
          op, [](std::size_t m) { return m == 0; }, true);
    case mlir_relation::select:
      return same(op, [](std::size_t m) { return m == 0; });
    case mlir_relation::clamp:
      return same(op, [](std::size_t m) { return m != 1; });
    case mlir_relation::broadcast_sizes:
      return broadcast_sizes(op);
    case mlir_relation::in_dim:
      return in_dim(op, false);
    case mlir_relation::dynamic_in_dim:
      return in_dim(op, true);
    case mlir_relation::linalg_broadcast:
      return linalg_broadcast(op);
    case mlir_relation::vector_broadcast:
      return vector_broadcast(op);
    case mlir_relation::stretch:
      return stretch(op, rule.follows == "equal ranks");
    case mlir_relation::expand_dims:
      return expand_dims(op);
    case mlir_relation::product:
      return product(rules_.find(product_rule)->second, op);
    case mlir_relation::indexed:
      return indexed(op, operands_of(rule, op), rule.follows);
  }
  return std::nullopt;
}

}  // namespace bcast::program
