// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/small_array.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace {

using array = bcast::engine::detail::small_array<int, 3>;

array counting(std::size_t n) {
  array a(n);
  for (std::size_t k = 0; k < n; ++k) a[k] = static_cast<int>(k) + 1;
  return a;
}
std::vector<int> elements(array const& a) { return {a.data(), a.data() + a.size()}; }

/// Up to three elements are in the array itself.
constexpr std::size_t sizes[] = {0, 1, 2, 3, 4, 7};

TEST(SmallArray, ACopyHasItsOwnElements) {
  for (std::size_t n : sizes) {
    array a = counting(n);
    const array copy = a;
    for (std::size_t k = 0; k < n; ++k) a[k] = -1;
    EXPECT_EQ(elements(copy), elements(counting(n)));
    EXPECT_EQ(elements(a), std::vector<int>(n, -1));
  }
}

TEST(SmallArray, OneThatIsMovedFromIsEmpty) {
  for (std::size_t n : sizes) {
    array a = counting(n);
    const array other = std::move(a);
    EXPECT_EQ(elements(other), elements(counting(n)));
    EXPECT_EQ(a.size(), 0U);
    const array again = a;
    EXPECT_EQ(again.size(), 0U);
  }
}

TEST(SmallArray, AssignmentTakesAnySizeForAnyOther) {
  for (std::size_t from : sizes) {
    for (std::size_t to : sizes) {
      array a = counting(to);
      for (std::size_t k = 0; k < to; ++k) a[k] = -1;
      a = counting(from);
      EXPECT_EQ(elements(a), elements(counting(from)));
      array& same = a;
      a = same;
      EXPECT_EQ(elements(a), elements(counting(from)));
    }
  }
}

TEST(SmallArray, IsOnTheHeapOnlyWhereItDoesNotFit) {
  for (std::size_t n : sizes) {
    const array a = counting(n);
    auto const* const begin = reinterpret_cast<std::byte const*>(&a);
    auto const* const data = reinterpret_cast<std::byte const*>(a.data());
    EXPECT_EQ(begin <= data && data < begin + sizeof a, n <= 3) << n;
  }
}

}  // namespace
