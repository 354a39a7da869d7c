// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/generate.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"

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

TEST(Generate, WithoutNearMissesEveryCaseIsLegal) {
  recipe r;
  r.near_miss = false;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const test_case c = draw(r, 1, i);
    ASSERT_EQ(oracle_join(shapes_of(c)).verdict, kind::ok) << to_string(c);
  }
}

TEST(Generate, IsAPureFunctionOfSeedAndIndex) {
  const recipe r;
  std::set<std::string> texts;
  for (std::uint64_t i = 0; i < 500; ++i) {
    EXPECT_EQ(draw(r, 9, i), draw(r, 9, i));
    texts.insert(to_string(draw(r, 9, i)));
  }
  EXPECT_GT(texts.size(), 400U);
  EXPECT_NE(draw(r, 9, 0), draw(r, 10, 0));
}

// The shares that the laws rely on: each corner is reached, and none takes over.
TEST(Generate, TheDistributionReachesEveryCorner) {
  recipe r;
  r.result = true;
  constexpr int n = 20000;
  int illegal = 0, zero = 0, scalar = 0, single = 0, equal = 0, both = 0, laid = 0, deep = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    const test_case c = draw(r, 5, i);
    const auto shapes = shapes_of(c);
    const auto joined = oracle_join(shapes);
    illegal += joined.verdict != kind::ok;
    zero += std::any_of(shapes.begin(), shapes.end(),
                        [](auto const& s) { return std::find(s.begin(), s.end(), 0) != s.end(); });
    scalar += std::any_of(shapes.begin(), shapes.end(), [](auto const& s) { return s.empty(); });
    single += shapes.size() == 1;
    equal += shapes.size() > 1 && std::all_of(shapes.begin(), shapes.end(),
                                              [&](auto const& s) { return s == shapes[0]; });
    if (joined.verdict == kind::ok) {
      both += mutual(c, sizes_of(joined.common));
      deep += joined.common.sizes.size() >= 5;
    }
    laid += std::any_of(c.operands.begin(), c.operands.end(),
                        [](operand const& o) { return o.layout.bits != 0; });
  }
  const auto share = [&](std::string_view name, int count, double least, double most) {
    const double s = static_cast<double>(count) / n;
    fmt::print("{:<22} {:.3f}\n", name, s);
    EXPECT_GE(s, least) << name;
    EXPECT_LE(s, most) << name;
  };
  share("illegal", illegal, 0.05, 0.20);
  share("with a size of 0", zero, 0.10, 0.40);
  share("with a scalar", scalar, 0.10, 0.55);
  share("one operand", single, 0.05, 0.20);
  share("all shapes equal", equal, 0.05, 0.40);
  share("stretched mutually", both, 0.20, 0.70);
  share("rank 5 and more", deep, 0.10, 0.40);
  share("not plainly laid out", laid, 0.40, 0.95);
}

// The corners that bugs of real projects needed (see the classes in docs/data/mutants.json).
TEST(Generate, TheDistributionReachesWhatRealBugsNeed) {
  recipe r;
  r.huge = true;
  constexpr int n = 20000;
  std::map<std::string, int> count;
  for (std::uint64_t i = 0; i < n; ++i) {
    const test_case c = draw(r, 3, i);
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
    count["around a vector's width"] += size([](auto k) { return k >= 5 && k <= 65; });
    count["around a tile"] += size([](auto k) { return k >= 8191 && k <= 8193; });
    count["32 operands and more"] += shapes.size() >= 32;
    count["65 operands"] += shapes.size() == 65;
    count["rank 7 to 9"] += some([](auto const& s) { return s.size() >= 7 && s.size() <= 9; });
    count["more elements than 2^31"] +=
        some([&](auto const& s) { return product(s) > 2147483648.; });
    count["2^32 beside an empty axis"] += some([](auto const& s) {
      return std::count(s.begin(), s.end(), std::int64_t{1} << 32) == 2 &&
             std::find(s.begin(), s.end(), 0) != s.end();
    });
    count["stride 0 on all operands"] += all_laid(layout_flag::repeated);
    if (shapes.size() < 2) continue;
    auto const &a = shapes[0], &b = shapes[1];
    count["the same operand twice"] += a == b && c.operands[0].layout == c.operands[1].layout;
    count["equal counts, other shapes"] += a != b && product(a) == product(b) && product(a) > 1;
    count["square"] += a.size() >= 2 && a[0] > 1 &&
                       std::all_of(a.begin(), a.end(), [&](auto k) { return k == a[0]; });
    int turns = 0;
    for (std::size_t k = 1; k < a.size() && a.size() == b.size(); ++k) {
      turns += (a[k] == 1) != (a[k - 1] == 1) && (a[k] == 1) != (b[k] == 1);
    }
    count["five masks in turn"] += turns >= 5;
  }
  const auto at_least = [&](std::string const& name, double least) {
    const double share = static_cast<double>(count[name]) / n;
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
  for (std::uint64_t i = 0; i < 300; ++i) {
    const test_case c = draw(r, 2, i);
    for (test_case const& next : simpler(c)) {
      EXPECT_LT(weight(next), weight(c)) << to_string(c) << " to " << to_string(next);
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
