// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/openvino_broadcast.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/broken.hpp"

namespace openvino_broadcast_test {

namespace ov = bcast::reference::openvino_broadcast;
using bcast::reference::index;
using ov::axes;

using shape = ov::shape<index>;

const shape A{2, 3, 4};

std::string numpy(shape const& data, shape const& target) {
  return broken([&] { ov::numpy(data, target); });
}

shape both(shape const& data, shape const& target) { return ov::bidirectional(data, target); }

shape along(shape const& data, axes const& to) {
  return ov::along<ov::expect_axes<index>, index>({data, A}, to);
}

std::string mapped(shape const& data, axes const& to) {
  return broken([&] { along(data, to); });
}

TEST(OpenvinoBroadcastX1, TheOutputHasTheTargetsShapeOrTheProducts) {
  EXPECT_EQ(ov::numpy(shape{3, 1}, A), A);
  EXPECT_EQ(along({2}, {0}), A);
  EXPECT_EQ(both({2}, {1}), (shape{2}));
}

TEST(OpenvinoBroadcastX2, TheModeSaysWhichAxesMeet) {
  EXPECT_EQ(numpy({2}, A), "openvino_broadcast.X3 at 2");
  EXPECT_EQ(mapped({2}, axes{0}), "nothing");
}

TEST(OpenvinoBroadcastX3, TheTargetIsNotBroadcast) {
  EXPECT_EQ(numpy({2, 3}, {1, 3}), "openvino_broadcast.X3 at 0");
  EXPECT_EQ(numpy({1, 3}, {3}), "openvino_broadcast.X3 at -1");
  EXPECT_EQ(numpy({0}, {1}), "openvino_broadcast.X3 at 0");
}

TEST(OpenvinoBroadcastX4, TheProductHasTheShape) { EXPECT_EQ(both({0}, {2, 1}), (shape{2, 0})); }

TEST(OpenvinoBroadcastX5, TheLastDimensionsAreAligned) {
  EXPECT_EQ(both({2, 1}, {3}), (shape{2, 3}));
}

TEST(OpenvinoBroadcastX6, EqualValuesOrAOne) {
  EXPECT_EQ(broken([] { both({3, 2}, {3, 0}); }), "openvino_broadcast.X6 at 1");
}

TEST(OpenvinoBroadcastX7, OnlyExplicitHasAThirdInput) {
  for (auto const& rule : ov::shape_rules<index>) {
    EXPECT_EQ(rule.along != nullptr, rule.name.find("explicit") != rule.name.npos) << rule.name;
  }
}

TEST(OpenvinoBroadcastX8, EachAxisHasOneOfTheOutputThatItFits) {
  EXPECT_EQ(mapped({2, 1}, axes{0, 2}), "nothing");
  EXPECT_EQ(mapped({2}, axes{3}), "openvino_broadcast.X8 at -1");
  EXPECT_EQ(mapped({2}, axes{-3}), "openvino_broadcast.X8 at -1");
  EXPECT_EQ(mapped({2}, axes{1}), "openvino_broadcast.X8 at 1");
  EXPECT_EQ(mapped({2, 2}, axes{0, 0}), "openvino_broadcast.X8 at -1");
}

TEST(OpenvinoBroadcastX9, AnEntryForEachAxis) {
  EXPECT_EQ(mapped({2}, axes{}), "openvino_broadcast.X9 at -1");
  EXPECT_EQ(mapped({}, axes{0}), "openvino_broadcast.X9 at -1");
}

TEST(OpenvinoBroadcastX10, DataAndTargetAreRequired) {
  const auto of_two = ov::of_two<ov::numpy<index>, index>;
  EXPECT_THROW(of_two({A}), bcast::reference::no_answer);
  EXPECT_EQ(of_two({A, A}), A);
}

TEST(OpenvinoBroadcastX11, ExplicitNeedsItsAxes) {
  EXPECT_EQ(broken([] { ov::unmapped(shape{4}, A); }), "openvino_broadcast.X11 at -1");
}

TEST(OpenvinoBroadcastX12, TheAxesAreSorted) {
  EXPECT_EQ(mapped({3, 2}, axes{1, 0}), "openvino_broadcast.X12 at -1");
}

TEST(OpenvinoBroadcastS1, Channels) {
  EXPECT_EQ(ov::channels<index>(1, 16, 50, 50), (shape{1, 16, 50, 50}));
}

TEST(OpenvinoBroadcastS2, ChannelsLast) {
  EXPECT_EQ(ov::channels_last<index>(1, 50, 50, 16), (shape{1, 50, 50, 16}));
}

}  // namespace openvino_broadcast_test
