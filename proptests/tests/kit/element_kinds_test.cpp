// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases/element_kinds.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

// Small whole numbers in each element type, and other values.

namespace {

using bcast::proptests::element_kind;
using bcast::proptests::element_kinds;
using bcast::proptests::find_element_kind;

template <class T>
std::optional<int> read(char const* name, T bits) {
  return find_element_kind(name)->read(&bits);
}

TEST(ElementKinds, EachNumberIsReadAsItWasWritten) {
  std::array<std::byte, 8> memory{};
  for (element_kind const& e : element_kinds()) {
    for (int number = 0; number <= 100; ++number) {
      e.write(memory.data(), number);
      EXPECT_EQ(e.read(memory.data()), number) << e.name;
    }
  }
}

TEST(ElementKinds, WhatIsNoWholeNumberUpToAHundredIsNone) {
  EXPECT_EQ(read("int8", std::int8_t{-1}), std::nullopt);
  EXPECT_EQ(read("uint8", std::uint8_t{101}), std::nullopt);
  EXPECT_EQ(read("float", 1.5F), std::nullopt);
  EXPECT_EQ(read("float", 0.0F / 1.0F), 0);
  EXPECT_EQ(read("double", 100.25), std::nullopt);
  EXPECT_EQ(read("double", -0.0), 0);
}

TEST(ElementKinds, NumbersOf16BitsHaveASignAnExponentAndDigits) {
  const auto half = [](std::uint16_t bits) { return read("float16", bits); };
  EXPECT_EQ(half(0x8000), 0);  // -0
  EXPECT_EQ(half(0x3C00), 1);
  EXPECT_EQ(half(0xBC00), std::nullopt);  // -1
  EXPECT_EQ(half(0x3800), std::nullopt);  // 0.5
  EXPECT_EQ(half(0x3E00), std::nullopt);  // 1.5
  EXPECT_EQ(half(0x5800), std::nullopt);  // 128
  EXPECT_EQ(half(0x7C00), std::nullopt);  // infinite
  EXPECT_EQ(read("bfloat16", std::uint16_t{0x4040}), 3);
  EXPECT_EQ(read("bfloat16", std::uint16_t{0x4048}), std::nullopt);  // 3.125
}

TEST(ElementKinds, ATypeMayHaveTheNameOfItsBits) {
  EXPECT_EQ(find_element_kind("float32"), find_element_kind("float"));
  EXPECT_EQ(find_element_kind("float64"), find_element_kind("double"));
  EXPECT_EQ(find_element_kind("string"), nullptr);
}

}  // namespace
