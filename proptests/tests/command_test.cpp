// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "command/progress.hpp"
#include "command/signals.hpp"
#include "mutants/mutants.hpp"

// What `bcast check` needs beside the laws: a line of progress, interrupts.

namespace command_test {

using namespace bcast::proptests;
using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

/// What a run of 3 times 10 cases writes, with a time between the lines.
std::vector<std::string> told(bool terminal, std::chrono::milliseconds between) {
  std::vector<std::string> lines;
  progress line(40, 60,
                {terminal, between, [&](std::string const& text) { lines.push_back(text); }});
  for (int k = 0; k < 3; ++k) line.add(10);
  return lines;
}

TEST(Progress, OffATerminalEachLineIsNew) {
  const auto lines = told(false, std::chrono::milliseconds(0));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].find(" 25 %  10 of 40 cases, "), 0U) << lines[0];
  EXPECT_EQ(lines[2].find(" 75 %  30 of 40 cases, "), 0U) << lines[2];
  for (std::string const& line : lines) {
    EXPECT_EQ(line.find('\n') + 1, line.size()) << line;
    EXPECT_EQ(line.find('\r'), std::string::npos) << line;
  }
}

TEST(Progress, OfMoreCasesThanWerePlannedNoneIsLeft) {
  std::vector<std::string> lines;
  progress line(5, 60, {false, std::chrono::milliseconds(0), [&](std::string const& text) {
                          lines.push_back(text);
                        }});
  line.add(6);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines[0].find("6 of 5 cases, "), std::string::npos) << lines[0];
  EXPECT_NE(lines[0].find(", 0 s left"), std::string::npos) << lines[0];
}

TEST(Progress, NoMoreTimeIsLeftThanTheRunHas) {
  std::vector<std::string> lines;
  progress line(1'000'000, 0, {false, std::chrono::milliseconds(0), [&](std::string const& text) {
                                 lines.push_back(text);
                               }});
  line.add(1);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines[0].find(", 0 s left"), std::string::npos) << lines[0];
}

TEST(Progress, NothingIsSaidBeforeTheTimeIsOver) {
  EXPECT_TRUE(told(false, std::chrono::hours(1)).empty());
}

TEST(Progress, OnATerminalALineIsOverwrittenAndRemoved) {
  std::vector<std::string> lines;
  {
    progress line(0, 60, {true, std::chrono::milliseconds(0), [&](std::string const& text) {
                            lines.push_back(text);
                          }});
    line.add(10);
  }
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].find("\r\x1b[K10 cases, "), 0U) << lines[0];
  EXPECT_EQ(lines[0].find('\n'), std::string::npos) << lines[0];
  EXPECT_EQ(lines[1], "\r\x1b[K");
}

constexpr int goes_on = 7, ends = 130, was_late = 8;

/// Raises two interrupts, and leaves with a status if the second one does not end the process.
[[noreturn]] void interrupted_twice(std::chrono::milliseconds between) {
  take_signals();
  const interruption watched;
  std::raise(SIGINT);
  const clock::time_point first = clock::now();
  std::this_thread::sleep_for(between);
  if (between < 200ms && clock::now() - first > 150ms) std::_Exit(was_late);
  std::raise(SIGINT);
  std::_Exit(goes_on);
}

TEST(Signals, AnInterruptThatArrivesAgainAtOnceIsTheFirst) {
  const auto expected = [](int status) {
    return WIFEXITED(status) && (WEXITSTATUS(status) == goes_on || WEXITSTATUS(status) == was_late);
  };
  for (int k = 0; k < 10; ++k) {
    EXPECT_EXIT(interrupted_twice(5ms * k), expected, "") << k;
  }
}

TEST(Signals, OneThatArrivesLaterEndsTheProgram) {
  EXPECT_EXIT(interrupted_twice(300ms), testing::ExitedWithCode(ends), "");
}

}  // namespace command_test
