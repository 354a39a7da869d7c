// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/numbers.hpp"
#include "bcast/spec/properties.hpp"
#include "bcast/spec/rules.hpp"
#include "bcast/spec/theorems.hpp"
#include "support/pattern.hpp"
#include "tests/support/directory.hpp"

// Every row has a transcription, every transcription a row, every clause a test.

namespace closure_test {

namespace spec = bcast::spec;

using bcast::proptests::replaced;
using bcast::tests::content_of;
using tags = std::set<std::string>;

template <class Rows>
void add(tags& all, Rows const& rows) {
  for (auto const& row : rows) {
    EXPECT_TRUE(all.insert(std::string(row.tag)).second) << row.tag << " appears twice";
  }
}

bool is_example(std::string_view tag) { return tag[spec::document_of(tag).size() + 1] == 'S'; }

/// What a document prints, in its order, and a reader must find in its transcription. Examples are
/// asked; they are transcribed only if that takes more than a rule.
std::vector<std::string> clauses_of(std::string_view document) {
  std::vector<std::string> all;
  for (spec::placed const& row : spec::placed_rows(document)) {
    if (!is_example(row.tag)) all.emplace_back(row.tag);
  }
  return all;
}

tags rows() {
  tags all;
  for (spec::rows const& r : spec::documents) add(all, spec::placed_rows(r.about.name));
  add(all, spec::properties);
  add(all, spec::findings);
  add(all, spec::notes);
  add(all, spec::theorems);
  return all;
}

/// The tags that a text mentions, of the documents or of ours.
tags mentioned(std::string const& text, std::string const& pattern) {
  tags all;
  for (auto const& m : bcast::proptests::all_matches(text, pattern)) all.insert(m.first);
  return all;
}

const std::filesystem::path root = BCAST_SOURCE_DIR;

/// The tags that a transcription names in brackets behind `before`, each at its first occurrence.
std::vector<std::string> transcribed(std::string const& document, std::string const& before = "") {
  const std::string file = replaced(document, "[@.-]", "_") + ".hpp";
  const std::string text = content_of(root / "reference/include/bcast/reference" / file);
  std::vector<std::string> all;
  const std::string tag = before + "\\[(" + replaced(document, "[.]", "\\.") + "\\.[A-Z][0-9]+)\\]";
  for (auto const& m : bcast::proptests::all_matches(text, tag)) {
    if (std::ranges::find(all, m.first) == all.end()) all.push_back(m.first);
  }
  return all;
}

TEST(Closure, EveryClauseIsTranscribedInItsDocumentsFile) {
  for (spec::rows const& r : spec::documents) {
    const std::string document(r.about.name);
    std::vector<std::string> found = transcribed(document), clauses = clauses_of(document);
    std::erase_if(found, [](std::string const& tag) { return is_example(tag); });
    std::ranges::sort(found);
    std::ranges::sort(clauses);
    EXPECT_EQ(found, clauses) << document;
  }
}

// Below the first tag of a comment there may be clauses from elsewhere that the same code realises.
TEST(Closure, TranscriptionsReadInTheOrderOfTheirText) {
  for (spec::rows const& r : spec::documents) {
    const std::string document(r.about.name);
    const std::vector<spec::placed> placed = spec::placed_rows(document);
    const auto line_of = [&](std::string const& tag) {
      const auto row =
          std::ranges::find_if(placed, [&](spec::placed const& p) { return p.tag == tag; });
      return row == placed.end() ? 0 : row->at.begin()->first;
    };
    const auto leading = transcribed(document, "\n(?: *[^ /\n][^\n]*)?\n *// ");
    int before = 0;
    for (std::string const& tag : transcribed(document)) {
      if (is_example(tag) || std::ranges::count(leading, tag) == 0) continue;
      EXPECT_GE(line_of(tag), before) << tag << " is earlier in the text";
      before = line_of(tag);
    }
  }
}

TEST(Closure, RowsStandInTheOrderOfTheirText) {
  const auto in_order = [](auto const& rows) {
    int before = 0;
    for (auto const& row : rows) {
      EXPECT_GE(row.at.begin()->first, before) << row.tag << " is earlier in the text";
      before = row.at.begin()->first;
    }
  };
  for (spec::rows const& r : spec::documents) {
    in_order(r.clauses);
    in_order(r.examples);
  }
  in_order(spec::array_api::examples);
  in_order(spec::array_api::in_place_examples);
  in_order(spec::xla::examples);
  in_order(spec::mlir::inference_table);
  in_order(spec::mlir::verification_table);
  in_order(spec::mlir::examples);
}

// A line outside of all rows and asides is blank, so that their number is known without the text.
TEST(Closure, EveryLineOfADocumentHasAnOwner) {
  for (spec::rows const& r : spec::documents) {
    std::set<int> owned;
    const auto own = [&](spec::lines at, std::string_view who) {
      EXPECT_GE(at.first, 1) << who;
      EXPECT_LE(at.last, r.about.lines) << who << " in " << r.about.name;
      for (int line = at.first; line <= at.last; ++line) owned.insert(line);
    };
    for (spec::placed const& row : spec::placed_rows(r.about.name)) {
      EXPECT_FALSE(row.at.empty()) << row.tag;
      int before = 0;
      for (spec::lines at : row.at) {
        EXPECT_GT(at.first, before) << row.tag << " has locations out of order";
        EXPECT_GE(at.last, at.first) << row.tag;
        before = at.last;
        own(at, row.tag);
      }
    }
    std::set<int> said;
    for (spec::placed const& row : spec::placed_rows(r.about.name)) {
      for (int line = 1; line <= r.about.lines; ++line) {
        if (row.at.contains(line)) said.insert(line);
      }
    }
    int before = 0;
    for (spec::aside const& a : r.asides) {
      EXPECT_GT(a.at.first, before) << r.about.name;
      before = a.at.last;
      own(a.at, a.reason);
      EXPECT_FALSE(a.reason.empty());
      for (int line = a.at.first; line <= a.at.last; ++line) {
        EXPECT_FALSE(said.contains(line))
            << r.about.name << ":" << line << " also belongs to a row";
      }
    }
    EXPECT_EQ(r.about.lines - static_cast<int>(owned.size()), r.about.blank) << r.about.name;
  }
}

/// The numbers of a letter that rows have.
struct numbered {
  std::string_view tag;
  int number;
  int line;
};

TEST(Closure, NumbersFollowTheTextAndAreGivenOnce) {
  std::map<std::string, std::vector<numbered>> letters;
  const auto add_row = [&](std::string_view tag, spec::passages const& at) {
    const std::size_t end = spec::document_of(tag).size() + 2;
    letters[std::string(tag.substr(0, end))].push_back(
        {tag, std::stoi(std::string(tag.substr(end))), at.begin()->first});
  };
  for (spec::rows const& r : spec::documents) {
    for (spec::placed const& row : spec::placed_rows(r.about.name)) add_row(row.tag, row.at);
  }
  for (spec::finding const& f : spec::findings) add_row(f.tag, f.at);
  for (spec::scope_note const& n : spec::notes) add_row(n.tag, n.at);
  for (spec::numbers const& given : spec::given_numbers) {
    const auto found = letters.find(std::string(given.letter));
    std::vector<numbered> rows;
    if (found != letters.end()) rows = found->second;
    std::set<int> used;
    for (numbered const& row : rows) {
      used.insert(row.number);
      EXPECT_LE(row.number, given.highest)
          << row.tag << " is not among the numbers that `given` has in its document's file";
    }
    for (int n = 1; n <= given.highest; ++n) {
      const std::string tag = std::string(given.letter) + std::to_string(n);
      const bool retired = std::ranges::find(spec::retired, tag) != spec::retired.end();
      EXPECT_NE(used.contains(n), retired) << tag << " must be a row or retired";
    }
    std::ranges::sort(rows,
                      [](numbered const& a, numbered const& b) { return a.number < b.number; });
    int before = 0;
    for (numbered const& row : rows) {
      if (row.number > given.in_order) break;
      EXPECT_GE(row.line, before) << row.tag << " is earlier in the text";
      before = row.line;
    }
    if (found != letters.end()) letters.erase(found);
  }
  for (auto const& [letter, some] : letters)
    ADD_FAILURE() << letter << " is in no `given` of a document";
}

/// What a tag looks like in the sources.
std::string tag_pattern() {
  std::string names = "bcast";
  for (spec::rows const& r : spec::documents) names += "|" + std::string(r.about.name);
  return "(?:^|[^\\w@.])((?:" + replaced(names, "[.]", "[.]") + ")\\.[A-Z][0-9]+)\\b";
}

TEST(Closure, EveryTagInTheSourcesIsARow) {
  const tags known = rows();
  const std::string pattern = tag_pattern();
  for (std::string folder : {"spec", "reference", "optimized", "proptests"}) {
    for (auto const& file : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string extension = file.path().extension();
      if (extension != ".hpp" && extension != ".cpp") continue;
      const auto name = file.path().filename();  // a test's, and the retired tags
      if (name == "findings_test.cpp" || name == "numbers.hpp") continue;
      for (std::string const& tag : mentioned(content_of(file.path()), pattern)) {
        EXPECT_TRUE(known.contains(tag)) << tag << " in " << file.path();
      }
    }
  }
}

TEST(Closure, EveryRowHasATestOfItsName) {
  std::set<std::string> suites;
  testing::UnitTest const& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    suites.insert(all.GetTestSuite(s)->name());
  }
  for (std::string const& tag : rows()) {
    // In-place examples are asked by the test of their rule.
    if (tag == "array_api.S10" || tag == "array_api.S11") continue;
    EXPECT_TRUE(suites.contains(bcast::proptests::suite_of(tag))) << "no test of " << tag;
  }
}

TEST(Closure, EveryLawStatesARow) {
  const tags known = rows();
  for (auto const& law : bcast::proptests::all_laws()) {
    EXPECT_TRUE(known.contains(std::string(law.tag))) << law.name;
  }
}

TEST(Closure, EveryRuleHasCitationsThatAreRows) {
  const tags known = rows();
  for (spec::rule const& p : spec::rules) {
    const auto found = [](std::string_view name) {
      return std::ranges::count_if(spec::citation_table,
                                   [&](spec::citations const& c) { return c.document == name; });
    };
    EXPECT_EQ(found(p.name) == 0 ? found(p.document) : found(p.name), 1) << p.name;
  }
  for (spec::citations const& c : spec::citation_table) {
    for (std::string_view tag : {c.clash, c.zero, c.unknown, c.unranked, c.no_operands, c.arity,
                                 c.result_rank, c.result_known, c.result_size}) {
      EXPECT_TRUE(tag.empty() || known.contains(std::string(tag))) << tag;
    }
  }
}

TEST(Closure, EveryFindingNamesAClauseOfItsDocument) {
  for (spec::finding const& f : spec::findings) {
    const std::vector<spec::placed> clauses = spec::placed_rows(spec::document_of(f.tag));
    EXPECT_TRUE(
        std::ranges::any_of(clauses, [&](spec::placed const& row) { return row.tag == f.clause; }))
        << f.tag << " names " << f.clause;
  }
}

}  // namespace closure_test
