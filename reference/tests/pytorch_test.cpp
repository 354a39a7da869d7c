// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/pytorch.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/broken.hpp"

namespace pytorch_test {

namespace pytorch = bcast::reference::pytorch;
using bcast::reference::index;
using bcast::reference::list;

using shape = list<index>;

std::string clash(shape const& x, shape const& y) {
  return broken([&] { pytorch::resulting_size(x, y); });
}

std::string change(shape const& x, shape const& y) {
  return broken([&] { pytorch::in_place(x, y); });
}

TEST(PytorchX1, ASizeOfZeroIsKeptAsInNumPy) {
  EXPECT_EQ(pytorch::resulting_size(shape{0, 1}, shape{3}), (shape{0, 3}));
}

TEST(PytorchX2, AnExpandedArgumentHasItsOwnData) {
  EXPECT_EQ(pytorch::place_in_data(shape{5, 1}, {3, 4}), (list<index>{3, 0}));
  EXPECT_EQ(pytorch::place_in_data(shape{6}, {3, 4}), (list<index>{4}));
  EXPECT_EQ(pytorch::place_in_data(shape{}, {3, 4}), (list<index>{}));
}

TEST(PytorchX3, TwoTensorsAreBroadcastableOrNot) {
  EXPECT_TRUE(pytorch::is_broadcastable(shape{5, 3, 4, 1}, shape{3, 1, 1}));
  EXPECT_FALSE(pytorch::is_broadcastable(shape{5, 2, 4, 1}, shape{3, 1, 1}));
}

TEST(PytorchX4, SizesAreEqualOneOrMissing) {
  for (index a = 0; a <= 3; ++a) {
    EXPECT_TRUE(pytorch::is_broadcastable(shape{a}, shape{})) << a;
    for (index b = 0; b <= 3; ++b) {
      EXPECT_EQ(pytorch::is_broadcastable(shape{a}, shape{b}), a == b || a == 1 || b == 1)
          << a << " and " << b;
    }
  }
  EXPECT_EQ(clash({2, 3}, {4, 5}), "pytorch.X4 at 1");
  EXPECT_EQ(clash({2, 3}, {4, 3}), "pytorch.X4 at 0");
  EXPECT_EQ(clash({3}, {8, 2}), "pytorch.X4 at 1");
}

TEST(PytorchX5, TheResultingSize) {
  EXPECT_EQ(pytorch::resulting_size(shape{5, 1, 4, 1}, shape{3, 1, 1}), (shape{5, 3, 4, 1}));
  EXPECT_EQ(pytorch::resulting_size(shape{}, shape{}), shape{});
}

TEST(PytorchX6, OnesArePrependedToTheShorter) {
  EXPECT_EQ(pytorch::with_prepended_ones(shape{4, 5}, 4), (shape{1, 1, 4, 5}));
  EXPECT_EQ(pytorch::with_prepended_ones(shape{4, 5}, 1), (shape{4, 5}));
}

TEST(PytorchX7, TheGreaterSizeUnlessOneIsZero) {
  for (index a = 1; a <= 3; ++a) {
    EXPECT_EQ(pytorch::resulting_dimension(a, index{1}), a);
    EXPECT_EQ(pytorch::resulting_dimension(index{1}, a), a);
    EXPECT_EQ(pytorch::resulting_dimension_as_printed(a, index{1}), a);
  }
  EXPECT_EQ(pytorch::resulting_dimension(index{1}, index{0}), 0);
  EXPECT_EQ(pytorch::resulting_dimension(index{0}, index{1}), 0);
  EXPECT_EQ(pytorch::resulting_size_as_printed(shape{0, 3}, shape{1, 1}), (shape{1, 3}));
}

TEST(PytorchI1, TheInPlaceTensorKeepsItsShape) {
  EXPECT_EQ(pytorch::in_place(shape{0, 3}, shape{1}), (shape{0, 3}));
  EXPECT_EQ(change({1, 3, 1}, {3, 1, 7}), "pytorch.I1 at 2");
  EXPECT_EQ(change({1}, {0}), "pytorch.I1 at 0");
  EXPECT_EQ(change({2, 3}, {4, 3}), "pytorch.I1 at 0");
  EXPECT_EQ(change({3}, {1, 3}), "pytorch.I1 at -1");
}

TEST(PytorchX8, PriorVersionsCountTheElements) {
  EXPECT_EQ(pytorch::size_in_prior_versions(shape{4, 1}, shape{4}), (shape{4, 1}));
  EXPECT_EQ(broken([] {
              pytorch::size_in_prior_versions(shape{4, 1}, shape{3});
            }),
            "pytorch.X8 at -1");
}

TEST(PytorchX9, TheOldBehaviourGivesAWarning) {
  EXPECT_TRUE(pytorch::gives_warning(shape{2, 2}, shape{4}));
  EXPECT_FALSE(pytorch::gives_warning(shape{2, 2}, shape{3}));
  EXPECT_FALSE(pytorch::gives_warning(shape{4, 1}, shape{4}));
  EXPECT_EQ(pytorch::size_with_warnings(shape{2, 2}, shape{4}), (shape{2, 2}));
  EXPECT_EQ(pytorch::size_with_warnings(shape{4, 1}, shape{4}), (shape{4, 4}));
}

TEST(PytorchX10, AResultCanChange) {
  EXPECT_TRUE(pytorch::can_change(shape{4, 1}, shape{4}));
  EXPECT_FALSE(pytorch::can_change(shape{4}, shape{4}));
  EXPECT_FALSE(pytorch::can_change(shape{2, 2}, shape{4}));
  EXPECT_FALSE(pytorch::can_change(shape{4, 1}, shape{3}));
}

TEST(PytorchX11, TheWarningIsEnabled) {
  EXPECT_TRUE(pytorch::gives_warning_of_change(true, shape{4, 1}, shape{4}));
  EXPECT_FALSE(pytorch::gives_warning_of_change(false, shape{4, 1}, shape{4}));
  EXPECT_FALSE(pytorch::gives_warning_of_change(true, shape{4}, shape{4}));
}

}  // namespace pytorch_test
