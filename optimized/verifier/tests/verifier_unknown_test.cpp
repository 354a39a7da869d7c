// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bcast/proptests/generate.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/verifier/residual.hpp"
#include "bcast/verifier/verifier.hpp"
#include "oracle/run_times.hpp"
#include "subjects/types.hpp"
#include "tests/support/rows.hpp"

// The verifier's answers about unknown sizes, checked against the oracle at every run time.

namespace verifier_unknown_test {

using namespace bcast::verifier;
namespace kit = bcast::kit;
namespace proptests = bcast::proptests;
namespace subjects = bcast::subjects;
using bcast::spec::unknown;
using bcast::tests::expect_rows;
using kind = kit::result::kind;
using proptests::test_case;

/// A question, `operands` or `operands -> declared result`, whose names are symbols.
struct question {
  std::vector<type> operands;
  type result;
  explicit question(std::string const& text) {
    subjects::translation known;
    const test_case c = proptests::parse_case(text);
    operands = known.to_optimized(proptests::types_of(c));
    if (c.result) result = known.to_optimized(c.result->type);
  }
};

std::string inferred(std::string const& operands) {
  const verdict v = broadcast_shapes(rule_of("sound"), question(operands).operands);
  if (auto const* t = std::get_if<type>(&v)) return to_string(*t);
  return std::string(std::get<violation>(v).tag);
}

std::string prospect_in(std::string const& text) {
  const question q(text);
  switch (prospect_of(q.operands, q.result)) {
    case prospect::impossible:
      return "impossible";
    case prospect::possible:
      return "possible";
    case prospect::certain:
      return "certain";
  }
  return "";
}

/// The conditions, separated by semicolons.
std::string conditions(std::string const& operands) {
  std::string all;
  const auto found = residual(question(operands).operands);
  for (condition const& c : std::get<0>(found)) all += (all.empty() ? "" : "; ") + to_string(c);
  return all;
}

/// Calls f with the cases of a family that have few run times, and no unknown rank.
template <class F>
void each_case(proptests::family family, F f) {
  for (proptests::source const& from :
       proptests::sources_of(family, proptests::run_size::push, 5, 1000)) {
    for (std::uint64_t i = 0; i < from.count; ++i) {
      // Triples of grid operands are numerous and similar.
      const std::uint64_t step = from.count > 100000 ? 7 : 1;
      if (i % step != 0) continue;
      const test_case c = from.at(i);
      const auto types = proptests::types_of(c);
      const bool ranked =
          std::all_of(types.begin(), types.end(), [](kit::shape const& t) { return t.ranked; });
      auto all = types;
      if (c.result) all.push_back(c.result->type);
      if (!ranked || c.dimensions ||
          proptests::run_times(types, proptests::sizes_to_try(all)) > 5000)
        continue;
      f(c, types, proptests::sizes_to_try(all));
    }
  }
}

TEST(BcastP40, SymbolsAndBoundsAreSolvedOverAllAxes) {
  expect_rows(R"(
    N N             => s1
    N M             => ?
    N 1             => s1
    N 3             => 3
    <=8 <=4         => <=8
    <=0 3           => bcast.P1
    # N is 1 or 3 by axis 0, and 1 or 5 by axis 1
    NxNxN 3x5x1     => 3x5x1
    NxN 3xM         => 3x?
    NxN 3x1         => 3xs1<=3
    N<=2 N          => s1<=2
  )",
              inferred);
}

TEST(BcastP43, OneIsBelowUnknownIsBelowEverySize) {
  expect_rows(R"(
    1 ?             => ?
    ? 4             => 4
    ? 0             => 0
    4 ? 0           => bcast.P1
  )",
              inferred);
}

TEST(BcastP40, AResultIsImpossiblePossibleOrCertain) {
  expect_rows(R"(
    NxN -> 3x5                          => impossible
    NxN -> 3x3                          => possible
    NxN -> NxN                          => certain
    NxN -> MxM                          => certain
    # axis 2 makes M a 3, against which N clashes in axis 1, until it is 1
    Nx1 MxM KxKx1 -> ?x?x3              => possible
    Nx1 MxM KxKx1 -> ?x5x3              => impossible
    # in the last axis 3 meets 5, and then 5 again
    Nx1x1xN 1xMx1xM 1x1xKxK -> 3x5x5x?  => impossible
    Nx1x1xN 1xMx1xM 1x1xKxK -> 5x5x5x?  => possible
    # a bound of 0 is 0
    1 -> <=0                            => impossible
    ? -> <=0                            => possible
    N -> <=0                            => possible
    N<=0 -> N                           => certain
    N<=0x? -> NxN                       => possible
    N<=0x1 -> NxN                       => impossible
    N<=0x1 -> ?xN                       => impossible
    # a symbol that can only be 1 is that
    NxNxN 3x5x1 -> 3x5xN                => certain
    NxNxN 3x5x1 -> 3x5x1                => certain
    # a symbol of the result alone may be any size
    NxK -> Mx?                          => certain
    NxK -> MxM                          => possible
    # an unknown rank leaves a result possible
    * 2 -> 2                            => possible
    * 2 -> 3                            => impossible
    * 2 -> 7x2                          => possible
    * 2 -> ()                           => impossible
    * 2 -> *                            => certain
  )",
              prospect_in);
  const question q("NxN -> 3x5");
  const verdict v = verify(rule_of("sound"), q.operands, q.result);
  auto const& wrong = std::get<violation>(v);
  EXPECT_EQ(wrong.tag, "bcast.P40");
  EXPECT_EQ(wrong.axis, std::nullopt);
  EXPECT_EQ(reason(wrong), "no run-time sizes give all of the result's sizes at once");
}

TEST(BcastP40, ManySymbolsDoNotTakeForever) {
  type operand, result;
  for (std::uint32_t symbol = 1; symbol <= 40; ++symbol)
    operand.sizes.push_back(dim::named(symbol));
  for (std::uint32_t symbol = 1; symbol <= 40; ++symbol) result.sizes.push_back(dim::named(100));
  EXPECT_EQ(prospect_of(std::vector{operand, operand}, result), prospect::possible);
}

TEST(BcastP40, WhatTakesTooManyStepsToDecideIsTakenToBePossible) {
  // s100 cannot be 3 and 5 at once, which is found after all the others have been tried.
  const auto asked = [](std::uint32_t others) {
    type operand, result;
    for (std::uint32_t symbol = 1; symbol <= others; ++symbol) {
      operand.sizes.push_back(dim::named(symbol));
      result.sizes.push_back(unknown);
    }
    for (std::int64_t size : {3, 5}) {
      operand.sizes.push_back(dim::named(100));
      result.sizes.push_back(size);
    }
    return prospect_of(std::vector{operand}, result);
  };
  EXPECT_EQ(asked(2), prospect::impossible);
  EXPECT_EQ(asked(6), prospect::impossible);  // 21,844 steps
  EXPECT_EQ(asked(7), prospect::possible);    // 87,380 would be needed
}

TEST(BcastP40, AnImpossibleAxisIsNamedAndSoAreItsSizes) {
  const auto said = [](std::string const& rule, std::string const& text) {
    const question q(text);
    const verdict v = verify(rule_of(rule), q.operands, q.result);
    auto const& wrong = std::get<violation>(v);
    return (wrong.axis ? "axis " + std::to_string(*wrong.axis) + ": " : "") + reason(wrong);
  };
  expect_rows(R"(
    2x3 -> 2x4          => axis 1: the result has 4, not the inferred 3
    2xN 3x1 -> 2x4      => axis 0: operand 0 has 2, operand 1 has 3
    2xN -> 5x4          => axis 0: the result has 5, not the inferred 2
    * 2 -> 7x3          => axis 1: the result has 3, not the inferred 2
    3 -> 2x3            => the result has rank 2, not the inferred 1
    3 -> 7x4            => the result has rank 2, not the inferred 1
    2x3 -> 3            => the result has rank 1, not the inferred 2
  )",
              [&](std::string const& text) { return said("sound", text); });
  EXPECT_EQ(said("sound leading=accept", "2x3 -> 3"), "the result has rank 1, not the inferred 2");
  // An axis is counted in the whole result where leading axes are accepted.
  for (char const* rule : {"sound leading=accept", "mlir@19", "mlir leading=accept"}) {
    EXPECT_EQ(said(rule, "2x4 -> 7x8x2x3"), "axis 3: the result has 3, not the inferred 4");
  }
}

TEST(BcastP41, CertainIsExactAtEveryRunTime) {
  std::size_t certain = 0;
  each_case(proptests::family::declared, [&](test_case const& c, auto const& types,
                                             auto const& sizes) {
    bool possible = false, always = true;
    kit::shape const& declared = c.result->type;
    std::vector<std::pair<proptests::run_time, std::vector<std::int64_t>>> legal;
    proptests::each_run_time(types, sizes, [&](proptests::run_time const& at) {
      const kit::result run = proptests::oracle::broadcast_shapes(at.shapes);
      if (run.verdict != kind::ok) return true;
      const bool fits = proptests::lies_in(proptests::sizes_of(run.shape), declared, at.symbols);
      possible = possible || fits;
      always = always && fits;
      return true;
    });
    const prospect expected = !possible ? prospect::impossible
                              : always  ? prospect::certain
                                        : prospect::possible;
    subjects::translation known;
    const auto operands = known.to_optimized(types);
    EXPECT_EQ(prospect_of(operands, known.to_optimized(declared)), expected) << to_string(c);
    certain += expected == prospect::certain;
  });
  EXPECT_GT(certain, 100U);
}

TEST(BcastP42, TheConditionsAsText) {
  expect_rows(R"(
    2x? 2x5         => dim 1 of operand 0 is 1 or 5
    ? 1             =>
    ? 4x? ?         => dim 0 of operand 0, dim 1 of operand 1 and dim 0 of operand 2 are equal where they are not 1
    NxN 3x5         => dim 0 of operand 0 is 1
    N N             =>
    # each can be 1 or one other size: they agree anyway if that size is the same
    NxNx1 Mx1xM 1x3x4 => dim 0 of operand 0 is 1 or 3; dim 0 of operand 1 is 1 or 4; dim 0 of operand 0 and dim 0 of operand 1 are equal where they are not 1
    NxNx1 Mx1xM 1x3x3 => dim 0 of operand 0 is 1 or 3; dim 0 of operand 1 is 1 or 3
    <=1 <=1         =>
    <=4 9           => dim 0 of operand 0 is 1
    * 2             => the shapes of all operands broadcast
    *               =>
  )",
              conditions);
  EXPECT_EQ(std::get<violation>(residual(std::vector<type>{{{2}}, {{3}}})).tag, "bcast.P1");
}

TEST(BcastP42, AConditionFollowsOnlyFromAllPairs) {
  const auto found = [](std::string const& operands) {
    return std::get<0>(residual(question(operands).operands));
  };
  const auto agree = [](std::vector<place> places) {
    return std::vector{condition{condition::kind::agree, std::move(places), 1}};
  };
  // Of three symbols that meet in the last axis, only two pairs meet before.
  EXPECT_EQ(found("Nx1xN MxMxM 1xKxK"), agree({{0, 2}, {1, 2}, {2, 2}}));
  EXPECT_EQ(found("Nx1 MxM 1xK").size(), 2U);
  // If all pairs meet, one condition on three says as much as three conditions on two.
  EXPECT_EQ(found("NxNx1xN MxMxMx1 Kx1xKxK"), agree({{0, 0}, {1, 0}, {2, 0}}));
  // Each of three groups of three has a pair that meets nowhere else.
  EXPECT_EQ(found("NxNx1 MxMxM Kx1xK 1xLxL").size(), 3U);
  EXPECT_EQ(found("* 2"), (std::vector{condition{condition::kind::broadcasts, {}, 1}}));
  EXPECT_EQ(found("? 5"), (std::vector{condition{condition::kind::one_or, {{0, 0}}, 5}}));
  EXPECT_EQ(condition{}.size, 1);
}

TEST(BcastP42, TheConditionsHoldExactlyWhereTheShapesBroadcastAndNoneIsLeftOver) {
  std::size_t asserted = 0;
  each_case(
      proptests::family::types, [&](test_case const& c, auto const& types, auto const& sizes) {
        const auto found = residual(subjects::translation().to_optimized(types));
        auto const* all = std::get_if<std::vector<condition>>(&found);
        std::vector<bool> needed(all == nullptr ? 0 : all->size());
        asserted += needed.size();
        proptests::each_run_time(types, sizes, [&](proptests::run_time const& at) {
          const bool legal = proptests::oracle::broadcast_shapes(at.shapes).verdict == kind::ok;
          if (all == nullptr) {
            EXPECT_FALSE(legal) << to_string(c);
            return !legal;
          }
          std::size_t broken = 0, last = 0;
          for (std::size_t k = 0; k < all->size(); ++k) {
            if (holds((*all)[k], at.shapes)) continue;
            ++broken;
            last = k;
          }
          EXPECT_EQ(legal, broken == 0) << to_string(c);
          if (broken == 1) needed[last] = true;
          return legal == (broken == 0);
        });
        for (std::size_t k = 0; k < needed.size(); ++k) {
          EXPECT_TRUE(needed[k]) << to_string(c) << ": " << to_string((*all)[k]);
        }
      });
  EXPECT_GT(asserted, 1000U);
}

TEST(BcastP42, AConditionOnAnUnknownRankIsTheWholeQuestion) {
  const auto all = std::get<0>(residual(std::vector<type>{{{}, false}, {{2}}}));
  EXPECT_TRUE(holds(all.front(), std::vector<std::vector<std::int64_t>>{{3, 1}, {2}}));
  EXPECT_FALSE(holds(all.front(), std::vector<std::vector<std::int64_t>>{{3}, {2}}));
}

}  // namespace verifier_unknown_test
