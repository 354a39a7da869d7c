// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/openvino.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/broken.hpp"

namespace openvino_test {

namespace openvino = bcast::reference::openvino;
using bcast::reference::index;
using bcast::reference::list;

using shape = list<index>;

const shape A{2, 3, 4, 5};

std::string clash(shape const& a, shape const& b) {
  return broken([&] { openvino::numpy(a, b); });
}

std::string part(shape const& B, index axis) {
  return broken([&] { openvino::pdpd(A, B, axis); });
}

TEST(OpenvinoX1, TheShapesMatch) {
  EXPECT_EQ(openvino::none(A, A), A);
  EXPECT_EQ(broken([] { openvino::none(shape{1, 3}, shape{3}); }), "openvino.X1 at -1");
}

TEST(OpenvinoX2, ASizeOfOneIsNotBroadcast) {
  EXPECT_EQ(broken([] { openvino::none(shape{1}, shape{3}); }), "openvino.X1 at -1");
}

TEST(OpenvinoX3, TheLastDimensionsMeet) {
  EXPECT_EQ(openvino::numpy(shape{4, 1}, shape{5}), (shape{4, 5}));
  EXPECT_EQ(clash({2, 3}, {2}), "openvino.X5 at 1");
}

TEST(OpenvinoX4, OnesArePrepended) {
  EXPECT_EQ(openvino::prepended(shape{5}, 3), (shape{1, 1, 5}));
  EXPECT_EQ(openvino::prepended(shape{5}, 0), (shape{5}));
}

TEST(OpenvinoX5, EqualSizesOrAOne) {
  EXPECT_EQ(clash({3, 0, 1}, {1, 1, 4}), "nothing");
  EXPECT_EQ(clash({3, 2}, {3, 0}), "openvino.X5 at 1");
}

TEST(OpenvinoX6, ASizeOfOneBecomesTheOther) {
  EXPECT_EQ(openvino::numpy(shape{0, 3, 1}, shape{1, 3, 4}), (shape{0, 3, 4}));
}

TEST(OpenvinoX7, ScalarsGiveAScalar) { EXPECT_EQ(openvino::numpy(shape{}, shape{}), shape{}); }

TEST(OpenvinoX8, TheSecondRankIsNotHigher) {
  EXPECT_EQ(part({2, 3, 4, 5}, 0), "nothing");
  EXPECT_EQ(part({1, 1, 1, 1, 1}, 0), "openvino.X8 at -1");
}

TEST(OpenvinoX9, APartOfTheFirstShape) {
  EXPECT_EQ(part({4, 3}, 1), "openvino.X9 at 1");
  EXPECT_EQ(part({3, 5}, 1), "openvino.X9 at 2");
  EXPECT_EQ(part({4, 5, 6}, 2), "openvino.X9 at -1");
}

TEST(OpenvinoX10, TheAxisIsWhereThePartBegins) {
  EXPECT_EQ(openvino::pdpd(A, shape{3, 4}, 1), A);
  EXPECT_EQ(part({3, 4}, 2), "openvino.X9 at 2");
}

TEST(OpenvinoX11, WithoutAnAxisThePartIsTheEnd) {
  EXPECT_EQ(part({4, 5}, -1), "nothing");
  EXPECT_EQ(part({2, 1, 1}, -1), "openvino.X9 at 1");
  EXPECT_EQ(part({4, 5}, -2), "openvino.X11 at -1");
}

TEST(OpenvinoX12, OnesAtTheEndAreNoPart) {
  EXPECT_EQ(openvino::without_trailing_ones(shape{1, 3, 1, 1}), (shape{1, 3}));
  EXPECT_EQ(part({5, 1}, 3), "nothing");
}

TEST(OpenvinoS12, APart) { EXPECT_EQ(openvino::with_a_part<index>(), A); }

TEST(OpenvinoS13, AOneAtTheEnd) { EXPECT_EQ(openvino::with_a_trailing_one<index>(), A); }

TEST(OpenvinoS15, AOneAtTheFront) { EXPECT_EQ(openvino::with_a_leading_one<index>(), A); }

TEST(OpenvinoX13, TheLastDimensionsAreAligned) {
  EXPECT_EQ(openvino::bidirectional(shape{4, 1}, shape{5}), (shape{4, 5}));
}

TEST(OpenvinoX14, TheProductHasTheShape) {
  EXPECT_EQ(openvino::bidirectional(shape{0}, shape{2, 1}), (shape{2, 0}));
}

TEST(OpenvinoX15, EqualValuesOrAOne) {
  EXPECT_EQ(broken([] { openvino::bidirectional(shape{3, 2}, shape{3, 0}); }), "openvino.X15 at 1");
}

TEST(OpenvinoX16, TheResultMayDifferFromTheTarget) {
  EXPECT_TRUE(openvino::may_differ(shape{2}, shape{1}));
  EXPECT_TRUE(openvino::may_differ(shape{2, 3}, shape{3}));
  EXPECT_FALSE(openvino::may_differ(shape{1, 3}, shape{2, 3}));
}

}  // namespace openvino_test
