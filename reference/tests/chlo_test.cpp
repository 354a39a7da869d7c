// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/chlo.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "bcast/reference/array_api.hpp"
#include "tests/support/broken.hpp"

namespace chlo_test {

namespace chlo = bcast::reference::chlo;
using bcast::reference::index;
using bcast::reference::list;
using chlo::dimensions;
using shape = list<index>;
using operands = list<shape>;

std::string binary(shape const& lhs, shape const& rhs, dimensions const& entries) {
  return broken([&] { chlo::binary(lhs, rhs, std::optional(entries)); });
}

shape result(shape const& lhs, shape const& rhs, dimensions const& entries) {
  return chlo::binary(lhs, rhs, std::optional(entries));
}

TEST(ChloX1, ASizeOfOneGivesWay) {
  EXPECT_EQ(chlo::degenerate<index>(1, 3, 0), 3);
  EXPECT_EQ(chlo::degenerate<index>(3, 1, 0), 3);
  EXPECT_EQ(chlo::degenerate<index>(3, 3, 0), 3);
  EXPECT_EQ(broken([] { chlo::degenerate<index>(2, 3, 1); }), "chlo.X1 at 1");
}

TEST(ChloX1, ASizeOfOneGivesWayToAZero) {
  EXPECT_EQ(chlo::degenerate<index>(0, 1, 0), 0);
  EXPECT_EQ(chlo::degenerate<index>(1, 0, 0), 0);
}

TEST(ChloX2, OperandsAndResultHaveOneShape) {
  EXPECT_TRUE(chlo::same_shaped(shape{2}, shape{2}, shape{2}));
  EXPECT_FALSE(chlo::same_shaped(shape{2}, shape{1}, shape{2}));
  EXPECT_FALSE(chlo::same_shaped(shape{2}, shape{2}, shape{1}));
}

TEST(ChloX3, EntriesIncreaseStrictly) {
  EXPECT_TRUE(chlo::as_on_the_page(dimensions{0, 2}, 2, 3));
  EXPECT_TRUE(chlo::as_on_the_page(dimensions{}, 0, 3));
  EXPECT_FALSE(chlo::as_on_the_page(dimensions{2, 0}, 2, 3));
  EXPECT_FALSE(chlo::as_on_the_page(dimensions{1, 1}, 2, 3));
  EXPECT_FALSE(chlo::as_on_the_page(dimensions{0, 2, 1}, 3, 4));
}

TEST(ChloX4, RanksArePaddedInFront) {
  EXPECT_EQ(chlo::padded(shape{3}, 3), (shape{1, 1, 3}));
  EXPECT_EQ(chlo::numpy_style(operands{{2, 1}, {3}}), (shape{2, 3}));
  EXPECT_EQ(broken([] { chlo::numpy_style(operands{{2, 3}, {2}}); }), "chlo.X1 at 1");
}

TEST(ChloX4, OmittedDimensionsAreNumPys) {
  for (index a = 0; a <= 3; ++a) {
    for (index b = 0; b <= 3; ++b) {
      const shape x{a}, y{2, b};
      const auto numpy = [&] { return bcast::reference::array_api::broadcast(x, y); };
      const auto own = [&] { return chlo::binary(x, y, std::optional<dimensions>()); };
      if (broken(numpy) == "nothing") {
        EXPECT_EQ(own(), numpy());
      } else {
        EXPECT_EQ(broken(own), "chlo.X1 at 1");
      }
    }
  }
}

TEST(ChloN1, EntriesAreAxesOfTheHigherRank) {
  EXPECT_EQ(result(shape{2}, shape{2, 3}, dimensions{0}), (shape{2, 3}));
  EXPECT_EQ(result(shape{2, 3}, shape{2}, dimensions{0}), (shape{2, 3}));
  EXPECT_EQ(result(shape{4}, shape{1, 3}, dimensions{0}), (shape{4, 3}));
  EXPECT_EQ(binary(shape{2}, shape{2, 3}, dimensions{1}), "chlo.X1 at 1");
  EXPECT_EQ(result(shape{2, 1}, shape{1, 3}, dimensions{0, 1}), (shape{2, 3}));
}

TEST(ChloN1, OtherEntriesHaveNoAnswer) {
  EXPECT_EQ(binary(shape{2, 2}, shape{2, 2}, dimensions{1, 0}), "no answer chlo.G1");
  EXPECT_EQ(binary(shape{2, 2}, shape{2, 2}, dimensions{0, 0}), "no answer chlo.G1");
  EXPECT_EQ(binary(shape{2}, shape{2, 2}, dimensions{0, 1}), "no answer chlo.G1");
  EXPECT_EQ(binary(shape{2}, shape{2, 2}, dimensions{}), "no answer chlo.G1");
  EXPECT_EQ(binary(shape{2}, shape{2, 2}, dimensions{2}), "no answer chlo.G1");
  EXPECT_EQ(binary(shape{2}, shape{2, 2}, dimensions{-1}), "no answer chlo.G1");
}

TEST(ChloX5, LogicalOperationsBroadcastAlike) {
  EXPECT_EQ(result(shape{2}, shape{2, 3}, dimensions{0}), (shape{2, 3}));
  EXPECT_EQ(chlo::binary(shape{3}, shape{2, 3}, std::optional<dimensions>()), (shape{2, 3}));
}

TEST(ChloN2, AComparisonBroadcastsAlike) {
  EXPECT_EQ(chlo::binary(shape{1}, shape{0}, std::optional<dimensions>()), shape{0});
}

TEST(ChloX6, ASelectionHasThreeOperands) {
  EXPECT_EQ(chlo::select(shape{2, 1, 1}, shape{3, 1}, shape{4}), (shape{2, 3, 4}));
  EXPECT_EQ(broken([] { chlo::select(shape{2, 1, 1}, shape{3, 5}, shape{4}); }), "chlo.X1 at 2");
}

}  // namespace chlo_test
