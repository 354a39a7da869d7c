#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

#include "command.hpp"

// The program as a user runs it.

namespace {

using bcast::tests::bcast;
using bcast::tests::expect_one_line;
using bcast::tests::ran;

TEST(Command, ShapePrintsTheShape) {
  for (std::string_view a :
       {"8x1x6x1 7x1x5", "'(8, 1, 6, 1)' '[7,1,5]'", "8,1,6,1 'tensor<7x1x5xf32>'"}) {
    const ran r = bcast("shape " + std::string(a));
    EXPECT_EQ(r.out, "8x7x6x5\n") << a;
    EXPECT_EQ(r.status, 0);
  }
  EXPECT_EQ(bcast("shape scalar '()'").out, "()\n");
  EXPECT_EQ(bcast("shape '?x1' 4 --profile mlir").out, "?x4\n");
  EXPECT_EQ(bcast("shape 2x3 3 --profile xla --dims 1").out, "2x3\n");
  EXPECT_EQ(bcast("shape 0 1 --profile 'mlir zero=other'").out, "0\n");
}

TEST(Command, AnIncompatiblePairNamesAxisOperandsSizesAndClause) {
  const ran r = bcast("shape 2x3 4");
  EXPECT_EQ(r.status, 1);
  EXPECT_EQ(r.out, "does not broadcast [array_api.A14] axis 1: operand 0 has 3, operand 1 has 4\n");
}

TEST(Command, AGapIsNamed) {
  EXPECT_EQ(bcast("shape 0 1 --profile mlir").status, 3);
  EXPECT_EQ(bcast("shape 0 1 --profile mlir").out,
            "no answer [mlir.G1] axis 0: a static size of 0 has no row\n");
  EXPECT_EQ(bcast("shape '?' 1").status, 3);
  EXPECT_EQ(bcast("explain '?' 1").status, 3);
}

TEST(Command, BadArgumentsAreOneLineAndStatusTwo) {
  for (std::string_view a :
       {"", "frob", "shape", "shape 8xx1", "shape -- -1", "shape 2 --profile foo",
        "shape 2 2 --dims 0", "shape 2 --frob", "check --law foo", "check --subject foo",
        "check --cases many", "check --case '' --law values", "check --case '2~q'",
        "check --law values --case '?'", "explain 2x3 3 --at 0", "explain 2 --at 2",
        "explain 2 3 --at 0", "explain 2 --at x", "shape 99999999999999999999"}) {
    const ran r = bcast(std::string(a));
    EXPECT_EQ(r.status, 2) << a << "\n" << r.out;
    expect_one_line(r);
  }
}

TEST(Command, HelpAndVersion) {
  EXPECT_EQ(bcast("--help").status, 0);
  EXPECT_EQ(bcast("--version").out.substr(0, 6), "bcast ");
  EXPECT_EQ(bcast("check --list").status, 0);
}

TEST(Command, CheckPrintsTheTableAndTheSeed) {
  const ran r = bcast("check --law join --law values --cases 50 --seed 11");
  EXPECT_EQ(r.status, 0) << r.out;
  for (std::string_view part : {"law", "clause", "verdict", "time", "values", "sonnx.F6", "holds",
                                "3 of 3 laws hold", "seed 11"}) {
    EXPECT_NE(r.out.find(part), std::string::npos) << part << "\n" << r.out;
  }
}

TEST(Command, CheckTakesOneCase) {
  const ran r = bcast("check --law values --subject engine --case '2x1~t 1x3 type=int8'");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_NE(r.out.find("1 cases"), std::string::npos) << r.out;
}

TEST(Command, ExplainWalksToAnElement) {
  const ran r = bcast("explain 8x1x6x1 7x1x5 --at 1,2,3,4");
  EXPECT_EQ(r.status, 0);
  for (std::string_view part :
       {"operand 0    8  1>7    6  1>5", "[array_api.A11] i = 3: d1 = 1, d2 = 5: shape[3] = 5",
        "operand 1 is stretched on axis 0 from nothing to 8, axis 2 from 1 to 6",
        "in SONNX's numbering [2,3,4,5]", "element [1,0,3,0] of operand 0",
        "element [2,0,4] of operand 1"}) {
    EXPECT_NE(r.out.find(part), std::string::npos) << part << "\n" << r.out;
  }
}

TEST(Command, ExplainFollowsTheProfilesDocument) {
  EXPECT_NE(bcast("explain 2x1 3 --profile sonnx").out.find("[sonnx.N2] dY_2 = max(1, 3) = 3"),
            std::string::npos);
  EXPECT_NE(bcast("explain '?' 3 --profile mlir").out.find("[mlir.I3] axis 0: (?, 3) gives 3"),
            std::string::npos);
  const ran r = bcast("explain 4 1x2 --profile xla --dims 0 --at 3,1");
  EXPECT_NE(r.out.find("element [3] of operand 0"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("element [0,1] of operand 1"), std::string::npos) << r.out;
  EXPECT_EQ(bcast("explain 2x3 4x3").status, 1);
}

TEST(Command, AFullDiskIsStatusFour) {
  // Both streams are full: nothing can be said, and nothing aborts.
  EXPECT_EQ(bcast("shape 2 3x1 >/dev/full").status, 4);
  EXPECT_EQ(bcast("shape 2 3x3 >/dev/full").status, 1);
  EXPECT_EQ(bcast("frob >/dev/full").status, 2);
}

TEST(Command, TheoremsHoldWithTheCountsOfTheirRows) {
  const ran r = bcast("theorems");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_EQ(r.out.find("BROKEN"), std::string::npos) << r.out;
}

TEST(Command, FindingsAreListedAndRun) {
  const ran all = bcast("findings");
  EXPECT_EQ(all.status, 0);
  EXPECT_NE(all.out.find("sonnx.D1"), std::string::npos);
  const ran one = bcast("findings sonnx.D1");
  EXPECT_EQ(one.status, 0);
  EXPECT_NE(one.out.find("as printed  outside the sequence"), std::string::npos) << one.out;
  EXPECT_EQ(bcast("findings frob").status, 2);
}

TEST(Command, AClosedPipeEndsItQuietly) {
  const std::string command = BCAST_PROGRAM " check --list | head -n 1 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 256> line{};
  EXPECT_NE(fgets(line.data(), line.size(), pipe), nullptr);
  EXPECT_EQ(pclose(pipe), 0);
}

}  // namespace
