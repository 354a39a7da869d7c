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

// The verifier's answers about unknown sizes, checked against the oracle at every run time.

namespace verifier_unknown_test {
namespace {

using namespace bcast::verifier;
namespace kit = bcast::kit;
namespace proptests = bcast::proptests;
namespace subjects = bcast::subjects;
using bcast::spec::unknown;
using kind = kit::answer::kind;
using proptests::test_case;

dim named(std::uint32_t symbol) { return dim::named(symbol); }
dim at_most(std::int64_t upper, std::uint32_t symbol = 0) { return dim::bounded(upper, symbol); }

std::string inferred(std::vector<type> const& operands) {
  const verdict v = infer(profile_of("sound"), operands);
  if (auto const* t = std::get_if<type>(&v)) return to_string(*t);
  return std::string(std::get<violation>(v).tag);
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
  EXPECT_EQ(inferred({{{named(1)}}, {{named(1)}}}), "s1");
  EXPECT_EQ(inferred({{{named(1)}}, {{named(2)}}}), "?");
  EXPECT_EQ(inferred({{{named(1)}}, {{1}}}), "s1");
  EXPECT_EQ(inferred({{{named(1)}}, {{3}}}), "3");
  EXPECT_EQ(inferred({{{at_most(8)}}, {{at_most(4)}}}), "<=8");
  EXPECT_EQ(inferred({{{at_most(0)}}, {{3}}}), "bcast.P1");
  // s1 is 1 or 3 by axis 0, and 1 or 5 by axis 1.
  EXPECT_EQ(inferred({{{named(1), named(1), named(1)}}, {{3, 5, 1}}}), "3x5x1");
  EXPECT_EQ(inferred({{{named(1), named(1)}}, {{3, named(2)}}}), "3x?");
  EXPECT_EQ(inferred({{{named(1), named(1)}}, {{3, 1}}}), "3xs1<=3");
  EXPECT_EQ(inferred({{{at_most(2, 1)}}, {{named(1)}}}), "s1<=2");
}

TEST(BcastP40, WhatIsPossibleInEveryAxisMayBeImpossibleTogether) {
  const std::vector<type> operands{{{named(1), named(1)}}};
  const verdict v = verify(profile_of("sound"), operands, {{3, 5}});
  auto const& wrong = std::get<violation>(v);
  EXPECT_EQ(wrong.tag, "bcast.P40");
  EXPECT_EQ(wrong.axis, std::nullopt);
  EXPECT_EQ(reason(wrong), "no run-time sizes give all of the result's sizes at once");
  EXPECT_EQ(prospect_of(operands, {{3, 3}}), prospect::possible);
  EXPECT_EQ(prospect_of(operands, {{named(1), named(1)}}), prospect::certain);
  EXPECT_EQ(prospect_of(operands, {{named(7), named(7)}}), prospect::certain);
}

TEST(BcastP40, ManySymbolsDoNotTakeForever) {
  type operand, result;
  for (std::uint32_t symbol = 1; symbol <= 40; ++symbol) operand.sizes.push_back(named(symbol));
  for (std::uint32_t symbol = 1; symbol <= 40; ++symbol) result.sizes.push_back(named(100));
  EXPECT_EQ(prospect_of(std::vector{operand, operand}, result), prospect::possible);
}

TEST(BcastP40, WhatTakesTooManyStepsToDecideIsTakenToBePossible) {
  // s100 cannot be 3 and 5 at once, which is found after all the others have been tried.
  const auto asked = [](std::uint32_t others) {
    type operand, result;
    for (std::uint32_t symbol = 1; symbol <= others; ++symbol) {
      operand.sizes.push_back(named(symbol));
      result.sizes.push_back(unknown);
    }
    for (std::int64_t size : {3, 5}) {
      operand.sizes.push_back(named(100));
      result.sizes.push_back(size);
    }
    return prospect_of(std::vector{operand}, result);
  };
  EXPECT_EQ(asked(2), prospect::impossible);
  EXPECT_EQ(asked(6), prospect::impossible);  // 21,844 steps
  EXPECT_EQ(asked(7), prospect::possible);    // 87,380 would be needed
}

TEST(BcastP40, ASearchOf65536StepsIsStillMade) {
  // Sizes 0 to 15 are tried with s1, s3 and s100, 0 to 14 with s2: 16 (1 + 15 (1 + 16 (1 + 16))).
  type operand{{named(1), at_most(14, 2), named(3)}}, result{{unknown, unknown, unknown}};
  for (std::int64_t size = 2; size <= 15; ++size) {
    const bool named_size = size == 3 || size == 5;
    operand.sizes.push_back(named_size ? named(100) : dim(size));
    result.sizes.push_back(size);
  }
  EXPECT_EQ(prospect_of(std::vector{operand}, result), prospect::impossible);
}

TEST(BcastP40, SizesThatClashAreSeenWhereverTheyStand) {
  // Axis 2 makes s2 a 3, against which s1 clashes in axis 1, until it is 1.
  const std::vector<type> operands{
      {{named(1), 1}}, {{named(2), named(2)}}, {{named(3), named(3), 1}}};
  EXPECT_EQ(prospect_of(operands, {{unknown, unknown, 3}}), prospect::possible);
  EXPECT_EQ(prospect_of(operands, {{unknown, 5, 3}}), prospect::impossible);
}

TEST(BcastP40, AClashIsNotForgottenOverAnotherSize) {
  // In the last axis 3 meets 5, and then 5 again.
  const auto s1 = named(1), s2 = named(2), s3 = named(3);
  const std::vector<type> operands{{{s1, 1, 1, s1}}, {{1, s2, 1, s2}}, {{1, 1, s3, s3}}};
  EXPECT_EQ(prospect_of(operands, {{3, 5, 5, unknown}}), prospect::impossible);
  EXPECT_EQ(prospect_of(operands, {{5, 5, 5, unknown}}), prospect::possible);
}

TEST(BcastP40, AnImpossibleAxisIsNamedAndSoAreItsSizes) {
  const auto said = [](std::vector<type> const& operands, type const& result) {
    const verdict v = verify(profile_of("sound"), operands, result);
    auto const& wrong = std::get<violation>(v);
    return (wrong.axis ? "axis " + std::to_string(*wrong.axis) + ": " : "") + reason(wrong);
  };
  EXPECT_EQ(said({{{2, 3}}}, {{2, 4}}), "axis 1: the result has 4, not the inferred 3");
  EXPECT_EQ(said({{{2, named(1)}}, {{3, 1}}}, {{2, 4}}),
            "axis 0: operand 0 has 2, operand 1 has 3");
  EXPECT_EQ(said({{{2, named(1)}}}, {{5, 4}}), "axis 0: the result has 5, not the inferred 2");
  EXPECT_EQ(said({{{}, false}, {{2}}}, {{7, 3}}), "axis 1: the result has 3, not the inferred 2");
  EXPECT_EQ(said({{{3}}}, {{2, 3}}), "the result has rank 2, not the inferred 1");
  EXPECT_EQ(said({{{3}}}, {{7, 4}}), "the result has rank 2, not the inferred 1");
  EXPECT_EQ(said({{{2, 3}}}, {{3}}), "the result has rank 1, not the inferred 2");
  const verdict v = verify(profile_of("sound leading=accept"), std::vector<type>{{{2, 3}}}, {{3}});
  EXPECT_EQ(reason(std::get<violation>(v)), "the result has rank 1, not the inferred 2");
}

TEST(BcastP40, AnAxisIsCountedInTheWholeResultWhereLeadingAxesAreAccepted) {
  for (char const* profile : {"sound leading=accept", "mlir@19", "mlir leading=accept"}) {
    const verdict v = verify(profile_of(profile), std::vector<type>{{{2, 4}}}, {{7, 8, 2, 3}});
    auto const& wrong = std::get<violation>(v);
    EXPECT_EQ(wrong.axis, 3U) << profile;
    EXPECT_EQ(reason(wrong), "the result has 3, not the inferred 4") << profile;
  }
}

TEST(BcastP40, ABoundOfZeroIsZero) {
  EXPECT_EQ(prospect_of(std::vector<type>{{{1}}}, {{at_most(0)}}), prospect::impossible);
  EXPECT_EQ(prospect_of(std::vector<type>{{{unknown}}}, {{at_most(0)}}), prospect::possible);
  EXPECT_EQ(prospect_of(std::vector<type>{{{named(1)}}}, {{at_most(0)}}), prospect::possible);
  EXPECT_EQ(prospect_of(std::vector<type>{{{at_most(0, 1)}}}, {{named(1)}}), prospect::certain);
  // s1 is 0, the other size need not be.
  EXPECT_EQ(prospect_of(std::vector<type>{{{at_most(0, 1), unknown}}}, {{named(1), named(1)}}),
            prospect::possible);
  EXPECT_EQ(prospect_of(std::vector<type>{{{at_most(0, 1), 1}}}, {{named(1), named(1)}}),
            prospect::impossible);
  EXPECT_EQ(prospect_of(std::vector<type>{{{at_most(0, 1), 1}}}, {{unknown, named(1)}}),
            prospect::impossible);
}

TEST(BcastP41, ASymbolThatCanOnlyBeOneIsThat) {
  const std::vector<type> operands{{{named(1), named(1), named(1)}}, {{3, 5, 1}}};
  EXPECT_EQ(prospect_of(operands, {{3, 5, named(1)}}), prospect::certain);
  EXPECT_EQ(prospect_of(operands, {{3, 5, 1}}), prospect::certain);
}

TEST(BcastP41, ASymbolOfTheResultAloneMayBeAnySize) {
  EXPECT_EQ(prospect_of(std::vector<type>{{{named(1), named(3)}}}, {{named(2), unknown}}),
            prospect::certain);
  EXPECT_EQ(prospect_of(std::vector<type>{{{named(1), named(3)}}}, {{named(2), named(2)}}),
            prospect::possible);
}

TEST(BcastP41, CertainIsExactAtEveryRunTime) {
  std::size_t certain = 0;
  each_case(proptests::family::declared, [&](test_case const& c, auto const& types,
                                             auto const& sizes) {
    bool possible = false, always = true;
    kit::shape const& declared = c.result->type;
    std::vector<std::pair<proptests::run_time, std::vector<std::int64_t>>> legal;
    proptests::each_run_time(types, sizes, [&](proptests::run_time const& at) {
      const kit::answer run = proptests::oracle_join(at.shapes);
      if (run.verdict != kind::ok) return true;
      const bool fits = proptests::lies_in(proptests::sizes_of(run.common), declared, at.symbols);
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

TEST(BcastP41, AnUnknownRankLeavesAResultPossible) {
  const type any{{}, false};
  EXPECT_EQ(prospect_of(std::vector{any, type{{2}}}, {{2}}), prospect::possible);
  EXPECT_EQ(prospect_of(std::vector{any, type{{2}}}, {{3}}), prospect::impossible);
  EXPECT_EQ(prospect_of(std::vector{any, type{{2}}}, {{7, 2}}), prospect::possible);
  EXPECT_EQ(prospect_of(std::vector{any, type{{2}}}, {}), prospect::impossible);
  EXPECT_EQ(prospect_of(std::vector{any, type{{2}}}, any), prospect::certain);
}

std::vector<std::string> conditions(std::vector<type> const& operands) {
  std::vector<std::string> texts;
  const auto all = residual(operands);
  for (condition const& c : std::get<0>(all)) texts.push_back(to_string(c));
  return texts;
}

using texts = std::vector<std::string>;

TEST(BcastP42, TheConditionsAsText) {
  EXPECT_EQ(conditions({{{2, unknown}}, {{2, 5}}}), texts{"dim 1 of operand 0 is 1 or 5"});
  EXPECT_EQ(conditions({{{unknown}}, {{1}}}), texts{});
  EXPECT_EQ(conditions({{{unknown}}, {{4, unknown}}, {{unknown}}}),
            texts{"dim 0 of operand 0, dim 1 of operand 1 and dim 0 of operand 2 are equal where "
                  "they are not 1"});
  EXPECT_EQ(conditions({{{named(1), named(1)}}, {{3, 5}}}), texts{"dim 0 of operand 0 is 1"});
  EXPECT_EQ(conditions({{{named(1)}}, {{named(1)}}}), texts{});
  // Each can be 1 or one other size: they agree anyway if that size is the same.
  EXPECT_EQ(conditions({{{named(1), named(1), 1}}, {{named(2), 1, named(2)}}, {{1, 3, 4}}}),
            (texts{"dim 0 of operand 0 is 1 or 3", "dim 0 of operand 1 is 1 or 4",
                   "dim 0 of operand 0 and dim 0 of operand 1 are equal where they are not 1"}));
  EXPECT_EQ(conditions({{{named(1), named(1), 1}}, {{named(2), 1, named(2)}}, {{1, 3, 3}}}),
            (texts{"dim 0 of operand 0 is 1 or 3", "dim 0 of operand 1 is 1 or 3"}));
  EXPECT_EQ(conditions({{{at_most(1)}}, {{at_most(1)}}}), texts{});
  EXPECT_EQ(conditions({{{at_most(4)}}, {{9}}}), texts{"dim 0 of operand 0 is 1"});
  EXPECT_EQ(conditions({{{}, false}, {{2}}}), texts{"the shapes of all operands broadcast"});
  EXPECT_EQ(conditions({{{}, false}}), texts{});
  EXPECT_EQ(std::get<violation>(residual(std::vector<type>{{{2}}, {{3}}})).tag, "bcast.P1");
}

TEST(BcastP42, AConditionFollowsOnlyFromAllPairs) {
  const auto s1 = named(1), s2 = named(2), s3 = named(3);
  const auto agree = [](std::vector<place> places) {
    return condition{condition::kind::agree, std::move(places), 1};
  };
  // Of three symbols that meet in the last axis, only two pairs meet before.
  EXPECT_EQ(std::get<0>(residual(std::vector<type>{{{s1, 1, s1}}, {{s2, s2, s2}}, {{1, s3, s3}}})),
            (std::vector{agree({{0, 2}, {1, 2}, {2, 2}})}));
  EXPECT_EQ(conditions({{{s1, 1}}, {{s2, s2}}, {{1, s3}}}).size(), 2U);
  // If all pairs meet, one condition on three says as much as three conditions on two.
  EXPECT_EQ(std::get<0>(residual(
                std::vector<type>{{{s1, s1, 1, s1}}, {{s2, s2, s2, 1}}, {{s3, 1, s3, s3}}})),
            (std::vector{agree({{0, 0}, {1, 0}, {2, 0}})}));
  // Each of three groups of three has a pair that meets nowhere else.
  EXPECT_EQ(
      conditions({{{s1, s1, 1}}, {{s2, s2, s2}}, {{s3, 1, s3}}, {{1, named(4), named(4)}}}).size(),
      3U);
  EXPECT_EQ(std::get<0>(residual(std::vector<type>{{{}, false}, {{2}}})),
            (std::vector{condition{condition::kind::broadcasts, {}, 1}}));
  EXPECT_EQ(std::get<0>(residual(std::vector<type>{{{unknown}}, {{5}}})),
            (std::vector{condition{condition::kind::one_or, {{0, 0}}, 5}}));
  EXPECT_EQ(condition{}.size, 1);
}

TEST(BcastP42, TheConditionsHoldExactlyWhereTheShapesBroadcastAndNoneIsLeftOver) {
  std::size_t asserted = 0;
  each_case(proptests::family::types,
            [&](test_case const& c, auto const& types, auto const& sizes) {
              const auto found = residual(subjects::translation().to_optimized(types));
              auto const* all = std::get_if<std::vector<condition>>(&found);
              std::vector<bool> needed(all == nullptr ? 0 : all->size());
              asserted += needed.size();
              proptests::each_run_time(types, sizes, [&](proptests::run_time const& at) {
                const bool legal = proptests::oracle_join(at.shapes).verdict == kind::ok;
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

TEST(BcastP43, OneIsBelowUnknownIsBelowEverySize) {
  EXPECT_EQ(inferred({{{1}}, {{unknown}}}), "?");
  EXPECT_EQ(inferred({{{unknown}}, {{4}}}), "4");
  EXPECT_EQ(inferred({{{unknown}}, {{0}}}), "0");
  EXPECT_EQ(inferred({{{4}}, {{unknown}}, {{0}}}), "bcast.P1");
  // Under MLIR 19, 0 is below an unknown size, and the order decides.
  const bcast::spec::profile mlir = profile_of("mlir@19");
  EXPECT_EQ(to_string(std::get<type>(infer(mlir, std::vector<type>{{{0}}, {{unknown}}, {{3}}}))),
            "3");
  EXPECT_TRUE(
      std::holds_alternative<violation>(infer(mlir, std::vector<type>{{{unknown}}, {{3}}, {{0}}})));
}

}  // namespace
}  // namespace verifier_unknown_test
