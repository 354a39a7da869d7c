// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/rules.hpp"
#include "cell.hpp"
#include "tests/support/directory.hpp"

// The page that puts the same questions to every rule and every system.
namespace bcast::docs {
namespace {

page const& committed() {
  static const page p = matrix(BCAST_PEER_FACTS "/systems");
  return p;
}

/// With a space for each one that does not break.
std::string spaced(std::string text) {
  const std::string unbroken = "\u00a0";
  for (std::size_t at = 0; (at = text.find(unbroken, at)) != std::string::npos;) {
    text.replace(at, unbroken.size(), " ");
  }
  return text;
}

/// Without the marks of code.
std::string words_of(std::string cell) {
  std::erase(cell, '`');
  return cell;
}

TEST(Matrix, EverySystemsCellIsAFact) {
  std::vector<json> facts;
  for (auto const& entry : std::filesystem::directory_iterator(BCAST_PEER_FACTS "/systems")) {
    std::ifstream in(entry.path());
    const json all = json::parse(in);
    for (json const& v : all.at("verdicts")) facts.push_back(v);
  }
  int cells = 0;
  for (section const& s : committed().sections) {
    for (auto const& row : s.rows.rows) {
      if (row[0].starts_with('`')) continue;  // a rule
      const std::string by = words_of(row[0]);
      for (std::size_t column = 2; column < row.size(); ++column) {
        if (row[column].empty()) continue;
        ++cells;
        const std::string title = spaced(s.rows.titles[column]), shown = words_of(row[column]);
        std::string of = title.substr(title.find(':') + 2);
        if (of == "nothing") of.clear();
        EXPECT_TRUE(std::any_of(facts.begin(), facts.end(),
                                [&](json const& v) {
                                  const std::string asked = v.at("question"), on = v.at("case");
                                  const bool same = on == of || on.starts_with(of + " -> ");
                                  // An unknown size is written in the words of the system.
                                  return asked.ends_with(by) && v.at("answer") == shown &&
                                         (same || of.find_first_of("?*a") != of.npos);
                                }))
            << by << " on " << of << ": " << shown;
      }
    }
  }
  EXPECT_GT(cells, 100);
}

TEST(Matrix, AFileThatIsNoFactsIsNamed) {
  const tests::directory facts;
  facts.write("a.json", "[]");
  try {
    matrix(facts.path());
    FAIL();
  } catch (std::invalid_argument const& e) {
    EXPECT_NE(std::string(e.what()).find("a.json: "), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace bcast::docs
