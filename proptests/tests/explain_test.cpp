// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "bcast/spec/profiles.hpp"
#include "command.hpp"
#include "subjects.hpp"
#include "walk.hpp"

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

TEST(Explain, SwitchesAreFollowedOrSaidToDepart) {
  constexpr std::string_view departs =
      "\n\nthe profile's switches depart from the document's steps\n";
  expect({
      {"'()' 0 --profile mlir@19", 0, {"[mlir.I5] axis 0: (1, 0) gives 0\n\n"}},
      {"0x2 1x3 --profile 'mlir zero=other'",
       1,
       {"[mlir.I5] axis 0: (0, 1) gives 0\n[mlir.I6] axis 1: (2, 3) gives an error\n\n"}},
      {"0 2 --profile mlir@19", 1, {"[mlir.I6] axis 0: (0, 2) gives an error\n\n"}},
      {"'?' 0 --profile mlir@19", 0, {"[mlir.G1] axis 0: (?, 0) gives ?\n\n"}},
      {"N N --profile mlir", 0, {"[mlir.I1] axis 0: (?, ?) gives ?\n\n"}},
      {"0 1 --profile 'mlir zero=reject'", 1, {departs}},
      {"0 1 --profile 'sonnx zero=other'", 0, {departs}},
      {"0 1 --profile 'array_api zero=reject'", 1, {departs}},
      {"2x3 3 --profile 'xla rank=pad'", 0, {departs}},
      {"2x3 3 --profile 'array_api rank=equal'", 1, {departs}},
  });
}

/// The verdict in which the steps end, and the shape where they name one; none where they leave
/// the verdict open.
std::optional<std::string> end_of(std::string const& steps) {
  const auto has = [&](std::string_view part) { return steps.find(part) != std::string::npos; };
  if (has("no row")) return "no answer";
  if (has("an exception") || has("gives an error") || has(" not dY") || has("the ranks differ")) {
    return "reject";
  }
  std::string shape;
  const std::size_t named = steps.find("shape = (");
  if (named != std::string::npos) {
    shape = steps.substr(named + 8);
    shape.erase(shape.find('\n'));
    return shape;
  }
  for (std::string_view before : {"[sonnx.N2]", "[mlir.I"}) {
    for (std::size_t at = steps.find(before); at != std::string::npos;
         at = steps.find(before, at + 1)) {
      std::size_t value = steps.find(before == "[mlir.I" ? ") gives " : ") = ", at);
      value = steps.find_first_of("0123456789", value);
      const std::size_t end = steps.find_first_not_of("0123456789", value);
      shape += (shape.empty() ? "" : ", ") + steps.substr(value, end - value);
    }
  }
  if (shape.empty()) return std::nullopt;
  return "(" + shape + ")";
}

TEST(Explain, TheStepsEndInTheAnswerUnderEverySwitch) {
  using namespace bcast;
  const std::vector<std::string> switches{"",
                                          "zero=other",
                                          "zero=reject",
                                          "zero=maximum",
                                          "zero=gap",
                                          "rank=equal",
                                          "rank=explicit",
                                          "unknown=tight",
                                          "rank=pad",
                                          "symbols=solve",
                                          "operands=two",
                                          "zero=other rank=equal",
                                          "zero=gap rank=pad",
                                          "zero=reject rank=pad"};
  std::vector<kit::type> types{kit::type{}};
  for (std::int64_t a = 0; a <= 3; ++a) {
    types.push_back(proptests::type_of({a}));
    for (std::int64_t b = 0; b <= 3; ++b) types.push_back(proptests::type_of({a, b}));
  }
  std::size_t ended = 0;
  const auto hold = [&](std::string const& profile, bool named, std::vector<kit::type> const& t) {
    const kit::answer a = subjects::verifier(profile).infer(t, std::nullopt);
    proptests::test_case c;
    for (kit::type const& operand : t) c.operands.push_back({operand, {}});
    const std::string steps = cli::walk(profile, c, a), text = profile + ": " + to_string(c);
    if (steps.find("depart") != std::string::npos) {
      EXPECT_FALSE(named) << text;
      return;
    }
    const auto end = end_of(steps);
    if (!end) return;
    ++ended;
    std::string due = a.verdict == kit::answer::kind::ok       ? proptests::to_string(a.common)
                      : a.verdict == kit::answer::kind::reject ? "reject"
                                                               : "no answer";
    std::string got = *end;
    if (a.verdict == kit::answer::kind::ok) {
      ASSERT_EQ(got.substr(0, 1), "(") << text << "\n" << steps;
      due = proptests::to_string(a.common);
      got = proptests::to_string(proptests::parse_type(got));
    }
    EXPECT_EQ(got, due) << text << "\n" << steps;
  };
  for (spec::profile const& p : spec::profiles) {
    for (std::string const& s : switches) {
      const std::string profile = std::string(p.name) + (s.empty() ? "" : " ") + s;
      for (kit::type const& a : types) {
        for (kit::type const& b : types) hold(profile, s.empty(), {a, b});
      }
    }
  }
  EXPECT_GT(ended, 20000U);
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
      {"2 3x1 --at '[1,0]'", 0, {"at [1,0], in SONNX's numbering [2,1]"}},
      {"2 3x1 --at '(1,0)'", 0, {"at [1,0], in SONNX's numbering [2,1]"}},
  });
}

TEST(Explain, APositionHasToBeInAResultOfKnownSizes) {
  expect({
      {"2x3 3 --at 0", 2, {"--at 0 has 1 positions, the result 2x3 has rank 2"}},
      {"2x3 3 --at 0,3", 2, {"position 3 on axis 1 is outside [0, 2]"}},
      {"2x3 3 --at -1,0", 2, {"position -1 on axis 0 is outside [0, 1]"}},
      {"2 3x1 --at 1,x", 2, {"--at 1,x: 'x' is no position\n"}},
      {"2 3x1 --at 1,", 2, {"--at 1,: a position was expected behind the comma\n"}},
      {"2 3x1 --at '(1'", 2, {"--at (1: '(1' is no position\n"}},
      {"0 1 --at 0", 2, {"--at 0: the result 0 has no elements\n"}},
      {"2x0 1 --at 1,0", 2, {"--at 1,0: the result 2x0 has no elements\n"}},
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
