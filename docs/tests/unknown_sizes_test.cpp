// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstddef>

#include "pages.hpp"

// What rules make of unknown sizes, against all run times.
namespace bcast::docs {
namespace {

TEST(UnknownSizes, SoundIsExact) {
  constexpr auto exact = static_cast<std::size_t>(judgement::exact);
  EXPECT_EQ(judgements_of("sound")[exact].count, 43 * 43);
}

}  // namespace
}  // namespace bcast::docs
