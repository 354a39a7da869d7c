// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/at_once.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "bcast/engine/view.hpp"
#include "tiles.hpp"

// Calls without a plan: a few elements that the kernel processes directly.

namespace {

using namespace tiles;

TEST(AtOnce, RowsThatTheKernelTakesNeedNoPlan) {
  EXPECT_EQ(at_once(shape{3}, {shape{3}, shape{}}), "1x3: 0,4 | 0,4 | 0,0");
  EXPECT_EQ(at_once(shape{2, 3}, {shape{3}, shape{2, 1}, shape{1, 1}}),
            "2x3: 12,4 | 0,4 | 4,0 | 0,0");
  EXPECT_EQ(at_once(shape{2, 3}, {shape{2, 3}, shape{1, 3}}), "2x3: 12,4 | 12,4 | 0,4");
  EXPECT_EQ(at_once(shape{1, 3}, {shape{1, 1}}), "1x3: 0,4 | 0,0");
  EXPECT_EQ(at_once({shape{2, 3}, 1}, {{shape{3}, 8}, {shape{2, 1}, 2}}), "2x3: 3,1 | 0,8 | 2,0");
  EXPECT_EQ(at_once(shape{2, 3}, {}), "2x3: 12,4");
  // The step of a single column does not matter.
  EXPECT_EQ(at_once(shape{1}, {shape{1}, shape{}}), "1x1: 0,4 | 0,4 | 0,4");
  EXPECT_EQ(at_once(shape{1, 1}, {shape{}}), "1x1: 0,4 | 0,4");
  // The stride of an axis of size 1 does not matter.
  EXPECT_EQ(at_once(shape{2, 3}, {layout{{1, 3}, {77, 1}}, layout{{2, 1}, {1, 77}}}),
            "2x3: 12,4 | 0,4 | 4,0");
}

TEST(AtOnce, RowsMayBeApartAndBackwardsInAnOperand) {
  EXPECT_EQ(at_once(layout{{2, 3}, {5, 1}}, {layout{{2, 3}, {-4, 1}}}), "2x3: 20,4 | -16,4");
  EXPECT_EQ(at_once(layout{{2, 3}, {3, 1}}, {layout{{2, 3}, {0, 1}}}), "2x3: 12,4 | 0,4");
}

TEST(AtOnce, ManyElementsAxesOrOperandsArePlanned) {
  EXPECT_EQ(at_once(shape{512}, {shape{}}), "1x512: 0,4 | 0,0");
  EXPECT_EQ(at_once(shape{513}, {shape{}}), "planned");
  EXPECT_EQ(at_once(shape{2, 256}, {shape{}}), "2x256: 1024,4 | 0,0");
  EXPECT_EQ(at_once(shape{3, 171}, {shape{}}), "planned");
  EXPECT_EQ(at_once(shape{256, 2}, {shape{}}), "256x2: 8,4 | 0,0");
  EXPECT_EQ(at_once(shape{2, 1}, {shape{}}), "planned");
  EXPECT_EQ(at_once(shape{0, 3}, {shape{3}}), "planned");
  EXPECT_EQ(at_once(shape{3, 0}, {shape{1}}), "planned");
  EXPECT_EQ(at_once(shape{}, {shape{}}), "planned");
  EXPECT_EQ(at_once(shape{1, 2, 3}, {shape{3}}), "planned");
  EXPECT_EQ(at_once(shape{3}, {shape{3}, shape{3}, shape{3}}), "1x3: 0,4 | 0,4 | 0,4 | 0,4");
  EXPECT_EQ(at_once(shape{3}, {shape{3}, shape{3}, shape{3}, shape{3}}), "planned");
}

TEST(AtOnce, WhatTheKernelDoesNotTakeIsPlanned) {
  EXPECT_EQ(at_once(shape{3}, {shape{3}}, of_any_step), "planned");
  EXPECT_EQ(at_once(shape{3}, {layout{{3}, {2}}}), "planned");
  EXPECT_EQ(at_once(layout{{3}, {2}}, {shape{3}}), "planned");
  EXPECT_EQ(at_once(layout{{2, 3}, {1, 2}}, {shape{3}}), "planned");
  EXPECT_EQ(at_once(layout{{2, 3}, {-3, 1}}, {shape{3}}), "planned");
}

TEST(AtOnce, WhatMayBeAnErrorIsPlanned) {
  EXPECT_EQ(at_once(shape{3}, {shape{2}}), "planned");
  EXPECT_EQ(at_once(shape{2, 3}, {shape{3, 1}}), "planned");
  EXPECT_EQ(at_once(shape{1, 3}, {shape{2, 3}}), "planned");
  EXPECT_EQ(at_once(shape{3}, {shape{1, 3}}), "planned");
  EXPECT_EQ(at_once(shape{-1}, {shape{}}), "planned");
  EXPECT_EQ(at_once(shape{-2, -3}, {shape{}}), "planned");
  // Rows that meet.
  EXPECT_EQ(at_once(layout{{2, 3}, {2, 1}}, {shape{3}}), "planned");
  const auto run = [](buffer const& target, buffer const& operand) {
    seen_tiles seen;
    seen_tiles* const context = &seen;
    return run_at_once(ordinary, &context, target, std::vector{operand});
  };
  std::int32_t z[3], x[3];
  const layout three{{3}, {1}}, without{{3}, {}}, with_more{{3}, {1, 1}};
  EXPECT_TRUE(run({z, &three, 4}, {x, &three, 4}));
  EXPECT_FALSE(run({nullptr, &three, 4}, {x, &three, 4}));
  EXPECT_FALSE(run({z, &three, 4}, {nullptr, &three, 4}));
  EXPECT_FALSE(run({z, &without, 4}, {x, &three, 4}));
  EXPECT_FALSE(run({z, &three, 4}, {x, &without, 4}));
  EXPECT_FALSE(run({z, &three, 4}, {x, &with_more, 4}));
}

TEST(AtOnce, SizesAndStridesThatMayNotBeMultipliedArePlanned) {
  constexpr std::int64_t large = std::int64_t{1} << 62;
  for (shape const& sizes : {shape{large, 4}, shape{4, large}}) {
    std::int32_t z = 0;
    const layout to{sizes, {4, 1}};
    EXPECT_FALSE(run_at_once(ordinary, nullptr, {&z, &to, 4}, {}));
  }
  const auto run = [](std::int64_t to_row, std::int64_t from_row) {
    // Never touched.
    void const *const z = reinterpret_cast<void*>(std::uintptr_t{1} << 45),
                      *const x = reinterpret_cast<void*>(std::uintptr_t{1} << 46);
    const layout to{{2, 1 << 7}, {to_row, 1}}, from{{2, 1 << 7}, {from_row, 1}};
    seen_tiles seen;
    seen_tiles* const context = &seen;
    return run_at_once(ordinary, &context, {z, &to, 1}, std::vector<buffer>{{x, &from, 1}});
  };
  const std::int64_t far = std::int64_t{1} << 40;
  EXPECT_TRUE(run(far / 2, far - 1));
  EXPECT_TRUE(run(far / 2, 1 - far));
  EXPECT_TRUE(run(far - 1, far / 2));
  EXPECT_FALSE(run(far / 2, far));
  EXPECT_FALSE(run(far / 2, -far));
  EXPECT_FALSE(run(far, far / 2));
}

TEST(AtOnce, AnOperandThatMeetsTheTargetIsPlanned) {
  std::byte memory[256];
  const auto run = [&](std::int64_t at, layout const& from, layout const& to = {{2, 4}, {8, 1}}) {
    seen_tiles seen;
    seen_tiles* const context = &seen;
    return run_at_once(ordinary, &context, {memory + 128, &to, 2},
                       std::vector<buffer>{{memory + 128 + at, &from, 2}});
  };
  // The target touches 24 bytes.
  const layout row{{4}, {1}}, upwards{{2, 4}, {-8, 1}}, one{{}, {}};
  EXPECT_TRUE(run(24, row));
  EXPECT_FALSE(run(23, row));
  EXPECT_TRUE(run(-8, row));
  EXPECT_FALSE(run(-7, row));
  EXPECT_FALSE(run(0, row));
  EXPECT_TRUE(run(40, upwards));
  EXPECT_FALSE(run(39, upwards));
  EXPECT_TRUE(run(-8, upwards));
  EXPECT_FALSE(run(-7, upwards));
  EXPECT_TRUE(run(-2, one));
  EXPECT_FALSE(run(-1, one));
  EXPECT_TRUE(run(24, one));
  EXPECT_FALSE(run(23, one));
}

}  // namespace
