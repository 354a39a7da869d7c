// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/spec/findings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "answers/answer.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/links.hpp"
#include "findings/findings.hpp"
#include "findings/report.hpp"
#include "support/pattern.hpp"
#include "tests/support/register.hpp"

namespace bcast::tests {
namespace {

using spec::defect;

/// The rule of a scope note's document has no answer to its example, and says so with its tag.
void expect_silent(spec::scope_note const& n) {
  const proptests::test_case c =
      n.example->empty() ? proptests::test_case{} : proptests::parse_case(*n.example);
  std::set<std::string> said;
  for (spec::document_rule const& r : spec::rows_of(spec::document_of(n.tag)).rules) {
    const kit::result a = answers::broadcast_shapes(r.name, c);
    if (a.verdict == kit::result::kind::silent) said.insert(a.tag);
  }
  EXPECT_TRUE(said.contains(std::string(n.tag))) << testing::PrintToString(said);
}

/// A finding's counterexample gives what its row says, as printed and as corrected, and both
/// computations use all of it.
void expect_reproduced(spec::finding const& f) {
  const findings::rerun run = findings::run(f.tag);
  EXPECT_EQ(run.printed.text, f.printed) << f.title;
  EXPECT_EQ(run.corrected.text, f.corrected) << f.title;
  EXPECT_EQ(run.printed.unread, std::vector<std::string>{}) << "as printed";
  EXPECT_EQ(run.corrected.unread, std::vector<std::string>{}) << "as corrected";
  EXPECT_NE(run.printed.text, run.corrected.text) << "no defect: " << f.title;
  if (f.defect == defect::cannot_run) {
    EXPECT_FALSE(run.printed.has_value) << run.printed.text;
  }
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool overlap(spec::passages const& a, spec::passages const& b) {
  for (spec::lines x : a) {
    for (spec::lines y : b) {
      if (x.first <= y.last && y.first <= x.last) return true;
    }
  }
  return false;
}

spec::passages lines_of(std::string_view tag) {
  for (spec::placed const& row : spec::placed_rows(spec::document_of(tag))) {
    if (row.tag == tag) return row.at;
  }
  return {};
}

TEST(Findings, NoTagStandsTwice) {
  std::set<std::string_view> tags;
  for (spec::finding const& f : spec::findings) {
    EXPECT_TRUE(tags.insert(f.tag).second) << f.tag;
    EXPECT_EQ(spec::document_of(f.tag), spec::document_of(f.clause)) << f.tag;
    EXPECT_EQ(f.tag[spec::document_of(f.tag).size() + 1], 'D') << f.tag;
  }
}

TEST(Notes, HaveTheirLetterAndAStatement) {
  for (spec::scope_note const& n : spec::notes) {
    EXPECT_EQ(n.tag[spec::document_of(n.tag).size() + 1], 'G') << n.tag;
    EXPECT_TRUE(n.statement.ends_with(".")) << n.tag;
    for (spec::lines at : n.at) {
      EXPECT_LE(at.last, spec::rows_of(spec::document_of(n.tag)).about.lines) << n.tag;
    }
  }
}

// Nobody is told that a place outside of a text is a defect of it.
TEST(Notes, AreNoFindings) {
  for (spec::scope_note const& n : spec::notes) {
    EXPECT_THROW(findings::run(n.tag), std::invalid_argument) << n.tag;
    EXPECT_EQ(findings::report(n.tag), "") << n.tag;
  }
}

TEST(Findings, EachHasWhatItsDefectAsksFor) {
  for (spec::finding const& f : spec::findings) {
    const auto about = spec::rows_of(spec::document_of(f.tag)).about;
    EXPECT_FALSE(f.at.empty()) << f.tag;
    for (spec::lines at : f.at) EXPECT_LE(at.last, about.lines) << f.tag;
    for (std::string_view text : {f.title, f.why}) EXPECT_FALSE(text.empty()) << f.tag;
    const bool same_document = spec::document_of(f.against.of) == spec::document_of(f.tag);
    switch (f.defect) {
      case defect::contradicts_itself:
      case defect::omission:
        EXPECT_TRUE(same_document) << f.tag;
        EXPECT_FALSE(f.against.at.empty()) << f.tag;
        EXPECT_FALSE(overlap(f.at, f.against.at)) << f.tag << " has one location, not two";
        for (spec::lines at : f.against.at) EXPECT_LE(at.last, about.lines) << f.tag;
        break;
      case defect::contradicts_another:
        EXPECT_FALSE(same_document) << f.tag;
        // A clause of another document, or a file that is not transcribed.
        if (f.against.of.find('/') != std::string_view::npos) break;
        EXPECT_EQ(f.against.at, lines_of(f.against.of)) << f.tag << ": " << f.against.of;
        EXPECT_FALSE(f.against.at.empty()) << f.tag;
        break;
      case defect::implemented_otherwise:
        EXPECT_TRUE(std::isdigit(static_cast<unsigned char>(f.against.of.back())))
            << f.tag << " names a system without its version";
        break;
      case defect::ambiguous:
        EXPECT_TRUE(f.against.of.empty()) << f.tag;
        break;
      case defect::cannot_run:
        break;
    }
  }
}

TEST(Findings, EachSaysWhereTheNewestTextStillHasIt) {
  for (spec::finding const& f : spec::findings) {
    const auto newest = spec::rows_of(spec::document_of(f.tag)).about.newest;
    EXPECT_FALSE(newest.commit.empty()) << f.tag;
    EXPECT_FALSE(newest.date.empty()) << f.tag;
  }
}

// A finding's location is in the clause that it names, or in an example of it.
TEST(Findings, EachIsInItsClauseOrInAnExample) {
  for (spec::finding const& f : spec::findings) {
    bool found = false;
    for (spec::placed const& row : spec::placed_rows(spec::document_of(f.tag))) {
      const bool example = row.tag[spec::document_of(f.tag).size() + 1] == 'S';
      if (row.tag != f.clause && !example) continue;
      found = found || overlap(row.at, f.at);
    }
    EXPECT_TRUE(found) << f.tag << " is in no line of " << f.clause;
  }
}

/// Other examples of the same form: each number and each type changed, an operand more or fewer.
std::vector<std::string> variants(std::string_view text) {
  std::vector<std::string> all;
  const auto replaced = [&](std::size_t from, std::size_t length, std::string_view with) {
    all.push_back(std::string(text.substr(0, from)) + std::string(with) +
                  std::string(text.substr(from + length)));
  };
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool inside_word =
        k > 0 && std::isalpha(static_cast<unsigned char>(text[k - 1])) != 0 && text[k - 1] != 'x';
    if (text[k] == '?' || text[k] == '*') {
      for (char const* other : {"1", "2", "3"}) replaced(k, 1, other);
    }
    if (std::isdigit(static_cast<unsigned char>(text[k])) == 0 || inside_word) continue;
    for (char const* other : {"0", "1", "2", "3", "4"}) replaced(k, 1, other);
    if (k > 0 && text[k - 1] == '-') replaced(k - 1, 2, "2");
    if (k == 0 || text[k - 1] == ' ') replaced(k, 1, std::string("1x") + text[k]);
  }
  if (text.find("dims=") != std::string_view::npos) all.push_back(std::string(text) + ",1");
  if (const auto vector = text.find("vector"); vector != std::string_view::npos) {
    replaced(vector, 6, "tensor");
  }
  if (const auto second = text.find(", tensor<7xi32>"); second != std::string_view::npos) {
    replaced(second, 15, "");
  }
  if (const auto scalar = text.find("()"); scalar != std::string_view::npos) {
    replaced(scalar, 2, "2");
    replaced(scalar, 2, "2x3");
  }
  if (const auto open = text.find("i32)"); open != std::string_view::npos) {
    replaced(open, 4, "i32>)");
  }
  if (text.find("tensor") == std::string_view::npos &&
      text.find("vector") == std::string_view::npos) {
    const std::size_t end = std::min(text.find(" ->"), text.find(" dims"));
    all.push_back("1 " + std::string(text));
    all.push_back("2 3 " + std::string(text));
    if (const auto space = text.find(' '); space < end) all.emplace_back(text.substr(space + 1));
  }
  return all;
}

// No computation is a constant: for other examples, each gives other answers.
TEST(Findings, EachAnswerDependsOnTheExample) {
  for (spec::finding const& f : spec::findings) {
    std::set<std::string> printed{std::string(f.printed)}, corrected{std::string(f.corrected)};
    for (std::string const& text : variants(f.example)) {
      // Each variant alone: some are not examples of the finding's form.
      try {
        const findings::rerun run = findings::run(f.tag, text);
        printed.insert(run.printed.text);
        corrected.insert(run.corrected.text);
      } catch (std::exception const&) {
      }
    }
    // A list of operands has no operands, whatever they are.
    if (f.tag != "mlir.D11") {
      EXPECT_GT(printed.size(), 1U) << f.tag << " as printed is a constant";
    }
    EXPECT_GT(corrected.size(), 1U) << f.tag << " as corrected is a constant";
  }
}

TEST(Findings, ATagThatDoesNotExistIsRefused) {
  EXPECT_THROW(findings::run("sonnx.D99"), std::invalid_argument);
}

TEST(Findings, AReportHasWhatAMaintainerNeeds) {
  for (spec::finding const& f : spec::findings) {
    const std::string_view report = findings::report(f.tag);
    ASSERT_NE(report.empty(), f.open()) << f.tag;
    if (!f.open()) continue;
    EXPECT_TRUE(report.starts_with("# " + std::string(f.title) + "\n\n")) << f.tag;
    spec::text const& newest = spec::rows_of(spec::document_of(f.tag)).about.newest;
    for (spec::lines at : f.newest) {
      EXPECT_TRUE(has(report, spec::link_to(newest, at) + ">"))
          << f.tag << " without " << spec::link_to(newest, at);
    }
    for (std::string_view needed : {"\n> ", "\n```text\n", "\nEarlier: ", "\nFound with bcast, "}) {
      EXPECT_TRUE(has(report, needed)) << f.tag << " without" << needed;
    }
    // At most a sentence is quoted from each place.
    const auto quoted = proptests::all_matches(std::string(report), "(\n> [^\n]*)");
    EXPECT_LE(quoted.size(), 4U) << f.tag;
    const std::string patch(findings::patch(f.tag));
    EXPECT_TRUE(has(patch, "--- a/")) << f.tag;
    EXPECT_TRUE(has(report, "`bcast findings " + std::string(f.tag) + "`")) << f.tag;
  }
}

TEST(Findings, PlacesAreSpelled) {
  const auto in = [](std::string_view document, spec::passages const& at) {
    return findings::text_of(spec::rows_of(document).about.transcribed, at);
  };
  EXPECT_EQ(in("sonnx", ""), "");
  EXPECT_EQ(in("sonnx", "3"), "line 3");
  EXPECT_EQ(in("sonnx", "3-4"), "lines 3 to 4");
  EXPECT_EQ(in("sonnx", "1, 3-4, 9"), "lines 1, 3 to 4 and 9");
  EXPECT_EQ(in("tosa", "715, 907"),
            "lines 715 and 15 of pseudocode/operators/ASSERT_EQUAL_SHAPE.tosac");
}

}  // namespace

void register_findings() {
  for (spec::finding const& f : spec::findings) {
    register_test(f.tag, "IsReproduced", [&f] { expect_reproduced(f); });
  }
  for (spec::scope_note const& n : spec::notes) {
    if (n.example) register_test(n.tag, "IsSilent", [&n] { expect_silent(n); });
  }
}

}  // namespace bcast::tests
