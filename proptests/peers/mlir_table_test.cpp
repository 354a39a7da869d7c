// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "subjects/subjects.hpp"

// facts/mlir_19_broadcastable.txt has mlir-opt-19's answers: the rule mlir@19 must match them,
// and the document's text differs from them only where the findings say so.

namespace {

namespace kit = bcast::kit;
namespace proptests = bcast::proptests;
using kind = kit::result::kind;

/// The operands and the results that are accepted; none if the operands do not broadcast.
struct row {
  std::vector<kit::shape> operands;
  std::set<std::string> accepted;
  bool refused = false;
};

std::vector<row> table() {
  std::vector<row> rows;
  std::ifstream file(BCAST_MLIR_TABLE);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    row r;
    std::istringstream words(line);
    std::string word;
    while (words >> word && word != "|") r.operands.push_back(proptests::parse_shape(word));
    while (words >> word) {
      if (word == "operands") {
        r.refused = true;
      } else {
        r.accepted.insert(word);
      }
    }
    rows.push_back(std::move(r));
  }
  return rows;
}

/// The types of the table: those that are accepted as a result without operands.
std::vector<kit::shape> types(std::vector<row> const& rows) {
  std::vector<kit::shape> all;
  for (std::string const& text : rows.front().accepted) all.push_back(proptests::parse_shape(text));
  return all;
}

TEST(MlirTable, TheRuleAnswersAsMlirRowForRow) {
  const std::vector<row> rows = table();
  ASSERT_EQ(rows.size(), 1 + 32U * 32U);
  const kit::subject verifier = bcast::subjects::verifier("mlir@19");
  std::size_t cases = 0;
  for (row const& r : rows) {
    for (kit::shape const& result : types(rows)) {
      const kit::result got = verifier.verify(r.operands, result);
      const std::string text = proptests::to_string(result);
      const bool accepted = r.accepted.contains(text);
      EXPECT_EQ(got.verdict == kind::ok, accepted) << text;
      EXPECT_EQ(got.tag == "mlir.I6", r.refused) << text;
      ++cases;
    }
  }
  EXPECT_EQ(cases, 32U + 32U * 32U * 32U);
}

TEST(MlirTable, TheDocumentDiffersInTheClassesOfItsFindings) {
  const std::vector<row> rows = table();
  std::map<std::string, int> classes;
  for (row const& r : rows) {
    for (kit::shape const& result : types(rows)) {
      proptests::test_case c;
      bool ranked = r.operands.size() == 2 && result.ranked;
      for (kit::shape const& t : r.operands) {
        c.operands.push_back({t, {}});
        ranked = ranked && t.ranked;
      }
      if (!ranked) continue;
      c.result = proptests::operand{result, {}};
      const kit::result expected = proptests::oracle::verify("mlir", c);
      const bool accepted = r.accepted.contains(proptests::to_string(result));
      std::string name = "the same";
      if (expected.verdict == kind::silent) name = expected.tag;
      if (expected.verdict == kind::refused && accepted) name = expected.tag + ", accepted";
      if (expected.verdict == kind::ok && !accepted) name = "accepted, refused";
      ++classes[name];
    }
  }
  const std::map<std::string, int> expected{
      {"the same", 12532},          // of 29,791
      {"mlir.V2, accepted", 1372},  // mlir.D10
      {"mlir.A5, accepted", 325},   // mlir.D9
      {"mlir.G1", 15562},
  };
  EXPECT_EQ(classes, expected);
}

}  // namespace
