// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"

// `bcast explain`, the steps of each document.

namespace {

using bcast::tests::bcast;
using bcast::tests::ran;

/// What is asked, the status, and what is printed among other lines.
struct walked {
  char const* arguments;
  int status;
  std::vector<std::string_view> parts;
};

void expect(std::vector<walked> const& rows) {
  for (walked const& row : rows) {
    const ran r = bcast(std::string("explain ") + row.arguments);
    EXPECT_EQ(r.status, row.status) << row.arguments << "\n" << r.out;
    for (std::string_view part : row.parts) {
      EXPECT_NE(r.out.find(part), std::string::npos) << row.arguments << ": " << part << "\n"
                                                     << r.out;
    }
  }
}

TEST(Explain, SonnxNamesTheSizesThatAreNeitherTheMaximumNor1) {
  expect({
      {"2 1 2 --profile sonnx",
       0,
       {"[sonnx.F1] nY = 1\n", "[sonnx.F2] dY3 = (2)",
        "max(2, 1, 2) = 2   [sonnx.C1] each is that or 1"}},
      {"2 3 --profile sonnx",
       1,
       {"max(2, 3) = 3   [sonnx.C1] not dY1_1 = 2;",
        "does not broadcast [sonnx.C1] axis 0: operand 0 has 2"}},
      {"4x3 2x5 --profile sonnx", 1, {"not dY2_1 = 2;", "not dY1_2 = 3;"}},
  });
}

TEST(Explain, ArrayApiEndsAtItsException) {
  expect({
      {"2x1 3 1",
       0,
       {"[array_api.A12] i = 0: d1 = 2, d2 = 1 (no axis): shape[0] = 2",
        "[bcast.P3] then operand 2", "[array_api.A16] shape = (2, 3)\n\noperand 0"}},
      {"2x1 3 4 2",
       1,
       {"[bcast.P3] then operand 2\n[array_api.A3] N = max(2, 1) = 2\n"
        "[array_api.A14] i = 1: d1 = 3, d2 = 4: an exception\n\n"}},
      {"3 3", 0, {"[array_api.A13] i = 0: d1 = 3, d2 = 3: shape[0] = 3"}},
      {"1 2x3", 0, {"d1 = 1 (no axis), d2 = 2"}},
      {"'?' '?'", 3, {"no answer [array_api.G1]"}},
      {"2", 0, {"operand 0 is not stretched"}},
  });
}

TEST(Explain, XlaSaysWhichCaseItIs) {
  expect({
      {"1x2 3x2 --profile xla", 0, {"[xla.X8] equal ranks"}},
      {"'()' 2x3 --profile xla",
       0,
       {"[xla.X2] a scalar broadcasts over any array",
        "operand 0 is stretched on axis 0 from nothing to 2"}},
      {"2x3 '()' --profile xla", 0, {"[xla.X2] a scalar"}},
      {"2 3x2 --profile xla", 1, {"[xla.X1] the ranks differ: broadcast dimensions are required"}},
      {"2 3x2 --profile xla --dims 1", 0, {"dimension 0 of operand 0 is matched with dimension 1"}},
      {"3x2 2 --profile xla --dims 1",
       0,
       {"dimension 0 of operand 1 is matched with dimension 1",
        "operand 1 is stretched on axis 0 from nothing to 3"}},
      {"2 2 2 --profile xla", 3, {"no answer [xla.G2] the text speaks of two operands"}},
  });
}

TEST(Explain, MlirNamesTheRowOfItsTable) {
  expect({
      {"'?' '?' --profile mlir", 0, {"[mlir.I1] axis 0: (?, ?) gives ?"}},
      {"'?' 1 --profile mlir", 0, {"[mlir.I2] axis 0: (?, 1) gives ?"}},
      {"1 '?' --profile mlir",
       0,
       {"[mlir.I2] axis 0: (1, ?) gives ?", "operand 0 is stretched on axis 0 from 1 to ?"}},
      {"3 '?' --profile mlir", 0, {"[mlir.I3] axis 0: (3, ?) gives 3"}},
      {"1 1 --profile mlir", 0, {"[mlir.I4] axis 0: (1, 1) gives 1"}},
      {"1 4 --profile mlir", 0, {"[mlir.I5] axis 0: (1, 4) gives 4"}},
      {"4 1 --profile mlir", 0, {"[mlir.I5] axis 0: (4, 1) gives 4"}},
      {"2 2 --profile mlir", 0, {"[mlir.I6] axis 0: (2, 2) gives 2"}},
      {"2 3 --profile mlir", 1, {"[mlir.I6] axis 0: (2, 3) gives an error\n\n"}},
      {"0 '?' --profile mlir", 3, {"[mlir.G1] axis 0: (0, ?) gives no row", "no answer [mlir.G1]"}},
      {"2x1 1x3 4x2x3 --profile mlir", 0, {"[mlir.A2] 2x1 and 1x3", "[mlir.A2] 1x2x3 and 4x2x3"}},
  });
}

TEST(Explain, MlirSetsUnrankedOperandsAside) {
  const ran one = bcast("explain '*' 2x3 --profile mlir");
  EXPECT_EQ(one.status, 0);
  EXPECT_NE(one.out.find("[mlir.A4] operand 0 is unranked and set aside"), std::string::npos);
  EXPECT_EQ(one.out.find("operand 0 is "), one.out.find("operand 0 is unranked")) << one.out;
  EXPECT_NE(one.out.find("operand 1 is not stretched"), std::string::npos) << one.out;
  expect({{"'*' '*' --profile mlir", 0, {"the rank of the result is not known"}}});
}

TEST(Explain, APositionIsFollowedThroughBroadcastDimensions) {
  expect({
      {"3x2 2 --profile xla --dims 1 --at 2,1",
       0,
       {"element [2,1] of operand 0", "element [1] of operand 1"}},
      {"'()' 2x3 --profile xla --at 1,2", 0, {"element [] of operand 0"}},
      {"'()' '()' --at '()'", 0, {"at [], in SONNX's numbering []"}},
  });
}

TEST(Explain, APositionHasToBeInAResultOfKnownSizes) {
  expect({
      {"2x3 3 --at 0", 2, {"--at 0 has 1 positions, the result 2x3 has rank 2"}},
      {"2x3 3 --at 0,3", 2, {"position 3 on axis 1 is outside [0, 2]"}},
      {"2x3 3 --at -1,0", 2, {"position -1 on axis 0 is outside [0, 1]"}},
      {"2 3 --at 0", 2, {"--at needs shapes and a result whose sizes are all known"}},
      {"'?' 1 --profile sound --at 0", 2, {"--at needs shapes and a result"}},
      // The result is known, the operand that gives the element is not.
      {"'?' 2 --profile sound --at 0", 2, {"--at needs shapes and a result"}},
  });
}

TEST(Explain, WhatIsLeftForRunTimeDependsOnTheSizesAlone) {
  expect({
      {"N N --profile sound", 0, {"all sizes broadcast, nothing is left to be asserted"}},
      {"'?x3' '?x2' --profile sound", 1, {"  no sizes broadcast [bcast.P1] axis 1: "}},
      {"'*' 3 --profile sound", 0, {"to be asserted: the shapes of all operands broadcast"}},
      {"N 1 --profile sound --result 5", 0, {"the declared result is possible [bcast.P40]"}},
      {"'?' 4 --profile sound --result 4", 0, {"the declared result is certain [bcast.P41]"}},
      {"'?' 4 --profile mlir --result 3", 1, {"the declared result is impossible [bcast.P40]"}},
  });
}

TEST(Explain, JsonHoldsTheStepsTheElementsAndWhatIsLeft) {
  const ran fixed = bcast("explain 3x1 3 --at 1,2 --json");
  EXPECT_EQ(fixed.status, 0);
  const auto j = nlohmann::json::parse(fixed.out);
  EXPECT_EQ(j.at("shape"), (nlohmann::json{3, 3}));
  EXPECT_NE(j.at("elements").get<std::string>().find("[1,0] of operand 0"), std::string::npos);
  EXPECT_FALSE(j.contains("before_run_time"));
  const auto open = nlohmann::json::parse(bcast("explain '?' 3 --profile sound --json").out);
  EXPECT_EQ(open.at("before_run_time").at("conditions").size(), 1U);
  EXPECT_FALSE(open.contains("elements"));
  EXPECT_EQ(bcast("explain 2 3 -q").out, "");
}

}  // namespace
      {"2 3x1 --at '[1,0]'", 0, {"at [1,0], in SONNX's numbering [2,1]"}},
      {"2 3x1 --at '(1,0)'", 0, {"at [1,0], in SONNX's numbering [2,1]"}},
      {"2 3x1 --at 1,x", 2, {"--at 1,x: 'x' is no position\n"}},
      {"2 3x1 --at 1,", 2, {"--at 1,: a position was expected behind the comma\n"}},
      {"2 3x1 --at '(1'", 2, {"--at (1: '(1' is no position\n"}},
      {"0 1 --at 0", 2, {"--at 0: the result 0 has no elements\n"}},
      {"2x0 1 --at 1,0", 2, {"--at 1,0: the result 2x0 has no elements\n"}},
