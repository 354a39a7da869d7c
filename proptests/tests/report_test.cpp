// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "run/expectations.hpp"
#include "run/not_asked.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/one_answer.hpp"

// What is printed for a failure.

namespace {

namespace kit = bcast::kit;
using namespace bcast::proptests;
using namespace ::bcast::tests;

/// The report of a subject that answers `()` to everything.
std::string reported(char const* law_name, char const* rule, char const* text) {
  kit::subject s = scalar("scalar", rule);
  s.expand = [](auto const&, auto const&) { return kit::result{}; };
  const outcome o = run_case(*find_law(law_name), s, parse_case(text), false);
  return o.failure ? report(o) : "holds";
}

TEST(Report, AFailureHasItsCaseItsPictureAndItsReplay) {
  const std::string text = reported("shape", "array_api", "2x1 3");
  expect_parts(text, {"FAIL  shape  scalar  [array_api.A14] (must)\n", "  case    2x1 3\n"});
  EXPECT_FALSE(holds(text, "  found   "));
  expect_parts(text, {"  operand 1  .>2    3\n", "  replay  BCAST_CASE='2x1 3' "});
  EXPECT_FALSE(holds(text, "func.func"));
}

TEST(Report, AxesAreDrawnAsTheRuleAlignsThem) {
  EXPECT_TRUE(holds(reported("octave text", "octave", "2 2x3"),
                    "  operand 0  2  1>3\n  operand 1  2    3\n  result     2    3\n"));
  EXPECT_TRUE(holds(reported("r text", "r", "4 2x2"), "  operand 0  4\n  operand 1  2x2\n"));
}

TEST(Report, ATargetIsDrawn) {
  EXPECT_TRUE(holds(reported("expand", "", "2 -> 3"), "\n  target     3\n"));
  EXPECT_TRUE(holds(reported("negative size", "", "1 -> 2x3"),
                    "\n  target     2x3, with -1 on each axis in turn\n"));
}

TEST(Report, WhatWasNotAskedIsCountedByItsReasons) {
  EXPECT_EQ(counted({}), "");
  EXPECT_EQ(counted({"b", "a", "b"}), "2 b, 1 a");
  EXPECT_EQ(counted({"d", "c", "b", "a"}), "1 a, 1 b, 1 c, 1 d");
  std::vector<std::string> reasons;
  for (const char why : {'a', 'b', 'c', 'd', 'e', 'f'}) {
    for (char k = why; k <= 'h'; ++k) reasons.emplace_back(1, why);
  }
  EXPECT_EQ(counted(reasons), "8 a, 7 b, 6 c, 5 d, 7 for other reasons");
}

TEST(Report, ACaseThatNoTimeWasLeftToShrinkSaysSo) {
  settings with;
  with.shrink_time = std::chrono::milliseconds(0);
  const outcome o = run_case(*find_law("shape"), scalar("scalar"), parse_case("2x1 3"), true, with);
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->steps, 0);
  const std::string text = report(o);
  EXPECT_TRUE(holds(text, "shrunk in 0 steps; the smallest found in time, see --shrink)"));
}

TEST(Report, ACaseOfTypesIsWrittenAsMlirToo) {
  const std::string text = reported("mlir text", "mlir", "? 3");
  expect_parts(text, {"test.broadcastable", "tensor<?xi32>"});
  const std::string declared = reported("possible", "sound", "2 1 -> 3");
  EXPECT_TRUE(holds(declared, "tensor<3xi32>"));
}

TEST(Report, ACaseWithBroadcastDimensionsIsNoMlir) {
  const std::string text = reported("xla dimensions", "xla", "2 2x3 dims=0");
  EXPECT_TRUE(holds(text, "dims=0"));
  EXPECT_FALSE(holds(text, "test.broadcastable"));
}

TEST(Report, ARuleThatIsNoDocumentIsDrawnByMlirs) {
  const std::string text = reported("either first", "sound", "2 1");
  EXPECT_EQ(text, "holds");
  const std::string wrong = reported("soundness", "sound", "? 3");
  expect_parts(wrong, {"  operand 0  ?\n", "  result     3\n"});
}

TEST(Report, AColumnIsAsWideAsItsWidestText) {
  std::vector<outcome> all;
  for (char const* name : {"m\u00FC\u00FC\u00FCller", "\u540D\u524D", "x"}) {
    all.push_back(run_case(*find_law("shape"), scalar(name), parse_case("1"), false));
  }
  const std::string text = table(all);
  expect_parts(text,
               {"law    subject   cases  verdict", "shape  m\u00FC\u00FC\u00FCller      1  BROKEN",
                "shape  \u540D\u524D          1  BROKEN", "shape  x             1  BROKEN"});
}

TEST(Report, CasesAreCountedBySource) {
  outcome first, second;
  first.sources = {{"examples", 3}, {"core", 0}, {"random", 20}};
  second.sources = {{"random", 5}, {"examples", 1}};
  EXPECT_EQ(cases_by_source({first, second}), "4 examples, 25 random");
  EXPECT_EQ(cases_by_source({}), "");
}

TEST(Report, ALawThatIsMostlyDeclinedIsNamed) {
  const auto outcome_of = [](std::uint64_t cases, std::uint64_t declined) {
    outcome o;
    o.stated = find_law("values");
    o.subject = "mine";
    o.sources = {{"core", cases}};
    o.declined = declined;
    return o;
  };
  EXPECT_EQ(hardly_asked({outcome_of(50, 50), outcome_of(1, 0)}), "");
  EXPECT_EQ(hardly_asked({outcome_of(3, 97), outcome_of(49, 51)}),
            "values of mine (3 of 100 cases), values of mine (49 of 100 cases)");
  outcome skipped = outcome_of(0, 100);
  skipped.skipped = "supports none of the cases";
  EXPECT_EQ(hardly_asked({skipped}), "");
}

TEST(Report, TheLineOfAnExpectationSaysWhatTheCaseHas) {
  expect_rows(
      R"(
    2 1       => shape scalar * strict "..."
    2x1 1x3   => shape scalar mutual strict "..."
    0x3 1x3   => shape scalar zero strict "..."
    2 2       => shape scalar equal strict "..."
    2 3       => shape scalar illegal strict "..."
  )",
      [](std::string const& text) {
        return line_for(run_case(*find_law("shape"), scalar("scalar"), parse_case(text), false));
      });
}

}  // namespace
