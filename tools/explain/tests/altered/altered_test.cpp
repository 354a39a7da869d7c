// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/command.hpp"

// A change to a transcription changes what a user sees.

namespace {

using bcast::tests::holds;
using bcast::tests::shell;

/// What a user sees for two shapes: from the program, or from one with a change.
struct told {
  std::string shape;    ///< `bcast shape`
  std::string explain;  ///< `bcast explain`
};

struct question {
  std::string rule;
  std::string one;
  std::string other;
  std::string dims;
};

told ask(std::string const& change, question const& q) {
  const std::string rest =
      q.other + " --rule '" + q.rule + "'" + (q.dims.empty() ? "" : " --dims " + q.dims) + " 2>&1";
  const std::string altered = change.empty() ? "" : "_altered" + change;
  told t;
  t.shape = shell("'" BCAST_PROGRAMS "/bcast" + altered + "' shape " + q.one + " " + rest).out;
  t.explain = shell("'" BCAST_PROGRAMS "/bcast" + altered + "' explain " + q.one + " " + rest).out;
  return t;
}

/// The output as printed and with a change, as parts of the text.
struct row {
  question asked;
  std::string_view shape, step;
  std::string_view altered_shape, altered_step;
};

void expect(std::string const& change, std::vector<row> const& rows) {
  for (row const& r : rows) {
    const told before = ask("", r.asked), after = ask("_" + change, r.asked);
    const std::string what = change + " " + r.asked.rule;
    EXPECT_TRUE(holds(before.shape, r.shape)) << what << "\n" << before.shape;
    EXPECT_TRUE(holds(after.shape, r.altered_shape)) << what << "\n" << after.shape;
    EXPECT_TRUE(holds(before.explain, r.step)) << what << "\n" << before.explain;
    EXPECT_FALSE(holds(before.explain, r.altered_step)) << what << "\n" << before.explain;
    EXPECT_TRUE(holds(after.explain, r.altered_step)) << what << "\n" << after.explain;
  }
}

TEST(Altered, TheJoinOfZeroAndOne) {
  expect("join",
         {
             {{"array_api", "0", "1", ""}, "0\n", "shape[0] = 0\n", "1\n", "shape[0] = 1\n"},
             {{"sonnx", "0", "1", ""},
              "[sonnx.C1] axis 0 of the result: operand 0 has 0, operand 1 has 1\n",
              "is_common_or_one(dYs, m = 1, i = 1) = false",
              "0\n",
              "dY(dYs, i = 1) = 0"},
             {{"sonnx@2026-01", "0", "1", ""},
              "[sonnx@2026-01.E1] axis 0 of the result: operand 0 has 0, operand 1 has 1\n",
              "is_error(dYs, m = 0, i = 0) = true",
              "0\n",
              "dY(dYs, i = 0) = 0"},
             {{"xla", "0", "1", ""},
              "1\n",
              "degenerate(d = (0), e = (1)) = (1)\n",
              "0\n",
              "degenerate(d = (0), e = (1)) = (0)\n"},
             {{"mlir", "0", "1", ""},
              "no answer [mlir.G1] axis 0 of the result: ",
              "InferDim(dim0 = 0, dim1 = 1) has no answer",
              "0\n",
              ": InferDim(dim0 = 0, dim1 = 1) = 0\n"},
         });
}

TEST(Altered, TheAlignmentOfRanks) {
  expect("alignment",
         {
             {{"array_api", "2x3", "2", ""},
              "[array_api.A14] axis 1 of the result: operand 0 has 3, operand 1 has 2\n",
              "i = 1, n1 = 1, d1 = 3, n2 = 0, d2 = 2\n",
              "2x3\n",
              "i = 1, n1 = 1, d1 = 3, n2 = -1, d2 = 1\n"},
             {{"sonnx", "2x3", "2", ""},
              "[sonnx.C1] axis 1 of the result: operand 0 has 3, operand 1 has 2\n",
              "dYm(dXm = (2), nY = 2) = (1, 2)\n",
              "2x3\n",
              "dYm(dXm = (2), nY = 2) = (2, 1)\n"},
             {{"sonnx@2026-01", "2x3", "2", ""},
              "[sonnx@2026-01.E1] axis 1 of the result: operand 0 has 3, operand 1 has 2\n",
              "dYm(dXm = (2), nY = 2) = (1, 2)\n",
              "2x3\n",
              "dYm(dXm = (2), nY = 2) = (2, 1)\n"},
             {{"mlir", "2x3", "2", ""},
              "[mlir.I6] axis 1 of the result: operand 0 has 3, operand 1 has 2\n",
              "ExpandRank(shape = (2), rank = 2): shape = (1, 2)\n",
              "2x3\n",
              "ExpandRank(shape = (2), rank = 2): shape = (2, 1)\n"},
         });
}

TEST(Altered, TheOrderOfTheAxes) {
  expect("order",
         {
             {{"array_api", "2x4", "3x5", ""},
              "[array_api.A14] axis 1 of the result: operand 0 has 4, operand 1 has 5\n",
              "i = 1, n1 = 1, d1 = 4, n2 = 1, d2 = 5\n",
              "[array_api.A14] axis 0 of the result: operand 0 has 2, operand 1 has 3\n",
              "i = 0, n1 = 0, d1 = 2, n2 = 0, d2 = 3\n"},
             {{"sonnx", "2x4", "3x5", ""},
              "[sonnx.C1] axis 0 of the result: operand 0 has 2, operand 1 has 3\n",
              "is_common_or_one(dYs, m = 1, i = 1) = false",
              "[sonnx.C1] axis 1 of the result: operand 0 has 4, operand 1 has 5\n",
              "is_common_or_one(dYs, m = 1, i = 2) = false"},
             {{"sonnx@2026-01", "2x4", "3x5", ""},
              "[sonnx@2026-01.E1] axis 0 of the result: operand 0 has 2, operand 1 has 3\n",
              "is_error(dYs, m = 0, i = 0) = true",
              "[sonnx@2026-01.E1] axis 1 of the result: operand 0 has 4, operand 1 has 5\n",
              "is_error(dYs, m = 0, i = 1) = true"},
             {{"xla", "2x4", "3x5x6", "0,1"},
              "[xla.X6] axis 0 of the result: operand 0 has 2, operand 1 has 3\n",
              "matches(T = 2, M = 3) = false",
              "[xla.X6] axis 1 of the result: operand 0 has 4, operand 1 has 5\n",
              "matches(T = 4, M = 5) = false"},
             {{"mlir", "2x4", "3x5", ""},
              "[mlir.I6] axis 0 of the result: operand 0 has 2, operand 1 has 3\n",
              "InferDim(dim0 = 2, dim1 = 3) is an error",
              "[mlir.I6] axis 1 of the result: operand 0 has 4, operand 1 has 5\n",
              "InferDim(dim0 = 4, dim1 = 5) is an error"},
         });
}

}  // namespace
