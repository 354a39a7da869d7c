// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/ufunc.hpp"

#include <gtest/gtest.h>

#include "tests/support/broken.hpp"

namespace ufunc_test {

namespace ufunc = bcast::reference::ufunc;
using bcast::reference::index;
using bcast::reference::list;

using shape = list<index>;
using shapes = list<shape>;

TEST(UfuncX1, InputsBroadcast) {
  EXPECT_EQ(ufunc::broadcast(shapes{{8, 1, 6, 1}, {7, 1, 5}}, ""), (shape{8, 7, 6, 5}));
  EXPECT_EQ(broken([] { ufunc::broadcast(shapes{}, ""); }), "no answer ufunc.G1");
}

TEST(UfuncX2, OnlyWhereTheMaskIsTrue) {
  const auto first = [](index i) { return i == 0; };
  EXPECT_EQ(ufunc::filled(first, list<int>{1, 2}, list<int>{8, 9}), (list<int>{1, 9}));
}

TEST(UfuncX3, SharedMemoryChangesNothing) {
  const auto next = [](int x) { return x + 1; };
  EXPECT_EQ(ufunc::with_overlap(list<int>{1, 5, 7}, {0, 1}, {1, 2}, next), (list<int>{1, 2, 6}));
}

TEST(UfuncX4, TheMaskEnlargesTheResult) {
  EXPECT_EQ(ufunc::with_where(shapes{{1}, {}, {2, 3}}), (shape{2, 3}));
  EXPECT_EQ(broken([] { ufunc::with_where(shapes{{2}, {3, 1}, {3}}); }), "ufunc.X4 at 1");
  EXPECT_EQ(broken([] { ufunc::with_where(shapes{{2}}); }), "no answer ufunc.G1");
}

TEST(UfuncX5, TheFunctionOrTheOutput) {
  EXPECT_EQ(ufunc::value(true, 1, 8), 1);
  EXPECT_EQ(ufunc::value(false, 1, 8), 8);
}

TEST(UfuncX6, GeneralizedUfuncsTakeNoMask) {
  EXPECT_TRUE(ufunc::takes_where(0));
  EXPECT_FALSE(ufunc::takes_where(1));
}

TEST(UfuncX7, SameKindSinceOneTen) {
  EXPECT_EQ(ufunc::permitted_casting(9), ufunc::casting::unsafe);
  EXPECT_EQ(ufunc::permitted_casting(10), ufunc::casting::same_kind);
}

TEST(UfuncX8, TheOutputIsNotEnlarged) {
  EXPECT_EQ(ufunc::with_out(shapes{{1}, {3}, {2, 1}, {4, 2, 3}}), (shape{4, 2, 3}));
  const auto refused = [](shapes const& s) { return broken([&] { ufunc::with_out(s); }); };
  EXPECT_EQ(refused({{3}, {1}}), "ufunc.X8 at 0");
  EXPECT_EQ(refused({{1}, {}}), "ufunc.X8 at -1");
  EXPECT_EQ(refused({{2, 3}, {4}, {2, 3}}), "ufunc.X8 at 1");
  EXPECT_EQ(refused({{1}, {2}, {1}}), "ufunc.X8 at 0");
}

TEST(UfuncX9, AsPrintedTheMaskFitsTheInput) {
  EXPECT_EQ(ufunc::with_where_as_printed(shapes{{3}, {2, 1}, {3}}), (shape{2, 3}));
  EXPECT_EQ(broken([] { ufunc::with_where_as_printed(shapes{{1}, {2}}); }), "ufunc.X9 at 0");
}

TEST(UfuncX10, TheCommonShapeIsTheOutputs) {
  EXPECT_EQ(ufunc::common_shape(shapes{{0, 3}, {1, 3}}), (shape{0, 3}));
  EXPECT_EQ(broken([] { ufunc::common_shape(shapes{{2}, {3}}); }), "ufunc.X10 at 0");
}

}  // namespace ufunc_test
