// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "pages.hpp"
#include "render.hpp"
#include "site.hpp"
#include "tests/support/directory.hpp"
#include "tests/support/holds.hpp"
#include "trace.hpp"

// The forms in which the program writes its pages.

namespace bcast::docs {
namespace {

class Forms : public tests::InADirectory {
 protected:
  int run(std::string const& arguments) const {
    const std::string command =
        std::string("'") + BCAST_DOCS + "' " + arguments + " '" + directory.string() + "'";
    return WEXITSTATUS(std::system((command + " >/dev/null 2>&1").c_str()));
  }
  std::string read(std::filesystem::path const& file) const {
    std::ifstream in(directory / file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t files_with(std::string const& extension) const {
    const std::filesystem::recursive_directory_iterator all(directory);
    return static_cast<std::size_t>(std::count_if(
        begin(all), end(all), [&](auto const& e) { return e.path().extension() == extension; }));
  }
};

using bcast::tests::holds;

TEST_F(Forms, HtmlIsAPageAFileWithItsTablesAndDrawings) {
  ASSERT_EQ(run("--form html"), 0);
  EXPECT_GE(files_with(".html"), pages().size());
  EXPECT_EQ(files_with(".md"), 0);
  const std::string examples = read("array-api-examples.html");
  EXPECT_TRUE(holds(examples, "<tr id=\"array_api.S1\">"));
  EXPECT_TRUE(holds(examples, "<figure>\n<svg class=\"bc\""));
  EXPECT_TRUE(holds(examples, "<h2>"));
  EXPECT_TRUE(examples.ends_with("</body></html>\n"));
  // A tag is an anchor on its first page, and a link elsewhere.
  EXPECT_TRUE(holds(read("clauses.html"), "<tr id=\"sonnx.F2\">"));
  EXPECT_TRUE(holds(read("findings.html"), "href=\"clauses.html#sonnx.F2\">sonnx.F2</a>"));
}

TEST_F(Forms, TheSiteHasTheBlocksOfItsPagesAndTheSourcesThatTheyLeadTo) {
  ASSERT_EQ(run("--form site --tests '" BCAST_LISTED_TESTS "'"), 0);
  const nlohmann::json blocks = nlohmann::json::parse(read("blocks.json"));
  EXPECT_EQ(blocks.at("tags").at("sonnx.F2"), "tables/clauses");
  EXPECT_TRUE(holds(blocks.at("figures").at("array_api.S1"), "<svg class=\"bc\""));
  const std::string finding = blocks.at("findings").at("sonnx.D2");
  EXPECT_TRUE(holds(finding, "<dt>corrected</dt>"));
  EXPECT_TRUE(holds(finding, "<dt>what fixes it</dt>"));
  EXPECT_TRUE(holds(blocks.at("findings").at("sonnx.G3"), "<dt>the rule gives</dt>"));
  EXPECT_EQ(blocks.at("facts").at("tests"), tests_of(BCAST_LISTED_TESTS).size());
  const std::string listing = read("source/reference-include-bcast-reference-sonnx.hpp.md");
  EXPECT_TRUE(holds(listing, "``` {.cpp linenums=\"1\"}\n// SPDX-License-Identifier"));
  const std::string traces = read("tables/traceability.md");
  EXPECT_TRUE(
      holds(traces, "href=\"../source/reference-include-bcast-reference-sonnx.hpp.html#__"));
  EXPECT_TRUE(traces.starts_with("---\nhide:\n  - toc\n---\n# Traceability"));
}

TEST_F(Forms, CommittedPagesAreTheSpecificationInMarkdown) {
  ASSERT_EQ(run("--tests '" BCAST_LISTED_TESTS "'"), 0);
  EXPECT_EQ(files_with(".html"), 0);
  EXPECT_EQ(files_with(".json"), 0);
  // The rows' pages, the matrix, the unknown sizes, what real systems do, and XLA's examples as
  // they are printed.
  EXPECT_EQ(files_with(".md"), pages().size() + 4);
  EXPECT_EQ(files_with(".rst"), 1U);
  EXPECT_EQ(files_with(".yaml"), 2U);
  EXPECT_FALSE(std::filesystem::exists(directory / "traceability.md"));
  EXPECT_TRUE(holds(read("array-api-examples.md"), "](figures/array_api.S1.svg)"));
}

TEST_F(Forms, DataIsAFileInJsonForEachPage) {
  ASSERT_EQ(run("--form data --tests '" BCAST_LISTED_TESTS "'"), 0);
  EXPECT_EQ(files_with(".md"), 0);
  EXPECT_GT(files_with(".json"), pages().size());
  for (char const* name : {"clauses", "mutants", "traceability"}) {
    const nlohmann::json page = nlohmann::json::parse(read(std::string(name) + ".json"));
    EXPECT_GT(page.at("sections").at(0).at("rows").size(), 1U) << name;
  }
}

TEST_F(Forms, WhatCannotBeReadOrIsNoFormIsABadArgument) {
  EXPECT_EQ(run("--form pdf"), 2);
  EXPECT_EQ(run("--tests /nowhere"), 2);
  std::ofstream(directory / "tests.json") << "{";
  EXPECT_EQ(run("--tests '" + (directory / "tests.json").string() + "'"), 2);
  EXPECT_EQ(run("--help"), 0);
}

TEST(Site, ASourceThatIsNotThereIsNamed) {
  const page p{
      "p", "", "P", "", {{"", "", {{"code"}, {{{{kind::link, "x", "no/where.hpp#L3"}}}}, {}}}}};
  try {
    site_files("/nowhere", {p}, {});
    FAIL();
  } catch (std::invalid_argument const& e) {
    EXPECT_STREQ(e.what(), "cannot read '/nowhere/no/where.hpp'");
  }
}

TEST(Page, WhatASectionDoesNotHaveIsLeftOut) {
  const page p{"p", "rows", "P & Q", "All of `it`.", {{"", "Words.", {}}, {"Second", "", {}}}};
  const std::string html = as_html(p, {}).text;
  EXPECT_TRUE(holds(html,
                    "<h1>P &amp; Q</h1>\n<p>All of <code>it</code>.</p>\n<p>Words.</p>\n"
                    "<h2>Second</h2>\n</body></html>"));
  EXPECT_TRUE(as_site(p, {}).text.ends_with(
      "\n<div>\n<p>Words.</p>\n</div>\n\n## Second\n\n<div>\n</div>\n"));
  EXPECT_TRUE(as_markdown(p).back().text.ends_with("\n\nWords.\n\n## Second\n"));
}

}  // namespace
}  // namespace bcast::docs
