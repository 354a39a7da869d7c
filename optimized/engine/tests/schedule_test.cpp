// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "bcast/engine/detail/limits.hpp"
#include "bcast/engine/detail/parallel.hpp"
#include "tiles.hpp"

// How the engine cuts a plan into tiles, and what it hands to threads. Every way gives the same
// elements, so the laws cannot tell; these examples fix the way that was measured to be fast.

// Replaces the engine's own threads, and its machine by the one of the examples.
namespace bcast::engine {

std::int64_t threads() { return tiles::team.most; }

void parallel_for(std::int64_t n, std::int64_t grain, partition how, range_function body) {
  tiles::team.asked = "; parts of " + std::to_string(grain) + " of " + std::to_string(n) +
                      (how == partition::fixed ? " fixed" : " free");
  if (how == partition::fixed) {
    const std::int64_t parts = fixed_parts(n, grain, tiles::team.most);
    for (std::int64_t part = 0; part < parts; ++part) {
      tiles::team.part = part;
      body(begin_of(part, parts, n), begin_of(part + 1, parts, n));
    }
    return;
  }
  // The smallest parts that there can be, each to the thread that has done least.
  std::vector<std::int64_t> done(static_cast<std::size_t>(tiles::team.most));
  const auto halve = [&](auto const& self, std::int64_t begin, std::int64_t end) -> void {
    if (end - begin > 2 * grain - 1) {
      const std::int64_t middle = begin + (end - begin) / 2;
      self(self, begin, middle);
      self(self, middle, end);
      return;
    }
    const auto least = std::min_element(done.begin(), done.end());
    *least += end - begin;
    tiles::team.part = least - done.begin();
    body(begin, end);
  };
  halve(halve, 0, n);
}

detail::limits const& detail::machine_limits() { return tiles::machine; }
std::int64_t detail::stream_limit(std::int64_t) {
  return threads() == 1 ? tiles::machine.streamed_with : tiles::machine.streamed_with_threads;
}

}  // namespace bcast::engine

namespace {

using namespace tiles;

constexpr bool in_place = true;

/// The transpose of a row-major matrix.
layout transposed(std::int64_t rows, std::int64_t columns) { return {{rows, columns}, {1, rows}}; }

TEST(Schedule, AFewElementsInRowsThatTheKernelTakesAreOneTile) {
  EXPECT_EQ(tiles_of(shape{2, 3}, {shape{3}, shape{2, 1}}), "2x3: 12,4 | 0,4 | 4,0");
  EXPECT_EQ(tiles_of(layout{{2, 3}, {3, -1}}, {layout{{3}, {-1}}}), "2x3: 12,4 | 0,4");
  EXPECT_EQ(tiles_of(shape{2, 3}, {layout{{2, 3}, {3, 2}}}, of_any_step), "2x3: 12,4 | 12,8");
  EXPECT_EQ(tiles_of(shape{2, 3}, {shape{2, 3}, shape{3}}, ordinary, store::cached, in_place),
            "2x3: 12,4 | 12,4 | 0,4");
}

TEST(Schedule, WhatTheKernelDoesNotTakeIsGathered) {
  EXPECT_EQ(tiles_of(shape{2, 300}, {layout{{300}, {2}}}), "2x256, 2x44: 1200,4 | scratch 0,4");
  EXPECT_EQ(tiles_of(layout{{2, 300}, {900, 3}}, {shape{300}}), "2x300: scratch 1200,4 | 0,4");
  EXPECT_EQ(tiles_of(shape{2, 3}, {shape{2, 3}, shape{3}}, rewriting, store::cached, in_place),
            "1x6: scratch 24,4 | 0,4 | scratch 0,4");
}

TEST(Schedule, ShortRowsBecomeOneWithTheirNeighbours) {
  EXPECT_EQ(tiles_of(shape{1000, 3}, {shape{1000, 3}, shape{3}}),
            "2x1008, 1x984: 4032,4 | 4032,4 | scratch 0,4");
  EXPECT_EQ(tiles_of(shape{1000, 3}, {shape{1000, 1}}, of_any_step), "1000x3: 12,4 | 4,0");
  // Such a row is gathered from its beginning, so it is not cut for an operand that rows share.
  EXPECT_EQ(tiles_of({shape{2, 64, 33}, 1}, {{shape{2, 1, 33}, 4}, {shape{64, 33}, 4}}),
            "2 of 1x2112: 2112,1 | scratch 8448,4 | 0,4");
}

TEST(Schedule, ShortRunsAreLeftToAKernelThatRepeatsThem) {
  EXPECT_EQ(tiles_of(shape{20, 64, 3}, {shape{20, 1, 3}, shape{20, 64, 1}}, of_runs),
            "20x192: 768,4 | 12,0 | 256,0; runs of 3: straight run each");
  // Runs that are apart are gathered.
  EXPECT_EQ(tiles_of(shape{1000, 3}, {layout{{1000, 3}, {4, 1}}}, of_runs),
            "2 of 1x1008, 1x984: 4032,4 | scratch 4032,4");
  // A result is written around the cache, unless its rows end within lines.
  EXPECT_EQ(
      tiles_of(shape{20, 64, 3}, {shape{20, 1, 3}, shape{20, 64, 1}}, of_runs, store::streamed),
      "20x192: 768,4 | 12,0 | 256,0; streamed; runs of 3: straight run each");
  EXPECT_EQ(
      tiles_of(shape{20, 65, 3}, {shape{20, 1, 3}, shape{20, 65, 1}}, of_runs, store::streamed),
      "20x195: scratch 780,4 | scratch 780,4 | scratch 780,4");
}

TEST(Schedule, RowsOfAFewLinesAreUsedAsTheyAre) {
  EXPECT_EQ(tiles_of(shape{1024, 16}, {shape{16}}), "1024x16: 64,4 | 0,4");
  // A quarter of a line may be left.
  EXPECT_EQ(tiles_of(shape{400, 52}, {shape{400, 1}, shape{52}}),
            "315x52, 85x52: 208,4 | 4,0 | 0,4");
  EXPECT_EQ(tiles_of(shape{400, 53}, {shape{53}}), "19x848, 6x848: 3392,4 | scratch 0,4");
}

TEST(Schedule, LongRowsAreWalkedInPiecesThatFitTheCache) {
  EXPECT_EQ(tiles_of(shape{4, 6144}, {shape{6144}, shape{4, 6144}}),
            "3 of 4x2048: 24576,4 | 0,4 | 24576,4");
  EXPECT_EQ(tiles_of(shape{20000}, {shape{20000}}), "1x16384, 1x3616: 0,4 | 0,4");
  EXPECT_EQ(tiles_of(shape{3, 20000}, {layout{{20000}, {2}}}),
            "78 of 3x256, 3x32: 80000,4 | scratch 0,4; parts of 39 of 79 fixed");
}

TEST(Schedule, AnOperandThatRunsAlongTheRowsIsTransposedOrTurned) {
  EXPECT_EQ(tiles_of(shape{300, 200}, {transposed(300, 200)}),
            "160x200, 140x200: 800,4 | scratch 800,4; parts of 9 of 19 fixed");
  EXPECT_EQ(tiles_of(shape{300, 200}, {transposed(300, 200)}, turning),
            "160x200, 140x200: 800,4 | 4,1200; turned; parts of 9 of 19 fixed");
  EXPECT_EQ(tiles_of(shape{300, 208}, {transposed(300, 208)}, turning, store::streamed),
            "160x208, 140x208: 832,4 | 4,1200; streamed; turned; parts of 9 of 19 fixed");
}

TEST(Schedule, AResultIsStoredAroundTheCacheInWholeLines) {
  EXPECT_EQ(tiles_of(shape{100, 1000}, {shape{1000}, shape{100, 1}}, ordinary, store::streamed),
            "3 of 16x1000, 2x1000, 3 of 16x1000, 2x1000: 4000,4 | 0,4 | 4,0; streamed; parts of 25 "
            "of 50 fixed");
  EXPECT_EQ(tiles_of(shape{100, 500}, {shape{500}, shape{100, 1}}, ordinary, store::streamed),
            "6 of 8x500, 4x500, 6 of 8x500: scratch 2000,4 | 0,4 | 4,0; parts of 12 of 25 fixed");
  EXPECT_EQ(
      tiles_of(shape{100, 500}, {shape{500}, shape{100, 1}}, without_streams, store::streamed),
      "6 of 8x500, 4x500, 6 of 8x500: scratch 2000,4 | 0,4 | 4,0; parts of 12 of 25 fixed");
}

TEST(Schedule, AResultIsStoredAroundTheCacheWhereAllIsLargerThanIt) {
  const auto streamed = [](operand const& target, std::vector<operand> const& operands,
                           store how = store::automatic) {
    return tiles_of(target, operands, ordinary, how).find("streamed") != std::string::npos;
  };
  // Of four bytes: 8 MiB at least for the result. What is read has 14, for one thread 10, or is
  // with the result 48.
  team.most = 2;
  EXPECT_TRUE(streamed(shape{7, MiB / 2}, {shape{7, MiB / 2}}));
  EXPECT_FALSE(streamed(shape{7, MiB / 2}, {shape{7, MiB / 2}}, store::cached));
  EXPECT_FALSE(streamed(shape{7 * MiB / 2 - 1}, {shape{7 * MiB / 2 - 1}}));
  EXPECT_TRUE(streamed(shape{5, MiB / 2}, {shape{5, MiB / 2}, shape{5, MiB / 2}}));
  EXPECT_TRUE(streamed(shape{11, MiB}, {shape{MiB}}));
  EXPECT_FALSE(streamed(shape{11, MiB}, {shape{11, 1}}));
  EXPECT_TRUE(streamed(shape{12, MiB}, {shape{12, 1}}));
  EXPECT_TRUE(streamed(shape{4, MiB}, {shape{4, MiB}, shape{4, MiB}}));
  EXPECT_FALSE(streamed({shape{8 * MiB - 1}, 1}, {{shape{8 * MiB - 1}, 8}}));
  EXPECT_TRUE(streamed({shape{8 * MiB}, 1}, {{shape{8 * MiB}, 8}}));
  team.most = 1;
  EXPECT_TRUE(streamed(shape{5, MiB / 2}, {shape{5, MiB / 2}}));
  EXPECT_FALSE(streamed(shape{5 * MiB / 2 - 1}, {shape{5 * MiB / 2 - 1}}));
  EXPECT_FALSE(streamed({shape{8 * MiB - 1}, 1}, {{shape{8 * MiB - 1}, 8}}));
  team.most = 2;
}

TEST(Schedule, ThreadsGetPartsThatAreWorthIt) {
  // From 128 KiB of the widest operand on.
  EXPECT_EQ(tiles_of({shape{128 << 10}, 1}, {{shape{128 << 10}, 1}}),
            "1x65536, 1x1024, 1x64512: 0,1 | 0,1; parts of 20 of 40 fixed");
  EXPECT_EQ(tiles_of({shape{(64 << 10) - 1}, 2}, {{shape{(64 << 10) - 1}, 2}}),
            "1x32768, 1x32767: 0,2 | 0,2");
  EXPECT_EQ(tiles_of({shape{32, 1024}}, {shape{32, 1024}, shape{1024}}),
            "2 of 16x1024: 4096,4 | 4096,4 | 0,4; parts of 16 of 32 fixed");
  EXPECT_EQ(tiles_of({shape{32, 1024}}, {layout{{32, 1024}, {1025, 1}}}),
            "2 of 16x1024: 4096,4 | 4100,4; parts of 16 of 32 fixed");
  EXPECT_EQ(tiles_of({shape{31, 1024}}, {layout{{31, 1024}, {1025, 1}}}),
            "16x1024, 15x1024: 4096,4 | 4100,4");
  // The same part for the same thread, unless it goes around the cache and is more than 4 MiB.
  EXPECT_EQ(tiles_of(shape{1024, 1024}, {shape{1024, 1}}, ordinary, store::streamed),
            "64 of 16x1024: 4096,4 | 4,0; streamed; parts of 512 of 1024 fixed");
  EXPECT_EQ(
      tiles_of(shape{1040, 1024}, {shape{1040, 1}}),
      "32 of 16x1024, 8x1024, 32 of 16x1024, 8x1024: 4096,4 | 4,0; parts of 520 of 1040 fixed");
  const std::string to_any =
      tiles_of(shape{1040, 1024}, {shape{1040, 1}}, ordinary, store::streamed);
  EXPECT_NE(to_any.find("; streamed; parts of 9 of 1040 free"), std::string::npos) << to_any;
}

}  // namespace
