// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "answers/answer.hpp"
#include "answers/compare.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "tests/support/rows.hpp"

// What the rules say of shapes that they refuse.

namespace {

using namespace bcast;
using kind = kit::result::kind;

/// The line that the program prints of `rule: operands`.
std::string told(std::string const& question) {
  const std::size_t colon = question.find(':');
  return answers::line_of(answers::broadcast_shapes(
      question.substr(0, colon), proptests::parse_case(question.substr(colon + 1))));
}

TEST(Refusals, NameClauseAxisOperandsAndSizes) {
  tests::expect_rows(R"(
    # SONNX checks all operands on the first axis
    sonnx: 2x4 3x5 1                 => does not broadcast [sonnx.C1] axis 0 of the result: operand 0 has 2, operand 1 has 3
    sonnx: 2x4 5 3x1                 => does not broadcast [sonnx.C1] axis 0 of the result: operand 0 has 2, operand 2 has 3
    sonnx: 2 0 1                     => does not broadcast [sonnx.C1] axis 0 of the result: operand 0 has 2, operand 1 has 0
    sonnx@2026-01: 2x4 5 3x1         => does not broadcast [sonnx@2026-01.E1] axis 0 of the result: operand 0 has 2, operand 2 has 3
    # the Array API joins the first two, from the last axis
    array_api: 2x4 3x5 1             => does not broadcast [array_api.A14] axis 1 of the result: operand 0 has 4, operand 1 has 5
    array_api: 2x4 5 3x1             => does not broadcast [array_api.A14] axis 1 of the result: operand 0 has 4, operand 1 has 5
    array_api: 2x1 1x3 4x3           => does not broadcast [array_api.A14] axis 0 of the result: operand 0 has 2, operand 2 has 4
    array_api@2025.12: 1 2 1 3       => does not broadcast [array_api@2025.12.X3] axis 0 of the result: operand 1 has 2, operand 3 has 3
    array_api@2025.12: 2x4 3x5       => does not broadcast [array_api@2025.12.X3] axis 1 of the result: operand 0 has 4, operand 1 has 5
    # MLIR from the first axis
    mlir: 2x4 3x5                    => does not broadcast [mlir.I6] axis 0 of the result: operand 0 has 2, operand 1 has 3
    mlir: 2x1 * 4x3                  => does not broadcast [mlir.I6] axis 0 of the result: operand 0 has 2, operand 2 has 4
    mlir: 1 2 1 3                    => does not broadcast [mlir.I6] axis 0 of the result: operand 1 has 2, operand 3 has 3
    xla: 2x4 3x5                     => does not broadcast [xla.X11] axis 0 of the result: operand 0 has 2, operand 1 has 3
    xla: 2x4 3 dims=1                => does not broadcast [xla.X6] axis 1 of the result: operand 0 has 4, operand 1 has 3
    xla: 3 2x4 dims=1                => does not broadcast [xla.X6] axis 1 of the result: operand 0 has 3, operand 1 has 4
    # a declared result
    mlir: 2x3 3 -> 2x4               => does not broadcast [mlir.V4] axis 1 of the result: the result has 4, not the inferred 3
    mlir: ? -> 4                     => does not broadcast [mlir.V2] axis 0 of the result: the result has 4, not the inferred ?
    mlir: 3 -> 1x3                   => does not broadcast [mlir.A5] the result has rank 2, not the inferred 1
    array_api: 2x3 3 -> 2x4          => does not broadcast [array_api.A16] axis 1 of the result: the result has 4, not the inferred 3
    # what a document does not cover
    mlir: 4x2 1x0                    => no answer [mlir.G1] axis 1 of the result: a static size of 0 has no row
  )",
                     told);
}

/// All shapes of rank up to `rank` with sizes 0 to 3.
std::vector<kit::shape> shapes(std::size_t rank) {
  std::vector<kit::shape> all{kit::shape{}};
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (std::int64_t size = 0; size <= 3 && all[k].sizes.size() < rank; ++size) {
      kit::shape longer = all[k];
      longer.sizes.emplace_back(size);
      all.push_back(longer);
    }
  }
  return all;
}

/// The size of an operand on an axis of a result; 1 where it has no such axis.
std::string size_on(kit::shape const& t, std::size_t axis, std::size_t rank) {
  const std::size_t missing = rank - t.sizes.size();
  return axis < missing ? "1" : proptests::to_string(t.sizes[axis - missing]);
}

/// Of three operands, the two that are named are refused alone, at the same axis.
TEST(Refusals, NameOperandsThatAreRefusedOnTheirOwn) {
  std::size_t refused = 0;
  for (std::string_view rule : answers::rule_names()) {
    for (kit::shape const& a : shapes(2)) {
      for (kit::shape const& b : shapes(2)) {
        for (kit::shape const& c : shapes(1)) {
          proptests::test_case all;
          for (kit::shape const& t : {a, b, c}) all.operands.push_back({t, {}});
          const result r = answers::broadcast_shapes(rule, all);
          if (r.verdict == kind::ok) continue;
          EXPECT_NE(r.why, "") << rule << ": " << to_string(all);
          if (r.verdict != kind::refused || r.operands.size() != 2 || !r.axis) continue;
          ++refused;
          const auto [m, n] = std::pair(r.operands[0], r.operands[1]);
          const std::size_t rank = std::max({a.sizes.size(), b.sizes.size(), c.sizes.size()});
          ASSERT_EQ(r.why, fmt::format("operand {} has {}, operand {} has {}", m,
                                       size_on(all.operands[m].type, *r.axis, rank), n,
                                       size_on(all.operands[n].type, *r.axis, rank)))
              << rule << ": " << to_string(all);
          proptests::test_case two;
          two.operands = {all.operands[m], all.operands[n]};
          ASSERT_EQ(answers::broadcast_shapes(rule, two).tag, r.tag) << rule << to_string(all);
        }
      }
    }
  }
  EXPECT_GT(refused, 10000U);
}

}  // namespace
