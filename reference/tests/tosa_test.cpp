// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/tosa.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>

#include "bcast/spec/links.hpp"
#include "bcast/spec/tosa.hpp"
#include "tests/support/broken.hpp"

namespace tosa_test {

namespace tosa = bcast::reference::tosa;
using bcast::reference::index;
using shape = tosa::shape_t<index>;

std::string join(shape const& a, shape const& b) {
  return broken([&] { tosa::broadcast_shape(a, b); });
}

std::string apply(shape const& out, shape const& in, shape const& at) {
  return broken([&] { tosa::apply_broadcast(out, in, at); });
}

std::string equal(shape const& a, shape const& b, bool allow_broadcast) {
  return broken([&] { tosa::assert_equal_shape(a, b, allow_broadcast); });
}

TEST(TosaN1, TheRankCountsDimensions) {
  EXPECT_EQ(tosa::rank(shape{}), 0);
  EXPECT_EQ(tosa::rank(shape{4, 5}), 2);
}

TEST(TosaX1, AScalarIsLegal) { EXPECT_EQ(tosa::broadcast_shape(shape{}, shape{}), shape{}); }

TEST(TosaN2, ASizeIsOfItsDimension) { EXPECT_EQ(tosa::size_of(shape{4, 5}, 1), 5); }

TEST(TosaX2, SizesArePositive) {
  EXPECT_EQ(join(shape{0}, shape{1}), "tosa.X2 at -1");
  EXPECT_EQ(join(shape{1}, shape{0}), "tosa.X2 at -1");
  EXPECT_EQ(join(shape{0}, shape{0, 0}), "tosa.X2 at -1");
  // Whether they are is decided before the ranks are compared.
  EXPECT_EQ(join(shape{2}, shape{0, 3}), "tosa.X2 at -1");
  EXPECT_EQ(join(shape{0, 3}, shape{2}), "tosa.X2 at -1");
  EXPECT_TRUE(tosa::has_positive_sizes(shape{1, 2}));
  EXPECT_FALSE(tosa::has_positive_sizes(shape{1, 0}));
}

TEST(TosaX3, ASizeIsAConstant) {
  using sizes = tosa::shape_t<std::optional<index>>;
  EXPECT_TRUE(tosa::has_constant_sizes(sizes{2, 3}));
  EXPECT_FALSE(tosa::has_constant_sizes(sizes{2, std::nullopt}));
}

TEST(TosaX4, OnlyASizeOfOneIsBroadcast) {
  EXPECT_TRUE(tosa::can_be_broadcast<index>(1, 5));
  EXPECT_TRUE(tosa::can_be_broadcast<index>(5, 5));
  EXPECT_FALSE(tosa::can_be_broadcast<index>(5, 1));
}

TEST(TosaX5, RanksAreEqual) {
  EXPECT_TRUE(tosa::have_equal_ranks(shape{1, 2}, shape{3, 4}));
  EXPECT_FALSE(tosa::have_equal_ranks(shape{1, 2}, shape{2}));
}

TEST(TosaX6, AReshapeMakesRanksEqual) {
  EXPECT_EQ(tosa::with_dimension_of_1(shape{3}, 0), (shape{1, 3}));
  EXPECT_EQ(tosa::with_dimension_of_1(shape{3}, 1), (shape{3, 1}));
  EXPECT_EQ(tosa::with_dimension_of_1(shape{}, 0), shape{1});
  EXPECT_EQ(tosa::broadcast_shape(tosa::with_dimension_of_1(shape{3}, 0), shape{2, 3}),
            (shape{2, 3}));
}

TEST(TosaX7, ThePositionIsTheHelpers) {
  EXPECT_EQ(tosa::apply_broadcast(shape{2, 3}, shape{1, 3}, shape{1, 2}), (shape{0, 2}));
}

TEST(TosaA1, TheOrderDoesNotMatter) {
  for (index a = 1; a <= 3; ++a) {
    for (index b = 1; b <= 3; ++b) {
      if (join(shape{a}, shape{b}) != "nothing") continue;
      EXPECT_EQ(tosa::broadcast_shape(shape{a}, shape{b}),
                tosa::broadcast_shape(shape{b}, shape{a}));
    }
  }
}

TEST(TosaA2, RanksAreEqual) {
  EXPECT_EQ(join(shape{}, shape{1}), "tosa.A2 at -1");
  EXPECT_EQ(join(shape{2, 3}, shape{3}), "tosa.A2 at -1");
}

TEST(TosaA3, TheFirstShapeIsNotChanged) {
  const shape first{1};
  tosa::broadcast_shape(first, shape{3});
  EXPECT_EQ(first, shape{1});
}

TEST(TosaA4, TheFirstDimensionThatFailsIsNamed) {
  EXPECT_EQ(join(shape{2, 3}, shape{4, 5}), "tosa.A6 at 0");
  EXPECT_EQ(join(shape{4, 3}, shape{4, 5}), "tosa.A6 at 1");
}

TEST(TosaA5, TheFirstGivesWay) {
  EXPECT_EQ(tosa::broadcast_shape(shape{1, 2}, shape{3, 2}), (shape{3, 2}));
}

TEST(TosaA6, TheSecondGivesWayOrIsTheSame) {
  EXPECT_EQ(tosa::broadcast_shape(shape{3, 2}, shape{3, 1}), (shape{3, 2}));
  EXPECT_EQ(join(shape{3}, shape{2}), "tosa.A6 at 0");
}

TEST(TosaA7, TheOutputHasTheLargerSizes) {
  EXPECT_EQ(tosa::broadcast_shape(shape{5, 1}, shape{1, 6}), (shape{5, 6}));
}

TEST(TosaN3, APositionIsInTheShape) {
  EXPECT_TRUE(tosa::is_position(shape{2, 3}, shape{1, 2}));
  EXPECT_TRUE(tosa::is_position(shape{}, shape{}));
  EXPECT_FALSE(tosa::is_position(shape{2, 3}, shape{1, 3}));
  EXPECT_FALSE(tosa::is_position(shape{2, 3}, shape{0, -1}));
  EXPECT_FALSE(tosa::is_position(shape{2, 3}, shape{1}));
}

TEST(TosaX8, TheInputHasThePosition) {
  const shape out{2, 3};
  for (shape const& in : {shape{1, 3}, shape{2, 1}, shape{1, 1}, shape{2, 3}}) {
    for (index i = 0; i < 2; ++i) {
      for (index k = 0; k < 3; ++k) {
        EXPECT_TRUE(tosa::is_position(in, tosa::apply_broadcast(out, in, shape{i, k})));
      }
    }
  }
}

TEST(TosaA8, EqualShapesKeepThePosition) {
  EXPECT_EQ(tosa::apply_broadcast(shape{2, 3}, shape{2, 3}, shape{1, 2}), (shape{1, 2}));
}

TEST(TosaA9, RanksAreEqual) { EXPECT_EQ(apply({2, 3}, {3}, {0, 0}), "tosa.A9 at -1"); }

TEST(TosaA10, ThePositionHasTheRank) { EXPECT_EQ(apply({2, 3}, {2, 3}, {0}), "tosa.A10 at -1"); }

TEST(TosaA11, TheFirstDimensionThatFailsIsNamed) {
  EXPECT_EQ(apply({2, 3}, {4, 5}, {0, 0}), "tosa.A13 at 0");
  EXPECT_EQ(apply({2, 3}, {2, 5}, {0, 0}), "tosa.A13 at 1");
}

TEST(TosaA12, EqualSizesAreNotBroadcast) {
  EXPECT_EQ(tosa::apply_broadcast(shape{1, 3}, shape{1, 1}, shape{0, 2}), (shape{0, 0}));
}

TEST(TosaA13, OnlyASizeOfOneIsBroadcast) { EXPECT_EQ(apply({1}, {3}, {0}), "tosa.A13 at 0"); }

TEST(TosaA14, ABroadcastDimensionIsReadAtZero) {
  EXPECT_EQ(tosa::apply_broadcast(shape{4}, shape{1}, shape{3}), shape{0});
}

TEST(TosaA15, TheOutputsPositionIsKept) {
  const shape at{3};
  tosa::apply_broadcast(shape{4}, shape{1}, at);
  EXPECT_EQ(at, shape{3});
}

TEST(TosaA16, LengthsAreEqual) {
  EXPECT_EQ(equal({1}, {1, 1}, true), "tosa.A16 at -1");
  EXPECT_EQ(broken([] { tosa::assert_equal_shape_as_printed(shape{1}, shape{}, true); }),
            "tosa.A16 at -1");
}

TEST(TosaA17, TheFirstElementThatFailsIsNamed) {
  EXPECT_EQ(equal({2, 3}, {4, 5}, true), "tosa.A19 at 0");
  EXPECT_EQ(equal({4, 3}, {4, 5}, false), "tosa.A20 at 1");
}

TEST(TosaA18, TheAttributeAllowsOnes) {
  EXPECT_EQ(equal({1, 3}, {2, 1}, true), "nothing");
  EXPECT_EQ(equal({1, 3}, {2, 1}, false), "tosa.A20 at 0");
}

TEST(TosaA19, SizesBroadcast) {
  EXPECT_EQ(equal({2}, {3}, true), "tosa.A19 at 0");
  EXPECT_EQ(equal({2, 3}, {2, 3}, true), "nothing");
}

TEST(TosaA19, AsPrintedTheComparisonHasNoValue) {
  EXPECT_THROW(tosa::assert_equal_shape_as_printed(shape{2}, shape{2}, true), std::domain_error);
  EXPECT_NO_THROW(tosa::assert_equal_shape_as_printed(shape{1, 3}, shape{2, 1}, true));
  EXPECT_THROW(tosa::assert_equal_shape_as_printed(shape{1, 2}, shape{3, 2}, true),
               std::domain_error);
}

TEST(TosaA20, SizesAreEqual) {
  EXPECT_EQ(equal({2}, {2}, false), "nothing");
  EXPECT_EQ(equal({1}, {2}, false), "tosa.A20 at 0");
  const auto as_printed = [](shape const& input1, shape const& input2) {
    return broken([&] { tosa::assert_equal_shape_as_printed(input1, input2, false); });
  };
  EXPECT_EQ(as_printed({1}, {2}), "tosa.A20 at 0");
  EXPECT_EQ(as_printed({3, 1}, {3, 2}), "tosa.A20 at 1");
  EXPECT_EQ(as_printed({3, 2}, {3, 2}), "nothing");
}

// The text is four files.
TEST(Links, LeadToTheFileThatHasTheLines) {
  namespace spec = bcast::spec;
  const auto to = [](spec::lines at) {
    const std::string link = spec::link_to(spec::tosa::about.transcribed, at);
    return link.substr(link.find("/cd5acdd/") + 9);
  };
  EXPECT_EQ(to({742, 743}), "chapters/introduction.adoc#L742-L743");
  EXPECT_EQ(to(847), "chapters/introduction.adoc#L847");
  EXPECT_EQ(to(848), "pseudocode/library/broadcast_shape.tosac#L1");
  EXPECT_EQ(to(868), "pseudocode/library/broadcast_shape.tosac#L21");
  EXPECT_EQ(to({882, 883}), "pseudocode/library/apply_broadcast.tosac#L14-L15");
  EXPECT_EQ(to(907), "pseudocode/operators/ASSERT_EQUAL_SHAPE.tosac#L15");
}

}  // namespace tosa_test
