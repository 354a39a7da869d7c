// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "overlap.hpp"

// The bytes that a buffer spans, and its errors.

namespace {

using namespace bcast::engine;

constexpr std::int64_t most = INT64_MAX;

/// The extent in words: `-16..4`, and any error.
std::string extent(layout const& where, std::size_t element = 1) {
  const bcast::engine::extent e = extent_of({nullptr, &where, element});
  std::string s;
  if (e.empty) s += ", empty";
  if (e.negative) s += ", negative";
  if (e.too_many) s += ", too many";
  if (e.too_far) s += ", too far";
  if (!e.too_far) s = std::to_string(e.bytes.begin) + ".." + std::to_string(e.bytes.end) + s;
  return s;
}

TEST(Extent, SpansAllElements) {
  EXPECT_EQ(extent({{}, {}}, 4), "0..4");
  EXPECT_EQ(extent({{3}, {2}}, 4), "0..20");
  EXPECT_EQ(extent({{3}, {-2}}, 4), "-16..4");
  EXPECT_EQ(extent({{2, 3}, {-10, 2}}, 4), "-40..20");
  EXPECT_EQ(extent({{1, 3}, {most, 1}}, 4), "0..12");
  EXPECT_EQ(extent({{2, 2}, {0, 1}}, 4), "0..8");
}

TEST(Extent, NothingIsSpannedByNoElement) {
  EXPECT_EQ(extent({{0, 3}, {3, 1}}, 4), "0..0, empty");
  EXPECT_EQ(extent({{3, 0}, {3, 1}}, 4), "0..0, empty");
  EXPECT_EQ(extent({{most, most, 0}, {most, most, 1}}), "0..0, empty");
  EXPECT_EQ(extent({{-1, 0, 2}, {1, 1, 1}}), "0..0, empty, negative");
}

TEST(Extent, ANegativeSizeIsToldWhereverItStands) {
  EXPECT_EQ(extent({{-1, 3}, {0, 0}}), "0..1, negative");
  EXPECT_EQ(extent({{3, -1}, {0, 0}}), "0..1, negative");
  EXPECT_EQ(extent({{INT64_MIN}, {1}}), "0..1, negative");
}

TEST(Extent, TooManyElementsAreToldWhereverTheyStand) {
  EXPECT_EQ(extent({{most, 2}, {0, 0}}), "0..1, too many");
  EXPECT_EQ(extent({{most, 2, 1}, {0, 0, 0}}), "0..1, too many");
  EXPECT_EQ(extent({{most, 1}, {0, 0}}), "0..1");
}

TEST(Extent, WhatIsTooFarIsToldWhereverItStands) {
  // In elements: one step, several, and after the last.
  EXPECT_EQ(extent({{3}, {most}}), ", too far");
  EXPECT_EQ(extent({{3, 2}, {most, 1}}), ", too far");
  EXPECT_EQ(extent({{2, 2}, {most, 1}}), ", too far");
  EXPECT_EQ(extent({{2, 2, 2}, {most, 1, 0}}), ", too far");
  EXPECT_EQ(extent({{2, 2, 2}, {most, most, most}}), ", too far");
  EXPECT_EQ(extent({{2}, {most}}), ", too far");
  EXPECT_EQ(extent({{2}, {most - 1}}), "0.." + std::to_string(most));
  // In bytes.
  EXPECT_EQ(extent({{2}, {most / 4}}, 8), ", too far");
  EXPECT_EQ(extent({{2}, {-most / 4}}, 8), ", too far");
  EXPECT_EQ(extent({{2}, {-most}}), std::to_string(-most) + "..1");
}

TEST(Extent, BuffersMeetWhereTheirBytesDo) {
  std::byte memory[64];
  const layout row{{4}, {1}}, back{{4}, {-1}}, none{{0}, {1}};
  const auto met = [&](layout const& a, std::ptrdiff_t at, layout const& b) {
    const buffer first{memory + 32, &a, 2}, second{memory + 32 + at, &b, 2};
    EXPECT_EQ(share_memory(first, second), share_memory(second, first));
    return share_memory(first, second);
  };
  EXPECT_TRUE(met(row, 0, row));
  EXPECT_TRUE(met(row, 7, row));
  EXPECT_FALSE(met(row, 8, row));
  EXPECT_TRUE(met(row, 13, back));
  EXPECT_FALSE(met(row, 14, back));
  EXPECT_TRUE(met(row, -1, back));
  EXPECT_FALSE(met(row, -2, back));
  // A buffer without elements overlaps nothing, not even a buffer around it.
  EXPECT_FALSE(met(row, 2, none));
  EXPECT_FALSE(met(none, -2, row));
  EXPECT_FALSE(met(none, 0, none));
}

}  // namespace
