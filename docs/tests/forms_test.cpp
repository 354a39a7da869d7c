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

#include "pages.hpp"
#include "render.hpp"
#include "tests/support/directory.hpp"
#include "tests/support/holds.hpp"

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

TEST_F(Forms, TheSiteHasTheBlocksOfItsPagesAndTheSourcesThatTheyLeadTo) {
  ASSERT_EQ(run("--form site --tests '" BCAST_LISTED_TESTS "'"), 0);
  const nlohmann::json blocks = nlohmann::json::parse(read("blocks.json"));
  EXPECT_EQ(blocks.at("tags").at("sonnx.F2"), "tables/clauses");
  EXPECT_TRUE(holds(blocks.at("figures").at("array_api.S1"), "<svg class=\"bc\""));
  const std::string finding = blocks.at("findings").at("sonnx.D2");
  EXPECT_TRUE(holds(finding, "<dt>corrected</dt>"));
  EXPECT_TRUE(holds(blocks.at("findings").at("sonnx.D1"), "<pre>--- a/safety-related-profile"));
  EXPECT_EQ(blocks.at("tags").at("sonnx.G3"), "tables/clauses");
  const std::string listing = read("source/reference-include-bcast-reference-sonnx.hpp.md");
  EXPECT_TRUE(holds(listing, "``` {.cpp linenums=\"1\"}\n// SPDX-License-Identifier"));
  const std::string examples = read("tables/array-api-examples.md");
  EXPECT_TRUE(holds(examples, "<tr id=\"array_api.S1\">"));
  EXPECT_TRUE(holds(examples, "<figure>\n<svg class=\"bc\""));
  // A tag is an anchor on its first page, and a link elsewhere.
  EXPECT_TRUE(holds(read("tables/clauses.md"), "<tr id=\"sonnx.F2\">"));
  EXPECT_TRUE(holds(read("tables/findings.md"), "href=\"clauses.html#sonnx.F2\">sonnx.F2</a>"));
  const std::string traces = read("tables/traceability.md");
  EXPECT_TRUE(
      holds(traces, "href=\"../source/reference-include-bcast-reference-sonnx.hpp.html#__"));
  EXPECT_TRUE(traces.starts_with("---\nhide:\n  - toc\n---\n# Traceability"));
}

TEST_F(Forms, CommittedPagesAreTheSpecificationInMarkdown) {
  ASSERT_EQ(run("--tests '" BCAST_LISTED_TESTS "'"), 0);
  EXPECT_EQ(files_with(".html"), 0);
  EXPECT_EQ(files_with(".json"), 0);
  // The rows' pages, the matrix, the unknown sizes, and what real systems do.
  EXPECT_EQ(files_with(".md"), pages().size() + 3);
  EXPECT_EQ(files_with(".yaml"), 1U);
  EXPECT_FALSE(std::filesystem::exists(directory / "traceability.md"));
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
      "p", "", "P", "", {{"", "", {{"code"}, {{{{kind::link, "x", "no/where.hpp#L3"}}}}}}}};
  try {
    site_files("/nowhere", {p});
    FAIL();
  } catch (std::invalid_argument const& e) {
    EXPECT_STREQ(e.what(), "cannot read '/nowhere/no/where.hpp'");
  }
}

TEST(Page, WhatASectionDoesNotHaveIsLeftOut) {
  const page p{"p", "rows", "P & Q", "All of `it`.", {{"", "Words.", {}}, {"Second", "", {}}}};
  EXPECT_TRUE(as_site(p, {}).text.ends_with(
      "# P & Q\n\n<p>All of <code>it</code>.</p>\n\n<div>\n<p>Words.</p>\n</div>\n\n"
      "## Second\n\n<div>\n</div>\n"));
  EXPECT_TRUE(as_markdown(p).text.ends_with("\n\nWords.\n\n## Second\n"));
}

}  // namespace
}  // namespace bcast::docs
