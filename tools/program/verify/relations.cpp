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
using dimensions = std::vector<std::int64_t>;

objection objecting(std::string tag, std::string message,
                    std::optional<std::size_t> axis = std::nullopt) {
  return {std::move(tag), axis, std::move(message)};
}

bool is_scalable(mlir_type const& t, std::size_t axis) {
  return std::find(t.scalable.begin(), t.scalable.end(), axis) != t.scalable.end();
}

/// A size as MLIR writes it.
std::string size_text(mlir_type const& t, std::size_t axis) {
  kit::dim const& d = t.shape.sizes[axis];
  const std::string size = d ? std::to_string(*d) : d.upper ? "<=" + std::to_string(*d.upper) : "?";
  return is_scalable(t, axis) ? "[" + size + "]" : size;
}

std::string shape_text(mlir_type const& t) {
  if (!has_shape(t)) return "a scalar";
  if (!t.shape.ranked) return "*";
  std::string text;
  for (std::size_t k = 0; k < t.shape.sizes.size(); ++k) {
    text += (k == 0 ? "" : "x") + size_text(t, k);
  }
  return text.empty() ? "()" : text;
}

std::size_t rank(mlir_type const& t) { return t.shape.sizes.size(); }

/// Whether no size is both: they are known and differ, one is beyond the bound of the other, or one
/// of them alone is a multiple of vscale.
bool differ(mlir_type const& a, std::size_t k, mlir_type const& b, std::size_t m) {
  kit::dim const &x = a.shape.sizes[k], &y = b.shape.sizes[m];
  const auto beyond = [](kit::dim const& known, kit::dim const& bounded) {
    return known && !bounded && bounded.upper && *known > *bounded.upper;
  };
  return (x && y && *x != *y) || beyond(x, y) || beyond(y, x) ||
         is_scalable(a, k) != is_scalable(b, m);
}

verifier::type to_optimized(mlir_type const& t) {
  verifier::type to = subjects::translation().to_optimized(t.shape);
  if (t.kind == mlir_type::kind::vector) to.container = verifier::container::vector;
  return to;
}

/// The operands that a rule is about.
std::vector<mlir_type> operands_of(mlir_rule const& rule, mlir_operation const& op) {
  std::vector<mlir_type> all = op.operands;
  if (rule.operands > 0 && all.size() > rule.operands) all.resize(rule.operands);
  return all;
}

dimensions const* integers(mlir_operation const& op,
                           std::initializer_list<std::string_view> names) {
  for (auto const& i : op.integers) {
    if (std::find(names.begin(), names.end(), i.name) != names.end()) return &i.values;
  }
  return nullptr;
}

/// The operand and the result of an operation with one of each.
std::optional<objection> one_of_each(mlir_operation const& op, std::size_t operands) {
  if (op.operands.size() == operands && op.results.size() == 1) return std::nullopt;
  return objecting("arity",
                   fmt::format("expected {} operand{} and a result, found {} and {}", operands,
                               operands == 1 ? "" : "s", op.operands.size(), op.results.size()));
}

std::optional<objection> by_verifier(spec::rule const& rule, std::vector<mlir_type> const& operands,
                                     std::vector<mlir_type> const& results) {
  if (results.size() != 1) {
    return objecting("mlir.X2", fmt::format("requires one result, has {}", results.size()));
  }
  const auto scalable = [](mlir_type const& t) { return !t.scalable.empty(); };
  if (rule.vectors == spec::vector_rule::compare &&
      (std::any_of(operands.begin(), operands.end(), scalable) || scalable(results.front()))) {
    return objection{"mlir.G2", std::nullopt, "no answer: a scalable dimension", true};
  }
  std::vector<verifier::type> all;
  for (mlir_type const& t : operands) all.push_back(to_optimized(t));
  const auto verdict = verifier::verify(rule, all, to_optimized(results.front()));
  if (auto const* v = std::get_if<verifier::violation>(&verdict)) {
    return objecting(std::string(v->tag), reason(*v), v->axis);
  }
  if (auto const* g = std::get_if<verifier::gap>(&verdict)) {
    return objection{std::string(g->tag), g->axis, "no answer: " + reason(*g), true};
  }
  return std::nullopt;
}

/// Entries out of range or repeated, of dimensions of an operand.
std::optional<objection> wrong_entry(dimensions const& all, std::size_t rank, std::string_view name,
                                     std::string const& range, std::string const& unique) {
  std::set<std::int64_t> seen;
  for (const std::int64_t d : all) {
    if (d < 0 || static_cast<std::size_t>(d) >= rank) {
      return objecting(range, fmt::format("{} has {}, for rank {}", name, d, rank));
    }
    if (!seen.insert(d).second) return objecting(unique, fmt::format("{} has {} twice", name, d));
  }
  return std::nullopt;
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

/// All sizes of a StableHLO tensor are known, but for one that has a bound.
std::optional<objection> not_static(mlir_type const& t) {
  std::size_t bounded = 0;
  for (std::size_t k = 0; k < rank(t); ++k) {
    kit::dim const& d = t.shape.sizes[k];
    if (d) continue;
    if (!d.upper) return objecting("static_shape", "the size is not known, and has no bound", k);
    if (++bounded > 1) return objecting("static_shape", "a second size that has only a bound", k);
  }
  return std::nullopt;
}

/// StableHLO's constraints C2 to C5; of the dynamic operation C7 to C10 too.
std::optional<objection> in_dim(mlir_operation const& op, bool dynamic) {
  const std::string label = dynamic ? "dynamic_broadcast_in_dim_c" : "broadcast_in_dim_c";
  if (auto wrong = one_of_each(op, dynamic ? 2 : 1)) return wrong;
  mlir_type const &operand = op.operands[0], &result = op.results[0];
  dimensions const* const given = integers(op, {"dims", "broadcast_dimensions"});
  if (given == nullptr) return objecting(label + "2", "the broadcast dimensions are missing");
  if (!operand.shape.ranked || !result.shape.ranked) {
    return objecting(label + "2", "the operand and the result need a rank");
  }
  if (given->size() != rank(operand)) {
    return objecting(label + "2",
                     fmt::format("{} dimension{}, for an operand of rank {}", given->size(),
                                 given->size() == 1 ? "" : "s", rank(operand)));
  }
  if (auto wrong = wrong_entry(*given, rank(result), "dims", label + "3", label + "4"))
    return wrong;
  for (std::size_t k = 0; k < given->size(); ++k) {
    const auto axis = static_cast<std::size_t>((*given)[k]);
    kit::dim const &from = operand.shape.sizes[k], &to = result.shape.sizes[axis];
    if (!from || *from == 1) continue;
    // A size that is not known may be right only if the shape is computed.
    if (to ? *to == *from : dynamic) continue;
    return objecting(label + "5",
                     fmt::format("axis {} of the operand has {}, the result has {}", k,
                                 size_text(operand, k), size_text(result, axis)),
                     axis);
  }
  if (!dynamic) return not_static(result);
  mlir_type const& shape = op.operands[1];
  if (auto wrong = not_static(shape)) return wrong;
  if (shape.shape.ranked && rank(shape) == 1 && shape.shape.sizes[0] &&
      static_cast<std::size_t>(*shape.shape.sizes[0]) != rank(result)) {
    return objecting(
        label + "7",
        fmt::format("output_dimensions has {} size{}, for a result of rank {}",
                    *shape.shape.sizes[0], *shape.shape.sizes[0] == 1 ? "" : "s", rank(result)));
  }
  dimensions hints;
  for (std::string_view name : {"known_expanding_dimensions", "known_nonexpanding_dimensions"}) {
    dimensions const* const some = integers(op, {name});
    if (some != nullptr) hints.insert(hints.end(), some->begin(), some->end());
  }
  return wrong_entry(hints, rank(operand), "known_*_dimensions", label + "9", label + "8");
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

/// `vector.broadcast`: a scalar, or each size is 1 or the result's, from the last.
std::optional<objection> vector_broadcast(mlir_operation const& op) {
  const std::string tag = "vector.broadcast";
  if (auto wrong = one_of_each(op, 1)) return wrong;
  mlir_type const &from = op.operands[0], &to = op.results[0];
  if (to.kind == mlir_type::kind::other || from.kind == mlir_type::kind::other) return std::nullopt;
  if (to.kind != mlir_type::kind::vector) return objecting(tag, "the result is not a vector");
  if (!has_shape(from)) return std::nullopt;
  if (from.kind != mlir_type::kind::vector) return objecting(tag, "the operand is not a vector");
  if (rank(from) > rank(to)) {
    return objecting(
        tag, fmt::format("the operand has rank {}, the result has {}", rank(from), rank(to)));
  }
  const std::size_t lead = rank(to) - rank(from);
  for (std::size_t k = 0; k < rank(from); ++k) {
    if (*from.shape.sizes[k] == 1 && !is_scalable(from, k)) continue;
    if (!differ(from, k, to, lead + k)) continue;
    return objecting(tag,
                     fmt::format("axis {} of the operand has {}, the result has {}", k,
                                 size_text(from, k), size_text(to, lead + k)),
                     lead + k);
  }
  return std::nullopt;
}

/// The relation with a name, if there is one.
std::optional<mlir_relation> relation_called(std::string_view name) {
  for (auto const& r : proptests::mlir_relation_names) {
    if (r.name == name && r.relation != mlir_relation::broadcast) return r.relation;
  }
  return std::nullopt;
}

constexpr std::string_view chlo_rule = "mlir@19 leading=reject";

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
  if (of_all) rule_ = verifier::rule_of(*of_all);
  const auto read = [&](mlir_rule const& r) {
    if (r.follows.empty() || rules_.contains(r.follows)) return;
    rules_.emplace(r.follows, verifier::rule_of(r.follows));
  };
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

std::optional<objection> rules_in_force::check(mlir_rule const& rule,
                                               mlir_operation const& op) const {
  switch (rule.relation) {
    case mlir_relation::none:
    case mlir_relation::constant:
      return std::nullopt;
    case mlir_relation::broadcast: {
      const auto operands = operands_of(rule, op);
      if (std::none_of(operands.begin(), operands.end(), has_shape) &&
          std::none_of(op.results.begin(), op.results.end(), has_shape)) {
        return std::nullopt;
      }
      return by_verifier(rule_of(rule), operands, op.results);
    }
    case mlir_relation::chlo:
      return chlo(rule_of(rule), op);
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
  }
  return std::nullopt;
}

}  // namespace bcast::program
