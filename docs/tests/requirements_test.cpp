// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/sonnx_requirements.hpp"

// The requirements of SONNX's Broadcast, as rows.

namespace bcast::docs {
namespace {

struct edition {
  spec::operator_page const& page;
  std::span<spec::requirement const> requirements;
};

std::vector<edition> editions() {
  return {{spec::sonnx::page, spec::sonnx::requirements},
          {spec::sonnx_2026_01::page, spec::sonnx_2026_01::requirements}};
}

char letter_of(std::string_view tag) { return tag[tag.rfind('.') + 1]; }

TEST(Requirements, EveryClauseHasOneAndEachNamesAClauseOfItsEdition) {
  for (edition const& e : editions()) {
    std::set<std::string_view> named;
    for (spec::requirement const& r : e.requirements) named.insert(r.clause);
    for (spec::clause const& c : spec::rows_of(e.page.document).clauses) {
      EXPECT_EQ(named.erase(c.tag), 1U) << c.tag << " has no requirement";
    }
    EXPECT_EQ(named, std::set<std::string_view>{});
  }
}

TEST(Requirements, AFormulaAndAnErrorConditionAreTypeset) {
  for (edition const& e : editions()) {
    for (spec::requirement const& r : e.requirements) {
      if (letter_of(r.clause) == 'F' || letter_of(r.clause) == 'E') {
        EXPECT_FALSE(r.latex.empty()) << r.req_id;
      }
      EXPECT_TRUE(r.where.empty() || !r.latex.empty()) << r.req_id;
    }
  }
}

TEST(Requirements, AConstraintAndAnErrorConditionStandInTheirSections) {
  for (edition const& e : editions()) {
    for (spec::requirement const& r : e.requirements) {
      if (letter_of(r.clause) == 'C') {
        EXPECT_TRUE(r.zone.starts_with("CONSTR_")) << r.req_id;
      }
      if (letter_of(r.clause) == 'E') {
        EXPECT_EQ(r.zone, "ERROR") << r.req_id;
      }
    }
  }
}

TEST(Requirements, AnIdentifierIsOfTheGuidelinesFormAndGivenOnce) {
  std::set<std::string_view> given;
  for (edition const& e : editions()) {
    std::string type(e.page.datatype);
    std::transform(type.begin(), type.end(), type.begin(), ::toupper);
    for (spec::requirement const& r : e.requirements) {
      const std::regex form(fmt::format("E_BROADCAST_{}_{}_[0-9]{{4}}", type, r.zone));
      EXPECT_TRUE(std::regex_match(std::string(r.req_id), form)) << r.req_id;
      EXPECT_TRUE(given.insert(r.req_id).second) << r.req_id;
      EXPECT_TRUE(r.zone == "FUNC" || r.zone == "CONSTR_X" || r.zone == "CONSTR_Z" ||
                  r.zone == "ERROR")
          << r.req_id;
      EXPECT_TRUE(r.repeats.empty() || given.contains(r.repeats)) << r.req_id;
    }
  }
}

TEST(Requirements, ATitleSaysWhatTheRequirementIsAbout) {
  for (edition const& e : editions()) {
    std::set<std::string_view> titles;
    for (spec::requirement const& r : e.requirements) {
      EXPECT_TRUE(titles.insert(r.title).second) << r.req_id << ": " << r.title;
      EXPECT_NE(r.title, "Functionality");
      EXPECT_FALSE(r.text.empty()) << r.req_id;
    }
  }
}

/// The renderer fills in the text between these delimiters.
TEST(Requirements, NoTextIsTakenForAnExpressionOfTheRenderer) {
  for (edition const& e : editions()) {
    for (spec::requirement const& r : e.requirements) {
      for (std::string_view part :
           {std::string_view(r.text), std::string_view(r.latex), std::string_view(r.where)}) {
        for (std::string_view sign : {"{{", "{%", "{#"}) {
          EXPECT_EQ(part.find(sign), std::string_view::npos) << r.req_id;
        }
        EXPECT_EQ(part.find('\n'), std::string_view::npos) << r.req_id;
      }
      EXPECT_EQ(std::count(r.text.begin(), r.text.end(), '$') % 2, 0) << r.req_id;
      EXPECT_EQ(std::count(r.where.begin(), r.where.end(), '$') % 2, 0) << r.req_id;
      EXPECT_EQ(std::count(r.latex.begin(), r.latex.end(), '{'),
                std::count(r.latex.begin(), r.latex.end(), '}'))
          << r.req_id;
    }
  }
}

}  // namespace
}  // namespace bcast::docs
