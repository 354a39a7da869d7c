// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases/design.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"

namespace {

using namespace bcast::proptests;

/// A pair or a triple of values: a cell for each, from 1. The last cell of a pair is 0.
using tuple = std::array<std::size_t, 3>;

constexpr std::size_t values_of_a_feature = 16;

std::size_t cell(std::size_t feature, std::size_t value) {
  return feature * values_of_a_feature + value + 1;
}

/// Calls f with the pairs of values in a row, and with the triples of three features of shape.
template <class F>
void each_tuple(design const& d, design_row const& row, F f) {
  for (std::size_t a = 0; a < row.size(); ++a) {
    for (std::size_t b = a + 1; b < row.size(); ++b) {
      f(tuple{cell(a, row[a]), cell(b, row[b]), 0});
      if (!d.features[a].of_shape || !d.features[b].of_shape) continue;
      for (std::size_t c = b + 1; c < row.size(); ++c) {
        if (d.features[c].of_shape) f(tuple{cell(a, row[a]), cell(b, row[b]), cell(c, row[c])});
      }
    }
  }
}

std::string text_of(design const& d, tuple const& t) {
  std::string text;
  for (std::size_t n : t) {
    if (n == 0) continue;
    feature const& f = d.features[(n - 1) / values_of_a_feature];
    text += (text.empty() ? "" : ", ") + std::string(f.name) + " " +
            std::string(f.values[(n - 1) % values_of_a_feature]);
  }
  return text;
}

/// What is known of a tuple.
struct knowledge {
  bool seen = false, possible = false, covered = false;
  std::uint32_t always = UINT32_MAX;  ///< the constraints that every row with it breaks
  std::uint32_t sometimes = 0;        ///< and those that some rows with it break
};

/// What is known of each tuple of a design.
class tuples {
 public:
  explicit tuples(design const& d)
      : cells_(d.features.size() * values_of_a_feature + 1), known_(cells_ * cells_ * cells_) {}

  knowledge& operator[](tuple const& t) { return known_[(t[0] * cells_ + t[1]) * cells_ + t[2]]; }

  /// Calls f with each tuple that a row has, if only rows that break a constraint.
  template <class F>
  void each(F f) const {
    for (std::size_t n = 0; n < known_.size(); ++n) {
      if (known_[n].seen) {
        f(tuple{n / cells_ / cells_, n / cells_ % cells_, n % cells_}, known_[n]);
      }
    }
  }

 private:
  std::size_t cells_;
  std::vector<knowledge> known_;
};

/// Goes through every row of values.
tuples by_brute_force(design const& d) {
  tuples all(d);
  std::size_t count = 1;
  for (feature const& f : d.features) count *= f.values.size();
  for (std::size_t number = 0; number < count; ++number) {
    design_row row;
    std::size_t rest = number;
    for (feature const& f : d.features) {
      row.push_back(rest % f.values.size());
      rest /= f.values.size();
    }
    const row_values values(d.features, row);
    std::uint32_t forbidding = 0;
    for (std::size_t k = 0; k < d.constraints.size(); ++k) {
      if (!d.constraints[k].holds(values)) forbidding |= 1U << k;
    }
    each_tuple(d, row, [&](tuple const& t) {
      knowledge& known = all[t];
      known.seen = true;
      known.possible = known.possible || forbidding == 0;
      known.always &= forbidding;
      known.sometimes |= forbidding;
    });
  }
  return all;
}

/// The constraints that forbid a tuple.
std::string reason(design const& d, knowledge const& known) {
  const std::uint32_t which = known.always != 0 ? known.always : known.sometimes;
  const std::string_view between = known.always != 0 ? "; and " : "; or ";
  std::string text;
  for (std::size_t k = 0; k < d.constraints.size(); ++k) {
    if ((which >> k & 1U) == 0) continue;
    text += (text.empty() ? "" : std::string(between)) + std::string(d.constraints[k].why);
  }
  return text;
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
    tuples all = by_brute_force(d);
    const auto rows = rows_among_the_core_cases(d);
    for (design_row const& row : rows) {
      EXPECT_EQ(broken(d, row), nullptr) << to_string(d, row);
      each_tuple(d, row, [&](tuple const& t) { all[t].covered = true; });
    }
    std::size_t can_be = 0, cannot_be = 0;
    std::map<std::string, std::size_t> triples;
    std::string pairs;
    all.each([&](tuple const& t, knowledge const& known) {
      if (known.possible) {
        ++can_be;
        EXPECT_TRUE(known.covered) << d.name << ": " << text_of(d, t);
        return;
      }
      ++cannot_be;
      if (t[2] == 0) pairs += "  " + text_of(d, t) + ": " + reason(d, known) + "\n";
      if (t[2] != 0) ++triples[reason(d, known)];
    });
    std::cout << d.name << ": " << rows.size() << " rows cover " << can_be << " tuples; "
              << cannot_be << " are not possible\n"
              << pairs;
    for (auto const& [why, count] : triples)
      std::cout << "  " << count << " triples: " << why << "\n";
  }
}

// The committed cases are those that the algorithm computes.
TEST(Design, TheCoreCasesAreWhatTheDesignsGive) {
  for (design const& d : designs()) {
    auto computed = covering(d), committed = rows_among_the_core_cases(d);
    std::sort(computed.begin(), computed.end());
    std::sort(committed.begin(), committed.end());
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
  std::size_t can_be = 0, cannot_be = 0;
  by_brute_force(small()).each(
      [&](tuple const&, knowledge const& known) { ++(known.possible ? can_be : cannot_be); });
  EXPECT_EQ(can_be, 8U + 6U + 6U);
  EXPECT_EQ(cannot_be, 1U);
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
    const auto verdict = oracle_infer("array_api", c).verdict;
    const bool clash = v[5] == "0 and 2" || v[5] == "2 and 4" || v[5] == "5 and 3";
    EXPECT_EQ(verdict == bcast::kit::answer::kind::reject, clash) << to_string(c);
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
  std::ifstream in(BCAST_SOURCE_DIR "/docs/site/pages/check.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
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
