// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace bcast::tests {

inline bool holds(std::string const& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

inline void expect_parts(std::string const& text, std::initializer_list<std::string_view> parts) {
  for (std::string_view part : parts) EXPECT_TRUE(holds(text, part)) << part << "\nin\n" << text;
}

}  // namespace bcast::tests
