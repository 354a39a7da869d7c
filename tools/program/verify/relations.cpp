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

using selection = std::function<bool(std::size_t)>;

selection const none = [](std::size_t) { return false; };
selection const all_of_them = [](std::size_t) { return true; };

/// All shapes of a part of the types are those of the first; `may_be_scalar` says of which operands
/// a scalar will do. If they are compared exactly, an unknown size is only itself, and a scalar is
/// no tensor.
std::optional<objection> same(mlir_operation const& op, selection const& may_be_scalar = none,
                              bool exactly = false, selection const& part = all_of_them) {
  std::vector<mlir_type> all = op.operands;
  all.insert(all.end(), op.results.begin(), op.results.end());
  const std::size_t inputs = op.operands.size();
  const auto name_of = [&](std::size_t m) { return type_name(op, m); };
  std::optional<std::size_t> first;
  std::vector<std::size_t> known_by;  // of each axis, the type whose size is known
  for (std::size_t m = 0; m < all.size(); ++m) {
    mlir_type const& t = all[m];
    const bool scalar = !has_shape(t) || (!exactly && t.shape.ranked && rank(t) == 0);
    if (!part(m) || t.kind == mlir_type::kind::other || (has_shape(t) && !t.shape.ranked)) continue;
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

/// The result has a shape.
std::optional<objection> is_shape(std::string const& tag, mlir_type const& whole,
                                  mlir_type const& result) {
  if (!result.shape.ranked || !has_shape(result)) return std::nullopt;
  if (rank(whole) != rank(result)) {
    return objecting(tag, fmt::format("the result has rank {}, not {}", rank(result), rank(whole)));
  }
  for (std::size_t k = 0; k < rank(whole); ++k) {
    if (!differ(whole, k, result, k)) continue;
    return objecting(
        tag, fmt::format("the result has {}, not {}", size_text(result, k), size_text(whole, k)),
        k);
  }
  return std::nullopt;
}

/// `stablehlo.broadcast`: the sizes that are given, then the operand's.
std::optional<objection> broadcast_sizes(inquiry const& q) {
  if (auto wrong = one_of_each(q.op, 1)) return wrong;
  mlir_type whole = q.op.operands[0];
  dimensions const* const sizes = integers(q.op, {"sizes", "broadcast_sizes"});
  if (sizes == nullptr) return objecting("broadcast_sizes", "the sizes are missing");
  if (!whole.shape.ranked) return std::nullopt;
  whole.shape.sizes.insert(whole.shape.sizes.begin(), sizes->begin(), sizes->end());
  return is_shape("broadcast_sizes", whole, q.op.results[0]);
}

/// The result has a size of 1 more than the operand, where `axis` says.
std::optional<objection> expand_dims(inquiry const& q) {
  if (auto wrong = one_of_each(q.op, 1)) return wrong;
  mlir_type whole = q.op.operands[0];
  dimensions const* const axis = integers(q.op, {"axis"});
  if (!is_ranked(whole) || axis == nullptr) return std::nullopt;
  if (auto wrong = wrong_entry(*axis, rank(whole) + 1, "axis", "expand_dims", "expand_dims")) {
    return wrong;
  }
  whole.shape.sizes.insert(whole.shape.sizes.begin() + axis->front(), kit::dim(1));
  return is_shape("expand_dims", whole, q.op.results[0]);
}

/// The results; those of linalg that are not written are the inits, behind as many operands.
std::vector<mlir_type> results_of(mlir_operation const& op) {
  const auto half = static_cast<std::ptrdiff_t>(op.operands.size() / 2);
  if (!op.name.starts_with("linalg.")) return op.results;
  return {op.operands.begin() + half, op.operands.end()};
}

/// Each result has the sizes of its operand that are not reduced. What follows the operands is as
/// many values that they begin with.
std::optional<objection> reduce(inquiry const& q) {
  dimensions const* const away = integers(q.op, {"dimensions"});
  const std::vector<mlir_type> results = results_of(q.op);
  if (away == nullptr || results.size() * 2 != q.op.operands.size()) return std::nullopt;
  for (std::size_t m = 0; m < results.size(); ++m) {
    mlir_type whole = q.op.operands[m];
    if (!is_ranked(whole)) continue;
    if (auto wrong = wrong_entry(*away, rank(whole), "dimensions", "reduce", "reduce")) {
      return wrong;
    }
    std::vector<kit::dim> left;
    for (std::size_t k = 0; k < rank(whole); ++k) {
      if (std::find(away->begin(), away->end(), static_cast<std::int64_t>(k)) == away->end()) {
        left.push_back(whole.shape.sizes[k]);
      }
    }
    whole.shape.sizes = std::move(left);
    if (auto wrong = is_shape("reduce", whole, results[m])) return wrong;
  }
  return std::nullopt;
}

/// The sizes of the result are the operand's in another order; any order if it is not known.
std::optional<objection> permuted(inquiry const& q) {
  const std::vector<mlir_type> results = results_of(q.op);
  if (q.op.operands.empty() || results.size() != 1) return std::nullopt;
  mlir_type const &from = q.op.operands[0], &to = results[0];
  if (!is_ranked(from) || !is_ranked(to)) return std::nullopt;
  dimensions const* const order = integers(q.op, {"permutation", "dims", "perms"});
  mlir_type whole = from;
  if (order == nullptr) {
    if (rank(from) == rank(to)) return std::nullopt;
    return is_shape("permuted", whole, to);
  }
  if (auto wrong = wrong_entry(*order, rank(from), "the order", "permuted", "permuted")) {
    return wrong;
  }
  if (order->size() != rank(from)) {
    return objecting("permuted",
                     fmt::format("the order has {} axes, for rank {}", order->size(), rank(from)));
  }
  whole.shape.sizes.clear();
  for (const std::int64_t k : *order) {
    whole.shape.sizes.push_back(from.shape.sizes[static_cast<std::size_t>(k)]);
  }
  return is_shape("permuted", whole, to);
}

/// How many elements there are, if that is known.
std::optional<std::int64_t> count_of(mlir_type const& t) {
  std::int64_t n = 1;
  if (!is_ranked(t) || !t.scalable.empty()) return std::nullopt;
  for (kit::dim const& d : t.shape.sizes) {
    if (!d || __builtin_mul_overflow(n, *d, &n)) return std::nullopt;
  }
  return n;
}

std::optional<objection> reshape(inquiry const& q) {
  if (q.op.operands.empty() || q.op.results.size() != 1) return std::nullopt;
  const auto from = count_of(q.op.operands[0]), to = count_of(q.op.results[0]);
  if (!from || !to || *from == *to) return std::nullopt;
  return objecting("reshape",
                   fmt::format("the operand has {} elements, the result has {}", *from, *to));
}

std::optional<objection> from_elements(inquiry const& q) {
  const auto to = q.op.results.size() == 1 ? count_of(q.op.results[0]) : std::nullopt;
  if (!to || static_cast<std::size_t>(*to) == q.op.operands.size()) return std::nullopt;
  return objecting("elements", fmt::format("{} elements are given, the result has {}",
                                           q.op.operands.size(), *to));
}

std::optional<objection> ranks(inquiry const& q) {
  for (mlir_type const& from : operands_of(q.rule, q.op)) {
    for (mlir_type const& to : q.op.results) {
      if (!is_ranked(from) || !is_ranked(to) || rank(from) == rank(to)) continue;
      return objecting(
          "ranks", fmt::format("an operand has rank {}, a result has {}", rank(from), rank(to)));
    }
  }
  return std::nullopt;
}

/// The types that have the same letter: `abb>a`, or `a*>a`, of which the other operands are free.
std::optional<objection> lettered(inquiry const& q) {
  std::string letters(q.rule.follows);
  const std::size_t inputs = q.op.operands.size();
  if (const std::size_t rest = letters.find('*'); rest != letters.npos && rest <= inputs) {
    letters.replace(rest, 1, std::string(inputs - rest, '.'));
  }
  if (letters.find('>') != inputs) return std::nullopt;
  letters.erase(inputs, 1);
  for (const char c : std::set<char>(letters.begin(), letters.end())) {
    const auto has = [&](std::size_t m) {
      return c != '.' && m < letters.size() && letters[m] == c;
    };
    if (auto wrong = same(q.op, none, false, has)) return wrong;
  }
  return std::nullopt;
}

/// Each result has the shape of its operand.
std::optional<objection> pairs(inquiry const& q) {
  const std::size_t n = q.op.operands.size();
  for (std::size_t k = 0; k < n && q.op.results.size() == n; ++k) {
    if (auto wrong = same(q.op, none, false, [&](std::size_t m) { return m % n == k; })) {
      return wrong;
    }
  }
  return std::nullopt;
}

/// `linalg.broadcast`: the input's axes are the init's that are not added, in their order.
std::optional<objection> linalg_broadcast(inquiry const& q) {
  mlir_operation const& op = q.op;
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
  const auto fits = [&](std::string_view pattern) {
    return proptests::matches_pattern(op.name, pattern);
  };
  if (!relation_called(rule.relation)->alike ||
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
    std::string names;
    for (relation const& r : relations()) {
      if (r.name != "broadcast") names += (names.empty() ? "" : ", ") + std::string(r.name);
    }
    throw std::invalid_argument(fmt::format("{}; the relations are {}", e.what(), names));
  }
}

constexpr std::string_view chlo_rule = "mlir@19 leading=reject", product_rule = "onnx",
                           trait = "mlir@19";

/// Says which rule is broken, of which dialect, and whether MLIR 19 accepts the operation.
std::optional<objection> with_note(inquiry const& q, std::optional<objection> wrong,
                                   std::function<std::optional<objection>()> const& by_trait) {
  if (!wrong || (q.of_all.empty() && q.rule.follows == trait)) return wrong;
  const std::string_view dialect = q.rule.operation.substr(0, q.rule.operation.find('.'));
  wrong->note = fmt::format("the rule of {} is '{}'", dialect, q.rule.follows);
  if (!q.of_all.empty()) wrong->note += fmt::format(", and --rules-of is '{}'", q.of_all);
  if (q.of_all.empty() && !wrong->no_answer && !by_trait()) {
    wrong->note += ", and the trait of MLIR 19 accepts this (--rules-of mlir@19)";
  }
  return wrong;
}

std::optional<objection> broadcast(inquiry const& q) {
  const auto operands = operands_of(q.rule, q.op);
  // TensorFlow's comparison of what does not broadcast is false.
  dimensions const* const strict = integers(q.op, {"incompatible_shape_error"});
  if (strict != nullptr && *strict == dimensions{0}) return std::nullopt;
  if (std::none_of(operands.begin(), operands.end(), has_shape) &&
      std::none_of(q.op.results.begin(), q.op.results.end(), has_shape)) {
    return std::nullopt;
  }
  const auto by = [&](spec::rule const* rule) {
    return by_verifier(*rule, operands, q.op.results);
  };
  const auto by_trait = [&] { return by(q.trait); };
  auto wrong = by(q.follows);
  if (!wrong || !wrong->no_answer || q.rule.follows != "torch") {
    return with_note(q, std::move(wrong), by_trait);
  }
  // PyTorch's sizes are known when it broadcasts.
  mlir_rule rule = q.rule;
  rule.follows = "onnx";
  wrong = with_note({rule, q.op, q.follows, q.trait, q.product, q.of_all}, by(q.product), by_trait);
  if (wrong) wrong->note += "; PyTorch's text says nothing of unknown sizes";
  return wrong;
}

selection const first_one = [](std::size_t m) { return m == 0; };
selection const outer = [](std::size_t m) { return m != 1; };

using enum proptests::mlir_interest;
using answer = std::optional<objection>;
using asks = inquiry const&;

constexpr relation all_relations[]{
    {"none", "nothing to check", passed, [](asks) { return answer(); }},
    {"constant", "nothing to check; its type is known", defines, [](asks) { return answer(); }},
    {"literal", "the result has the shape of its literal", defines,
     [](asks q) { return same(q.op); }},
    {"elements", "the result has as many elements as there are operands", defines, from_elements},
    {"broadcast", "the operands broadcast to the result, by a rule", asked, broadcast, true},
    {"chlo", "the same, with broadcast_dimensions if there are any", asked,
     [](asks q) {
       return with_note(q, chlo(*q.follows, q.op), [&] { return chlo(*q.trait, q.op); });
     },
     true},
    {"same", "all shapes are the same", asked, [](asks q) { return same(q.op); }, true},
    {"identical", "all shapes are the same, and unknown where one is", asked,
     [](asks q) { return same(q.op, none, true); }},
    {"choice", "the same, but the first operand may be an i1", chooses,
     [](asks q) { return same(q.op, first_one, true); }, true},
    {"select", "the same, but the first operand may be a scalar", asked,
     [](asks q) { return same(q.op, first_one); }, true},
    {"clamp", "the same, but the first and the last operand may be scalars", asked,
     [](asks q) { return same(q.op, outer); }, true},
    {"lettered", "shapes with the same letter are the same", asked, lettered},
    {"pairs", "each result has the shape of its operand", asked, pairs},
    {"ranks", "all ranks are the same", asked, ranks},
    {"reshape", "the result has as many elements as the operand", asked, reshape},
    {"permuted", "the result has the operand's sizes in another order", asked, permuted},
    {"reduce", "the result has the operand's sizes but for some dimensions", asked, reduce},
    {"broadcast_sizes", "the result has the sizes that are given, then the operand's", asked,
     broadcast_sizes},
    {"broadcast_in_dim", "StableHLO's constraints", asked,
     [](asks q) { return in_dim(q.op, false); }},
    {"dynamic_broadcast_in_dim", "StableHLO's constraints", asked,
     [](asks q) { return in_dim(q.op, true); }},
    {"linalg.broadcast", "the result has the operand's sizes, and the dimensions that are added",
     asked, linalg_broadcast},
    {"vector.broadcast", "each size of the operand is 1 or the result's, from the last", asked,
     [](asks q) { return vector_broadcast(q.op); }},
    {"stretch", "the same, of the first operand", asked,
     [](asks q) { return stretch(q.op, q.rule.follows == "equal ranks"); }},
    {"expand_dims", "the result has one more size, of 1, at axis", asked, expand_dims},
    {"product", "a product of matrices, whose leading axes broadcast", asked,
     [](asks q) { return product(*q.product, q.op); }},
    {"indexed", "axes with the same letter, or index, have the same size", asked,
     [](asks q) { return indexed(q.op, operands_of(q.rule, q.op), q.rule.follows); }},
};

bool broadcasts(mlir_rule const& rule) {
  return rule.relation == "broadcast" || rule.relation == "chlo";
}

}  // namespace

std::span<relation const> relations() { return all_relations; }

relation const* relation_called(std::string_view name) {
  const auto found = std::find_if(std::begin(all_relations), std::end(all_relations),
                                  [&](relation const& r) { return r.name == name; });
  return found == std::end(all_relations) ? nullptr : found;
}

rules_in_force::rules_in_force(std::vector<std::string> const& own,
                               std::optional<std::string> const& of_all)
    : of_all_(of_all) {
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
    if (text->second != "broadcast" && relation_called(text->second) != nullptr) {
      rule.relation = text->second;
      if (broadcasts(rule)) rule.follows = chlo_rule;
    } else {
      rule.relation = "broadcast";
      rule.follows = text->second;
    }
    own_.push_back(rule);
  }
  if (of_all) rule_ = verifier::rule_of(answers::rule_meant(*of_all));
  const auto read = [&](mlir_rule const& r) {
    if (!broadcasts(r) || rules_.contains(r.follows)) return;
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

bool rules_in_force::is_of_all(mlir_rule const& rule) const {
  return rule_ && (own_.empty() || &rule < &own_.front() || &rule > &own_.back());
}

spec::rule const& rules_in_force::rule_of(mlir_rule const& rule) const {
  return is_of_all(rule) ? *rule_ : rules_.find(rule.follows)->second;
}

std::optional<objection> rules_in_force::check(mlir_rule const& rule, mlir_operation const& op,
                                               bool types) const {
  auto wrong = unranked(op);
  const auto called = [&](std::string_view name) { return &rules_.find(name)->second; };
  if (!wrong) {
    wrong = relation_called(rule.relation)
                ->check({rule, op, broadcasts(rule) ? &rule_of(rule) : nullptr, called(trait),
                         called(product_rule), is_of_all(rule) ? std::string_view(*of_all_) : ""});
  }
  return wrong || !types ? wrong : unlike_elements(rule, op);
}

}  // namespace bcast::program
