// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/run.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "bcast/proptests/laws.hpp"
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
