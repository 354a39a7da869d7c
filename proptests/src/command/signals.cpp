// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/signals.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <limits>

#include "process/group.hpp"

namespace bcast::proptests {
namespace {

std::atomic<bool> watched{false};
std::atomic<int> first{0};
std::atomic<std::int64_t> arrival{std::numeric_limits<std::int64_t>::max()};  // of the first
static_assert(std::atomic<int>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler writes them");

std::int64_t milliseconds() {
  std::timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// Whether the run is told to end, and prints its table first. `timeout` and other launchers signal
// a process twice, by its number and by its group, so the same signal again within this time is one
// with the first.
bool told(int which) {
  constexpr std::int64_t together = 200;
  if (!watched) return false;
  const std::int64_t now = milliseconds();
  int before = 0;
  if (first.compare_exchange_strong(before, which)) {
    arrival = now;
    return true;
  }
  return before == which && now - arrival < together;
}

void end(int which) {
  const bool prints = told(which);
  kill_groups();
  // Nobody is there to send another signal, if a subject in this process does not return.
  constexpr unsigned moment = 30;
  if (prints && which == SIGHUP) alarm(moment);
  if (prints) return;
  constexpr int interrupted = 130;
  if (which == SIGINT) std::_Exit(interrupted);
  std::signal(which, SIG_DFL);
  std::raise(which);
}

}  // namespace

void take_signals() {
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int signal : ending_signals()) {
    const auto before = std::signal(signal, end);
    // A profiler, or whatever else is in this process, has its own use for it.
    const bool is_taken = before != SIG_DFL && before != SIG_IGN;
    const bool by_nohup = before == SIG_IGN && signal == SIGHUP;
    if (is_taken || by_nohup) std::signal(signal, before);
  }
}

interruption::interruption() { watched = true; }

interruption::~interruption() { watched = false; }

int interruption::arrived() { return first; }

}  // namespace bcast::proptests
