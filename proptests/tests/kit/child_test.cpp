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
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "isolation/use.hpp"
#include "pipe/process.hpp"
#include "tests/support/directory.hpp"
#include "tests/support/processes.hpp"

// Processes that this one starts: how they end, and what they use.

namespace child_test {
namespace {

using namespace bcast::proptests;
using namespace std::chrono_literals;

/// Stops a process that asks another, `asked`, and that one, for longer than the limit. The one
/// that asks goes on first. Its exit status.
int stopped_together(pid_t asks, std::atomic<pid_t> const& asked) {
  while (asked == 0) std::this_thread::sleep_for(1ms);
  for (const pid_t one : {asks, asked.load()}) kill(one, SIGSTOP);
  std::this_thread::sleep_for(2000ms);
  kill(asks, SIGCONT);
  std::this_thread::sleep_for(100ms);
  kill(asked, SIGCONT);
  int status = 0;
  waitpid(asks, &status, 0);
  return status;
}

TEST(Child, TimeInWhichBothWereStoppedDoesNotCount) {
  std::atomic<pid_t>& asked = shared_number();
  const pid_t asks = fork();
  if (asks == 0) {
    child answers([&](shared_state&) {
      asked = getpid();
      std::this_thread::sleep_for(300ms);
      return std::string("answer");
    });
    _exit(answers.wait(1500ms).by == ended::well ? 0 : 1);
  }
  EXPECT_EQ(stopped_together(asks, asked), 0);
}

TEST(Child, TimeInWhichAProgramAndThisOneWereStoppedDoesNotCount) {
  std::atomic<pid_t>& asked = shared_number();
  const pid_t asks = fork();
  if (asks == 0) {
    pipe::process program("echo $$; read x; exec sh -c 'sleep 0.3; echo answer'");
    std::string answer;
    program.exchange("", answer, 10s, 100);
    asked = std::stoi(answer);
    _exit(program.exchange("", answer, 1500ms, 100) == pipe::process::heard::line ? 0 : 1);
  }
  EXPECT_EQ(stopped_together(asks, asked), 0);
}

TEST(Use, MemoryAndAFileWithoutANameAreCountedTogether) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs much memory of its own";
#endif
  constexpr std::size_t mebibyte = 1 << 20;
  const std::vector<char> own(64 * mebibyte, 1);
  const std::uint64_t before = use_of(getpid()).bytes;
  EXPECT_GE(before, own.size());
  const int file = memfd_create("unmapped", MFD_CLOEXEC);
  ASSERT_GE(file, 0);
  const std::vector<char> part(mebibyte, 1);
  for (int k = 0; k < 32; ++k) ASSERT_EQ(write(file, part.data(), part.size()), ssize_t{mebibyte});
  const std::uint64_t after = use_of(getpid()).bytes;
  close(file);
  EXPECT_GE(after, before + 16 * mebibyte);  // what is mapped and shared may be the same
}

/// It may have ended before it was looked at.
TEST(Use, WhatAProcessLeftCountsAfterItsEnd) {
  const bcast::tests::directory d;
  d.write("file", std::string(2 << 20, 'x'));
  const auto of = [&](std::uint64_t bytes) {
    return limited_use(getpid(), limits_of_use{bytes, 0, 0, d.path(), 100});
  };
  limited_use use = of(1 << 20);
  EXPECT_TRUE(use.exceeded_in_all(0));
  EXPECT_EQ(use.text(), "wrote more than 0.00098 GiB to files");
  EXPECT_FALSE(use.of_memory());
  EXPECT_FALSE(of(4 << 20).exceeded_in_all(0));
  use = of(4 << 20);
  EXPECT_FALSE(of(0).exceeded_in_all(4 << 20)) << "no limit of bytes";
  EXPECT_TRUE(use.exceeded_in_all((4 << 20) + 1));
  EXPECT_TRUE(use.of_memory());
}

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

TEST(Child, OneWhoseParentHasNoStandardStreamsAnswers) {
  for (const sandbox kept : {sandbox::off, sandbox::files}) {
    const pid_t parent = fork();
    if (parent == 0) {
      for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(stream);
      const ending e =
          child([](shared_state&) { return std::string("answer"); }, {0, kept}).wait(10s);
      _exit(e.by == ended::well && e.answer == "answer" ? 0 : 1);
    }
    int status = 0;
    waitpid(parent, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 0) << static_cast<int>(kept);
  }
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
  const auto grow = [] { return std::string(std::size_t{96} << 20, 'x').substr(0, 1); };
  EXPECT_EQ(end_of(grow, {std::uint64_t{1} << 26}), ended::by_growing);
}

}  // namespace
}  // namespace child_test
