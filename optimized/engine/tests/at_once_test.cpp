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

TEST(AtOnce, AFewRowsThatTheKernelTakesNeedNoPlan) {
  EXPECT_EQ(at_once(shape{2, 3}, {shape{3}, shape{2, 1}, shape{1, 1}}),
            "2x3: 12,4 | 0,4 | 4,0 | 0,0");
  EXPECT_EQ(at_once({shape{2, 3}, 1}, {{shape{3}, 8}, {shape{2, 1}, 2}}), "2x3: 3,1 | 0,8 | 2,0");
  EXPECT_EQ(at_once(layout{{2, 3}, {5, 1}}, {layout{{2, 3}, {-4, 1}}}), "2x3: 20,4 | -16,4");
  // The stride of an axis of size 1 does not matter.
  EXPECT_EQ(at_once(shape{2, 3}, {layout{{1, 3}, {77, 1}}, layout{{2, 1}, {1, 77}}}),
            "2x3: 12,4 | 0,4 | 4,0");
  EXPECT_EQ(at_once(shape{512}, {shape{}}), "1x512: 0,4 | 0,0");
  EXPECT_EQ(at_once(shape{513}, {shape{}}), "planned");
  EXPECT_EQ(at_once(shape{1, 2, 3}, {shape{3}}), "planned");
  EXPECT_EQ(at_once(shape{3}, {layout{{3}, {2}}}), "planned");
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

}  // namespace
