// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string_view>
#include <thread>
#include <vector>

#include "bcast/bcast.h"

// Every function of the C interface at once: from several threads, with a signal every millisecond,
// and in children of fork(), which begin while other threads are inside a call.

namespace {

using sizes = std::vector<std::int64_t>;

constexpr std::array profiles{"array_api", "sonnx",   "sonnx@2026-01", "xla",
                              "sound",     "mlir@19", "mlir",          "mlir zero=other"};

/// [rows, columns] + [columns], of a size for one thread or for several.
bool adds(std::int64_t rows, std::int64_t columns) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(rows * columns), 1),
      row(static_cast<std::size_t>(columns)), sum(all.size());
  std::iota(row.begin(), row.end(), 0);
  sizes whole{rows, columns}, last{columns};
  const std::array operands{bcast_tensor{all.data(), 1, 0, 2, 0, 32, 1, whole.data(), nullptr, 0},
                            bcast_tensor{row.data(), 1, 0, 1, 0, 32, 1, last.data(), nullptr, 0}};
  bcast_tensor out{sum.data(), 1, 0, 2, 0, 32, 1, whole.data(), nullptr, 0};
  bcast_reason why{};
  if (bcast_apply("add", 2, operands.data(), &out, &why) != BCAST_OK) return false;
  for (std::size_t k = 0; k < sum.size(); ++k) {
    if (sum[k] != 1 + row[k % row.size()]) return false;
  }
  return true;
}

bool repeats() {
  std::array<std::int16_t, 3> row{1, 2, 3};
  std::array<std::int16_t, 6> copy{}, reference{};
  sizes last{3}, whole{2, 3};
  const bcast_tensor operand{row.data(), 1, 0, 1, 0, 16, 1, last.data(), nullptr, 0};
  bcast_tensor out{copy.data(), 1, 0, 2, 0, 16, 1, whole.data(), nullptr, 0};
  bcast_tensor slow{reference.data(), 1, 0, 2, 0, 16, 1, whole.data(), nullptr, 0};
  return bcast_apply("copy", 1, &operand, &out, nullptr) == BCAST_OK &&
         bcast_reference_copy(&operand, &slow, nullptr) == BCAST_OK && copy == reference &&
         copy == std::array<std::int16_t, 6>{1, 2, 3, 1, 2, 3};
}

bool speaks(char const* profile) {
  const sizes a{8, 1, 6, 1}, b{7, 1, 5}, c{4};
  const std::array good{bcast_dims{4, a.data(), nullptr, nullptr},
                        bcast_dims{3, b.data(), nullptr, nullptr}};
  const std::array bad{good[1], bcast_dims{1, c.data(), nullptr, nullptr}};
  sizes shape(4);
  bcast_dims_out out{4, 0, shape.data(), nullptr, nullptr};
  bcast_reason why{};
  if (bcast_join(profile, 2, bad.data(), nullptr, &out, &why) != BCAST_REJECT) return false;
  if (std::strlen(why.text) == 0 || std::strlen(why.tag) == 0) return false;
  std::array<char, 4096> text{};
  std::size_t length = 0;
  if (bcast_explain(profile, 2, bad.data(), nullptr, text.data(), text.size(), &length, &why) !=
          BCAST_REJECT ||
      length == 0) {
    return false;
  }
  // XLA takes equal ranks only, unless it is told which dimensions an operand has. The verifier
  // does not have SONNX's newer edition.
  const std::string_view name = profile;
  const bool joins = name != "xla", verifies = joins && name != "sonnx@2026-01";
  if (bcast_join(profile, 2, good.data(), nullptr, &out, &why) !=
      (joins ? BCAST_OK : BCAST_REJECT)) {
    return false;
  }
  const sizes expected{8, 7, 6, 5};
  const bcast_dims result{4, expected.data(), nullptr, nullptr};
  return (!joins || shape == expected) &&
         (!verifies || bcast_verify(profile, 2, good.data(), &result, &why) == BCAST_OK);
}

/// Whether all answers are right, the `k`th time.
bool asks(int k, std::int64_t rows) {
  std::size_t count = 0;
  return speaks(profiles[static_cast<std::size_t>(k) % profiles.size()]) && repeats() &&
         adds(rows, 64) && bcast_subjects(BCAST_ABI, &count) != nullptr && count > 1;
}

// The sanitizers' own locks stay closed in such a child.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int children = 0;
#else
constexpr int children = 40;
#endif

std::atomic<int> signals_taken{0};
void take(int) { ++signals_taken; }

TEST(CUnderStress, EveryAnswerIsRightWithoutIt) {
  for (char const* profile : profiles) EXPECT_TRUE(speaks(profile)) << profile;
  EXPECT_TRUE(repeats());
  for (const std::int64_t rows : {3, 4096}) EXPECT_TRUE(adds(rows, 64)) << rows;
}

TEST(CUnderStress, ManyThreadsSignalsAndChildrenAtOnce) {
  struct sigaction every {
  }, before{};
  every.sa_handler = take;
  every.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &every, &before);
  const itimerval millisecond{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &millisecond, nullptr);

  std::atomic<int> wrong{0};
  std::atomic<bool> enough{false};
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&, t] {
        for (int k = t; !enough; ++k) wrong += asks(k, t % 2 == 0 ? 3 : 4096) ? 0 : 1;
      });
    }
    while (signals_taken < 200) usleep(1000);
    for (int k = 0; k < children; ++k) {
      const pid_t child = fork();
      if (child == 0) {
        std::signal(SIGALRM, SIG_DFL);
        alarm(60);  // rather than to hang with a lock that nobody opens
        _exit(asks(k, 3) && asks(k, 4096) ? 0 : 1);
      }
      ASSERT_GT(child, 0);
      int status = 0;
      waitpid(child, &status, 0);
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "child " << k << ": " << status;
    }
    enough = true;
  }
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(signals_taken, 0);
}

}  // namespace
