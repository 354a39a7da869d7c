// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "laws/value_checks.hpp"
#include "run/expectations.hpp"

namespace bcast::proptests {
namespace {

template <class F>
bool some(test_case const& c, F f) {
  return std::any_of(c.operands.begin(), c.operands.end(), f);
}

bool has_size(operand const& o, std::int64_t size) {
  return std::any_of(o.type.sizes.begin(), o.type.sizes.end(),
                     [&](kit::dim const& d) { return d && *d == size; });
}

/// Whether an operand has more axes than the target and all extra axes have size 1.
bool leading_ones_in_source(test_case const& c) {
  if (!c.result && c.operands.empty()) return false;
  const std::size_t rank =
      c.result ? c.result->type.sizes.size() : c.operands.front().type.sizes.size();
  return some(c, [&](operand const& o) {
    auto const& sizes = o.type.sizes;
    return sizes.size() > rank && std::all_of(sizes.begin(), sizes.end() - rank,
                                              [](kit::dim const& d) { return d == kit::dim(1); });
  });
}

/// Whether the number of elements, not counting sizes of 0, exceeds 2^63 - 1.
bool overflows(std::vector<std::int64_t> const& sizes) {
  std::int64_t count = 1;
  return std::any_of(sizes.begin(), sizes.end(), [&](std::int64_t size) {
    return size != 0 && __builtin_mul_overflow(count, size, &count);
  });
}

void shapes(test_case const& c, std::vector<std::string>& all) {
  std::vector<std::vector<std::int64_t>> sizes;
  for (operand const& o : c.operands) sizes.push_back(sizes_of(o.type));
  bool beyond = std::any_of(sizes.begin(), sizes.end(), overflows);
  const kit::answer joined = oracle_join(sizes);
  if (joined.verdict != kit::answer::kind::ok) {
    all.emplace_back("illegal");
    if (beyond) all.emplace_back("overflow");
    return;
  }
  const auto result = sizes_of(joined.common);
  beyond = beyond || overflows(result);
  if (beyond) all.emplace_back("overflow");
  const auto stretched =
      std::count_if(sizes.begin(), sizes.end(), [&](auto const& s) { return s != result; });
  if (stretched > 1) all.emplace_back("mutual");
  if (stretched == 0) all.emplace_back("equal");
}

}  // namespace

std::vector<std::string> features_of(test_case const& c) {
  std::vector<std::string> all;
  const auto add = [&](bool holds, std::string name) {
    if (holds) all.push_back(std::move(name));
  };
  std::size_t rank = 0;
  for (operand const& o : c.operands) rank = std::max(rank, o.type.sizes.size());
  if (c.result) rank = std::max(rank, c.result->type.sizes.size());
  add(some(c, [](operand const& o) { return has_size(o, 0); }) ||
          (c.result && has_size(*c.result, 0)),
      "zero");
  add(some(c, [](operand const& o) { return o.type.ranked && o.type.sizes.empty(); }), "scalar");
  add(some(c, [](operand const& o) { return !o.type.ranked; }), "unranked");
  add(!is_static(c), "unknown");
  add(c.dimensions.has_value(), "dimensions");
  add(leading_ones_in_source(c), "leading_ones_in_source");
  add(some(c, [](operand const& o) { return o.layout.bits != 0; }) ||
          (c.result && c.result->layout.bits != 0),
      "laid_out");
  add(some(c, [](operand const& o) { return o.layout.has(layout_flag::repeated); }), "repeated");
  if (is_static(c)) shapes(c, all);
  add(c.result && is_static(c) && !fits(c, sizes_of(c.result->type)), "unfit");
  all.push_back(fmt::format("rank={}", rank));
  all.push_back(fmt::format("operands={}", c.operands.size()));
  all.push_back("element=" + c.element);
  add(!c.operation.empty(), "op=" + c.operation);
  add(!c.example.empty(), "example=" + c.example);
  return all;
}

}  // namespace bcast::proptests
