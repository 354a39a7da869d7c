// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/spec/small_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace small_list_test {

using list = bcast::spec::small_list<int, 4>;

/// 1, 2, ..., n.
list first(int n) {
  list l;
  for (int k = 1; k <= n; ++k) l.push_back(k);
  return l;
}

bool holds_first(list const& l, int n) {
  int k = 0;
  return l.size() == static_cast<std::size_t>(n) &&
         std::all_of(l.begin(), l.end(), [&](int x) { return x == ++k; });
}

/// Whether the elements are in the object itself.
bool is_near(list const& l) {
  auto const* const begin = reinterpret_cast<std::byte const*>(&l);
  auto const* const at = reinterpret_cast<std::byte const*>(l.data());
  return at >= begin && at < begin + sizeof l;
}

TEST(SmallList, ElementsLieInTheObjectAsLongAsTheyFit) {
  for (int n = 0; n <= 20; ++n) {
    const list l = first(n);
    EXPECT_TRUE(holds_first(l, n)) << n;
    EXPECT_EQ(l.empty(), n == 0);
    EXPECT_EQ(is_near(l), n <= 4) << n;
  }
}

TEST(SmallList, EqualListsHaveTheSameElements) {
  EXPECT_TRUE(first(3) == first(3));
  EXPECT_TRUE(first(9) == first(9));
  EXPECT_FALSE(first(3) == first(4));
  EXPECT_FALSE(first(4) == first(3));
  EXPECT_FALSE((list{1, 2, 3} == list{1, 2, 4}));
  EXPECT_TRUE(list() == list());
}

TEST(SmallList, IsCopiedMovedAndAssigned) {
  for (int from : {0, 3, 4, 5, 12}) {
    for (int to : {0, 4, 7}) {
      list origin = first(from), copy(origin), assigned = first(to), taken = first(to);
      assigned = origin;
      copy.push_back(0);
      EXPECT_TRUE(holds_first(origin, from) && holds_first(assigned, from)) << from << " " << to;
      list moved(std::move(origin));
      EXPECT_TRUE(holds_first(moved, from) && origin.empty());
      for (int k = 1; k <= 20; ++k) origin.push_back(k);  // it may be used again
      EXPECT_TRUE(holds_first(origin, 20));
      taken = std::move(moved);
      EXPECT_TRUE(holds_first(taken, from) && moved.empty());
      list& same = taken;
      taken = same;
      taken = std::move(same);
      EXPECT_TRUE(holds_first(taken, from));
    }
  }
}

TEST(SmallList, IsFilledAndLengthened) {
  for (std::size_t n : {0U, 4U, 5U, 1000U}) {
    list l = first(6), longer;
    l.assign(n, 7);
    std::fill_n(longer.lengthen_to(n), n, 7);
    EXPECT_TRUE(l == longer && l.size() == n);
    EXPECT_EQ(static_cast<std::size_t>(std::count(l.begin(), l.end(), 7)), n);
  }
}

}  // namespace small_list_test
