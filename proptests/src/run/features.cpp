// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "laws/value_checks.hpp"
#include "run/expectations.hpp"
#include "support/suggest.hpp"

namespace bcast::proptests {
namespace {

/// Those that hold or do not, and those that have a value: a number or a name.
constexpr auto plain_features = std::to_array<std::string_view>(
    {"zero", "scalar", "unranked", "unknown", "dimensions", "laid_out", "repeated", "illegal",
     "mutual", "equal", "overflow", "unfit", "leading_ones_in_source"});
constexpr std::array<std::string_view, 2> keys_of_numbers{"rank=", "operands="};
constexpr std::array<std::string_view, 3> keys_of_names{"element=", "op=", "example="};

bool is_among(std::span<std::string_view const> all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

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
  const kit::result joined = oracle::broadcast_shapes(sizes);
  if (joined.verdict != kit::result::kind::ok) {
    all.emplace_back("illegal");
    if (beyond) all.emplace_back("overflow");
    return;
  }
  const auto result = sizes_of(joined.shape);
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

std::string why_no_feature(std::string const& feature) {
  const std::size_t behind_key = feature.find('=') + 1;  // 0 where there is no value
  const std::string_view key = std::string_view(feature).substr(0, behind_key),
                         value = std::string_view(feature).substr(behind_key);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool known =
      !value.empty() && (key.empty() ? is_among(plain_features, value)
                                     : is_among(keys_of_names, key) ||
                                           (is_among(keys_of_numbers, key) &&
                                            std::all_of(value.begin(), value.end(), is_digit)));
  if (known) return "";
  std::vector<std::string> all(plain_features.begin(), plain_features.end());
  all.insert(all.end(), keys_of_numbers.begin(), keys_of_numbers.end());
  all.insert(all.end(), keys_of_names.begin(), keys_of_names.end());
  return fmt::format("no case has a feature '{}'{}", feature, suggestion(feature, all));
}

}  // namespace bcast::proptests
