// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/numpy_guide.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/broken.hpp"

namespace numpy_guide_test {

namespace numpy = bcast::reference::numpy_guide;
using bcast::reference::index;
using bcast::reference::list;

using shape = list<index>;
using shapes = list<shape>;

std::string clash(shapes const& arrays) {
  return broken([&] { numpy::broadcast_all(arrays); });
}

TEST(NumpyGuideX1, ArraysOfDifferentShapesBecomeCompatible) {
  EXPECT_EQ(numpy::broadcast(shape{2, 1}, shape{3}), (shape{2, 3}));
}

TEST(NumpyGuideX2, AnArrayKeepsItsElements) {
  EXPECT_EQ(numpy::stored_elements(shape{2, 1}), 2);
  EXPECT_EQ(numpy::stored_elements(shape{}), 1);
  EXPECT_EQ(numpy::stored_elements(shape{3, 0}), 0);
}

TEST(NumpyGuideX3, TheSimplestCaseIsOneShape) {
  EXPECT_TRUE(numpy::have_same_shape(shape{3}, shape{3}));
  EXPECT_FALSE(numpy::have_same_shape(shape{3}, shape{1, 3}));
}

TEST(NumpyGuideX4, OtherShapesMeetConstraints) {
  EXPECT_TRUE(numpy::meet_constraints(shape{3}, shape{}));
  EXPECT_FALSE(numpy::meet_constraints(shape{3}, shape{2}));
}

TEST(NumpyGuideX5, EachElementIsAtTheOnePlaceOfTheScalar) {
  EXPECT_EQ(numpy::place_in_array(shape{}, {1, 2}), list<index>{});
}

TEST(NumpyGuideX6, GoesFromTheTrailingDimensionToTheLeft) {
  EXPECT_EQ(clash({shape{2, 3}, shape{4, 5}}), "numpy_guide.E1 at 1");
  EXPECT_EQ(clash({shape{2, 3}, shape{4, 3}}), "numpy_guide.E1 at 0");
  EXPECT_EQ(clash({shape{2, 3}, shape{2, 3}}), "nothing");
}

TEST(NumpyGuideX7, EqualSizesAndOnesAreCompatible) {
  for (index a = 0; a <= 3; ++a) {
    for (index b = 0; b <= 3; ++b) {
      EXPECT_EQ(numpy::are_compatible(a, b), a == b || a == 1 || b == 1) << a << " and " << b;
    }
  }
}

TEST(NumpyGuideE1, NamesTheDimensionOfTheResult) {
  EXPECT_EQ(clash({shape{3}, shape{8, 2}}), "numpy_guide.E1 at 1");
  EXPECT_EQ(clash({shape{0}, shape{2}}), "numpy_guide.E1 at 0");
}

TEST(NumpyGuideX8, TheResultHasTheGreatestRank) {
  EXPECT_EQ(numpy::rank_of_result(shape{1, 1, 1}, shape{7}), 3);
  EXPECT_EQ(numpy::rank_of_result(shape{}, shape{7, 7}), 2);
  EXPECT_EQ(numpy::broadcast(shape{}, shape{}), shape{});
}

TEST(NumpyGuideX9, TheSizeIsTheLargestUnlessOneIsZero) {
  for (index a = 1; a <= 3; ++a) {
    EXPECT_EQ(numpy::size_of_result(a, index{1}), numpy::size_of_result_as_printed(a, index{1}));
    EXPECT_EQ(numpy::size_of_result(index{1}, a), numpy::size_of_result_as_printed(index{1}, a));
  }
  EXPECT_EQ(numpy::size_of_result_as_printed(index{0}, index{1}), 1);
  EXPECT_EQ(numpy::size_of_result_as_printed(index{1}, index{0}), 1);
  EXPECT_EQ(numpy::broadcast_as_printed(shape{0, 3}, shape{1, 1}), (shape{1, 3}));
}

TEST(NumpyGuideX10, AMissingDimensionHasSizeOne) {
  EXPECT_EQ(numpy::size_from_last(shape{4, 5}, 0), 5);
  EXPECT_EQ(numpy::size_from_last(shape{4, 5}, 1), 4);
  EXPECT_EQ(numpy::size_from_last(shape{4, 5}, 2), 1);
}

TEST(NumpyGuideX11, NextToAOneTheOtherIsUsed) {
  for (index other : {0, 1, 2}) {
    EXPECT_EQ(numpy::size_used(index{1}, other), other);
    EXPECT_EQ(numpy::size_used(other, index{1}), other);
  }
}

TEST(NumpyGuideX12, ADimensionOfSizeOneHasOnePlace) {
  EXPECT_EQ(numpy::place_in_dimension(index{1}, 4), 0);
  EXPECT_EQ(numpy::place_in_dimension(index{5}, 4), 4);
}

TEST(NumpyGuideX13, ASetOfArrays) {
  EXPECT_EQ(numpy::broadcast_all(shapes{shape{2, 0}}), (shape{2, 0}));
  EXPECT_EQ(numpy::broadcast_all(shapes{shape{5, 1}, shape{1, 6}, shape{6}, shape{}}),
            (shape{5, 6}));
  EXPECT_EQ(clash({shape{1}, shape{2}, shape{3}}), "numpy_guide.E1 at 0");
  EXPECT_EQ(clash({shape{2}, shape{3}, shape{1, 1}}), "numpy_guide.E1 at 1");
  EXPECT_EQ(clash({shape{2}, shape{3}, shape{1, 1, 1}}), "numpy_guide.E1 at 2");
}

TEST(NumpyGuideX14, AnArrayActsLikeOneOfTheResultsShape) {
  EXPECT_EQ(numpy::place_in_array(shape{5, 1}, {3, 4}), (list<index>{3, 0}));
  EXPECT_EQ(numpy::place_in_array(shape{1, 6}, {3, 4}), (list<index>{0, 4}));
  EXPECT_EQ(numpy::place_in_array(shape{6}, {3, 4}), (list<index>{4}));
}

TEST(NumpyGuideX15, AnOuterOperation) {
  EXPECT_EQ(numpy::outer(index{4}, index{3}), (shape{4, 3}));
}

}  // namespace numpy_guide_test
