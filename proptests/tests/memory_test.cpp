// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cases/element_kinds.hpp"
#include "laws/wrong_element.hpp"
#include "memory/arena.hpp"
#include "tests/support/holds.hpp"

// The memory of tensors, what is known about an address near it, and its elements.

namespace memory_test {

using namespace bcast::proptests;
using bcast::tests::expect_parts;

/// Arenas are guarded during a test, and not after it.
class Arena : public testing::Test {
 protected:
  void SetUp() override { guard_arenas(true); }
  void TearDown() override { guard_arenas(false); }

  const std::ptrdiff_t page = sysconf(_SC_PAGESIZE);
};

TEST_F(Arena, ItsMemoryMayBeWrittenAndIsAligned) {
  for (bool guarded : {true, false}) {
    guard_arenas(guarded);
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
  guard_arenas(false);
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

// Elements ----------------------------------------------------------------------------------------

TEST(LawMemory, FloatsAreTheSameBitByBit) {
  EXPECT_FALSE(same(0.0, -0.0));
  EXPECT_TRUE(same(1.5F, 1.5F));
  EXPECT_TRUE(same(std::string("a"), std::string("a")));
}

template <class T>
std::optional<int> read(char const* name, T bits) {
  return find_element_kind(name)->read(&bits);
}

TEST(ElementKinds, WhatIsNoWholeNumberUpToAHundredIsNone) {
  EXPECT_EQ(read("int8", std::int8_t{-1}), std::nullopt);
  EXPECT_EQ(read("uint8", std::uint8_t{101}), std::nullopt);
  EXPECT_EQ(read("float", 1.5F), std::nullopt);
  EXPECT_EQ(read("float", 0.0F / 1.0F), 0);
  EXPECT_EQ(read("double", 100.25), std::nullopt);
  EXPECT_EQ(read("double", -0.0), 0);
  // Numbers of 16 bits have a sign, an exponent and digits.
  EXPECT_EQ(read("float16", std::uint16_t{0x8000}), 0);  // -0
  EXPECT_EQ(read("float16", std::uint16_t{0x3C00}), 1);
  for (const int none : {0xBC00 /* -1 */, 0x3800 /* 0.5 */, 0x3E00 /* 1.5 */, 0x5800 /* 128 */,
                         0x7C00 /* infinite */}) {
    EXPECT_EQ(read("float16", static_cast<std::uint16_t>(none)), std::nullopt) << none;
  }
  EXPECT_EQ(read("bfloat16", std::uint16_t{0x4040}), 3);
  EXPECT_EQ(read("bfloat16", std::uint16_t{0x4048}), std::nullopt);  // 3.125
}

TEST(ElementKinds, ATypeMayHaveTheNameOfItsBits) {
  EXPECT_EQ(find_element_kind("float32"), find_element_kind("float"));
  EXPECT_EQ(find_element_kind("float64"), find_element_kind("double"));
  EXPECT_EQ(find_element_kind("string"), nullptr);
}

// The lines about single elements, for tensors that do not begin where their storage does
// ----------

/// Three elements in reverse, after two unused positions.
placement reversed() { return {{3}, {-2}, 6, 7}; }

TEST(WrongElement, AnOffsetIsTheSumBesideIt) {
  EXPECT_EQ(offset_line("read", "X0", reversed(), indices{2}),
            "  read      X0[2]       offset -4 = 2*-2");
  for (std::int64_t i = 0; i < 3; ++i) {
    const std::string line = offset_line("wrong", "Z", reversed(), indices{i});
    const std::string offset = "offset " + std::to_string(-2 * i) + " = ";
    expect_parts(line, {offset});
  }
}

TEST(WrongElement, OfElementsThatShareAPositionTheFirstIsNamed) {
  EXPECT_EQ(element_at({{3}, {0}, 2, 3}, 2), indices{0});
  EXPECT_EQ(element_at({{2, 3}, {0, 1}, 0, 3}, 1), (indices{0, 1}));
  EXPECT_EQ(element_at(reversed(), 2), indices{2});
  EXPECT_EQ(element_at(reversed(), 3), std::nullopt);
}

TEST(WrongElement, AGapIsCountedFromTheOperandsFirstElement) {
  const placement target{{3}, {1}, 0, 3}, source = reversed();
  const std::string text = shown({"Z", target, {1}, "X0", source, {1}, 5});
  expect_parts(text, {"  read      none of the elements of X0, but offset -1\n"});
}

}  // namespace memory_test
