// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/octave.hpp"

#include <gtest/gtest.h>

#include "tests/support/broken.hpp"

namespace octave_test {

namespace octave = bcast::reference::octave;
using bcast::reference::index;
using bcast::reference::list;

using shape = list<index>;

TEST(OctaveX1, TwoOperandsAreBroadcast) {
  EXPECT_EQ(octave::elementwise(list<shape>{{2, 4}, {2}}), (shape{2, 4}));
  EXPECT_EQ(broken([] { octave::elementwise(list<shape>{{2}}); }), "no answer octave.G1");
}

TEST(OctaveX2, EqualDimensionsOrAOne) {
  EXPECT_TRUE(octave::correspond(index{0}, index{1}));
  EXPECT_TRUE(octave::correspond(index{2}, index{2}));
  EXPECT_FALSE(octave::correspond(index{0}, index{2}));
}

TEST(OctaveX3, EqualSizesAreNotBroadcast) {
  EXPECT_FALSE(octave::occurs(shape{2, 3}, shape{2, 3}));
  EXPECT_TRUE(octave::occurs(shape{2, 3}, shape{2, 3, 1}));
}

TEST(OctaveX4, MissingDimensionsAtTheEndAreOne) {
  EXPECT_EQ(octave::with_trailing(shape{2}, 3), (shape{2, 1, 1}));
  EXPECT_EQ(octave::result(shape{2, 3, 4}, shape{2, 3}), (shape{2, 3, 4}));
}

TEST(OctaveX5, ADimensionOfOneIsCopiedAlong) {
  EXPECT_EQ(octave::result(shape{0, 3, 1}, shape{1, 3, 4}), (shape{0, 3, 4}));
  EXPECT_EQ(octave::place_in_array(shape{2, 1}, shape{2, 3, 4}, {1, 2, 3}), (shape{1, 0}));
}

TEST(OctaveX6, AScalar) {
  EXPECT_TRUE(octave::is_scalar(shape{1, 1}));
  EXPECT_FALSE(octave::is_scalar(shape{1, 0}));
}

TEST(OctaveX7, OtherDimensionsAreRefused) {
  EXPECT_EQ(broken([] { octave::result(shape{2, 3}, shape{3}); }), "octave.X7 at 0");
}

}  // namespace octave_test
