// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/array_api.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "bcast/spec/array_api.hpp"
#include "tests/support/broken.hpp"

namespace array_api_test {
namespace {

using namespace bcast::reference;
using bcast::reference::index;
namespace array_api = bcast::reference::array_api;
namespace spec = bcast::spec;
using tuple = array_api::tuple<index>;

constexpr tuple from_row(spec::shape const& s) {
  tuple t;
  for (spec::dim d : s) t.append(d.size());
  return t;
}

// Every printed example, at compile time.
constexpr bool comes_out(spec::array_api::example const& e) {
  if (!e.result) return true;  // an error is a throw, which is not allowed in a constant expression
  return array_api::broadcast(from_row(e.a), from_row(e.b)) == from_row(*e.result);
}
static_assert([] {
  for (auto const& e : spec::array_api::examples) {
    if (!comes_out(e)) return false;
  }
  return true;
}());

std::string broken(tuple const& a, tuple const& b) {
  return ::broken([&] { array_api::broadcast(a, b); });
}

TEST(ArrayApiX1, AnExpansionDoesNotShrink) {
  EXPECT_TRUE(array_api::is_expansion<index>(1, 7));
  EXPECT_TRUE(array_api::is_expansion<index>(7, 7));
  EXPECT_FALSE(array_api::is_expansion<index>(1, 0));
}

TEST(ArrayApiX5, TheResultHasTheShapeOfTheAlgorithm) {
  const tuple shape = array_api::broadcast(tuple{2, 1}, tuple{3});
  const array_api::array<int> a({2, 1}, [](tuple const& i) { return int(i[0]); });
  EXPECT_EQ(array_api::repeat(a, shape).d(), shape);
}

TEST(ArrayApiN1, TheShapesAreTakenAsTheyAre) {
  const tuple shape1{2, 1}, shape2{1, 3};
  EXPECT_EQ(array_api::broadcast(shape1, shape2), array_api::broadcast(shape2, shape1));
}

TEST(ArrayApiX2, TheElementsAreTheArraysOwn) {
  const array_api::array<int> a({2, 1}, [](tuple const& i) { return int(i[0]); });
  for (index j = 0; j < 3; ++j) {
    EXPECT_EQ(&array_api::element(a, tuple{5, 1, j}), &(a[tuple{1, 0}]));
  }
  EXPECT_THROW(array_api::element(a, tuple{2, 0}), std::out_of_range);
}

TEST(ArrayApiN2, IsTheShapeOfTheFirst) {
  EXPECT_EQ(array_api::broadcast(tuple{4, 5}, tuple{1}), (tuple{4, 5}));
}

TEST(ArrayApiN3, IsTheShapeOfTheSecond) {
  EXPECT_EQ(array_api::broadcast(tuple{1}, tuple{4, 5}), (tuple{4, 5}));
}

TEST(ArrayApiX4, APromotedShapeGivesTheSameResult) {
  for (tuple const& a : {tuple{}, tuple{3}, tuple{1, 3}, tuple{0}}) {
    EXPECT_EQ(array_api::broadcast(array_api::promote(a, 2), tuple{2, 1}),
              array_api::broadcast(a, tuple{2, 1}));
  }
  EXPECT_EQ(array_api::promote(tuple{3}, 3), (tuple{1, 1, 3}));
  EXPECT_EQ(array_api::promote(tuple{3, 4}, 1), (tuple{3, 4}));
}

TEST(ArrayApiX6, NothingIsAppended) {
  for (tuple const& a : {tuple{}, tuple{3}, tuple{15, 3}}) {
    EXPECT_TRUE(array_api::only_prepended(array_api::promote(a, 3), a));
  }
  EXPECT_FALSE(array_api::only_prepended(tuple{15, 3, 1}, tuple{15, 3}));
  EXPECT_FALSE(array_api::only_prepended(tuple{2, 15, 3}, tuple{15, 3}));
  EXPECT_FALSE(array_api::only_prepended(tuple{1, 3, 5}, tuple{3, 4}));
  // The first size is a 1 also where the 1 was appended.
  EXPECT_FALSE(array_api::only_prepended(tuple{1, 3, 1}, tuple{1, 3}));
}

TEST(ArrayApiX3, ASingletonIsRepeatedAlongTheOther) {
  const array_api::array<int> a({2, 1}, [](tuple const& i) { return int(10 * i[0] + i[1]); });
  const auto z = array_api::repeat(a, tuple{2, 3});
  for (index i = 0; i < 2; ++i) {
    for (index j = 0; j < 3; ++j) EXPECT_EQ((z[{i, j}]), 10 * i);
  }
}

TEST(ArrayApiX4, SingletonsArePrepended) {
  EXPECT_EQ(array_api::broadcast(tuple{3}, tuple{2, 1, 1}), (tuple{2, 1, 3}));
  const array_api::array<int> a({3}, [](tuple const& i) { return int(i[0]); });
  const auto z = array_api::repeat(a, tuple{2, 2, 3});
  EXPECT_EQ((z[{1, 0, 2}]), 2);
}

TEST(ArrayApiA1, IsTheRankOfTheFirst) {
  EXPECT_EQ(array_api::broadcast(tuple{4, 5}, tuple{}), (tuple{4, 5}));
}
TEST(ArrayApiA2, IsTheRankOfTheSecond) {
  EXPECT_EQ(array_api::broadcast(tuple{}, tuple{4, 5}), (tuple{4, 5}));
}
TEST(ArrayApiA3, IsTheLargerRank) {
  EXPECT_EQ(array_api::broadcast(tuple{1}, tuple{1, 1, 1}).n(), 3);
  EXPECT_EQ(array_api::broadcast(tuple{1, 1, 1}, tuple{1}).n(), 3);
}
TEST(ArrayApiA4, EveryAxisOfTheListIsSet) {
  EXPECT_EQ(array_api::broadcast(tuple{2, 3, 4}, tuple{2, 3, 4}), (tuple{2, 3, 4}));
}
TEST(ArrayApiA5, TheLastAxisIsTheFirstToBeLookedAt) {
  EXPECT_EQ(broken({2, 2}, {3, 3}), "array_api.A14 at 1");
}
TEST(ArrayApiA6, ScalarsHaveNoAxisToLookAt) {
  EXPECT_EQ(array_api::broadcast(tuple{}, tuple{}), tuple{});
}
TEST(ArrayApiA6, AxisZeroIsLookedAt) { EXPECT_EQ(broken({2, 3}, {3, 3}), "array_api.A14 at 0"); }
TEST(ArrayApiA7, AlignsTheFirstToTheRight) { EXPECT_EQ(broken({2}, {2, 3}), "array_api.A14 at 1"); }
TEST(ArrayApiA8, AMissingAxisOfTheFirstIsOne) {
  EXPECT_EQ(array_api::broadcast(tuple{3}, tuple{5, 1}), (tuple{5, 3}));
  EXPECT_EQ(array_api::broadcast(tuple{}, tuple{0}), tuple{0});
}
TEST(ArrayApiA9, AlignsTheSecondToTheRight) {
  EXPECT_EQ(broken({2, 3}, {2}), "array_api.A14 at 1");
}
TEST(ArrayApiA10, AMissingAxisOfTheSecondIsOne) {
  EXPECT_EQ(array_api::broadcast(tuple{5, 1}, tuple{3}), (tuple{5, 3}));
  EXPECT_EQ(array_api::broadcast(tuple{0}, tuple{}), tuple{0});
}
TEST(ArrayApiA11, AOneInTheFirstGivesWay) {
  EXPECT_EQ(array_api::broadcast(tuple{1, 1, 1}, tuple{0, 1, 4}), (tuple{0, 1, 4}));
}
TEST(ArrayApiA12, AOneInTheSecondGivesWay) {
  EXPECT_EQ(array_api::broadcast(tuple{0, 1, 4}, tuple{1, 1, 1}), (tuple{0, 1, 4}));
}
TEST(ArrayApiA13, EqualSizesStay) {
  EXPECT_EQ(array_api::broadcast(tuple{0, 3}, tuple{0, 3}), (tuple{0, 3}));
}
TEST(ArrayApiA14, EverythingElseIsAnError) {
  EXPECT_EQ(broken({3}, {4}), "array_api.A14 at 0");
  EXPECT_EQ(broken({2}, {4}), "array_api.A14 at 0");
  EXPECT_EQ(broken({0}, {2}), "array_api.A14 at 0");
  EXPECT_EQ(broken({2}, {0}), "array_api.A14 at 0");
}
TEST(ArrayApiA15, EveryAxisIsLookedAtOnce) {
  EXPECT_EQ(array_api::broadcast(tuple{8, 1, 6, 1}, tuple{7, 1, 5}), (tuple{8, 7, 6, 5}));
}
TEST(ArrayApiA16, IsTheShapeOfTheResult) {
  EXPECT_EQ(array_api::broadcast(tuple{2, 1}, tuple{1, 3}), (tuple{2, 3}));
}

/// The clause by which an in-place operation is refused.
std::string refused(tuple const& target, tuple const& source) {
  try {
    array_api::in_place(target, source);
  } catch (violation const& v) {
    return std::string(v.tag);
  }
  return "";
}

TEST(ArrayApiI1, TheTargetKeepsItsShape) {
  EXPECT_EQ(array_api::in_place(tuple{2, 3}, tuple{3}), (tuple{2, 3}));
  EXPECT_EQ(refused({1, 3}, {2, 3}), "array_api.I2");
  EXPECT_EQ(refused({1}, {0}), "array_api.I2");
  EXPECT_EQ(refused({}, {1}), "array_api.I2");
}
TEST(ArrayApiI2, TheSourceHasToBroadcastToTheTarget) {
  EXPECT_EQ(refused({3}, {4}), "array_api.A14");
  EXPECT_EQ(refused({3}, {2, 4}), "array_api.A14");
  EXPECT_EQ(refused({3, 4}, {1, 3, 4}), "array_api.I2");
  EXPECT_EQ(array_api::in_place(tuple{0, 3}, tuple{1, 3}), (tuple{0, 3}));
}
TEST(ArrayApiI2, TheExamplesInPrintComeOut) {
  for (auto const& e : spec::array_api::in_place_examples) {
    bool allowed = true;
    try {
      array_api::in_place(from_row(e.target), from_row(e.source));
    } catch (violation const& v) {
      allowed = false;
      EXPECT_EQ(v.tag, "array_api.I2");
    }
    EXPECT_EQ(allowed, e.allowed) << e.tag;
  }
}

}  // namespace
}  // namespace array_api_test
