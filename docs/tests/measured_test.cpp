// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

#include "pages.hpp"
#include "render.hpp"
#include "tests/support/directory.hpp"

// Measurements as pages, from data that a test writes.

namespace bcast::docs {
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
  std::ifstream readme(source / "proptests/mutants/README.md");
  const std::string text{std::istreambuf_iterator<char>(readme), {}};
  for (std::string const& code : listed) {
    EXPECT_TRUE(named.contains(code) || text.find("| " + code + " |") != std::string::npos) << code;
  }
  for (std::string const& code : named) EXPECT_TRUE(listed.contains(code)) << code;
}

TEST_F(Measured, ABenchmarkHasTheSectionsThatItsDataHas) {
  put("bench/one.json", R"({"rows": [
      {"workload": "B1", "title": "copy", "type": "float", "threads": 2,
       "times": {"other": 1, "bcast": 2e-8},
       "peer": {"name": "numpy", "ratio": 0.5}, "library": null, "limit": {"ratio": 1.25}},
      {"workload": "B2", "title": "sum", "type": "int8", "threads": 1,
       "times": {"bcast": 4e-5}, "peer": null, "library": null, "limit": null},
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

TEST_F(Measured, AFileThatCannotBeReadIsNamed) {
  put("mutants.json", "{");
  try {
    measured(directory);
    FAIL();
  } catch (std::invalid_argument const& e) {
    EXPECT_NE(std::string(e.what()).find("mutants.json: "), std::string::npos);
  }
}

}  // namespace
}  // namespace bcast::docs
