// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases/design.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "tests/support/directory.hpp"

namespace {

using namespace bcast::proptests;

/// A pair of values, or a triple if all are of shapes: a number for each value, 0 for none.
using tuple = std::array<std::size_t, 3>;

constexpr std::size_t values_of_a_feature = 16;

/// Calls f with the pairs of values in a row, and with the triples of three features of shape.
template <class F>
void each_tuple(design const& d, design_row const& row, F f) {
  const auto number = [&](std::size_t feature) {
    return feature * values_of_a_feature + row[feature] + 1;
  };
  for (std::size_t a = 0; a < row.size(); ++a) {
    for (std::size_t b = a + 1; b < row.size(); ++b) {
      f(tuple{number(a), number(b), 0});
      if (!d.features[a].of_shape || !d.features[b].of_shape) continue;
      for (std::size_t c = b + 1; c < row.size(); ++c) {
        if (d.features[c].of_shape) f(tuple{number(a), number(b), number(c)});
      }
    }
  }
}

/// A set of tuples.
class tuples {
 public:
  explicit tuples(design const& d)
      : numbers_(d.features.size() * values_of_a_feature + 1),
        has_(numbers_ * numbers_ * numbers_) {}

  void insert(tuple const& t) { has_[place(t)] = 1; }
  bool contains(tuple const& t) const { return has_[place(t)] != 0; }
  std::ptrdiff_t size() const { return std::ranges::count(has_, 1); }

 private:
  std::size_t place(tuple const& t) const { return (t[0] * numbers_ + t[1]) * numbers_ + t[2]; }

  std::size_t numbers_;
  std::vector<char> has_;
};

/// Calls f with every row of values that breaks no constraint.
template <class F>
void each_possible_row(design const& d, F f) {
  std::size_t count = 1;
  for (feature const& each : d.features) count *= each.values.size();
  design_row row(d.features.size());
  const row_values values(d.features, row);
  for (std::size_t number = 0; number < count; ++number) {
    std::size_t rest = number;
    for (std::size_t k = 0; k < row.size(); ++k) {
      row[k] = rest % d.features[k].values.size();
      rest /= d.features[k].values.size();
    }
    const auto holds = [&](constraint const& c) { return c.holds(values); };
    if (std::ranges::all_of(d.constraints, holds)) f(std::as_const(row));
  }
}

/// The rows of a design among the core cases.
std::vector<design_row> rows_among_the_core_cases(design const& d) {
  std::vector<design_row> rows;
  for (core_case const& c : core_cases()) {
    for (design_row const& row : rows_in(d, c.because)) {
      rows.push_back(row);
      EXPECT_EQ(to_string(d.case_of(row_values(d.features, row))), c.text) << to_string(d, row);
      EXPECT_EQ(name_of(d.cases_of), name_of(c.cases_of)) << c.id;
    }
  }
  return rows;
}

// The core cases cover each design, by a count that shares nothing with the algorithm.
TEST(Design, TheCoreCasesCoverEveryTupleThatIsPossible) {
  for (design const& d : designs()) {
    tuples covered(d);
    for (design_row const& row : rows_among_the_core_cases(d)) {
      EXPECT_EQ(broken(d, row), nullptr) << to_string(d, row);
      each_tuple(d, row, [&](tuple const& t) { covered.insert(t); });
    }
    each_possible_row(d, [&](design_row const& row) {
      each_tuple(d, row, [&](tuple const& t) {
        if (!covered.contains(t)) ADD_FAILURE() << "a tuple of " << to_string(d, row);
      });
    });
  }
}

// The committed cases are those that the algorithm computes.
TEST(Design, TheCoreCasesAreWhatTheDesignsGive) {
  for (design const& d : designs()) {
    auto computed = covering(d), committed = rows_among_the_core_cases(d);
    std::ranges::sort(computed);
    std::ranges::sort(committed);
    EXPECT_EQ(computed, committed) << d.name;
  }
}

/// Two features of three values and one of two, with one constraint.
design small() {
  return {
      "small",
      "for the tests",
      family::shapes,
      {{"a", {"0", "1", "2"}}, {"b", {"0", "1", "2"}}, {"c", {"x", "y z"}, false}},
      {{"a and b are not both 2", [](row_values const& v) { return v[0] != "2" || v[1] != "2"; }}},
      [](row_values const& v) { return parse_case(std::string(v[0]) + " " + std::string(v[1])); }};
}

TEST(Design, CoversPairsWithFewRowsAndLeavesOutWhatIsNotPossible) {
  const auto rows = covering(small());
  EXPECT_EQ(rows.size(), 8U);  // the pairs of a and b, less one
  EXPECT_EQ(rows, covering(small()));
  tuples possible(small());
  each_possible_row(small(), [&](design_row const& row) {
    each_tuple(small(), row, [&](tuple const& t) { possible.insert(t); });
  });
  EXPECT_EQ(possible.size(), 8 + 6 + 6);
}

TEST(Design, TriplesAreCoveredOnlyOfShapes) {
  design d = small();
  EXPECT_EQ(combinations(d).size(), 3U);
  d.features[2].of_shape = true;
  EXPECT_EQ(combinations(d).size(), 4U);
  EXPECT_EQ(covering(d).size(), 16U);
}

TEST(Design, ARowIsReadAsItIsWritten) {
  const design d = small();
  const design_row row{1, 2, 1};
  EXPECT_EQ(to_string(d, row), "small: a 1, b 2, c y z");
  EXPECT_EQ(rows_in(d, "other: q 1; small: a 1, b 2, c y z"), std::vector<design_row>{row});
  EXPECT_TRUE(rows_in(d, "a bug; and 3 more").empty());
  for (char const* wrong : {"small: a 1", "small: a 1, b 2, c w", "small: a 1, b 2, c x, d 1"}) {
    EXPECT_THROW(static_cast<void>(rows_in(d, wrong)), std::invalid_argument) << wrong;
  }
}

// The names of values say what the cases are. Here the cases' own shapes say it.
TEST(Design, TheCasesOfPairsHaveTheRankAndTheVerdictOfTheirRow) {
  design const& d = designs().front();
  ASSERT_EQ(d.name, "pairs");
  for (design_row const& row : rows_among_the_core_cases(d)) {
    const row_values v(d.features, row);
    const test_case c = d.case_of(v);
    const auto first = sizes_of(c.operands[0].type), second = sizes_of(c.operands[1].type);
    EXPECT_EQ(std::to_string(std::max(first.size(), second.size())), v[0]) << to_string(c);
    const std::string_view lower = first.size() == second.size()  ? "neither"
                                   : first.size() < second.size() ? "first"
                                                                  : "second";
    EXPECT_TRUE(v[1].starts_with(lower)) << to_string(c) << " " << v[1];
    const auto verdict = oracle::broadcast_shapes("array_api", c).verdict;
    const bool clash = v[5] == "0 and 2" || v[5] == "2 and 4" || v[5] == "5 and 3";
    EXPECT_EQ(verdict == bcast::kit::result::kind::refused, clash) << to_string(c);
  }
}

// Each size around each power of two is on each kind of axis.
TEST(Design, TheCasesOfSizesHaveOneMoreThanEachBlock) {
  std::map<std::int64_t, std::set<std::string>> along;
  for (core_case const& c : core_cases()) {
    if (!c.because.starts_with("sizes: ")) continue;
    for (operand const& o : parse_case(c.text).operands) {
      const auto own = sizes_of(o.type);
      for (std::size_t k = 0; k < own.size(); ++k) {
        along[own[k]].insert(own.size() == 1       ? "alone"
                             : k == 0              ? "first"
                             : k + 1 == own.size() ? "last"
                                                   : "middle");
      }
    }
  }
  for (int power = 2; power <= 14; ++power) {
    const auto kinds = along[(1 << power) + 1].size();
    EXPECT_EQ(kinds, power == 14 ? 1U : power == 13 ? 3U : 4U) << (1 << power) + 1;
  }
}

// The page lists the designs and their features.
TEST(Design, ThePageNamesEachDesignWithItsFeatures) {
  const std::string page = bcast::tests::content_of(BCAST_SOURCE_DIR "/docs/site/pages/check.md");
  for (design const& d : designs()) {
    std::string shape, other;
    for (feature const& f : d.features) {
      std::string& list = f.of_shape ? shape : other;
      list += (list.empty() ? "" : ", ") + std::string(f.name);
    }
    const std::string row = "| `" + std::string(d.name) + "` | " + std::string(d.about) + " | " +
                            shape + " | " + other + " |\n";
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
}

}  // namespace
