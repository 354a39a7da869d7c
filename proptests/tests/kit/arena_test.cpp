// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/arena.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

// The memory of tensors, and what is known about an address near it.

namespace {

using bcast::proptests::arena;
using bcast::proptests::beside_arena;

/// Arenas are guarded during a test, and not after it.
class Arena : public testing::Test {
 protected:
  void SetUp() override { bcast::proptests::guard_arenas(true); }
  void TearDown() override { bcast::proptests::guard_arenas(false); }

  const std::ptrdiff_t page = sysconf(_SC_PAGESIZE);
};

TEST_F(Arena, ItsMemoryMayBeWrittenAndIsAligned) {
  for (bool guarded : {true, false}) {
    bcast::proptests::guard_arenas(guarded);
    for (std::size_t alignment : {0U, 1U, 8U, 64U}) {
      const arena a(100, alignment, 4);
      EXPECT_EQ(a.size(), 100U);
      if (alignment > 0) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % alignment, 0U);
      }
      std::memset(a.data(), 1, a.size() + 4);
    }
  }
}

TEST_F(Arena, AnAddressIsBehindOrInFrontOfTheNearestOne) {
  const arena a(40, 1, 0);
  EXPECT_EQ(beside_arena(a.data()).bytes, 0);
  EXPECT_EQ(beside_arena(a.data() + 39).bytes, 0);
  EXPECT_EQ(beside_arena(a.data() + 40).bytes, 1);
  EXPECT_EQ(beside_arena(a.data() + 43).bytes, 4);
  EXPECT_EQ(beside_arena(a.data() - 3).bytes, -3);
  EXPECT_EQ(beside_arena(a.data() + 40 + page).bytes, 0);
  EXPECT_EQ(beside_arena(a.data() - page - 1).bytes, 0);
}

TEST_F(Arena, TheNearestOfTwoDecides) {
  // So large that one is mapped next to the other; the slack of `above` covers `below`. The order
  // in which they are checked does not matter.
  constexpr std::size_t large = std::size_t{1} << 26;
  for (bool first : {false, true}) {
    auto before = std::make_unique<arena>(8, 1, 0);
    const arena above(40, 1, large);
    if (first) before.reset();
    const arena below(large, 1, 0);
    std::byte* const behind = below.data() + below.size();
    if (behind > above.data() || above.data() - behind > static_cast<std::ptrdiff_t>(large)) {
      GTEST_SKIP() << "the arenas are not adjacent";
    }
    EXPECT_EQ(beside_arena(behind).bytes, 1);
    EXPECT_EQ(beside_arena(above.data() - 1).bytes, -1);
  }
}

TEST_F(Arena, TheTensorBesideAnAddressHasItsName) {
  const arena x(40, 1, 0, "X1"), z(8, 1, 0, "a name that is much too long");
  EXPECT_STREQ(beside_arena(x.data() + 40).tensor, "X1");
  EXPECT_STREQ(beside_arena(z.data() - 1).tensor, "a name that is ");
}

TEST_F(Arena, OneThatIsGoneOrNotGuardedIsNowhere) {
  std::byte* place = nullptr;
  {
    const arena a(40, 1, 0);
    place = a.data();
  }
  EXPECT_EQ(beside_arena(place + 40).bytes, 0);
  bcast::proptests::guard_arenas(false);
  const arena heap(40, 1, 0);
  EXPECT_EQ(beside_arena(heap.data() + 40).bytes, 0);
}

TEST_F(Arena, ItsPagesAreUsedAgainAndOnlyByOne) {
  std::byte* place = nullptr;
  {
    arena a(64, 1, 0);
    place = a.data();
    const arena moved(std::move(a));
    EXPECT_EQ(moved.data(), place);
    const arena other(64, 1, 0);
    EXPECT_NE(other.data(), place);
  }
  const arena first(64, 1, 0), second(64, 1, 0);
  EXPECT_TRUE(first.data() == place || second.data() == place);
  EXPECT_NE(first.data(), second.data());
}

TEST_F(Arena, MoreThanAreWatchedAreGuardedAllTheSame) {
  std::vector<std::unique_ptr<arena>> all;
  for (int k = 0; k < 300; ++k) all.push_back(std::make_unique<arena>(8, 1, 0));
  EXPECT_EQ(beside_arena(all.front()->data() + 8).bytes, 1);
  std::memset(all.back()->data(), 1, 8);
  all.erase(all.begin(), all.begin() + 299);
  const arena watched(8, 1, 0);
  EXPECT_EQ(beside_arena(watched.data() + 8).bytes, 1);
}

}  // namespace
