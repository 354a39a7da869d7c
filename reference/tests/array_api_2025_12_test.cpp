// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/array_api_2025_12.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/support/broken.hpp"

namespace array_api_2025_12_test {

using namespace bcast::reference;
using bcast::reference::index;
namespace api = bcast::reference::array_api_2025_12;
using shape = api::shape<index>;
using shapes = list<shape>;

constexpr std::optional<index> None;

std::string broken(shapes const& some) {
  return ::broken([&] { api::broadcast_shapes(some); });
}

TEST(ArrayApi202512N1, TakesShapesAndGivesOne) {
  EXPECT_EQ(api::broadcast_shapes(shapes{shape{8, 1, 6, 1}, shape{7, 1, 5}}), (shape{8, 7, 6, 5}));
}

TEST(ArrayApi202512X1, TakesAnyNumberOfShapes) {
  EXPECT_EQ(api::broadcast_shapes(shapes{shape{2, 1}}), (shape{2, 1}));
  EXPECT_EQ(api::broadcast_shapes(shapes{shape{2, 1}, shape{3}, shape{1}, shape{}}), (shape{2, 3}));
}

TEST(ArrayApi202512X2, IsTheChaptersAlgorithmOnNumbers) {
  for (index a = 0; a <= 3; ++a) {
    for (index b = 0; b <= 3; ++b) {
      std::optional<index> expected;
      try {
        expected = array_api::broadcast(list<index>{a}, list<index>{b})[0];
      } catch (violation const&) {
        EXPECT_NE(broken(shapes{shape{a}, shape{b}}), "nothing");
        continue;
      }
      EXPECT_EQ(api::broadcast_shapes(shapes{shape{a}, shape{b}}), shape{expected});
    }
  }
}

TEST(ArrayApi202512X2, TheOrderOfTheShapesPlaysNoPart) {
  for (auto const& a : {None, std::optional<index>(1), std::optional<index>(3)}) {
    for (auto const& b : {None, std::optional<index>(1), std::optional<index>(4)}) {
      for (auto const& c : {None, std::optional<index>(0), std::optional<index>(3)}) {
        const auto joined = [](shapes const& some) {
          try {
            return std::optional(api::broadcast_shapes(some));
          } catch (violation const&) {
            return std::optional<shape>();
          }
        };
        const auto first = joined(shapes{shape{a}, shape{b}, shape{c}});
        EXPECT_EQ(first, joined(shapes{shape{c}, shape{a}, shape{b}}));
        EXPECT_EQ(first, joined(shapes{shape{b}, shape{a}, shape{c}}));
      }
    }
  }
  EXPECT_EQ(api::broadcast_pairs(shapes{shape{3}, shape{None}, shape{4}}), shape{None});
  EXPECT_EQ(api::broadcast_pairs(shapes{}), shape{});
}

TEST(ArrayApi202512X3, ShapesThatClashAreAnError) {
  EXPECT_EQ(broken(shapes{shape{2, 3}, shape{4, 3}}), "array_api@2025.12.X3 at 0");
  EXPECT_EQ(broken(shapes{shape{3}, shape{None}, shape{2, 4}}), "array_api@2025.12.X3 at 1");
  // Of the rank of all shapes, also of those after the two that clash.
  EXPECT_EQ(broken(shapes{shape{2}, shape{3}, shape{1, 1}}), "array_api@2025.12.X3 at 1");
}

TEST(ArrayApi202512X4, OfNoShapeTheResultIsEmpty) {
  EXPECT_EQ(api::broadcast_shapes(shapes{}), shape{});
}

TEST(ArrayApi202512X5, ASizeMayBeNone) {
  EXPECT_TRUE(api::is_None<index>(None));
  EXPECT_FALSE(api::is_None<index>(0));
}

TEST(ArrayApi202512X6, AnUnknownSizeIsPropagated) {
  EXPECT_EQ(api::broadcast_shapes(shapes{shape{None, 3}, shape{2, None}}), (shape{None, None}));
  EXPECT_EQ(api::broadcast_shapes(shapes{shape{None}, shape{5, 1}}), (shape{5, None}));
  EXPECT_EQ(api::broadcast_shapes(shapes{shape{None}}), shape{None});
}

}  // namespace array_api_2025_12_test
