// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/profiles.hpp"
#include "tests/support/command.hpp"

// bcast compare: every rule's answer for given shapes.

namespace {

using bcast::tests::bcast;
using bcast::tests::expect_one_line;
using bcast::tests::holds;
using bcast::tests::ran;
namespace spec = ::bcast::spec;
using json = nlohmann::json;

TEST(Compare, ShapesThatAllRulesJoinAreOneGroup) {
  const ran r = bcast("compare 3 3");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(r.out.starts_with("3\n  sonnx, sonnx@2026-01, array_api, ")) << r.out;
  EXPECT_EQ(std::count(r.out.begin(), r.out.end(), '\n'), 2) << r.out;
}

TEST(Compare, AnswersAreGrouped) {
  const std::string out = bcast("compare 0x3 1x3").out;
  EXPECT_TRUE(out.starts_with("0x3\n  array_api, array_api@2025.12, onnx_multi, onnx_uni, "))
      << out;
  EXPECT_TRUE(holds(out, "\n1x3\n  xla\n")) << out;
  EXPECT_TRUE(holds(out, R"(
does not broadcast
  sonnx          [sonnx.C1] axis 0: operand 0 has 0, operand 1 has 1
  sonnx@2026-01  [sonnx@2026-01.E1] axis 0: operand 0 has 0, operand 1 has 1
  stablehlo      [stablehlo.C5] axis 0: operand 0 has 0, operand 1 has 1
no answer
  mlir )"))
      << out;
  EXPECT_TRUE(holds(out, " [mlir.G1] axis 0: a static size of 0 has no row\n")) << out;
}

TEST(Compare, SizesMayBeUnknown) {
  const ran r = bcast("compare '?' 0");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(holds(r.out, "0\n  xla_client, onnx, torch_unbacked, sound\n")) << r.out;
  EXPECT_TRUE(holds(r.out, "?\n  array_api@2025.12")) << r.out;
  EXPECT_TRUE(holds(r.out, "\n  array_api ")) << r.out;
}

TEST(Compare, EveryRuleAnswersOnce) {
  for (char const* shapes : {"0 1", "'?' 0", "2x3 3", "2 3 4", "'()'"}) {
    std::multiset<std::string> answered;
    for (json const& group : json::parse(bcast("compare --json " + std::string(shapes)).out)) {
      for (json const& rule : group) answered.insert(rule.at("profile"));
    }
    std::multiset<std::string> expected;
    for (auto const& rule : spec::rules) expected.emplace(rule.name);
    for (auto const& p : spec::profiles) {
      if (spec::find_rule(p.name) == nullptr) expected.emplace(p.name);
    }
    EXPECT_EQ(answered, expected) << shapes;
  }
}

TEST(Compare, FitsOneScreen) {
  for (char const* shapes : {"0x3 1x3", "'?' 0", "2x3 3", "2x3 4", "N M", "'*' 3", "1 2 0"}) {
    const std::string out = bcast("compare " + std::string(shapes)).out;
    EXPECT_LE(std::count(out.begin(), out.end(), '\n'), 24) << out;
  }
}

TEST(Compare, JsonHasTheAnswersOfShape) {
  const json groups = json::parse(bcast("compare --json 0 1").out);
  json expected = json::parse(bcast("shape --json 0 1 --profile sonnx").out);
  expected["profile"] = "sonnx";
  bool found = false;
  for (json const& group : groups) {
    for (json const& rule : group) found = found || rule == expected;
  }
  EXPECT_TRUE(found) << groups.dump(1);
}

TEST(Compare, AProductOfMatricesIsRefused) {
  const ran r = bcast("compare '(1,2,3)@(0,3,4)'");
  EXPECT_EQ(r.status, 2);
  EXPECT_TRUE(holds(r.out, "'(1,2,3)@(0,3,4)' is a product of matrices")) << r.out;
  expect_one_line(r);
}

TEST(Compare, ShapesThatCannotBeReadAreRefused) {
  EXPECT_EQ(bcast("compare").status, 2);
  EXPECT_EQ(bcast("compare 2x").status, 2);
  EXPECT_EQ(bcast("compare -- -1").status, 2);
}

}  // namespace
