// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "bcast/reference/gufunc.hpp"
#include "oracle/intervals.hpp"
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

/// The table of intervals, which field_table.py writes with `0..` for any size.
table of_intervals() {
  std::vector<std::string> of{"()"};
  for (char const* size :
       {"0", "1", "2", "3", "0..", "1..", "2..", "0..1", "0..2", "1..2", "2..3", "0..3", "1..3"}) {
    of.emplace_back(size);
  }
  table t;
  for (std::string const& a : of) {
    for (std::string const& b : of) {
      const auto found =
          proptests::merged({proptests::parse_intervals(a), proptests::parse_intervals(b)});
      const std::string given = found ? proptests::to_string(*found) : "refused";
      t.lines += a + " " + b + " | " + (given == "?" ? "0.." : given) + "\n";
      t.accepted += found.has_value() ? 1 : 0;
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
