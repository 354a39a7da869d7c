// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "laws/wrong_element.hpp"

#include <gtest/gtest.h>

#include <string>

// The lines about single elements, for tensors that do not begin where their storage does.

namespace {

using namespace bcast::proptests;

/// Three elements in reverse, after two unused positions.
placement reversed() { return {{3}, {-2}, 6, 7}; }

TEST(WrongElement, AnOffsetIsTheSumBesideIt) {
  EXPECT_EQ(offset_line("read", "X0", reversed(), indices{2}),
            "  read      X0[2]       offset -4 = 2*-2");
  for (std::int64_t i = 0; i < 3; ++i) {
    const std::string line = offset_line("wrong", "Z", reversed(), indices{i});
    const std::string offset = "offset " + std::to_string(-2 * i) + " = ";
    EXPECT_NE(line.find(offset), std::string::npos) << line;
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
  EXPECT_NE(text.find("  read      none of the elements of X0, but offset -1\n"), std::string::npos)
      << text;
}

}  // namespace
