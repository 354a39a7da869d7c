// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "bcast/engine/broadcast.hpp"
#include "bcast/engine/transform.hpp"
#include "bcast/engine/view.hpp"
#include "tests/support/refusals.hpp"

// Shared memory and views that the engine refuses.

namespace overlap_test {

using namespace bcast::engine;
using refusals::refused;

TEST(Overlap, NoOutputIsWrittenWhereOneIsRefused) {
  std::vector<int> z{7, 7, 7}, w{7, 7};
  const std::vector<int> x{1, 2};
  struct row {
    int *first, *second;
    int const* input;
    char const* why;
  };
  for (row const& r :
       {row{z.data(), z.data() + 1, x.data(), "output 0 overlaps output 1"},
        row{w.data(), z.data(), w.data(), "output 0 overlaps input 1"},
        row{z.data(), z.data() + 1, z.data() + 1, "output 0 overlaps input 1"},
        row{z.data(), nullptr, x.data(), "the target has elements and a null pointer"},
        row{z.data(), w.data(), nullptr, "operand 0 has elements and a null pointer"}}) {
    EXPECT_EQ(refused([&] {
                broadcast(std::tuple(view<int>(r.first, shape{2}), view<int>(r.second, shape{2})),
                          view<int const>(x.data(), shape{2}), view<int const>(r.input, shape{2}));
              }),
              r.why);
    EXPECT_EQ(z, (std::vector<int>{7, 7, 7}));
    EXPECT_EQ(w, (std::vector<int>{7, 7}));
  }
}

TEST(Overlap, ATargetInterleavesOver2To20ElementsAtMost) {
  constexpr std::int64_t half = std::int64_t{1} << 19, far = std::int64_t{1} << 40;
  std::vector<int> z(2 * half + 4);
  const int x = 1;
  const auto filled = [&](std::int64_t rows, std::int64_t columns) {
    const layout interleaved{{rows, columns}, {3, 2}};
    return refused(
        [&] { broadcast_to(view<int>(z.data(), interleaved), view<int const>(&x, shape{})); });
  };
  EXPECT_EQ(filled(2, half + 1),
            "the target may overlap itself: its strides interleave over more than 2^20 elements");
  EXPECT_EQ(filled(far, far), "the target has more than 2^63 - 1 elements");
  EXPECT_EQ(std::count(z.begin(), z.end(), 1), 0);
  EXPECT_EQ(filled(2, half), "nothing");
  EXPECT_EQ(std::count(z.begin(), z.end(), 1), 2 * half);
}

TEST(Overlap, AnOperandOfAnotherSizeThanItsTargetsElementsIsNoneOfThem) {
  std::array<std::int64_t, 4> data{1, 2, 3, 4};
  auto* const narrow = reinterpret_cast<std::int32_t*>(data.data());
  EXPECT_EQ(refused([&] {
              transform([](std::int32_t v) { return std::int64_t{v}; },
                        view<std::int64_t>(data.data(), shape{4}),
                        view<std::int32_t const>(narrow, shape{4}));
            }),
            "operand 0 overlaps the target other than element by element");
  EXPECT_EQ(data, (std::array<std::int64_t, 4>{1, 2, 3, 4}));
}

TEST(Overlap, AnOperandMayBeItsTargetUnderFewerAxesOrOtherStridesOfSize1) {
  std::vector<int> data{1, 2, 3};
  const layout to{{1, 3}, {7, 1}};
  for (layout const& from : {layout{{3}, {1}}, layout{{1, 3}, {9, 1}}}) {
    EXPECT_EQ(refused([&] {
                transform([](int a) { return a + 10; }, view<int>(data.data(), to),
                          view<int const>(data.data(), from));
              }),
              "nothing");
  }
  EXPECT_EQ(data, (std::vector<int>{21, 22, 23}));
}

TEST(View, WhatMayBeWrittenMayBeReadAndNotTheOtherWayRound) {
  static_assert(std::is_convertible_v<view<int>, view<int const>>);
  static_assert(!std::is_convertible_v<view<int const>, view<int>>);
  std::vector<int> x{1, 2, 3};
  const view<int const> reads = view<int>(x.data() + 1, layout{{2}, {-1}});
  EXPECT_EQ(reads.data(), x.data() + 1);
  EXPECT_EQ(reads.where().strides, shape{-1});
}

TEST(View, IsOfTheShapeToWhichItBroadcastsOnly) {
  const std::vector<int> x{1, 2};
  const view<int const> row(x.data(), shape{1, 2});
  const auto viewed = [](view<int const> const& from, shape const& to) {
    return refused([&] { broadcast_view(from, to); });
  };
  const auto laid_out = [](layout const& from, shape const& to) {
    return refused([&] { broadcast_layout(from, to); });
  };
  EXPECT_EQ(viewed(row, {3, 2}), "nothing");
  EXPECT_EQ(broadcast_view(row, shape{4, 3, 2}).where().strides, (shape{0, 0, 1}));
  EXPECT_EQ(viewed(row, {3, 3}), "shape 1x2 does not broadcast to 3x3");
  EXPECT_EQ(viewed(row, {2}), "shape 1x2 does not broadcast to 2");
  EXPECT_EQ(laid_out({{2, 3}, {1}}, {2, 3}), "the layout has 2 sizes and 1 strides");
  EXPECT_EQ(laid_out({{2, 3}, {3, 2, 1}}, {2, 3}), "the layout has 2 sizes and 3 strides");
  EXPECT_EQ(laid_out({{1}, {1}}, {2, -3}), "the negative size -3 on axis 1");
  EXPECT_EQ(viewed(broadcast_view(row, shape{3, 2}), {5, 2}),
            "shape 3x2 does not broadcast to 5x2");
}

TEST(Overlap, ATargetThatOverlapsItselfIsRefused) {
  std::vector<int> z(8, 7);
  const int x = 1;
  const auto into = [&](layout const& to) {
    return refused([&] { broadcast_to(view<int>(z.data(), to), view<int const>(&x, shape{})); });
  };
  EXPECT_EQ(into({{1, 2, 3}, {0, 0, 1}}),
            "the target overlaps itself: axis 1 has size 2 and stride 0");
  // Offsets 0 2 1 3 2 4: the two equal ones are not neighbours.
  EXPECT_EQ(into({{2, 3}, {2, 1}}), "the target overlaps itself");
  // Elements 0,1,1 and 1,0,0: the two inner axes together reach the outer one's stride.
  EXPECT_EQ(into({{2, 2, 2}, {3, 2, 1}}), "the target overlaps itself");
  EXPECT_EQ(into({{1, 2, 2, 2}, {0, 3, 2, 1}}), "the target overlaps itself");
  EXPECT_EQ(z, std::vector<int>(8, 7));
}

}  // namespace overlap_test
