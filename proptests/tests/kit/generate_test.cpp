// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/generate.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "bcast/proptests/generators.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"

namespace generate_test {
namespace {

using namespace bcast::proptests;
using kind = bcast::kit::answer::kind;

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
  rc::detail::TestParams params;
  params.seed = seed;
  params.maxSuccess = n;
  const auto cases = gen::broadcast_case(r);
  const auto result =
      rc::detail::checkTestable([&] { classify(*cases); }, rc::detail::TestMetadata{}, params);
  rc::detail::SuccessResult held;
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
  RC_ASSERT(oracle_join(shapes_of(c)).verdict == kind::ok);
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
  const auto joined = oracle_join({operand, result});
  RC_ASSERT(joined.verdict == kind::ok);
  RC_ASSERT(sizes_of(joined.common) == result);
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
  RC_ASSERT(sizes_of(oracle_join(with_result).common) == all.result);
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

// The shares that the laws rely on: each corner is reached, and none takes over.
TEST(Generate, TheDistributionReachesEveryCorner) {
  recipe r;
  r.result = true;
  const auto counted = shares(r, 20000, 5, [](test_case const& c) {
    const auto shapes = shapes_of(c);
    const auto joined = oracle_join(shapes);
    const auto some = [&](auto holds) { return std::any_of(shapes.begin(), shapes.end(), holds); };
    RC_CLASSIFY(joined.verdict != kind::ok, "illegal");
    RC_CLASSIFY(some([](auto const& s) { return std::find(s.begin(), s.end(), 0) != s.end(); }),
                "with a size of 0");
    RC_CLASSIFY(some([](auto const& s) { return s.empty(); }), "with a scalar");
    RC_CLASSIFY(shapes.size() == 1, "one operand");
    RC_CLASSIFY(shapes.size() > 1 && !some([&](auto const& s) { return s != shapes[0]; }),
                "all shapes equal");
    RC_CLASSIFY(joined.verdict == kind::ok && mutual(c, sizes_of(joined.common)),
                "stretched mutually");
    RC_CLASSIFY(joined.verdict == kind::ok && joined.common.sizes.size() >= 5, "rank 5 and more");
    RC_CLASSIFY(std::any_of(c.operands.begin(), c.operands.end(),
                            [](operand const& o) { return o.layout.bits != 0; }),
                "not plainly laid out");
  });
  const auto share = [&](std::string const& name, double least, double most) {
    const double s = counted.contains(name) ? counted.at(name) : 0;
    fmt::print("{:<22} {:.3f}\n", name, s);
    EXPECT_GE(s, least) << name;
    EXPECT_LE(s, most) << name;
  };
  share("illegal", 0.05, 0.20);
  share("with a size of 0", 0.10, 0.40);
  share("with a scalar", 0.10, 0.55);
  share("one operand", 0.05, 0.20);
  share("all shapes equal", 0.05, 0.40);
  share("stretched mutually", 0.20, 0.70);
  share("rank 5 and more", 0.10, 0.40);
  share("not plainly laid out", 0.40, 0.95);
}

/// Tags a case with what the bugs of real projects needed.
void classify_by_bugs(test_case const& c) {
  const auto shapes = shapes_of(c);
  const auto product = [](auto const& s) {
    double p = 1;
    for (auto size : s) p *= static_cast<double>(size);
    return p;
  };
  const auto some = [&](auto holds) { return std::any_of(shapes.begin(), shapes.end(), holds); };
  const auto size = [&](auto holds) {
    return some([&](auto const& s) { return std::any_of(s.begin(), s.end(), holds); });
  };
  const auto all_laid = [&](layout_flag f) {
    return shapes.size() > 1 && std::all_of(c.operands.begin(), c.operands.end(),
                                            [&](operand const& o) { return o.layout.has(f); });
  };
  RC_CLASSIFY(size([](auto k) { return k >= 5 && k <= 65; }), "around a vector's width");
  RC_CLASSIFY(size([](auto k) { return k >= 8191 && k <= 8193; }), "around a tile");
  RC_CLASSIFY(shapes.size() >= 32, "32 operands and more");
  RC_CLASSIFY(shapes.size() == 65, "65 operands");
  RC_CLASSIFY(some([](auto const& s) { return s.size() >= 7 && s.size() <= 9; }), "rank 7 to 9");
  RC_CLASSIFY(some([&](auto const& s) { return product(s) > 2147483648.; }),
              "more elements than 2^31");
  RC_CLASSIFY(some([](auto const& s) {
                return std::count(s.begin(), s.end(), std::int64_t{1} << 32) == 2 &&
                       std::find(s.begin(), s.end(), 0) != s.end();
              }),
              "2^32 beside an empty axis");
  RC_CLASSIFY(all_laid(layout_flag::repeated), "stride 0 on all operands");
  if (shapes.size() < 2) return;
  auto const &a = shapes[0], &b = shapes[1];
  RC_CLASSIFY(a == b && c.operands[0].layout == c.operands[1].layout, "the same operand twice");
  RC_CLASSIFY(a != b && product(a) == product(b) && product(a) > 1, "equal counts, other shapes");
  RC_CLASSIFY(a.size() >= 2 && a[0] > 1 &&
                  std::all_of(a.begin(), a.end(), [&](auto k) { return k == a[0]; }),
              "square");
  int turns = 0;
  for (std::size_t k = 1; k < a.size() && a.size() == b.size(); ++k) {
    turns += (a[k] == 1) != (a[k - 1] == 1) && (a[k] == 1) != (b[k] == 1);
  }
  RC_CLASSIFY(turns >= 5, "five masks in turn");
}

// The corners that bugs of real projects needed (see the classes in docs/data/mutants.json).
TEST(Generate, TheDistributionReachesWhatRealBugsNeed) {
  recipe r;
  r.huge = true;
  const auto counted = shares(r, 20000, 3, classify_by_bugs);
  const auto at_least = [&](std::string const& name, double least) {
    const double share = counted.contains(name) ? counted.at(name) : 0;
    fmt::print("{:<28} {:.4f}\n", name, share);
    EXPECT_GE(share, least) << name;
  };
  at_least("around a vector's width", 0.02);
  at_least("around a tile", 0.0003);
  at_least("32 operands and more", 0.002);
  at_least("65 operands", 0.0005);
  at_least("rank 7 to 9", 0.04);
  at_least("more elements than 2^31", 0.01);
  at_least("2^32 beside an empty axis", 0.003);
  at_least("stride 0 on all operands", 0.04);
  at_least("the same operand twice", 0.05);
  at_least("equal counts, other shapes", 0.02);
  at_least("square", 0.04);
  at_least("five masks in turn", 0.01);
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
        EXPECT_NE(std::find(all.begin(), all.end(), plainer), all.end())
            << to_string(c) << " to " << to_string(plainer);
      }
    }
  }
}

TEST(Generate, ShrinkingEndsAtTheSmallestCase) {
  // "Some operand has an axis of size 3": the smallest such case is one operand, one axis.
  const auto has_three = [](test_case const& c) {
    for (operand const& o : c.operands) {
      for (auto size : o.type.sizes) {
        if (size == 3) return true;
      }
    }
    return false;
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

/// Shrinks a case, and counts how often it asks.
std::pair<shrunk, int> shrunk_with_asks(std::string const& text,
                                        std::function<bool(test_case const&)> const& fails) {
  int asks = 0;
  shrunk result = shrink(parse_case(text), [&](test_case const& c) {
    ++asks;
    return fails(c);
  });
  return {std::move(result), asks};
}

TEST(Generate, ShrinkingBisectsASize) {
  const auto large = [](test_case const& c) {
    for (operand const& o : c.operands) {
      for (bcast::kit::dim const& size : o.type.sizes) {
        if (size && *size > 8192) return true;
      }
    }
    return false;
  };
  for (auto const& [text, expected] : {std::pair("16384 1", "8193"), {"2x12000 12000", "8193"}}) {
    const auto [result, asks] = shrunk_with_asks(text, large);
    EXPECT_EQ(to_string(result.smallest), expected) << text;
    EXPECT_LE(asks, 200) << text;
  }
}

TEST(Generate, ShrinkingBisectsASizeThatOperandsShare) {
  const auto large = [](test_case const& c) {
    return c.operands.size() == 2 && c.operands[0].type == c.operands[1].type &&
           !c.operands[0].type.sizes.empty() && *c.operands[0].type.sizes.back() > 8192;
  };
  const auto [result, asks] = shrunk_with_asks("16384 16384", large);
  EXPECT_EQ(to_string(result.smallest), "8193 8193");
  EXPECT_LE(asks, 200);
}

TEST(Generate, ShrinkingDropsManyOperandsAtOnce) {
  std::string text = "7";
  for (int m = 1; m < 40; ++m) text += m == 20 ? " 2x3" : " 3";
  const auto [one, asks] = shrunk_with_asks(text, [](test_case const& c) {
    return std::any_of(c.operands.begin(), c.operands.end(),
                       [](operand const& o) { return o.type.sizes.size() == 2; });
  });
  EXPECT_EQ(to_string(one.smallest), "1x1");
  EXPECT_LE(asks, 60);
  const auto [many, asked] =
      shrunk_with_asks(text, [](test_case const& c) { return c.operands.size() > 32; });
  EXPECT_EQ(many.smallest.operands.size(), 33U);
  EXPECT_LE(asked, 200);
}

TEST(Generate, ShrinkingBisectsWhatManyOperandsNeed) {
  std::string text = "2x3";
  for (int m = 1; m < 33; ++m) text += m % 2 == 0 ? " 3" : " 2x1";
  const auto [nine, asks] =
      shrunk_with_asks(text, [](test_case const& c) { return c.operands.size() >= 9; });
  EXPECT_EQ(to_string(nine.smallest), "() () () () () () () () ()");
  EXPECT_LE(asks, 200);
  // One operand of 33 keeps its size.
  const auto [one, asked] = shrunk_with_asks(text, [](test_case const& c) {
    return c.operands.size() == 33 && !c.operands[20].type.sizes.empty() &&
           c.operands[20].type.sizes.back() == 3;
  });
  EXPECT_EQ(one.smallest.operands.size(), 33U);
  EXPECT_EQ(to_string(one.smallest.operands[20].type), "3");
  EXPECT_LE(std::count_if(one.smallest.operands.begin(), one.smallest.operands.end(),
                          [](operand const& o) { return !o.type.sizes.empty(); }),
            1);
}

TEST(Generate, ShrinkingBisectsRanks) {
  const auto rank_of = [](test_case const& c) {
    std::size_t rank = 0;
    for (operand const& o : c.operands) rank = std::max(rank, o.type.sizes.size());
    return rank;
  };
  const auto [six, asks] = shrunk_with_asks("2x1x2x3x2x1x2x3x2x3x2x1 3x2x3x2x1",
                                            [&](test_case const& c) { return rank_of(c) >= 6; });
  EXPECT_EQ(to_string(six.smallest), "1x1x1x1x1x1");
  EXPECT_LE(asks, 100);
}

// RapidCheck's own loop ends there too: a user's property shrinks like a law.
TEST(Generate, APropertyOfAUserShrinksToTheSmallestCase) {
  const auto result = rc::detail::checkTestable(
      [](test_case const& c) {
        for (operand const& o : c.operands) {
          for (auto size : o.type.sizes) RC_ASSERT(size != 3);
        }
      },
      rc::detail::TestMetadata{});
  rc::detail::FailureResult fell;
  ASSERT_TRUE(result.match(fell));
  EXPECT_NE(fell.counterExample.at(0).second.find("(3)"), std::string::npos)
      << fell.counterExample.at(0).second;
}

TEST(Corpus, EveryRowIsLegalAndItsResultIsRight) {
  std::set<std::string> models, rows;
  for (corpus_row const& row : corpus()) {
    const auto joined = oracle_join(row.operands);
    ASSERT_EQ(joined.verdict, kind::ok) << row.model;
    EXPECT_EQ(sizes_of(joined.common), row.result) << row.model << " " << row.operation;
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

}  // namespace
}  // namespace generate_test
