// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace bcast::tests {

/// Whether a part stands in a text; a test that fails prints both.
inline testing::AssertionResult holds(std::string const& text, std::string_view part) {
  const bool found = text.find(part) != std::string::npos;
  return testing::AssertionResult(found) << "`" << part << "`\n"
                                         << (found ? "" : "not ") << "in\n"
                                         << text;
}

inline void expect_parts(std::string const& text, std::initializer_list<std::string_view> parts) {
  for (std::string_view part : parts) EXPECT_TRUE(holds(text, part));
}

}  // namespace bcast::tests
