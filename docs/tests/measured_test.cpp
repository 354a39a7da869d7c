// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "measured.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

#include "plot.hpp"
#include "render.hpp"
#include "tests/support/directory.hpp"
#include "trust.hpp"

// Measurements as pages, from data that a test writes.

namespace bcast::docs {

using explain::surroundings;

namespace {

class Measured : public tests::InADirectory {
 protected:
  void put(char const* file, std::string const& text) const {
    std::ofstream(directory / file) << text;
  }
  /// The rows of a page's section in Markdown.
  static std::string rows(page const& p, std::size_t section) {
    return markdown(p.sections.at(section).rows);
  }
};

TEST_F(Measured, WhatWasNotMeasuredHasNoPageAndNoSection) {
  EXPECT_TRUE(measured(directory).empty());
  EXPECT_TRUE(trust(directory).sections.empty());
}

TEST_F(Measured, ObjectsHaveAColumnForEachMemberThatAnyOfThemHas) {
  put("mutants.json", R"([{"name": "a", "found": true, "by": ["x", "y"]},
                          {"name": "b", "found": null, "cases": 7}])");
  put("bug_classes.json", R"([{"class": "S1", "bug": "the maximum"}])");
  const page p = measured(directory).at(0);
  EXPECT_EQ(rows(p, 0),
            "| name | found | by   | cases |\n"
            "| ---- | ----- | ---- | ----- |\n"
            "| a    | yes   | x, y |       |\n"
            "| b    |       |      | 7     |\n");
  EXPECT_EQ(rows(p, 1),
            "| class | bug         |\n"
            "| ----- | ----------- |\n"
            "| S1    | the maximum |\n");
}

TEST_F(Measured, EachClassOfBugsIsNamedByAMutantOrSaysWhyNot) {
  const std::filesystem::path source = BCAST_SOURCE_DIR;
  const auto rows_of = [&](char const* file) {
    std::ifstream in(source / "docs/data" / file);
    return nlohmann::json::parse(in);
  };
  std::set<std::string> listed, named;
  for (auto const& row : rows_of("bug_classes.json")) {
    EXPECT_TRUE(listed.insert(row.at("class")).second) << row;
    EXPECT_FALSE(row.at("bug").get<std::string>().empty());
    EXPECT_FALSE(row.at("reported").get<std::string>().empty());
  }
  for (auto const& row : rows_of("mutants.json")) {
    std::istringstream codes(row.at("happened").get<std::string>());
    for (std::string code; codes >> code;) named.insert(code);
  }
  std::ifstream readme(source / "proptests/assurance/mutants/README.md");
  const std::string text{std::istreambuf_iterator<char>(readme), {}};
  for (std::string const& code : listed) {
    EXPECT_TRUE(named.contains(code) || text.find("| " + code + " |") != std::string::npos) << code;
  }
  for (std::string const& code : named) EXPECT_TRUE(listed.contains(code)) << code;
}

TEST_F(Measured, ABenchmarkHasTheSectionsThatItsDataHas) {
  put("bench.json", R"({"rows": [
      {"workload": "B1", "title": "copy", "type": "float", "threads": 2,
       "times": [{"name": "other", "seconds": 1}, {"name": "bcast", "seconds": 2e-8, "gb_per_s": 3}],
       "peer": {"name": "numpy", "ratio": 0.5}, "library": null, "limit": {"ratio": 1.25}},
      {"workload": "B2", "title": "sum", "type": "int8", "threads": 1,
       "times": [{"name": "bcast", "seconds": 4e-5}], "peer": null, "library": null, "limit": null},
      {"workload": "B3", "title": "none", "type": "int8", "threads": 1,
       "peer": null, "library": null, "limit": null}],
      "contestants": [{"name": "numpy"}], "machine": {"cores": 2}})");
  const page p = measured(directory).at(0);
  ASSERT_EQ(p.sections.size(), 3);
  EXPECT_EQ(p.sections[1].heading, "Contestants");
  EXPECT_EQ(p.sections[2].heading, "Machine");
  const std::string text = rows(p, 0);
  EXPECT_NE(text.find("20.0 ns"), std::string::npos) << text;
  EXPECT_NE(text.find("3.0"), std::string::npos) << text;
  EXPECT_NE(text.find("0.50 numpy"), std::string::npos) << text;
  EXPECT_NE(text.find("1.25"), std::string::npos) << text;
  EXPECT_NE(text.find("40.00 us"), std::string::npos) << text;
}

TEST_F(Measured, GrowthIsATableAndAPlotWhereThereArePoints) {
  const std::string none = R"({"points": []})";
  put("bench.json",
      R"({"rows": [], "means": [], "verifier": [{"what": "verify"}],
          "contestants": [], "machine": {}, "growth": {"elements": {"points": [
            {"arguments": {"elements": 16, "threads": 1}, "seconds": 1e-6},
            {"arguments": {"elements": 32, "threads": 1}, "seconds": 2e-3},
            {"arguments": {"elements": 16, "threads": 2}, "seconds": 1e-6}]},
          "rank": )" +
          none + R"(, "operands": )" + none + R"(, "threads": )" + none + R"(, "plan": )" + none +
          "}}");
  const page p = measured(directory).at(0);
  ASSERT_EQ(p.sections.size(), 10);
  section const& elements = p.sections.at(3);
  ASSERT_EQ(elements.plots.size(), 1);
  ASSERT_EQ(elements.plots[0].curves.size(), 2);
  EXPECT_EQ(elements.plots[0].curves[0].label, "1 thread");
  EXPECT_EQ(elements.plots[0].curves[0].points.size(), 2);
  EXPECT_EQ(elements.plots[0].curves[1].label, "2 threads");
  EXPECT_TRUE(p.sections.at(4).plots.empty());
  EXPECT_TRUE(p.sections.at(7).text.empty());
}

TEST_F(Measured, AFileThatCannotBeReadIsNamed) {
  put("mutants.json", "{");
  try {
    measured(directory);
    FAIL();
  } catch (std::invalid_argument const& e) {
    EXPECT_NE(std::string(e.what()).find("mutants.json: "), std::string::npos);
  }
  put("proofs.json", "{");
  EXPECT_THROW(trust(directory), std::invalid_argument);
}

TEST_F(Measured, CoverageSaysHowMuchOfHowMany) {
  put("coverage.json", R"({"parts": [{"part": "reference", "lines": {"reached": 3, "of": 4},
      "branches": {"reached": 2, "of": 2}, "mcdc": {"reached": 0, "of": 0}}],
      "exclusions": [{"file": "f.cpp", "text": "switch", "reason": null}]})");
  const page p = trust(directory);
  ASSERT_EQ(p.sections.size(), 2);
  EXPECT_EQ(p.sections[0].rows.titles.front(), "part");
  const std::string text = rows(p, 0);
  EXPECT_NE(text.find("| 75.00 % of 4 | 100.00 % of 2 | none "), std::string::npos) << text;
  EXPECT_NE(rows(p, 1).find("| -      |"), std::string::npos) << rows(p, 1);
}

TEST(Plot, BothAxesAreLogarithmicAndNameTheirPowers) {
  const plot p{"p", "a < b", "elements", {{"c", {{1, 1e-9}, {0x1p32, 2}}}}};
  const std::string alone = svg(p, surroundings::alone);
  for (char const* label : {">1<", ">16<", ">4Ki<", ">1Mi<", ">4Gi<", ">1 ns<", ">1 s<"}) {
    EXPECT_NE(alone.find(label), std::string::npos) << label;
  }
  EXPECT_NE(alone.find("<title>a &lt; b</title>"), std::string::npos);
  EXPECT_NE(alone.find("<style>"), std::string::npos);
  EXPECT_EQ(svg(p, surroundings::with_site).find("<style>"), std::string::npos);
}

TEST(Plot, OnePointIsInsideTheAxes) {
  const std::string text = svg({"p", "t", "rank", {{"c", {{4, 1e-6}}}}}, surroundings::with_site);
  EXPECT_NE(text.find("points=\"64.0,272.0 \""), std::string::npos) << text;
}

}  // namespace
}  // namespace bcast::docs
