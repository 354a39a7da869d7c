// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/generate.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "bcast/proptests/generators.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/rapid.hpp"

namespace generate_test {

using namespace bcast::proptests;
using kind = bcast::kit::result::kind;

std::vector<std::vector<std::int64_t>> shapes_of(test_case const& c) {
  std::vector<std::vector<std::int64_t>> all;
  for (operand const& o : c.operands) all.push_back(sizes_of(o.type));
  return all;
}

/// Whether two operands are stretched by each other.
bool mutual(test_case const& c, std::vector<std::int64_t> const& result) {
  int stretched = 0;
  for (auto const& sizes : shapes_of(c)) {
    bool grows = false;
    const std::size_t missing = result.size() - sizes.size();
    for (std::size_t axis = 0; axis < result.size(); ++axis) {
      grows = grows || (axis < missing ? 1 : sizes[axis - missing]) != result[axis];
    }
    stretched += grows;
  }
  return stretched >= 2;
}

/// The share of cases that have each tag, as RapidCheck counts them over n cases of a recipe.
std::map<std::string, double> shares(recipe const& r, int n, std::uint64_t seed,
                                     void (*classify)(test_case const&)) {
  rapid::TestParams params;
  params.seed = seed;
  params.maxSuccess = n;
  const auto cases = gen::broadcast_case(r);
  const auto result =
      rapid::checkTestable([&] { classify(*cases); }, rapid::TestMetadata{}, params);
  rapid::SuccessResult held;
  EXPECT_TRUE(result.match(held));
  std::map<std::string, double> all;
  for (auto const& [tags, count] : held.distribution) {
    for (std::string const& tag : tags) {  // RapidCheck shows a text in quotation marks
      all[tag.substr(1, tag.size() - 2)] += static_cast<double>(count) / n;
    }
  }
  return all;
}

RC_GTEST_PROP(Generate, WithoutNearMissesEveryCaseIsLegal, ()) {
  recipe r;
  r.near_miss = false;
  const test_case c = *gen::broadcast_case(r);
  RC_ASSERT(oracle::broadcast_shapes(shapes_of(c)).verdict == kind::ok);
}

RC_GTEST_PROP(Generate, ACaseIsAPureFunctionOfSeedAndNumber,
              (std::uint64_t seed, std::uint64_t i)) {
  const recipe r;
  RC_ASSERT(draw(r, seed, i) == draw(r, seed, i));
  RC_ASSERT(draw(r, seed, i) == gen::broadcast_case(r)(gen::random_of(seed, i)).value());
}

TEST(Generate, CasesAreManyAndASeedHasItsOwn) {
  const auto of = numbered_cases({}, 9);
  std::set<std::string> texts;
  for (std::uint64_t i = 0; i < 500; ++i) texts.insert(to_string(of(i)));
  EXPECT_GT(texts.size(), 400U);
  EXPECT_NE(draw({}, 9, 0), draw({}, 10, 0));
}

// The small generators do what their comments say.
RC_GTEST_PROP(Generate, APartIsWhatItSays, ()) {
  recipe r;
  r.huge = *rc::gen::arbitrary<bool>();
  const gen::sizes result = *gen::shape(r);
  RC_ASSERT(result.size() <= static_cast<std::size_t>(r.max_rank + (r.huge ? 6 : 3)));
  const gen::sizes operand = *gen::broadcasting_to(result);
  const auto joined = oracle::broadcast_shapes({operand, result});
  RC_ASSERT(joined.verdict == kind::ok);
  RC_ASSERT(sizes_of(joined.shape) == result);
  RC_ASSERT(!(*gen::layout(true)).has(layout_flag::repeated));
  const int n = *gen::number(-2, 3);
  RC_ASSERT(n >= -2);
  RC_ASSERT(n <= 3);
}

RC_GTEST_PROP(Generate, RelatedOperandsBroadcastToTheirResult, ()) {
  using gen::relation;
  const recipe r;
  const gen::sizes result = *gen::shape(r);
  const auto n = static_cast<std::size_t>(*gen::number(2, 5));
  const auto how = *rc::gen::element(relation::any, relation::last_alone, relation::alternating,
                                     relation::equal, relation::equal_counts);
  RC_PRE(how != relation::equal_counts || result.size() > 1);
  const gen::operands all = *gen::related_operands(how, n, result, r);
  RC_ASSERT(all.shapes.size() == n);
  auto with_result = all.shapes;
  with_result.push_back(all.result);
  RC_ASSERT(sizes_of(oracle::broadcast_shapes(with_result).shape) == all.result);
}

RC_GTEST_PROP(Generate, AForgottenTypeAllowsTheSizesThatItHad, ()) {
  const gen::sizes sizes = *gen::shape({});
  const bcast::kit::shape less = *gen::forgotten(type_of(sizes));
  if (!less.ranked) return;
  RC_ASSERT(less.sizes.size() == sizes.size());
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (less.sizes[k]) RC_ASSERT(*less.sizes[k] == sizes[k]);
    RC_ASSERT(less.sizes[k].upper.value_or(INT64_MAX) >= sizes[k]);
  }
}

bool any_shape(test_case const& c, bool (*holds)(std::vector<std::int64_t> const&)) {
  const auto shapes = shapes_of(c);
  return std::ranges::any_of(shapes, holds);
}

/// A tag, and the shares between which it is to be.
struct share {
  char const* tag;
  double least, most = 1;
};

void expect_shares(std::map<std::string, double> const& counted, std::vector<share> const& all) {
  for (share const& s : all) {
    const auto at = counted.find(s.tag);
    const double found = at == counted.end() ? 0 : at->second;
    EXPECT_TRUE(s.least <= found && found <= s.most) << s.tag << ": " << found;
  }
}

// The shares that the laws rely on: each corner is reached, and none takes over.
TEST(Generate, TheDistributionReachesEveryCorner) {
  recipe r;
  r.result = true;
  const auto counted = shares(r, 10000, 5, [](test_case const& c) {
    const auto shapes = shapes_of(c);
    const auto joined = oracle::broadcast_shapes(shapes);
    RC_CLASSIFY(joined.verdict != kind::ok, "illegal");
    RC_CLASSIFY(any_shape(c, [](auto& s) { return std::ranges::find(s, 0) != s.end(); }),
                "with a size of 0");
    RC_CLASSIFY(any_shape(c, [](auto& s) { return s.empty(); }), "with a scalar");
    RC_CLASSIFY(shapes.size() == 1, "one operand");
    RC_CLASSIFY(shapes.size() > 1 && std::ranges::count(shapes, shapes[0]) ==
                                         static_cast<std::ptrdiff_t>(shapes.size()),
                "all shapes equal");
    RC_CLASSIFY(joined.verdict == kind::ok && mutual(c, sizes_of(joined.shape)),
                "stretched mutually");
    RC_CLASSIFY(joined.verdict == kind::ok && joined.shape.sizes.size() >= 5, "rank 5 and more");
    RC_CLASSIFY(
        std::ranges::any_of(c.operands, [](operand const& o) { return o.layout.bits != 0; }),
        "not plainly laid out");
  });
  expect_shares(counted, {{"illegal", 0.05, 0.20},
                          {"with a size of 0", 0.10, 0.40},
                          {"with a scalar", 0.10, 0.55},
                          {"one operand", 0.05, 0.20},
                          {"all shapes equal", 0.05, 0.40},
                          {"stretched mutually", 0.20, 0.70},
                          {"rank 5 and more", 0.10, 0.40},
                          {"not plainly laid out", 0.40, 0.95}});
}

TEST(Generate, EverySimplerCaseIsSmaller) {
  recipe r;
  r.result = r.unknown = true;
  const auto weight = [](test_case const& c) {
    std::int64_t w = static_cast<std::int64_t>(c.operands.size()) * 1000 + (c.element != "int32");
    std::vector<operand> all = c.operands;
    if (c.result) all.push_back(*c.result);
    for (operand const& o : all) {
      w += o.type.ranked ? 0 : 200;
      w += std::popcount(o.layout.bits);
      for (auto const& size : o.type.sizes) {
        w += 100 + (size ? (*size == 0 ? 2 : *size) : 90) + !size.symbol.empty() +
             size.upper.has_value();
      }
    }
    return w;
  };
  const auto drawn = numbered_cases(r, 2);
  for (std::uint64_t i = 0; i < 300; ++i) {
    const test_case c = drawn(i);
    for (test_case const& next : simpler(c)) {
      EXPECT_LT(weight(next), weight(c)) << to_string(c) << " to " << to_string(next);
    }
  }
}

TEST(Generate, EachLayoutFlagIsTakenAwayByItself) {
  const auto drawn = numbered_cases(recipe{.layouts = true}, 2);
  for (std::uint64_t i = 0; i < 300; ++i) {
    const test_case c = drawn(i);
    const auto all = simpler(c);
    for (std::size_t m = 0; m < c.operands.size(); ++m) {
      for (unsigned left = c.operands[m].layout.bits; left != 0; left &= left - 1) {
        test_case plainer = c;
        plainer.operands[m].layout.bits &= ~(left & -left);
        EXPECT_NE(std::ranges::find(all, plainer), all.end())
            << to_string(c) << " to " << to_string(plainer);
      }
    }
  }
}

/// Whether some operand has an axis whose size holds a condition.
bool has_size(test_case const& c, bool (*holds)(std::int64_t)) {
  return std::ranges::any_of(c.operands, [&](operand const& o) {
    return std::ranges::any_of(o.type.sizes,
                               [&](bcast::kit::dim const& d) { return d && holds(*d); });
  });
}

std::size_t rank_of(test_case const& c) {
  std::size_t rank = 0;
  for (operand const& o : c.operands) rank = std::max(rank, o.type.sizes.size());
  return rank;
}

TEST(Generate, ShrinkingEndsAtTheSmallestCase) {
  const auto has_three = [](test_case const& c) {
    return has_size(c, [](std::int64_t size) { return size == 3; });
  };
  int shrunk_cases = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const test_case c = draw(recipe{}, 4, i);
    if (!has_three(c)) continue;
    ++shrunk_cases;
    EXPECT_EQ(to_string(shrink(c, has_three).smallest), "3") << to_string(c);
  }
  EXPECT_GT(shrunk_cases, 50);
}

/// All simpler sequences of so many calls would fill the memory.
TEST(Generate, OfALongSequenceOnlyWhatIsAskedIsMade) {
  const auto drawn = numbered_cases(recipe{}, 5);
  test_case c = drawn(0);
  for (std::uint64_t i = 1; i < 3000; ++i) c.before.push_back(drawn(i));
  int asks = 0;
  const auto holds = [&](test_case const& simpler) {
    EXPECT_LT(simpler.before.size(), c.before.size());
    ++asks;
    return false;
  };
  const shrunk done = shrink(c, holds, [&] { return asks == 20; });
  EXPECT_EQ(asks, 20);
  EXPECT_EQ(done.steps, 0);
  EXPECT_TRUE(done.smallest == c);
}

std::string repeated(int n, std::string const& even, std::string const& odd) {
  std::string text;
  for (int m = 0; m < n; ++m) text += m % 2 == 0 ? even : odd;
  return text;
}

TEST(Generate, ShrinkingBisects) {
  /// A case, how it fails, the smallest one that fails so, and how often it may ask.
  struct row {
    std::string text;
    std::function<bool(test_case const&)> fails;
    std::string smallest;
    int asks = 200;
  };
  const auto large = [](test_case const& c) {
    return has_size(c, [](std::int64_t size) { return size > 8192; });
  };
  const std::string seven = "7" + repeated(19, " 3", " 3"),
                    thirty_three = "2x3" + repeated(32, " 2x1", " 3");
  const auto shared = [](test_case const& c) {
    return c.operands.size() == 2 && c.operands[0].type == c.operands[1].type &&
           !c.operands[0].type.sizes.empty() && *c.operands[0].type.sizes.back() > 8192;
  };
  const auto a_matrix = [](test_case const& c) {
    return std::ranges::any_of(c.operands,
                               [](operand const& o) { return o.type.sizes.size() == 2; });
  };
  const auto at_least = [](std::size_t n) {
    return [n](test_case const& c) { return c.operands.size() >= n; };
  };
  for (row const& r :
       {row{"16384 1", large, "8193"}, row{"2x12000 12000", large, "8193"},
        row{"16384 16384", shared, "8193 8193"},
        row{seven + " 2x3" + repeated(19, " 3", " 3"), a_matrix, "1x1", 60},
        row{thirty_three, at_least(9), "()" + repeated(8, " ()", " ()")},
        row{thirty_three, at_least(33), "()" + repeated(32, " ()", " ()")},
        row{"2x1x2x3x2x1x2x3x2x3x2x1 3x2x3x2x1", [](test_case const& c) { return rank_of(c) >= 6; },
            "1x1x1x1x1x1", 100}}) {
    int asks = 0;
    const shrunk result = shrink(parse_case(r.text), [&](test_case const& c) {
      ++asks;
      return r.fails(c);
    });
    EXPECT_EQ(to_string(result.smallest), r.smallest) << r.text;
    EXPECT_LE(asks, r.asks) << r.text;
  }
  // One operand of 33 keeps its size.
  const shrunk one = shrink(parse_case(thirty_three), [](test_case const& c) {
    return c.operands.size() == 33 && !c.operands[20].type.sizes.empty() &&
           c.operands[20].type.sizes.back() == 3;
  });
  EXPECT_EQ(to_string(one.smallest.operands[20].type), "3");
  EXPECT_LE(std::ranges::count_if(one.smallest.operands,
                                  [](operand const& o) { return !o.type.sizes.empty(); }),
            1);
}

// RapidCheck's own loop ends there too: a user's property shrinks like a law.
TEST(Generate, APropertyOfAUserShrinksToTheSmallestCase) {
  const auto result = rapid::checkTestable(
      [](test_case const& c) {
        for (operand const& o : c.operands) {
          for (auto size : o.type.sizes) RC_ASSERT(size != 3);
        }
      },
      rapid::TestMetadata{});
  rapid::FailureResult fell;
  ASSERT_TRUE(result.match(fell));
  EXPECT_NE(fell.counterExample.at(0).second.find("(3)"), std::string::npos)
      << fell.counterExample.at(0).second;
}

TEST(Corpus, EveryRowIsLegalAndItsResultIsRight) {
  std::set<std::string> models, rows;
  for (corpus_row const& row : corpus()) {
    const auto joined = oracle::broadcast_shapes(row.operands);
    ASSERT_EQ(joined.verdict, kind::ok) << row.model;
    EXPECT_EQ(sizes_of(joined.shape), row.result) << row.model << " " << row.operation;
    EXPECT_FALSE(row.source.empty());
    models.insert(row.model);
    std::string key = row.model + row.operation;
    for (auto const& sizes : row.operands) key += " " + to_string(type_of(sizes));
    EXPECT_TRUE(rows.insert(key).second) << key;
  }
  EXPECT_GE(rows.size(), 100U);
  EXPECT_GE(models.size(), 10U);
}

/// For each axis of the result that is not 1, which operands are stretched; equal neighbours
/// merged.
std::string pattern(corpus_row const& row) {
  std::string masks, last;
  for (std::size_t axis = 0; axis < row.result.size(); ++axis) {
    if (row.result[axis] == 1) continue;
    std::string mask;
    for (auto const& sizes : row.operands) {
      const std::size_t missing = row.result.size() - sizes.size();
      const bool stretched = axis < missing || sizes[axis - missing] != row.result[axis];
      mask += stretched ? 's' : '.';
    }
    if (mask != last) masks += mask + " ";
    last = mask;
  }
  return masks;
}

TEST(Corpus, HasManyPatternsAndNoneTakesOver) {
  std::map<std::string, std::size_t> patterns;
  for (corpus_row const& row : corpus()) ++patterns[pattern(row)];
  EXPECT_GE(patterns.size(), 20U);
  for (auto const& [masks, count] : patterns) EXPECT_LE(count * 5, corpus().size()) << masks;
}

}  // namespace generate_test
