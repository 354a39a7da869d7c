// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/hana/length.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bcast/spec/properties.hpp"
#include "bcast/spec/reflection.hpp"
#include "pages.hpp"
#include "render.hpp"
#include "rows.hpp"
#include "table.hpp"
#include "tests/support/directory.hpp"

namespace incomplete {

struct without_the_last {
  std::string_view tag;
  std::optional<bcast::spec::shape> last;
};
struct without_one_between {
  std::string_view tag;
  bool between;
  bcast::spec::level last;
};
struct without_adaptation {
  std::string_view tag;
};
struct without_tag {
  std::string_view name;
};

}  // namespace incomplete

BOOST_HANA_ADAPT_STRUCT(incomplete::without_the_last, tag);
BOOST_HANA_ADAPT_STRUCT(incomplete::without_one_between, tag, last);
BOOST_HANA_ADAPT_STRUCT(incomplete::without_tag, name);
static_assert(!bcast::spec::reflected<incomplete::without_the_last>);
static_assert(!bcast::spec::reflected<incomplete::without_one_between>);
static_assert(!bcast::spec::reflected<incomplete::without_adaptation>);
static_assert(bcast::spec::reflected<incomplete::without_tag>);
static_assert(!bcast::spec::row<incomplete::without_tag>);

namespace bcast::docs {
namespace {

std::string text_of(std::string_view path) {
  for (page const& p : pages()) {
    if (file f = as_markdown(p); f.path == path) return f.text;
  }
  return "";
}

/// A member's cell in Markdown.
std::string shown(auto const& value) { return markdown(cell(value)); }

std::vector<std::string> lines_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The cells of a line of a table, which is split at its unescaped pipes.
std::size_t cells_in(std::string_view line) {
  std::size_t pipes = 0;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '|' && (k == 0 || line[k - 1] != '\\')) ++pipes;
  }
  return pipes - 1;
}

TEST(Cell, Shapes) {
  EXPECT_EQ(shown(spec::shape{8, 1, 6, 1}), "8x1x6x1");
  EXPECT_EQ(shown(spec::shape{0}), "0");
  EXPECT_EQ(shown(spec::scalar), "()");
  EXPECT_EQ(shown(spec::shape{spec::unknown, 3}), "?x3");
  EXPECT_EQ(shown(spec::unranked), "\\*");
  EXPECT_EQ(shown(std::optional(spec::shape{2, 3})), "2x3");
  EXPECT_EQ(shown(std::optional<spec::shape>()), "-");
  EXPECT_EQ(shown(spec::operands{spec::shape{4}, spec::scalar}), "4, ()");
  EXPECT_EQ(shown(spec::operands{}), "");
}

TEST(Cell, Tuples) {
  EXPECT_EQ(shown(spec::xla::tuple{1, 2}), "(1, 2)");
  EXPECT_EQ(shown(spec::xla::tuple{}), "()");
}

TEST(Cell, Lines) {
  EXPECT_EQ(shown(spec::passages{{3, 4}, 68}), "3-4, 68");
  EXPECT_EQ(shown(spec::passages{}), "");
  EXPECT_EQ(datum(spec::passages{{3, 4}, 68}), json::parse("[[3,4],[68,68]]"));
  EXPECT_EQ(datum(spec::passages{}), json::array());
}

TEST(Cell, WhatAPlaceIsHeldAgainst) {
  EXPECT_EQ(shown(spec::opposite{"sonnx.X8", {58}, {59}}), "sonnx.X8, 58");
  EXPECT_EQ(shown(spec::opposite{"MLIR 19.1.7", {}, {}}), "MLIR 19.1.7");
  EXPECT_EQ(datum(spec::opposite{"sonnx.X8", {58}, {59}}),
            json::parse(R"({"of": "sonnx.X8", "at": [[58, 58]], "newest": [[59, 59]]})"));
}

TEST(Cell, APublishedText) {
  EXPECT_EQ(shown(spec::text{"2.0", "a/b", "c_d.md", "123", "2026-01-02"}),
            "a/b: `c_d.md` at 123 of 2026-01-02 (edition 2.0)");
  EXPECT_EQ(shown(spec::text{"", "a/b", "c.md", "", ""}), "a/b: `c.md`");
  EXPECT_EQ(datum(spec::text{"", "a/b", "c.md", "1", ""}).at("commit"), "1");
}

TEST(Cell, NumbersAndChecksums) {
  EXPECT_EQ(shown(87), "87");
  EXPECT_EQ(datum(87), json(87));
  EXPECT_EQ(shown(std::uint32_t{0x00d55417}), "`00d55417`");
  EXPECT_EQ(datum(std::uint32_t{0x00d55417}), json("00d55417"));
}

TEST(Cell, Latex) {
  EXPECT_EQ(shown(spec::latex("dY_i \\neq 1")), "`dY_i \\neq 1`");
  EXPECT_EQ(shown(spec::latex("")), "");
  EXPECT_EQ(shown(spec::prose_with_latex("where $a_1$ is `C1`")), "where `a_1` is `C1`");
}

TEST(Cell, Truth) {
  EXPECT_EQ(shown(true), "yes");
  EXPECT_EQ(shown(false), "no");
}

TEST(Cell, EnumeratorsAsTheDocumentPrintsThem) {
  EXPECT_EQ(shown(spec::mlir::category::dynamic), "?");
  EXPECT_EQ(shown(spec::mlir::category::more), ">1");
  EXPECT_EQ(shown(spec::mlir::inferred::dim1), "dim1");
  EXPECT_EQ(shown(spec::mlir::knowledge::fixed), "static");
  EXPECT_EQ(shown(spec::mlir::outcome::ok_if_equal), "OK if equal");
  EXPECT_EQ(shown(spec::rank_rule::explicit_), "explicit");
  EXPECT_EQ(shown(spec::level::must), "must");
}

TEST(Cell, TagsAndFormulasAsCode) {
  EXPECT_EQ(shown(std::string_view("array_api.A14")), "`array_api.A14`");
  EXPECT_EQ(shown(std::string_view("D153291")), "D153291");
  EXPECT_EQ(shown(std::string_view("2022.12")), "2022.12");
  EXPECT_EQ(shown(spec::formula("dY_i = max_{m in [1,N]} dYm_i")),
            "`dY_i = max_{m in [1,N]} dYm_i`");
  EXPECT_EQ(shown(spec::formula("a | b")), "`a \\| b`");
  EXPECT_EQ(shown(spec::formula("")), "");
}

TEST(Cell, EscapesWhatMarkdownWouldTakeForMarkup) {
  const auto text = [](std::string_view s) { return markdown(cell(s)); };
  EXPECT_EQ(text("a | b"), "a \\| b");
  EXPECT_EQ(text("*, _x_, 2~3"), "\\*, \\_x_, 2\\~3");
  EXPECT_EQ(text("vector<i32>, 1 < 2, <="), "vector\\<i32>, 1 < 2, <=");
  EXPECT_EQ(text("f[1](x)"), "f[1\\](x)");
  EXPECT_EQ(text("set_aside"), "set_aside");
  EXPECT_EQ(text("`a|b*` and *"), "`a\\|b*` and \\*");
  EXPECT_EQ(text("one ` alone"), "one \\` alone");
}

/// Each row is one line of the page.
template <class Rows>
void expect_once(std::string_view file, Rows const& rows) {
  const std::vector<std::string> lines = lines_of(text_of(file));
  for (spec::row auto const& r : rows) {
    const std::string start = "| " + shown(r.tag) + " ";
    EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                            [&](std::string const& line) { return line.starts_with(start); }),
              1)
        << r.tag << " in " << file;
  }
}

TEST(Pages, HoldEveryRowOnce) {
  for (spec::rows const& r : spec::documents) expect_once("clauses.md", r.clauses);
  expect_once("clauses.md", spec::properties);
  expect_once("sonnx-constraints.md", spec::sonnx::constraints);
  expect_once("array-api-examples.md", spec::array_api::examples);
  expect_once("array-api-examples.md", spec::array_api::in_place_examples);
  expect_once("xla-examples.md", spec::xla::examples);
  expect_once("mlir-inference.md", spec::mlir::inference_table);
  expect_once("mlir-verification.md", spec::mlir::verification_table);
  expect_once("mlir-examples.md", spec::mlir::examples);
}

template <class Row, std::size_t n>
void expect_a_column_for_each_member(std::array<Row, n> const& rows) {
  const table t = table_of(rows);
  const std::size_t members = decltype(boost::hana::length(boost::hana::accessors<Row>()))::value;
  EXPECT_EQ(t.titles.size(), members);
  EXPECT_EQ(std::set(t.titles.begin(), t.titles.end()).size(), members);
  EXPECT_EQ(t.rows.size(), n);
  for (std::string const& line : lines_of(markdown(t))) EXPECT_EQ(cells_in(line), members) << line;
}

TEST(Table, HasAColumnForEachMember) {
  expect_a_column_for_each_member(spec::sonnx::clauses);
  expect_a_column_for_each_member(spec::sonnx::constraints);
  expect_a_column_for_each_member(spec::array_api::examples);
  expect_a_column_for_each_member(spec::array_api::in_place_examples);
  expect_a_column_for_each_member(spec::xla::examples);
  expect_a_column_for_each_member(spec::mlir::inference_table);
  expect_a_column_for_each_member(spec::mlir::verification_table);
  expect_a_column_for_each_member(spec::mlir::examples);
  expect_a_column_for_each_member(spec::rules);
  expect_a_column_for_each_member(spec::citation_table);
  expect_a_column_for_each_member(std::array{spec::sonnx::about});
  expect_a_column_for_each_member(spec::findings);
  expect_a_column_for_each_member(spec::notes);
  expect_a_column_for_each_member(spec::sonnx::requirements);
  expect_a_column_for_each_member(spec::sonnx_2026_01::requirements);
}

TEST(Table, IsAlignedUpToWideCells) {
  EXPECT_EQ(
      markdown(table{{"tag", "note"},
                     {{prose("x"), prose("short")}, {prose("longer"), prose(std::string(40, 'w'))}},
                     {}}),
      "| tag    | note  |\n"
      "| ------ | ----- |\n"
      "| x      | short |\n"
      "| longer | " +
          std::string(40, 'w') + " |\n");
}

TEST(Table, TitlesAreTheMembersNames) {
  EXPECT_EQ(table_of(spec::mlir::inference_table).titles,
            (std::vector<std::string>{"tag", "lines", "dim0", "dim1", "inferred_dim", "note"}));
}

TEST(Table, ShowsTheColumnsThatAreChosenAndKeepsItsData) {
  const table t = showing({{"dim1"}, {"tag", "row"}}, table_of(spec::mlir::inference_table));
  EXPECT_EQ(t.titles, (std::vector<std::string>{"dim1", "row"}));
  EXPECT_EQ(t.rows.at(1), (std::vector<text>{prose("1"), prose("mlir.I2")}));
  EXPECT_EQ(t.data, table_of(spec::mlir::inference_table).data);
  EXPECT_THROW(showing({{"dim2"}}, t), std::invalid_argument);
}

TEST(Table, AClassOfItsCellsHasNoSpaces) {
  EXPECT_NE(html({{"a b"}, {{prose("x")}}, {}}, "", {}).find("<td class=\"a_b\">x"),
            std::string::npos);
}

TEST(Pages, TheTablesOfMlirHaveItsHeads) {
  EXPECT_NE(text_of("mlir-inference.md").find("| dim0 | dim1 | inferredDim | Notes "),
            std::string::npos);
  EXPECT_NE(text_of("mlir-verification.md")
                .find("| inferredDim | actualDim | Verification outcome | note "),
            std::string::npos);
}

TEST(Pages, TheVerificationSaysWhatTheNewestTextSays) {
  const std::string page = text_of("mlir-verification.md");
  const auto found = std::find_if(spec::findings.begin(), spec::findings.end(),
                                  [](spec::finding const& f) { return f.clause == "mlir.V2"; });
  ASSERT_NE(found, spec::findings.end());
  EXPECT_NE(page.find("mlir.V2 is `OK` there, and `error` in the transcribed text (" +
                      std::string(found->tag) + ")."),
            std::string::npos)
      << page;
  EXPECT_NE(page.find(spec::mlir::about.newest.commit), std::string::npos);
  EXPECT_EQ(page.find("mlir.V1 is"), std::string::npos);
}

TEST(Pages, NoPageHasTwoHeadingsOfTheSameWords) {
  for (page const& p : pages()) {
    std::set<std::string> headings;
    for (section const& s : p.sections) {
      EXPECT_TRUE(headings.insert(s.heading).second) << p.name << ": " << s.heading;
    }
  }
}

TEST(Pages, AFindingSaysWhyItMattersAndHasItsReport) {
  const std::string page = text_of("findings.md");
  for (spec::finding const& f : spec::findings) {
    const std::string own = shown(f.tag);
    std::vector<std::string> lines = lines_of(page);
    std::erase_if(lines,
                  [&](std::string const& line) { return !line.starts_with("| " + own + " "); });
    ASSERT_EQ(lines.size(), 2U) << f.tag;
    EXPECT_NE(lines[0].find(shown(f.title)), std::string::npos) << f.tag;
    EXPECT_NE(lines[1].find(shown(f.why)), std::string::npos) << f.tag;
    EXPECT_EQ(lines[1].find("reports/" + std::string(f.tag) + ".md") != std::string::npos, f.open())
        << f.tag;
  }
}

TEST(Pages, AScopeNoteIsWithItsDocumentAndHasEveryRulesAnswer) {
  const std::string clauses = text_of("clauses.md");
  const std::string findings = text_of("findings.md");
  for (spec::scope_note const& n : spec::notes) {
    EXPECT_NE(clauses.find("| " + shown(n.tag) + " "), std::string::npos) << n.tag;
    EXPECT_EQ(findings.find("| " + shown(n.tag) + " "), std::string::npos) << n.tag;
  }
  EXPECT_NE(clauses.find("## Not covered by SONNX: Broadcast operator"), std::string::npos);
  EXPECT_NE(clauses.find("| silent: sonnx, sonnx@2026-01, array_api, "), std::string::npos);
}

TEST(Pages, SayThatTheyAreGenerated) {
  std::set<std::string> files;
  for (page const& p : pages()) {
    const file f = as_markdown(p);
    EXPECT_TRUE(f.text.starts_with("<!-- Generated by bcast_docs from the rows in spec/. Do not "))
        << f.path;
    EXPECT_TRUE(files.insert(f.path).second) << f.path;
  }
}

class Write : public tests::InADirectory {
 protected:
  std::string read(std::string const& file) const {
    std::ifstream in(directory / file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(directory), {}));
  }
};

TEST_F(Write, MakesTheDirectory) {
  write(directory / "b" / "c", {"a.md", "one"});
  EXPECT_EQ(read("b/c/a.md"), "one");
}

TEST_F(Write, RefusesADirectoryThatIsAFile) {
  write(directory, {"a.md", "one"});
  try {
    write(directory / "a.md", {"b.md", "two"});
    FAIL();
  } catch (write_error const& e) {
    EXPECT_FALSE(e.out_of_resources);
    EXPECT_NE(std::string(e.what()).find((directory / "a.md").string()), std::string::npos);
  }
  EXPECT_EQ(read("a.md"), "one");
}

}  // namespace
/// What the pages say about one file of facts.
page agreement_of(std::string const& facts) {
  const tests::directory own;
  own.write("some.json", facts);
  return agreement(own.path());
}

TEST(Agreement, ADeviationStandsWithItsCountAndItsSmallestCase) {
  const std::string written =
      bcast::docs::as_markdown(
          agreement_of(
              R"([{"peer": "some", "version": "1", "asked": "y[...] = x", "rule": "array_api",
           "cases": 9, "agree": 7, "deviations": [{"class": "accepts too much", "count": 2,
           "smallest": {"target": [], "operands": [[1, "?"]]}}]}])"))
          .text;
  EXPECT_NE(written.find("2 of them: accepts too much; smallest: 1x? into ()"), std::string::npos)
      << written;
}

TEST(Agreement, AFileThatCannotBeReadIsNamed) {
  for (std::string written : {"", "{", "[{}]", R"([{"peer": 1}])"}) {
    try {
      agreement_of(written);
      ADD_FAILURE() << written;
    } catch (std::invalid_argument const& e) {
      EXPECT_NE(std::string(e.what()).find("some.json"), std::string::npos) << e.what();
    }
  }
}

}  // namespace bcast::docs
