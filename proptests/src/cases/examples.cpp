// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "bcast/spec/array_api.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/mlir.hpp"
#include "bcast/spec/xla.hpp"
#include "cases/source_parts.hpp"

namespace bcast::proptests {
namespace {

kit::shape from_row(spec::shape const& s) {
  kit::shape t;
  t.ranked = s.ranked();
  for (spec::dim d : s) t.sizes.push_back(d.known() ? kit::dim(d.size()) : std::nullopt);
  return t;
}

std::vector<example> read_examples() {
  std::vector<example> all;
  const auto add = [&](std::string_view tag, std::vector<kit::shape> const& operands,
                       printed_outcome outcome) -> test_case& {
    test_case c;
    c.example = tag;
    for (kit::shape const& t : operands) c.operands.push_back({t, {}});
    all.push_back({std::move(c), std::move(outcome)});
    return all.back().printed;
  };
  for (auto const& row : spec::array_api::examples) {
    std::optional<kit::shape> result;
    if (row.result) result = from_row(*row.result);
    add(row.tag, {from_row(row.a), from_row(row.b)},
        {"array_api", row.result.has_value(), result, row.result ? "" : "array_api.A14"});
  }
  for (auto const& row : spec::xla::examples) {
    std::optional<kit::shape> result;
    if (row.result) result = from_row(*row.result);
    test_case& c = add(row.tag, {from_row(row.lhs), from_row(row.rhs)},
                       {"xla", row.result.has_value(), result, row.broken});
    if (row.dims) c.dimensions.emplace(row.dims->begin(), row.dims->end());
  }
  for (auto const& row : spec::mlir::examples) {
    std::vector<kit::shape> operands;
    for (spec::shape const& s : row.inputs) operands.push_back(from_row(s));
    test_case& c = add(row.tag, operands, {"mlir", row.broken.empty(), std::nullopt, row.broken});
    c.result = operand{from_row(row.result), {}};
  }
  for (spec::rows const& r : spec::documents) {
    for (spec::example const& row : r.examples) {
      std::vector<kit::shape> operands;
      for (spec::shape const& s : row.shapes) operands.push_back(from_row(s));
      std::optional<kit::shape> result;
      if (row.result) result = from_row(*row.result);
      add(row.tag, operands, {row.rule, row.result.has_value(), result, row.broken});
    }
  }
  return all;
}

}  // namespace

std::vector<example> const& examples_in_print() {
  static const std::vector<example> all = read_examples();
  return all;
}

/// The in-place examples: a target and what is assigned to it.
std::vector<test_case> in_place_examples() {
  std::vector<test_case> all;
  for (auto const& row : spec::array_api::in_place_examples) {
    test_case c;
    c.operands.push_back({from_row(row.source), {}});
    c.result = operand{from_row(row.target), {}};
    all.push_back(std::move(c));
  }
  return all;
}

std::optional<printed_outcome> outcome_in_print(std::string_view tag) {
  for (example const& e : examples_in_print()) {
    if (e.printed.example == tag) return e.outcome;
  }
  return std::nullopt;
}

}  // namespace bcast::proptests
