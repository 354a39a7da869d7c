// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/r.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/broken.hpp"

namespace r_test {

namespace r = bcast::reference::r;
using bcast::reference::index;
using bcast::reference::list;

using shape = list<index>;

std::string clash(shape const& x, shape const& y) {
  return broken([&] { r::add(x, y); });
}

TEST(RX1, TheShorterIsRecycledToTheLonger) {
  EXPECT_EQ(r::add(shape{2}, shape{5}), (shape{5}));
  EXPECT_EQ(r::place_in_operand(shape{2}, shape{2, 3}, {0, 1}), (shape{0}));
  EXPECT_EQ(r::place_in_operand(shape{4}, shape{2, 3}, {1, 2}), (shape{1}));
  EXPECT_EQ(r::place_in_operand(shape{2, 3}, shape{2, 3}, {1, 2}), (shape{1, 2}));
}

TEST(RS1, ThreeElementsToSix) {
  EXPECT_EQ(r::recycled_to_six(list<int>{1, 2, 3}), (list<int>{1, 2, 3, 1, 2, 3}));
}

TEST(RX2, AWarningUnlessItIsAMultiple) {
  EXPECT_FALSE(r::gives_warning(index{6}, index{3}));
  EXPECT_TRUE(r::gives_warning(index{5}, index{3}));
  EXPECT_EQ(r::without_warning(list<shape>{{2}, {2, 3}}), (shape{2, 3}));
  EXPECT_EQ(r::without_warning(list<shape>{{0}, {3}}), (shape{0}));
  EXPECT_EQ(broken([] { r::without_warning(list<shape>{{4}, {2, 3}}); }), "r.X2 at -1");
}

TEST(RX3, AVectorOfLengthZero) {
  EXPECT_EQ(r::add(shape{0}, shape{3}), (shape{0}));
  EXPECT_EQ(r::add(shape{2, 3}, shape{0}), (shape{0}));
  EXPECT_EQ(r::add(shape{0, 3}, shape{7}), (shape{0, 3}));
}

TEST(RX4, MatricesHaveTheSameDimensions) {
  EXPECT_EQ(r::add(shape{2, 3}, shape{2, 3}), (shape{2, 3}));
  EXPECT_EQ(clash({2, 3}, {2, 1}), "r.X4 at 1");
  EXPECT_EQ(clash({2, 3}, {2, 3, 1}), "r.X4 at -1");
}

TEST(RX5, AVectorIsNotLongerThanAMatrix) {
  EXPECT_EQ(r::add(shape{4}, shape{2, 3}), (shape{2, 3}));
  EXPECT_EQ(clash({1, 1}, {2}), "r.X5 at -1");
  EXPECT_EQ(clash({12}, {2, 3}), "r.X5 at -1");
}

}  // namespace r_test
