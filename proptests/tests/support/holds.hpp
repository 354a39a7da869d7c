// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace bcast::tests {

/// A text for the message of a test. With GoogleTest's word for a skipped test in its message, a
/// test that fails would be a skipped one for ctest.
inline std::string shown(std::string_view text) {
  constexpr std::string_view skipped = "[  SKIPPED ]";
  std::string result(text);
  for (std::size_t at = 0; (at = result.find(skipped, at)) != std::string::npos;) {
    result.replace(at, skipped.size(), "[ skipped ]");
  }
  return result;
}

/// Whether a part stands in a text; a test that fails prints both.
inline testing::AssertionResult holds(std::string const& text, std::string_view part) {
  const bool found = text.find(part) != std::string::npos;
  return testing::AssertionResult(found) << "`" << shown(part) << "`\n"
                                         << (found ? "" : "not ") << "in\n"
                                         << shown(text);
}

inline void expect_parts(std::string const& text, std::initializer_list<std::string_view> parts) {
  for (std::string_view part : parts) EXPECT_TRUE(holds(text, part));
}

}  // namespace bcast::tests
