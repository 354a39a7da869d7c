// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/array_api.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/mlir.hpp"
#include "bcast/spec/profiles.hpp"
#include "bcast/spec/properties.hpp"
#include "bcast/spec/sonnx.hpp"
#include "bcast/spec/sonnx_2026_01.hpp"
#include "bcast/spec/theorems.hpp"
#include "bcast/spec/xla.hpp"

// No row without a transcription, no transcription without a row, no clause without a test.

namespace {

namespace spec = bcast::spec;

using tags = std::set<std::string>;

/// As in the tags: a newer edition has its own.
constexpr std::array documents{"sonnx", "sonnx@2026-01", "array_api", "xla", "mlir"};

template <class Rows>
void add(tags& all, Rows const& rows) {
  for (auto const& row : rows) {
    EXPECT_TRUE(all.insert(std::string(row.tag)).second) << row.tag << " stands twice";
  }
}

/// What a document prints and a reader has to find in its transcription.
tags clauses_of(std::string_view document) {
  tags all;
  if (document == "sonnx") add(all, spec::sonnx::clauses);
  if (document == "sonnx@2026-01") add(all, spec::sonnx_2026_01::clauses);
  if (document == "array_api") add(all, spec::array_api::clauses);
  if (document == "xla") add(all, spec::xla::clauses);
  if (document == "mlir") {
    add(all, spec::mlir::clauses);
    add(all, spec::mlir::inference_table);
    add(all, spec::mlir::verification_table);
  }
  return all;
}

tags rows() {
  tags all;
  for (std::string_view document : documents) {
    for (std::string const& tag : clauses_of(document)) all.insert(tag);
  }
  add(all, spec::properties);
  add(all, spec::findings);
  add(all, spec::theorems);
  add(all, spec::array_api::examples);
  add(all, spec::array_api::in_place_examples);
  add(all, spec::xla::examples);
  add(all, spec::mlir::examples);
  return all;
}

std::string read(std::filesystem::path const& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The tags that a text mentions, of the documents or of ours.
tags mentioned(std::string const& text, std::string const& pattern) {
  tags all;
  const std::regex tag(pattern);
  for (std::sregex_iterator m(text.begin(), text.end(), tag), end; m != end; ++m) {
    all.insert((*m)[1]);
  }
  return all;
}

const std::filesystem::path root = BCAST_SOURCE_DIR;

TEST(Closure, EveryClauseIsTranscribedInItsDocumentsFile) {
  for (std::string const document : documents) {
    const std::string file = std::regex_replace(document, std::regex("[@-]"), "_") + ".hpp";
    const std::string text = read(root / "reference/include/bcast/reference" / file);
    const tags found = mentioned(text, "\\[(" + document + "\\.[A-Z][0-9]+)\\]");
    EXPECT_EQ(found, clauses_of(document)) << document;
  }
}

TEST(Closure, EveryTagInTheSourcesIsARow) {
  const tags known = rows();
  for (std::string folder : {"spec", "reference", "optimized", "proptests"}) {
    for (auto const& file : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string extension = file.path().extension();
      if (extension != ".hpp" && extension != ".cpp") continue;
      if (file.path().filename() == "findings_test.cpp") continue;
      for (std::string const& tag :
           mentioned(read(file.path()),
                     "\\b((?:sonnx(?:@2026-01)?|array_api|xla|mlir|bcast)\\.[A-Z][0-9]+)\\b")) {
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
    // An in-place example is asked by the test of its rule.
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

TEST(Closure, EveryProfileHasCitationsThatAreRows) {
  const tags known = rows();
  for (spec::profile const& p : spec::profiles) {
    int found = 0;
    for (spec::citations const& c : spec::citation_table) found += c.document == p.document;
    EXPECT_EQ(found, 1) << p.name;
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
    const tags clauses = clauses_of(f.tag.substr(0, f.tag.find('.')));
    EXPECT_TRUE(clauses.contains(std::string(f.clause))) << f.tag << " names " << f.clause;
  }
}

}  // namespace
