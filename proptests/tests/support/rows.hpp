// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

/// Tests as tables.
namespace bcast::tests {

/// Expects of each line of a table, `question => answer`, that f gives this answer to this
/// question.
/// `\n` is the end of a line. A line that begins with # is a comment.
template <class F>
void expect_rows(std::string_view table, F const& f) {
  const auto read = [](std::string_view part) {
    const std::size_t from = part.find_first_not_of(' '), to = part.find_last_not_of(' ');
    std::string text(from == std::string_view::npos ? "" : part.substr(from, to + 1 - from));
    for (std::size_t at = text.find("\\n"); at != std::string::npos; at = text.find("\\n", at)) {
      text.replace(at, 2, "\n");
    }
    return text;
  };
  int rows = 0;
  while (!table.empty()) {
    const std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(line.size() + 1, table.size()));
    const std::size_t sign = line.rfind("=>");
    if (read(line).empty() || read(line).front() == '#') continue;
    ASSERT_NE(sign, std::string_view::npos) << line;
    EXPECT_EQ(read(f(read(line.substr(0, sign)))), read(line.substr(sign + 2))) << line;
    ++rows;
  }
  EXPECT_GT(rows, 0);
}

/// What f throws; "taken" if nothing.
template <class E = std::invalid_argument, class F>
std::string refusal(F const& f) {
  try {
    f();
  } catch (E const& e) {
    return e.what();
  }
  return "taken";
}

}  // namespace bcast::tests
