// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/onnx6.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/broken.hpp"

namespace onnx6_test {

namespace onnx6 = bcast::reference::onnx6;
using bcast::reference::index;
using bcast::reference::list;
using onnx6::attribute;

using shape = list<index>;

const shape A{2, 3, 4, 5};

/// With broadcast=1.
std::string clash(shape const& B, attribute axis = {}) {
  return broken([&] { onnx6::add(A, B, 1, axis); });
}

TEST(Onnx6X1, TheSecondOperandMatchesTheFirst) {
  EXPECT_EQ(clash({4, 5}), "nothing");
  EXPECT_EQ(broken([] { onnx6::add(shape{5}, A, 1, {}); }), "onnx6.X3 at -1");
}

TEST(Onnx6X2, OneElementOfNoHigherRank) {
  EXPECT_TRUE(onnx6::has_one_element(A, shape{}));
  EXPECT_TRUE(onnx6::has_one_element(A, shape{1, 1}));
  EXPECT_FALSE(onnx6::has_one_element(A, shape{1, 2}));
  EXPECT_FALSE(onnx6::has_one_element(shape{3}, shape{1, 1}));
  EXPECT_EQ(clash({1, 1}, 3), "nothing");
}

TEST(Onnx6X3, APartOfTheFirstShape) {
  EXPECT_EQ(clash({3, 4}, 1), "nothing");
  EXPECT_EQ(clash({3, 5}, 1), "onnx6.X3 at 2");
  EXPECT_EQ(clash({4, 3}, 1), "onnx6.X3 at 1");
  EXPECT_EQ(clash({5, 2}, 3), "onnx6.X3 at -1");
}

TEST(Onnx6X4, TheAxisIsWhereThePartBegins) { EXPECT_EQ(onnx6::starting(A, shape{3}, 1), 1); }

TEST(Onnx6G3, ANegativeAxisHasNoAnswer) { EXPECT_EQ(clash({3}, -3), "no answer onnx6.G3"); }

TEST(Onnx6X5, WithoutAnAxisThePartIsTheEnd) {
  EXPECT_EQ(onnx6::starting(A, shape{4, 5}, {}), 2);
  EXPECT_EQ(clash({3, 4}), "onnx6.X3 at 2");
}

TEST(Onnx6X6, ASizeOfOneIsNotExpanded) {
  EXPECT_FALSE(onnx6::is_mutually_equal(index{4}, index{1}));
  EXPECT_EQ(clash({1, 5}), "onnx6.X3 at 2");
  EXPECT_EQ(clash({4, 1}), "onnx6.X3 at 3");
}

TEST(Onnx6S5, AxisOne) { EXPECT_EQ(broken(onnx6::expect_axis_one<index>), "nothing"); }

TEST(Onnx6S6, AxisZero) { EXPECT_EQ(broken(onnx6::expect_axis_zero<index>), "nothing"); }

TEST(Onnx6X7, BroadcastingIsEnabled) {
  EXPECT_EQ(onnx6::add(A, shape{5}, 1, {}), A);
  EXPECT_EQ(broken([] { onnx6::add(A, shape{5}, 0, {}); }), "onnx6.X8 at -1");
}

TEST(Onnx6X8, WithoutItTheShapesAreTheSame) {
  EXPECT_EQ(onnx6::add(A, A, 0, {}), A);
  EXPECT_EQ(broken([] { onnx6::add(shape{1}, shape{}, 0, {}); }), "onnx6.X8 at -1");
}

TEST(Onnx6X9, TheResultHasTheShapeOfTheFirst) {
  EXPECT_EQ(onnx6::add(shape{0, 3}, shape{1}, 1, {}), (shape{0, 3}));
}

}  // namespace onnx6_test
