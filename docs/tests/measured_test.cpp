// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "measured.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

#include "age.hpp"
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
    std::filesystem::create_directories((directory / file).parent_path());
    std::ofstream(directory / file) << text;
  }
  /// The rows of a page's section in Markdown.
  static std::string rows(page const& p, std::size_t section) {
    return markdown(p.sections.at(section).rows);
  }
};

TEST_F(Measured, WhatWasNotMeasuredHasNoPageAndNoSection) {
  EXPECT_TRUE(measured(directory).empty());
  EXPECT_TRUE(trust(directory, directory).sections.empty());
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
  put("bench/one.json", R"({"rows": [
      {"workload": "B1", "title": "copy", "type": "float", "threads": 2,
       "times": [{"name": "other", "seconds": 1}, {"name": "bcast", "seconds": 2e-8}],
       "peer": {"name": "numpy", "ratio": 0.5}, "library": null, "limit": {"ratio": 1.25}},
      {"workload": "B2", "title": "sum", "type": "int8", "threads": 1,
       "times": [{"name": "bcast", "seconds": 4e-5}], "peer": null, "library": null, "limit": null},
      {"workload": "B3", "title": "none", "type": "int8", "threads": 1,
       "peer": null, "library": null, "limit": null}],
      "contestants": [{"name": "numpy"}], "machine": {"cores": 2}})");
  const page p = measured(directory).at(0);
  ASSERT_EQ(p.sections.size(), 4);
  EXPECT_EQ(p.sections[0].heading, "Means");
  EXPECT_EQ(p.sections[2].heading, "Contestants, one");
  EXPECT_EQ(p.sections[3].heading, "Machine, one");
  EXPECT_EQ(rows(p, 1),
            "| row | workload | type  | threads | one: time | one: best peer | one: best library | "
            "one: limit |\n"
            "| --- | -------- | ----- | ------- | --------- | -------------- | ----------------- | "
            "---------- |\n"
            "| B1  | copy     | float | 2       | 20.0 ns   | 0.50 numpy     |                   | "
            "1.25       |\n"
            "| B2  | sum      | int8  | 1       | 40.00 us  |                |                   | "
            "           |\n"
            "| B3  | none     | int8  | 1       |           |                |                   | "
            "           |\n");
}

TEST_F(Measured, MachinesStandSideBySide) {
  const auto run = [](std::string const& rows) {
    return R"({"rows": [)" + rows + R"(], "contestants": [], "machine": {}})";
  };
  const auto row = [](char const* workload, char const* limit) {
    return std::string(R"({"workload": ")") + workload + R"(", "title": "t", "type": "f32",
        "threads": 1, "peer": null, "library": null, "limit": {"ratio": )" +
           limit + "}}";
  };
  put("bench/b.json", run(row("w", "2") + "," + row("v", "3")));
  put("bench/a.json", run(row("w", "1.5")));
  put("bench/notes.txt", "not data");
  const page p = measured(directory).at(0);
  EXPECT_EQ(
      rows(p, 1),
      "| row | workload | type | threads | a: time | a: best peer | a: best library | a: "
      "limit | b: time | b: best peer | b: best library | b: limit |\n"
      "| --- | -------- | ---- | ------- | ------- | ------------ | --------------- | "
      "-------- | ------- | ------------ | --------------- | -------- |\n"
      "| w   | t        | f32  | 1       |         |              |                 | 1.50    "
      " |         |              |                 | 2.00     |\n"
      "| v   | t        | f32  | 1       |         |              |                 |         "
      " |         |              |                 | 3.00     |\n");
}

TEST_F(Measured, DataOfAMachineWithoutAMemberAreRefused) {
  put("bench/old.json", R"({"rows": [], "machine": {}})");
  try {
    measured(directory);
    FAIL();
  } catch (std::invalid_argument const& e) {
    EXPECT_NE(std::string(e.what()).find("old.json has no contestants"), std::string::npos)
        << e.what();
  }
}

TEST_F(Measured, GrowthIsATableAndAPlotWhereThereArePoints) {
  const std::string none = R"({"points": []})";
  put("bench/one.json",
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
  EXPECT_EQ(elements.plots[0].name, "growth-elements-one");
  ASSERT_EQ(elements.plots[0].curves.size(), 2);
  EXPECT_EQ(elements.plots[0].curves[0].label, "1 thread");
  EXPECT_EQ(elements.plots[0].curves[0].points.size(), 2);
  EXPECT_EQ(elements.plots[0].curves[1].label, "2 threads");
  EXPECT_TRUE(p.sections.at(4).plots.empty());
  EXPECT_TRUE(p.sections.at(7).text.empty());
}

TEST_F(Measured, TheKitsSpeedIsATable) {
  put("kit_speed.json", R"({"machine": {"threads": 2}, "date": "2026-11-24", "commit": "abc",
      "command": "python3 kit_speed.py", "rows": [
      {"what": "core, the engine", "figure": 0.4, "unit": "s", "aim": 1}]})");
  const page p = measured(directory).at(0);
  ASSERT_EQ(p.sections.size(), 2);
  EXPECT_NE(rows(p, 0).find("core, the engine"), std::string::npos) << rows(p, 0);
  for (char const* word : {"2026-11-24", "abc", "python3 kit_speed.py"}) {
    EXPECT_NE(p.text.find(word), std::string::npos) << p.text;
  }
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
  EXPECT_THROW(trust(directory, directory), std::invalid_argument);
}

TEST_F(Measured, CoverageSaysHowMuchOfHowMany) {
  put("coverage.json", R"({"parts": [{"part": "reference", "lines": {"reached": 3, "of": 4},
      "branches": {"reached": 2, "of": 2}, "mcdc": {"reached": 0, "of": 0}}],
      "exclusions": [{"file": "f.cpp", "text": "switch", "reason": null}]})");
  put("measured.json", R"([{"figures": "coverage.json", "each": false, "date": "2026-11-22",
      "commit": "1234567", "command": "measure", "code": ["reference"]}])");
  const page p = trust(directory, directory);
  ASSERT_EQ(p.sections.size(), 2);
  EXPECT_EQ(p.sections[0].rows.titles.front(), "part");
  const std::string text = rows(p, 0);
  EXPECT_NE(text.find("| 75.00 % of 4 | 100.00 % of 2 | none "), std::string::npos) << text;
  EXPECT_NE(rows(p, 1).find("| -      |"), std::string::npos) << rows(p, 1);
}

/// A repository with the figures of a tool: each test changes something after they were measured.
class Aged : public Measured {
 protected:
  void SetUp() override {
    if (std::system("git --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "git is missing";
    git("init -q .");
    put("code.txt", "1");
    put("other.txt", "1");
    commit("first");
    measured_at_ = head();
  }
  void git(std::string const& arguments) const {
    const std::string command =
        "cd '" + directory.string() +
        "' && git -c user.name=a -c user.email=a@b -c commit.gpgsign=false " + arguments;
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  void commit(std::string const& subject) const {
    git("add -A && git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -q -m '" +
        subject + "'");
  }
  std::string head() const {
    git("rev-parse HEAD >head.txt");
    std::ifstream in(directory / "head.txt");
    std::string text;
    in >> text;
    std::filesystem::remove(directory / "head.txt");
    return text;
  }
  std::string const& measured_at() const { return measured_at_; }
  change of(std::vector<std::string> const& paths) const {
    return since(directory, measured_at_, paths);
  }

 private:
  std::string measured_at_;
};

TEST_F(Aged, CodeThatHasNotChangedSinceSaysSo) {
  EXPECT_EQ(words_of(of({"code.txt"})), "no change since");
  put("other.txt", "2");
  commit("another file");
  EXPECT_EQ(words_of(of({"code.txt"})), "no change since");
  EXPECT_EQ(words_of(origin{"2026-11-23", measured_at(), "measure"}, of({"code.txt"})),
            "Measured on 2026-11-23 at commit `" + measured_at().substr(0, 10) +
                "`: `measure`. The code has not changed since.");
}

TEST_F(Aged, CodeThatHasChangedSinceIsNamedWithItsLastCommit) {
  put("code.txt", "2");
  commit("second");
  put("code.txt", "3");
  commit("third");
  const std::string last = head();
  put("other.txt", "2");
  commit("another file");
  const change c = of({"other", "code.txt"});
  EXPECT_EQ(c.kind, change::kind::changed);
  EXPECT_EQ(last.rfind(c.commit, 0), 0U) << c.commit;
  EXPECT_EQ(words_of(c), "changed since, last by " + c.commit + " on " + c.date);
  EXPECT_EQ(c.date.size(), 10U);
  const std::string text = words_of(origin{"2026-11-23", measured_at(), "measure"}, c);
  EXPECT_NE(text.find("The code that this depends on has changed since, last by commit `" +
                      c.commit + "` on " + c.date + ": the figures may be out of date."),
            std::string::npos)
      << text;
  EXPECT_EQ(of({".", ":!code.txt"}).kind, change::kind::changed);
  EXPECT_EQ(of({"none.txt"}).kind, change::kind::none);
}

TEST_F(Aged, WithoutAnAnswerOfGitTheAgeIsUnknown) {
  EXPECT_EQ(words_of(since(directory, "1234567890", {"code.txt"})), "age unknown");
  EXPECT_EQ(words_of(since(directory, "HEAD; touch x", {"code.txt"})), "age unknown");
  EXPECT_EQ(words_of(since(directory / "none", measured_at(), {"code.txt"})), "age unknown");
  EXPECT_EQ(words_of(of({})), "age unknown");
  // A commit that HEAD does not come from.
  git("checkout -q --orphan new");
  commit("without a past");
  EXPECT_EQ(words_of(of({"code.txt"})), "age unknown");
  EXPECT_EQ(words_of(origin{"2026-11-23", measured_at(), "measure"}, of({"code.txt"})),
            "Measured on 2026-11-23 at commit `" + measured_at().substr(0, 10) +
                "`: `measure`. Age unknown: git does not say what has changed since.");
}

TEST_F(Aged, ThePageSaysItOfEachFigure) {
  const std::string at =
      R"("date": "2026-11-23", "command": "measure", "commit": ")" + measured_at() + R"(")";
  put("measured.json",
      R"([{"figures": "fuzz.json", "each": false, "code": ["code.txt"], )" + at + R"(},
          {"figures": "faults.json", "each": true, "code": ["code.txt"]},
          {"figures": "mutation.json", "each": true, "in": "files", "command": "mutate"}])");
  put("fuzz.json", R"([{"target": "t", "input": "i", "seconds": 1, "executions": 2, "edges": 3,
                        "findings": "none"}])");
  put("faults.json", R"([{"fault": "f", "holds": "h", "cases": "c", )" + at + "}]");
  const auto mutated = [&](std::string const& file) {
    return R"({"file": ")" + file +
           R"(", "operators": "script", "mutants": 2, "equivalent": 0, "run": 2, "dead": 2, )" +
           R"("date": "2026-11-23", "commit": ")" + measured_at() + R"("})";
  };
  put("mutation.json",
      R"({"survivors": [], "files": [)" + mutated("code.txt") + ", " + mutated("other.txt") + "]}");
  page p = trust(directory, directory);
  EXPECT_EQ(rows(p, 3).find("changed since"), std::string::npos) << rows(p, 3);
  put("code.txt", "2");
  commit("second");
  p = trust(directory, directory);
  EXPECT_NE(p.sections.at(2).text.find("has changed since, last by commit"), std::string::npos);
  EXPECT_NE(rows(p, 3).find("| changed since, last by "), std::string::npos) << rows(p, 3);
  const std::string files = rows(p, 0);
  EXPECT_NE(files.find("| changed since"), std::string::npos) << files;
  EXPECT_NE(files.find("| no change since"), std::string::npos) << files;
  EXPECT_NE(p.sections.at(0).text.find("`mutate` repeats it."), std::string::npos);
}

TEST_F(Measured, AFileWithoutFiguresIsListed) {
  std::filesystem::create_directory(directory / "src");
  put("src/new.hpp", "");
  put("src/notes.md", "");
  put("measured.json",
      R"([{"figures": "mutation.json", "each": true, "in": "files", "covers": ["src"]}])");
  put("mutation.json", R"({"survivors": [], "files": []})");
  const std::string files = rows(trust(directory, directory), 0);
  EXPECT_NE(files.find("src/new.hpp"), std::string::npos) << files;
  EXPECT_NE(files.find("| not measured"), std::string::npos) << files;
  EXPECT_EQ(files.find("notes.md"), std::string::npos) << files;
}

TEST_F(Measured, AFigureWithoutADateACommitOrACommandIsRefused) {
  const auto refused = [&](std::string const& row) {
    put("measured.json", "[" + row + "]");
    put("fuzz.json", "[]");
    try {
      trust(directory, directory);
    } catch (std::invalid_argument const& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const std::string begin = R"({"figures": "fuzz.json", "each": false, "code": ["x"])";
  EXPECT_EQ(refused(begin + R"(, "date": "d", "commit": "1234567", "command": "c"})"), "");
  EXPECT_EQ(refused(begin + R"(, "commit": "1234567", "command": "c"})"),
            "fuzz.json: a figure without its date");
  EXPECT_EQ(refused(begin + R"(, "date": "d", "command": "c"})"),
            "fuzz.json: a figure without its commit");
  EXPECT_EQ(refused(begin + R"(, "date": "d", "commit": "1234567"})"),
            "fuzz.json: a figure without its command");
  EXPECT_EQ(refused(R"({"figures": "proofs.json"})"), "fuzz.json: not in measured.json");
}

TEST(TrustPage, EachCommittedFigureHasADateACommitAndACommand) {
  const std::filesystem::path root = BCAST_SOURCE_DIR;
  const page p = trust(root / "docs/data/trust", root);
  EXPECT_GE(p.sections.size(), 10U);
  std::ifstream in(root / "docs/data/trust/measured.json");
  for (auto const& row : nlohmann::json::parse(in)) {
    const std::string figures = row.at("figures").get<std::string>();
    EXPECT_TRUE(std::filesystem::exists(root / "docs/data/trust" / figures)) << figures;
    // A path that is not there any more would never change.
    for (auto const& path : row.value("code", nlohmann::json::array())) {
      const std::string name = path.get<std::string>();
      const std::string plain = name.rfind(":!", 0) == 0 ? name.substr(2) : name;
      EXPECT_TRUE(std::filesystem::exists(root / plain)) << name;
    }
  }
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
