// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "pages.hpp"

// What rules make of unknown sizes, against all run times.
namespace bcast::docs {
namespace {

std::int64_t count(std::vector<judged_cases> const& all, judgement of) {
  return all[static_cast<std::size_t>(of)].count;
}

std::string smallest(std::vector<judged_cases> const& all, judgement of) {
  return all[static_cast<std::size_t>(of)].smallest;
}

TEST(UnknownSizes, EachPairIsCountedOnce) {
  for (std::string_view rule : {"sound", "jax_symbolic", "torch_unbacked", "mlir"}) {
    std::int64_t sum = 0;
    for (judged_cases const& some : judgements_of(rule)) sum += some.count;
    EXPECT_EQ(sum, 43 * 43) << rule;
  }
}

TEST(UnknownSizes, SoundIsExact) {
  EXPECT_EQ(count(judgements_of("sound"), judgement::exact), 43 * 43);
}

TEST(UnknownSizes, AnOpaqueSizeIsRefusedAndNeverClaimsTooMuch) {
  const auto jax = judgements_of("jax_symbolic");
  EXPECT_EQ(count(jax, judgement::too_much), 0);
  EXPECT_EQ(count(jax, judgement::impossible), 0);
  EXPECT_EQ(count(jax, judgement::less), 0);
  EXPECT_EQ(smallest(jax, judgement::refused), "0 a");
}

TEST(UnknownSizes, AnAssumedSizeMayBeAnother) {
  const auto torch = judgements_of("torch_unbacked");
  EXPECT_EQ(count(torch, judgement::refused), 0);
  EXPECT_EQ(smallest(torch, judgement::too_much), "a b");
}

TEST(UnknownSizes, WhatIsPropagatedSaysLess) {
  const auto propagated = judgements_of("array_api@2025.12");
  EXPECT_EQ(count(propagated, judgement::too_much), 0);
  EXPECT_EQ(smallest(propagated, judgement::less), "() a");
}

TEST(UnknownSizes, OpenvinoSaysLessOfNamesOnSeveralAxes) {
  const auto openvino = judgements_of("openvino");
  EXPECT_EQ(count(openvino, judgement::refused), 0);
  EXPECT_EQ(count(openvino, judgement::too_much), 0);
}

}  // namespace
}  // namespace bcast::docs
