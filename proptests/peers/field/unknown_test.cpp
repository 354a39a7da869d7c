// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "tables.hpp"

namespace bcast::field {
namespace {

type torch_unbacked(std::vector<type> const& c) { return by_verifier("torch_unbacked", c); }

type array_api(std::vector<type> const& c) { return by_rule("array_api@2025.12", c); }

const kit::dim a{std::nullopt, "a"}, b{std::nullopt, "b"};

// What PyTorch does, as in field_unknown.py: two sizes that meet on one axis are one size, which
// it remembers on the others.

/// The sizes that are known to be another size.
using known_sizes = std::map<std::string, kit::dim>;

kit::dim known(kit::dim d, known_sizes const& same) {
  for (auto at = same.find(d.symbol); !d && at != same.end(); at = same.find(d.symbol)) {
    d = at->second;
  }
  return d;
}

/// Keeps a number, or the first name.
void meet(kit::dim& common, kit::dim next, known_sizes& same) {
  if (next == kit::dim(1)) return;
  if (common == kit::dim(1)) {
    common = next;
    return;
  }
  const kit::dim x = known(common, same), y = known(next, same);
  if (x && y && x != y) refused();
  if (x != y) same[(y ? x : y).symbol] = y ? y : x;
  if (const kit::dim number = x ? x : y) common = number;
}

type remembered(std::vector<type> const& c) {
  index rank = 0;
  for (type const& t : c) rank = std::max(rank, t.n());
  type result;
  known_sizes same;
  for (index axis = 0; axis < rank; ++axis) {
    kit::dim common = 1;
    for (type const& t : c) {
      const index missing = rank - t.n();
      if (axis >= missing) meet(common, t[axis - missing], same);
    }
    result.append(common);
  }
  for (index axis = 0; axis < rank; ++axis) {
    if (const kit::dim number = known(result[axis], same)) result[axis] = number;
  }
  return result;
}

cases_of<kit::dim> pairs() { return tuples<kit::dim>(2, 2, {a, b, 1, 2}); }

/// The four cases in which PyTorch does not look through two names at once.
table torch_of_rank_two() {
  const json d = deviation("unknown", "torch.sub, unbacked sizes, rank 2");
  std::map<std::string, std::string> others;
  for (std::string const listed : d.at("cases")) {
    const std::size_t arrow = listed.find(" -> ");
    others[listed.substr(0, arrow)] = listed.substr(arrow + 4);
  }
  table t;
  for (auto const& c : pairs()) {
    const auto other = others.find(joined(c));
    t.add(joined(c), [&] {
      return other == others.end() ? remembered(c) : types_from(other->second)->front();
    });
  }
  return t;
}

TEST(FieldUnknown, EveryTableIsThatOfARuleOrATranscription) {
  const std::vector<kit::dim> some{std::nullopt, 0, 1, 2, 3};
  const tables made{
      {"torch.sub, unbacked sizes",
       [] {
         return table_of(tuples<kit::dim>(2, 1, {a, b, 0, 1, 2, 3}), torch_unbacked);
       }},
      {"torch.sub, unbacked sizes, rank 2", torch_of_rank_two},
      {"array_api_extra.broadcast_shapes", [=] { return table_of(tuples(2, 2, some), array_api); }},
      {"array_api_extra.broadcast_shapes of three",
       [=] { return table_of(tuples(3, 1, some), array_api); }},
  };
  expect_tables("unknown", made, {});
}

TEST(FieldUnknown, EveryVerdictIsThatOfATranscription) {
  EXPECT_EQ(same_verdicts("unknown", "array_api_extra", types_from, array_api), 7);
}

// The rule looks at each axis alone, and PyTorch does not.
TEST(FieldUnknown, PyTorchRemembersSizesOnOtherAxes) {
  int differ = 0;
  std::string smallest;
  for (auto const& c : pairs()) {
    if (text_of(remembered(c)) == text_of(torch_unbacked(c))) continue;
    if (++differ == 1) smallest = joined(c);
  }
  EXPECT_EQ(smallest, "a ax2");
  EXPECT_EQ(text_of(remembered({{a}, {a, 2}})), "2x2");
  EXPECT_EQ(text_of(torch_unbacked({{a}, {a, 2}})), "ax2");
  EXPECT_EQ(differ, 48);  // 4 of them are the cases that facts/field/unknown.json lists
}

}  // namespace
}  // namespace bcast::field
