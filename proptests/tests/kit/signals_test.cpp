// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/signals.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

// Interrupts that arrive one after the other.

namespace signals_test {
namespace {

using namespace bcast::proptests;
using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

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

}  // namespace
}  // namespace signals_test
