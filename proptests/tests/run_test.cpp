// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/text.hpp"
#include "oracle/plain.hpp"
#include "tests/support/one_answer.hpp"

// Runs of laws: what is told, counted and thrown.

namespace {

namespace kit = bcast::kit;
using namespace bcast::proptests;
using bcast::tests::answering;
using bcast::tests::shaped;
using bcast::tests::verdict;
using kind = kit::result::kind;

TEST(Run, EveryCaseThatIsPlannedIsTold) {
  const kit::subject s = plain();
  std::uint64_t told = 0;
  settings with;
  with.random = 600;
  with.sources = {"random"};
  law const* const join = find_law("shape");
  law const* const soundness = find_law("soundness");
  EXPECT_EQ(planned_cases(*join, s, with), 600U);
  EXPECT_EQ(planned_cases(*soundness, s, with), 0U);
  EXPECT_EQ(planned_cases(*find_law("values"), answering({}), with), 0U);
  kit::subject costly = s;
  costly.declares.costly = true;
  EXPECT_EQ(planned_cases(*join, costly, with), 0U);
  with.progress = [&](std::uint64_t n) { told += n; };
  const std::vector<law const*> laws{join, soundness};
  EXPECT_EQ(run_all(laws, std::vector{s}, with).size(), 2U);
  EXPECT_EQ(told, 600U);
}

TEST(Run, EachLawGetsAPartOfTheTimeAndSaysSoWhereItIsTooShort) {
  kit::subject slow = plain();
  const auto answer = slow.broadcast_shapes;
  slow.broadcast_shapes = [&](auto const& operands, auto const& dims) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return answer(operands, dims);
  };
  settings with;
  with.random = 1000;
  with.end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  const std::vector<law const*> laws{find_law("shape"), find_law("order"), find_law("unit")};
  std::vector<outcome> all = run_all(laws, std::vector{slow}, with);
  for (outcome const& o : all) {
    EXPECT_TRUE(o.out_of_time) << o.stated->name;
    EXPECT_FALSE(o.failure);
    EXPECT_TRUE(outcome_from_json(to_json(o)).out_of_time);
  }
  with.end = std::chrono::steady_clock::now();
  all = run_all(laws, std::vector{slow}, with);
  EXPECT_EQ(all.front().skipped, "the time was over before its first case");
}

/// Takes the larger size on each axis: wrong for a 0, and where sizes clash.
kit::subject larger() {
  kit::subject s;
  s.name = "larger";
  s.broadcast_shapes = [](std::vector<kit::shape> const& operands, auto const&) {
    test_case c;
    for (kit::shape const& t : operands) c.operands.push_back({t, {}});
    return shaped(type_of(larger_sizes(c)));
  };
  return s;
}

TEST(Run, FurtherCausesAreThoseWithOtherFeaturesAndAnotherMessage) {
  settings with = bcast::tests::of_core();
  const auto clashes = [](outcome const& o) {
    return std::ranges::any_of(o.more, [](further_cause const& one) {
      return one.what.find("expected rejection") != std::string::npos;
    });
  };
  const outcome o = run(*find_law("shape"), larger(), with);
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(to_string(o.failure->smallest), "0");
  EXPECT_TRUE(clashes(o));
  for (further_cause const& one : o.more) {
    EXPECT_TRUE(run_case(*find_law("shape"), larger(), one.smallest, false).failure);
    EXPECT_NE(one.what, o.failure->what);
  }
  with.every = 2;
  EXPECT_TRUE(clashes(run(*find_law("shape"), larger(), with)));
  with.causes = 0;
  EXPECT_TRUE(run(*find_law("shape"), larger(), with).more.empty());
}

TEST(Run, LawsThatFailWithTheSameOperandsAreOneReport) {
  settings with = bcast::tests::of_core();
  with.causes = 0;
  std::vector<outcome> all;
  for (char const* law : {"shape", "order", "itself"})
    all.push_back(run(*find_law(law), larger(), with));
  const auto groups = failures_by_operands(all);
  ASSERT_EQ(groups.size(), 1U);
  ASSERT_EQ(groups[0].size(), 2U);
  const std::string text = report(*groups[0][0], {groups[0][1]});
  EXPECT_NE(text.find("\n  also    itself  0 0: got 1; expected 0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n          itself larger zero,equal strict \"...\"\n"), std::string::npos);
}

TEST(Run, WhatIsThrownInAThreadIsThrownToTheCaller) {
  settings with;
  with.random = 600;
  with.sources = {"random"};
  with.progress = [](std::uint64_t) { throw std::runtime_error("no"); };
  const std::vector<law const*> laws{find_law("shape")};
  EXPECT_THROW(run_all(laws, std::vector{plain()}, with), std::runtime_error);
}

TEST(Run, ACaseThatIsNotSupportedIsNotCounted) {
  const outcome o =
      run_case(*find_law("shape"), answering(verdict(kind::unsupported)), parse_case("2 1"), false);
  EXPECT_TRUE(o.failure || !o.skipped.empty());
  kit::subject s = plain();
  s.apply = [](auto, auto const&, auto const&) { return verdict(kind::unsupported); };
  const outcome declined = run_case(*find_law("elements"), s, parse_case("2 1"), false);
  EXPECT_FALSE(declined.skipped.empty());
  EXPECT_EQ(declined.cases(), 0U);
}

TEST(Run, AnExampleIsNotShrunk) {
  const outcome o = run_case(*find_law("array_api examples"), answering(shaped(type_of({1}))),
                             parse_case("8x1x6x1 7x1x5 example=array_api.S1"), true);
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->steps, 0);
  EXPECT_EQ(to_string(o.failure->smallest), "8x1x6x1 7x1x5 example=array_api.S1");
}

}  // namespace
