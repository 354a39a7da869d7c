// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "bcast/reference/gufunc.hpp"
#include "tables.hpp"

namespace bcast::field {
namespace {

shape numpy_style(std::vector<shape> const& c) { return by_rule("onnx_multi", c); }

/// The first operand to the shape of the second, along its last axes.
shape one_way(std::vector<shape> const& c) { return by_rule("stablehlo", c); }

shape matmul(std::vector<shape> const& c) { return ref::gufunc::matmul(c[0], c[1]); }

shape equal(std::vector<shape> const& c) { return c[0] == c[1] ? c[0] : refused(); }

cases batches() {
  cases all;
  for (auto const& c : tuples(2, 2, range(0, 4))) {
    all.push_back({c[0] + shape{2, 3}, c[1] + shape{3, 4}});
  }
  return all;
}

/// Sizes between two bounds.
struct interval {
  index low, high;
  std::string text() const {
    if (low == high) return std::to_string(low);
    return std::to_string(low) + ".." + (high == endless ? "" : std::to_string(high));
  }
  static constexpr index endless = 4;  // above every other bound
};

/// The smallest interval that holds the result of every choice of sizes.
std::string hull(interval a, interval b) {
  std::optional<interval> all;
  for (index m = a.low; m <= a.high; ++m) {
    for (index n = b.low; n <= b.high; ++n) {
      try {
        const index size = numpy_style({{m}, {n}})[0];
        all = all ? interval{std::min(all->low, size), std::max(all->high, size)}
                  : interval{size, size};
      } catch (ref::violation const&) {
      }
    }
  }
  return all ? all->text() : "refused";
}

/// The table of intervals; that of a scalar is a size of 1.
table of_intervals() {
  constexpr index no_end = interval::endless;
  const std::vector<interval> all{{1, 1},      {0, 0},      {1, 1},      {2, 2}, {3, 3},
                                  {0, no_end}, {1, no_end}, {2, no_end}, {0, 1}, {0, 2},
                                  {1, 2},      {2, 3},      {0, 3},      {1, 3}};
  table t;
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (std::size_t m = 0; m < all.size(); ++m) {
      const std::string given = k == 0 && m == 0 ? "()" : hull(all[k], all[m]);
      t.lines += (k == 0 ? "()" : all[k].text()) + " " + (m == 0 ? "()" : all[m].text()) + " | " +
                 given + "\n";
      t.accepted += given == "refused" ? 0 : 1;
      ++t.cases;
    }
  }
  return t;
}

TEST(FieldOpenvino, EveryTableIsThatOfATranscription) {
  const auto pairs = [] { return tuples(2, 3, range(0, 4)); };
  const tables made{
      {"Add, none, inferred", [=] { return table_of(pairs(), equal); }},
      {"Add, numpy, inferred", [=] { return table_of(pairs(), numpy_style); }},
      {"Select, numpy, inferred", [] { return table_of(tuples(3, 2, range(0, 3)), numpy_style); }},
      {"Broadcast-3, numpy, inferred", [=] { return table_of(pairs(), one_way); }},
      {"Broadcast-3, bidirectional, inferred", [=] { return table_of(pairs(), numpy_style); }},
      {"MatMul, inferred", [=] { return table_of(pairs(), matmul); }},
      {"MatMul, computed, batches", [] { return table_of(batches(), matmul); }},
      {"Subtract, numpy, computed",
       [] { return table_of(tuples(2, 2, range(0, 4)), numpy_style); }},
      {"Add, numpy, inferred, intervals", of_intervals},
  };
  const std::string own = "a rule of OpenVINO's own";
  expect_tables("openvino", made,
                {{"Add, pdpd, inferred, against the documented axis -1", own},
                 {"Add, pdpd, inferred, against axis 0", own},
                 {"Broadcast-3, explicit, inferred", own},
                 {"PRelu, computed", "a slope of rank 1 is read along the second axis"}});
}

TEST(FieldOpenvino, EveryVerdictIsThatOfATranscription) {
  EXPECT_EQ(same_verdicts("openvino", "Add, numpy", shapes_from, numpy_style), 13);
  EXPECT_EQ(same_verdicts("openvino", "Add, none", shapes_from, equal), 13);
}

}  // namespace
}  // namespace bcast::field
