// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/verify/sizes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "bcast/verifier/verifier.hpp"
#include "subjects/types.hpp"

namespace bcast::program {

using proptests::has_shape;
using proptests::mlir_operation;
using proptests::mlir_type;

namespace {

verifier::type to_optimized(mlir_type const& t) {
  verifier::type to = subjects::translation().to_optimized(t.shape);
  if (t.kind == mlir_type::kind::vector) to.container = verifier::container::vector;
  return to;
}

}  // namespace

objection objecting(std::string tag, std::string message, std::optional<std::size_t> axis) {
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

bool is_ranked(mlir_type const& t) { return has_shape(t) && t.shape.ranked; }

std::string type_name(mlir_operation const& op, std::size_t m) {
  const std::size_t inputs = op.operands.size();
  return m < inputs              ? fmt::format("operand {}", m)
         : op.results.size() > 1 ? fmt::format("result {}", m - inputs)
                                 : "the result";
}

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

dimensions const* integers(mlir_operation const& op,
                           std::initializer_list<std::string_view> names) {
  for (auto const& i : op.integers) {
    const std::string_view name = i.name;  // perhaps after a dialect's: torch.onnx.transA
    const std::string_view last = name.substr(name.rfind('.') + 1);
    if (std::find(names.begin(), names.end(), last) != names.end()) return &i.values;
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

}  // namespace bcast::program
