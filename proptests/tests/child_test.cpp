// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/child.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

#include "tests/support/processes.hpp"

// Processes that this one starts, and how they end.

namespace child_test {

using namespace bcast::proptests;
using namespace std::chrono_literals;

TEST(Child, EndsWithItsParent) {
  std::atomic<pid_t>& left = shared_number();
  const pid_t parent = fork();
  if (parent == 0) {
    const child hangs([&](shared_state&) {
      left = getpid();
      while (true) pause();
      return std::string();
    });
    while (true) pause();
  }
  while (left == 0) std::this_thread::sleep_for(1ms);
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  EXPECT_TRUE(is_gone(left));
}

TEST(Child, OneThatIsLeftIsEnded) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  {
    const child left([&](shared_state&) {
      std::this_thread::sleep_for(1h);
      return std::string("late");
    });
    close(ends[1]);
    pollfd open{ends[0], POLLIN, 0};
    EXPECT_EQ(poll(&open, 1, 0), 0);
  }
  // The last process that could write to the pipe is gone.
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), 0);
  close(ends[0]);
}

TEST(Child, OneThatSendsNothingHasNotAnswered) {
  const ending silent = child([](shared_state&) { return std::string(); }).wait(10s);
  EXPECT_EQ(silent.how, "ended with status 0 in the middle of a case");
  const ending told = child([](shared_state& s) {
                        note(s, "core", "2 3");
                        return std::string("x");
                      }).wait(10s);
  EXPECT_EQ(told.how, "");
  EXPECT_EQ(told.answer, "x");
  EXPECT_EQ(told.case_text, "2 3");
  EXPECT_EQ(told.source, "core");
}

TEST(Child, WhatItWritesIsKeptIfItIsToldSo) {
  const auto work = [](shared_state&) -> std::string {
    for (FILE* stream : {stdout, stderr}) {
      std::fputs("said\n", stream);
      std::fflush(stream);
    }
    if (std::getchar() != EOF) std::fputs("there was input\n", stderr);
    std::abort();
  };
  EXPECT_EQ(child(work, {0, true}).wait(10s).last_words, "\nits last words\n  said\n  said");
  testing::internal::CaptureStderr();
  EXPECT_EQ(child(work).wait(10s).last_words, "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "said\nsaid\n");
}

// Not what its text says.
TEST(Child, HowItEndedIsAKind) {
  const auto end_of = [](std::function<std::string()> const& work, allowance const& may = {}) {
    return child([&](shared_state&) { return work(); }, may).wait(1s).by;
  };
  EXPECT_EQ(end_of([] { return "died of SIGSEGV"; }), ended::well);
  EXPECT_EQ(end_of([]() -> std::string { throw std::runtime_error("did not answer"); }),
            ended::by_throwing);
  EXPECT_EQ(end_of([]() -> std::string { std::abort(); }), ended::by_dying);
  EXPECT_EQ(end_of([]() -> std::string { _exit(0); }), ended::by_dying);
  EXPECT_EQ(end_of([]() -> std::string {
              while (true) pause();
            }),
            ended::by_hanging);
  const auto grow = [] {
    const std::string large(std::size_t{96} << 20, 'x');
    std::this_thread::sleep_for(200ms);  // it is looked at every 50 ms
    return large.substr(0, 1);
  };
  EXPECT_EQ(end_of(grow, {std::uint64_t{1} << 26}), ended::by_growing);
}

}  // namespace child_test
