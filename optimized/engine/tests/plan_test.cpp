// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/plan.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "bcast/engine/view.hpp"
#include "overlap.hpp"

// The loops over a target and its operands.

namespace {

using namespace bcast::engine;

/// Each loop's size and the steps of target and operands; then where they start.
std::string planned(layout const& target, std::vector<layout> const& operands) {
  // Far away from each other, and never touched.
  const auto data = [](std::size_t k) { return reinterpret_cast<void*>((k + 1) << 40); };
  std::vector<buffer> x;
  for (std::size_t k = 0; k < operands.size(); ++k) x.push_back({data(k + 1), &operands[k], 1});
  try {
    const plan p({data(0), &target, 1}, x);
    std::string s;
    for (std::size_t loop = 0; loop < p.loops(); ++loop) {
      s += std::to_string(p.size(loop)) + ":";
      for (std::size_t k = 0; k < p.operands(); ++k) s += " " + std::to_string(p.stride(loop, k));
      s += ", ";
    }
    s += "from";
    for (std::size_t k = 0; k < p.operands(); ++k) s += " " + std::to_string(p.origin(k));
    return s + ", " + std::to_string(p.elements()) + " elements";
  } catch (error const& e) {
    return e.what();
  }
}
std::string planned(shape const& target, std::vector<shape> const& operands) {
  std::vector<layout> layouts;
  for (shape const& s : operands) layouts.push_back(contiguous(s));
  return planned(contiguous(target), layouts);
}

TEST(Plan, AxesThatChainForAllAreOneLoop) {
  EXPECT_EQ(planned({2, 3, 4}, {{2, 3, 4}}), "24: 1 1, from 0 0, 24 elements");
  EXPECT_EQ(planned({2, 3, 4}, {{1}}), "24: 1 0, from 0 0, 24 elements");
  EXPECT_EQ(planned({2, 3, 4}, {{2, 1, 1}}), "2: 12 1, 12: 1 0, from 0 0, 24 elements");
  EXPECT_EQ(planned({2, 3, 4}, {{4}, {3, 1}}),
            "2: 12 0 0, 3: 4 0 1, 4: 1 1 0, from 0 0 0, 24 elements");
  EXPECT_EQ(planned({{2, 3}, {4, 1}}, {{{2, 3}, {4, 1}}}), "2: 4 4, 3: 1 1, from 0 0, 6 elements");
}

TEST(Plan, TheTargetIsWalkedForwardsAndItsFastestAxisLast) {
  EXPECT_EQ(planned({{2, 3}, {1, 2}}, {{{2, 3}, {3, 1}}}), "3: 2 1, 2: 1 3, from 0 0, 6 elements");
  EXPECT_EQ(planned({{2, 3}, {-3, 1}}, {{{2, 1}, {9, 9}}}),
            "2: 3 -9, 3: 1 0, from -3 9, 6 elements");
  EXPECT_EQ(planned({{2, 3}, {-1, 2}}, {{{3}, {5}}}), "3: 2 5, 2: 1 0, from -1 0, 6 elements");
  EXPECT_EQ(planned({{2, 3}, {-1, -2}}, {{{2, 3}, {-1, -2}}}), "6: 1 1, from -5 -5, 6 elements");
  EXPECT_EQ(planned({{2, 2, 2}, {1, 8, 3}}, {{{2, 2, 2}, {50, 7, 2}}}),
            "2: 8 7, 2: 3 2, 2: 1 50, from 0 0, 8 elements");
}

// The bytes that a buffer spans, and its errors.

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
