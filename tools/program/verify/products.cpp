// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "program/verify/sizes.hpp"

namespace bcast::program {
namespace {

using proptests::has_shape;
using proptests::mlir_map;
using proptests::mlir_operation;
using proptests::mlir_type;

std::optional<objection> unlike_along_last_axes(mlir_type const& from, mlir_type const& to,
                                                std::string const& tag, std::string_view operand) {
  if (rank(from) > rank(to)) {
    return objecting(
        tag, fmt::format("the {} has rank {}, the result has {}", operand, rank(from), rank(to)));
  }
  const std::size_t lead = rank(to) - rank(from);
  for (std::size_t k = 0; k < rank(from); ++k) {
    if (from.shape.sizes[k] == kit::dim(1) && !is_scalable(from, k)) continue;
    if (!differ(from, k, to, lead + k)) continue;
    return objecting(tag,
                     fmt::format("axis {} of the {} has {}, the result has {}", k, operand,
                                 size_text(from, k), size_text(to, lead + k)),
                     lead + k);
  }
  return std::nullopt;
}

bool is_set(mlir_operation const& op, std::initializer_list<std::string_view> names) {
  dimensions const* const value = integers(op, names);
  return value != nullptr && value->size() == 1 && value->front() != 0;
}

/// A window moves along each free axis of the first operand.
std::optional<objection> wrong_windows(mlir_operation const& op,
                                       std::vector<mlir_map> const& maps) {
  if (maps.empty()) return std::nullopt;
  const auto free = std::count(maps[0].begin(), maps[0].end(), -1);
  for (auto const& list : op.integers) {
    if (list.name != "strides" && list.name != "dilations") continue;
    if (list.axes == 1 && list.values.size() == static_cast<std::size_t>(free)) continue;
    return objecting("indexed", fmt::format("the {} are not a list of {}", list.name, free));
  }
  return std::nullopt;
}

/// `mk,kn,m?n`: the map of each type, and which of its axes may be 1. One of `n.c` is free.
struct signature {
  std::vector<mlir_map> maps;
  std::vector<std::vector<bool>> may_be_one;
};

signature signature_of(std::string_view text) {
  signature s{{{}}, {{}}};
  for (const char c : text) {
    if (c == ',') {
      s.maps.emplace_back();
      s.may_be_one.emplace_back();
    } else if (c == '?') {
      s.may_be_one.back().back() = true;
    } else {
      s.maps.back().push_back(c == '.' ? -1 : c - 'a');
      s.may_be_one.back().push_back(false);
    }
  }
  return s;
}

}  // namespace

std::optional<objection> stretch(mlir_operation const& op, bool equal_ranks) {
  if (op.operands.empty() || op.results.size() != 1) return one_of_each(op, 1);
  mlir_type const &from = op.operands[0], &to = op.results[0];
  if (!is_ranked(from) || !is_ranked(to)) return std::nullopt;
  if (equal_ranks && rank(from) != rank(to)) {
    return objecting(
        "stretch", fmt::format("the operand has rank {}, the result has {}", rank(from), rank(to)));
  }
  return unlike_along_last_axes(from, to, "stretch", "operand");
}

std::optional<objection> vector_broadcast(mlir_operation const& op) {
  const std::string tag = "vector.broadcast";
  if (auto wrong = one_of_each(op, 1)) return wrong;
  mlir_type const &from = op.operands[0], &to = op.results[0];
  if (to.kind == mlir_type::kind::other || from.kind == mlir_type::kind::other) return std::nullopt;
  if (to.kind != mlir_type::kind::vector) return objecting(tag, "the result is not a vector");
  if (!has_shape(from)) return std::nullopt;
  if (from.kind != mlir_type::kind::vector) return objecting(tag, "the operand is not a vector");
  return unlike_along_last_axes(from, to, tag, "operand");
}

std::optional<objection> product(spec::rule const& rule, mlir_operation const& op) {
  if (op.operands.size() < 2 || op.results.size() != 1) return one_of_each(op, 2);
  mlir_type a = op.operands[0], b = op.operands[1];
  mlir_type const& result = op.results[0];
  if (!is_ranked(a) || !is_ranked(b)) return std::nullopt;
  if (rank(a) == 0 || rank(b) == 0) return objecting("product", "an operand has rank 0");
  const auto transpose = [](mlir_type& t) {
    if (rank(t) > 1) std::iter_swap(t.shape.sizes.end() - 1, t.shape.sizes.end() - 2);
  };
  if (is_set(op, {"transA", "transpose_a", "adj_x"})) transpose(a);
  if (is_set(op, {"transB", "transpose_b", "adj_y"})) transpose(b);
  const std::size_t last = rank(a) - 1, first = rank(b) > 1 ? rank(b) - 2 : 0;
  if (differ(a, last, b, first)) {
    return objecting("product", fmt::format("operand 0 has {} columns, operand 1 has {} rows",
                                            size_text(a, last), size_text(b, first)));
  }
  // The rows of one and the columns of the other broadcast to the product's last axes.
  const bool is_row = rank(a) == 1, is_column = rank(b) == 1;
  a.shape.sizes.pop_back();
  if (is_row) {
    b.shape.sizes.erase(b.shape.sizes.begin() + static_cast<std::ptrdiff_t>(first));
  } else if (is_column) {
    b.shape.sizes.clear();
  } else {
    a.shape.sizes.emplace_back(1);
    b.shape.sizes[first] = kit::dim(1);
  }
  // Of two vectors, some dialects have a scalar, and some a vector of it.
  if (is_row && is_column) return std::nullopt;
  if (auto wrong = by_verifier(rule, {a, b}, op.results)) return wrong;
  if (op.operands.size() < 3 || !is_ranked(op.operands[2]) || !is_ranked(result)) {
    return std::nullopt;
  }
  return unlike_along_last_axes(op.operands[2], result, "product", "third operand");
}

std::optional<objection> indexed(mlir_operation const& op, std::vector<mlir_type> const& operands,
                                 std::string_view text) {
  signature s = signature_of(text);
  if (!op.maps.empty() || text.empty()) s = {op.maps, {}};
  std::vector<mlir_type> types = operands;
  const bool of_linalg = op.name.starts_with("linalg.");
  // Those of linalg repeat the type of an operand.
  if (!of_linalg) types.insert(types.end(), op.results.begin(), op.results.end());
  if (s.maps.size() != types.size() && !op.maps.empty()) {
    return objecting("indexed", fmt::format("{} maps, for {} types", s.maps.size(), types.size()));
  }
  std::map<std::int64_t, std::pair<std::size_t, std::size_t>> known;  // the type and axis of each
  const auto name_of = [&](std::size_t m) { return type_name(op, m); };
  if (auto wrong = wrong_windows(op, s.maps)) return wrong;
  std::optional<objection> wrong;
  bool all_known = true;
  for (std::size_t m = 0; m < types.size() && m < s.maps.size(); ++m) {
    mlir_type const& t = types[m];
    if (!is_ranked(t)) continue;
    if (rank(t) != s.maps[m].size()) {
      return objecting(
          "indexed", fmt::format("{} has rank {}, not {}", name_of(m), rank(t), s.maps[m].size()));
    }
    for (std::size_t k = 0; k < rank(t); ++k) {
      const bool may_be_one = !s.may_be_one.empty() && s.may_be_one[m][k];
      if (s.maps[m][k] < 0 || (may_be_one && t.shape.sizes[k] == kit::dim(1))) continue;
      if (!of_linalg && !t.shape.sizes[k]) continue;
      const auto [there, is_new] = known.try_emplace(s.maps[m][k], m, k);
      auto const [other, axis] = there->second;
      all_known = all_known && (!is_new || t.shape.sizes[k]);
      if (is_new || wrong || !differ(types[other], axis, t, k)) continue;
      wrong =
          objecting("indexed",
                    fmt::format("axis {} of {} has {}, axis {} of {} has {}", axis, name_of(other),
                                size_text(types[other], axis), k, name_of(m), size_text(t, k)),
                    k);
    }
  }
  if (wrong && all_known) return wrong;
  if (!of_linalg || op.results.empty() || op.results.size() > op.operands.size())
    return std::nullopt;
  const std::size_t first = op.operands.size() - op.results.size();
  for (std::size_t m = 0; m < op.results.size(); ++m) {
    if (!is_ranked(op.results[m]) || op.results[m].shape == op.operands[first + m].shape) continue;
    return objecting("indexed",
                     fmt::format("the result is {}, the init is {}", shape_text(op.results[m]),
                                 shape_text(op.operands[first + m])));
  }
  return std::nullopt;
}

}  // namespace bcast::program
