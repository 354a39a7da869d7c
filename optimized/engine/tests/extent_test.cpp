// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "bcast/engine/detail/plan.hpp"
#include "bcast/engine/view.hpp"
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

}  // namespace
