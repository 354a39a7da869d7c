// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/spec/rules.hpp"
#include "tests/support/command.hpp"

// `bcast explain`, the steps of each document.

namespace explain_test {

using namespace ::bcast::tests;
using ::bcast::tests::bcast;

/// The arguments, the status, and some of the printed lines in their order. They quote no clause:
/// its words are its row's alone.
struct walked {
  char const* arguments;
  int status;
  std::vector<std::string_view> parts;
};

void expect(std::vector<walked> const& rows) {
  for (walked const& row : rows) {
    const ran r = bcast(std::string("explain ") + row.arguments);
    EXPECT_EQ(r.status, row.status) << row.arguments << "\n" << r.out;
    std::size_t at = 0;
    for (std::string_view part : row.parts) {
      at = r.out.find(part, at);
      ASSERT_NE(at, std::string::npos) << row.arguments << ": " << part << "\n" << r.out;
    }
  }
}

TEST(Explain, SonnxsFormulasAreRunInTheirOrder) {
  expect({
      {"2 1 2 --rule sonnx",
       0,
       {"by: sonnx.hpp\n[sonnx.F1] ", ": nY(dX) = 1\n",
        "  dYm(dXm = (2), nY = 1) = (2), dYm(dXm = (1), nY = 1) = (1), dYm(dXm = (2), nY = 1) = "
        "(2)\n[sonnx.C1] ",
        "  is_common_or_one(dYs, m = 1, i = 1) = true, is_common_or_one(dYs, m = 2, i = 1) = "
        "true,\n"
        "  is_common_or_one(dYs, m = 3, i = 1) = true\n[sonnx.N5] ",
        ": dY(dYs, i = 1) = 2\n\n"}},
      {"3 2 --rule sonnx",
       1,
       {"  is_common_or_one(dYs, m = 1, i = 1) = true\n[sonnx.N5] ",
        ": dY(dYs, i = 1) = 3\n"
        "[sonnx.C1] is_common_or_one(dYs, m = 2, i = 1) = false\n\n"
        "does not broadcast [sonnx.C1] axis 0 of the result: operand 0 has 3, operand 1 has 2\n"}},
      {"2 3 --rule sonnx@2026-01",
       1,
       {"is_error(dYs, m = 0, i = 0) = true\n\n"
        "does not broadcast [sonnx@2026-01.E1] axis 0 of the result: operand 0 has 2, operand 1 "
        "has 3\n"}},
  });
}

TEST(Explain, AxesAndElementsAreWhereTheRuleHasThem) {
  expect({
      {"2 2x3 --rule octave --at 1,2",
       0,
       {"  axis       0    1\n  operand 0  2  1>3\n  operand 1  2    3\n",
        "operand 0 is stretched on axis 1 from 1 to 3\n",
        "at [1,2]\nelement [1] of operand 0\nelement [1,2] of operand 1\n"}},
      {"4 2x2 --rule r --at 1,1",
       0,
       {"  operand 0  4\n  operand 1  2x2\n  result     2x2\n",
        "elements are recycled, along no axis\n", "element [3] of operand 0\n"}},
      {"2x2 2x2 --rule r", 0, {"operand 0 is not stretched\n"}},
  });
}

TEST(Explain, ArrayApisLoopIsRunToItsException) {
  expect({
      {"2x1 3 1",
       0,
       {"by: array_api.hpp\n[array_api.X5 N1-N3] broadcast(shape1 = (2, 1), shape2 = (3))\n"
        "[array_api.A1-A4] N1 = 2, N2 = 1, N = 2, shape = (none, none)\n"
        "[array_api.A5-A10] i = 1, n1 = 1, d1 = 1, n2 = 0, d2 = 3\n"
        "[array_api.A11] ",
        ": shape[1] = 3\n"
        "[array_api.A15 A6-A10] i = 0, n1 = 0, d1 = 2, n2 = -1, d2 = 1\n"
        "[array_api.A12] ",
        ": shape[0] = 2\n[array_api.A15] i = -1\n[array_api.A16] ",
        ": (2, 3)\n"
        "[bcast.P3] then operand 2\n"
        "[array_api.X5 N1-N3] broadcast(shape1 = (2, 3), shape2 = (1))\n"}},
      {"2x1 3 4 2",
       1,
       {"i = 1, n1 = 1, d1 = 3, n2 = 0, d2 = 4\n[array_api.A14] ",
        "\n\n"
        "does not broadcast [array_api.A14] axis 1 of the result: operand 1 has 3, operand 2 has "
        "4\n"}},
      {"'?' '?'", 3, {"by: array_api.hpp\n\nno answer [array_api.G2] "}},
      {"2", 0, {"by: array_api.hpp\n\noperand 0 is not stretched"}},
  });
}

TEST(Explain, XlasRulesAreAskedUntilOneIsBroken) {
  expect({
      {"2x3 2x4 --rule xla",
       1,
       {"compatible(d = 3, e = 4) = false\n\n"
        "does not broadcast [xla.X11] axis 1 of the result: operand 0 has 3, operand 1 has 4\n"}},
      {"'()' 2x3 --rule xla",
       0,
       {"[xla.X4] ", "  is_scalar(d = ()) = true\n",
        "operand 0 is stretched on axis 0 from nothing to 2"}},
      {"2 3x2 --rule xla --dims 1",
       0,
       {"  matches(T = 2, M = 2) = true\n",
        "  InDim(lower = (2), higher = (3, 2), broadcast_dimensions = (1)) = (3, 2)\n"}},
      {"2 3x4 --rule xla --dims 1",
       1,
       {"  matches(T = 2, M = 4) = false\n\n"
        "does not broadcast [xla.X6] axis 1 of the result: operand 0 has 2, operand 1 has 4\n"}},
      {"2x2 3x2x2 --rule xla --dims 2,1",
       1,
       {"  strictly_increasing(broadcast_dimensions = (2, 1)) = false\n\n"
        "does not broadcast [xla.X10] "}},
      {"3x2 2 --rule xla --dims 1", 0, {"operand 1 is stretched on axis 0 from nothing to 3"}},
  });
}

TEST(Explain, MlirsTableIsRunCaseByCase) {
  expect({
      {"1 '?' --rule mlir",
       0,
       {"[mlir.I2] ", ": InferDim(dim0 = 1, dim1 = ?) = ?\n",
        "operand 0 is stretched on axis 0 from 1 to ?"}},
      {"2 3 --rule mlir",
       1,
       {"[mlir.I6] ",
        ": InferDim(dim0 = 2, dim1 = 3) is an error\n\n"
        "does not broadcast [mlir.I6] axis 0 of the result: operand 0 has 2, operand 1 has 3\n"}},
      {"4x2 '?' 1x0 --rule mlir",
       3,
       {"[mlir.G1] InferDim(dim0 = 2, dim1 = 0) has no answer\n\n"
        "no answer [mlir.G1] axis 1 of the result: "}},
      {"2x1 1x3 4x2x3 --rule mlir",
       0,
       {"[mlir.A3] InferShape(shape0 = (2, 1), shape1 = (1, 3)) = (2, 3)\n"
        "[mlir.A2] ExpandRank(shape = (2, 3), rank = 3): shape = (1, 2, 3)\n",
        "[mlir.A4] InferResultShape(op) = (4, 2, 3)\n"}},
      {"'*' 2x3 --rule mlir", 0, {"InferResultShape(op) = (2, 3)\n\noperand 1 is not stretched"}},
      {"'*' '*' --rule mlir", 0, {"the rank of the result is not known"}},
  });
}

TEST(Explain, MlirVerifiesADeclaredResult) {
  expect({
      {"2x3 3 --rule mlir --result '2x?'",
       0,
       {"by: mlir.hpp\n[mlir.A5] Verify(op)\n",
        "[mlir.V1 V3 V2 V4] inferredDim = 2, actualDim = 2\n"
        "[mlir.V1 V3 V2 V4] inferredDim = 3, actualDim = ?\n\n"}},
      {"2x3 3 --rule mlir --result 2x4",
       1,
       {"inferredDim = 3, actualDim = 4\n"
        "[mlir.V4] ",
        "\n\n"
        "does not broadcast [mlir.V4] axis 1 of the result: the result has 4, not the inferred "
        "3\n"}},
      {"'?' --rule mlir --result 4",
       1,
       {"[mlir.V2] ",
        "\n\n"
        "does not broadcast [mlir.V2] axis 0 of the result: the result has 4, not the inferred "
        "?\n"}},
      {"3 --rule mlir --result 1x3",
       1,
       {"[mlir.A5] Verify(op) is an error\n\n"
        "does not broadcast [mlir.A5] the result has rank 2, not the inferred 1\n"}},
      {"2x3 3 --rule sonnx --result 2x3", 0, {"by: verifier\n[sonnx.F1]"}},
      {"2 --rule sonnx@2026-01 --result 3",
       1,
       {"does not broadcast [sonnx@2026-01.X8] axis 0 of the result: the result has 3, not the "
        "inferred 2\n"}},
  });
}

TEST(Explain, UnderEveryRuleADeclaredResultIsExplained) {
  for (auto const& p : ::bcast::spec::rules) {
    const ran r = bcast("explain 1 2 --result 2 --rule " + std::string(p.name));
    EXPECT_EQ(r.out.find("bcast: "), std::string::npos) << p.name << r.out;
    EXPECT_NE(r.out.find("\nby: "), std::string::npos) << p.name << r.out;
  }
}

TEST(Explain, TheVerifiersRulesShowStepsThatEndAlike) {
  constexpr std::string_view overrides =
      "by: verifier\nits switches override the document; no steps shown\n\n";
  expect({
      {"2 3x1 --rule mlir@19", 0, {"by: verifier\n[mlir.A2] ExpandRank("}},
      {"0x2 1x3 --rule 'mlir zero=other'", 1, {overrides}},
      {"2x2 1x3 --rule 'mlir zero=other'", 1, {"by: verifier\n[mlir.I5] "}},
      {"0 1 --rule 'sonnx zero=other'", 0, {overrides}},
      {"0 1 --rule 'array_api zero=reject'", 1, {overrides}},
      {"2x3 3 --rule 'xla rank=pad'", 0, {overrides}},
      {"2x3 3 --rule 'array_api rank=equal'", 1, {overrides}},
      {"'?' 3 --rule sound", 0, {overrides}},
      // Both accept, with 0 and with 1.
      {"0 1 --rule xla_client", 0, {overrides}},
      {"2x1 3 --rule sound", 0, {"by: verifier\n[array_api.X5 N1-N3] broadcast("}},
  });
}

TEST(Explain, APositionIsFollowedThroughBroadcastDimensions) {
  expect({
      {"3x2 2 --rule xla --dims 1 --at 2,1",
       0,
       {"element [2,1] of operand 0", "element [1] of operand 1"}},
      {"'()' 2x3 --rule xla --at 1,2", 0, {"element [] of operand 0"}},
      {"'()' '()' --at '()'", 0, {"at [], in SONNX's numbering []"}},
      {"2 3x1 --at '(1,0)'", 0, {"at [1,0], in SONNX's numbering [2,1]"}},
  });
}

TEST(Explain, AnAxisThatIsMissingIsNotStretchedTo1) {
  expect({{"1x3 3", 0, {"operand 1 is not stretched\n"}},
          {"2x3 3", 0, {"operand 1 is stretched on axis 0 from nothing to 2\n"}}});
}

TEST(Explain, APositionHasToBeInAResultOfKnownSizes) {
  expect({
      {"2x3 3 --at 0", 2, {"--at 0: 1 positions, the result 2x3 has rank 2"}},
      {"2x3 3 --at 0,3", 2, {"position 3 on axis 1 is outside [0, 2]"}},
      {"2x3 3 --at -1,0", 2, {"position -1 on axis 0 is outside [0, 1]"}},
      {"2 3x1 --at 1,x", 2, {"--at 1,x: 'x' is not a position\n"}},
      {"2 3x1 --at 1,", 2, {"--at 1,: expected a position after the comma\n"}},
      {"2x0 1 --at 1,0", 2, {"--at 1,0: the result 2x0 has no elements\n"}},
      {"2 3 --at 0", 2, {"--at 0: a position needs shapes and a result whose sizes are all known"}},
      // The result is known, but the operand that gives the element is not.
      {"'?' 2 --rule sound --at 0", 2, {"--at 0: a position needs shapes and a result"}},
  });
}

TEST(Explain, WhatIsLeftForRunTimeDependsOnTheSizesAlone) {
  expect({
      {"N N --rule sound", 0, {"all sizes broadcast; nothing to assert"}},
      {"'?x3' '?x2' --rule sound", 1, {"  no sizes broadcast [bcast.P1] axis 1 of the result: "}},
      {"'*' 3 --rule sound", 0, {"to assert: the shapes of all operands broadcast"}},
      {"N 1 --rule sound --result 5", 0, {"the declared result is possible [bcast.P40]"}},
      {"'?' 4 --rule sound --result 4", 0, {"the declared result is certain [bcast.P41]"}},
      {"'?' 4 --rule mlir --result 3", 1, {"the declared result is impossible [bcast.P40]"}},
  });
}

TEST(Explain, JsonHoldsTheStepsTheElementsAndWhatIsLeft) {
  const ran fixed = bcast("explain 3x1 3 --at 1,2 --json");
  EXPECT_EQ(fixed.status, 0);
  const auto j = nlohmann::json::parse(fixed.out);
  EXPECT_EQ(j.at("shape"), (nlohmann::json{3, 3}));
  EXPECT_EQ(j.at("by"), "array_api.hpp");
  EXPECT_NE(j.at("elements").get<std::string>().find("[1,0] of operand 0"), std::string::npos);
  EXPECT_FALSE(j.contains("before_run_time"));
  const auto open = nlohmann::json::parse(bcast("explain '?' 3 --rule sound --json").out);
  EXPECT_EQ(open.at("before_run_time").at("conditions").size(), 1U);
  EXPECT_EQ(open.at("by"), "verifier");
  EXPECT_FALSE(open.contains("elements"));
  EXPECT_EQ(bcast("explain 2 3 -q").out, "");
}

}  // namespace explain_test
