// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/groups.hpp"

#include <pthread.h>

#include <array>
#include <atomic>
#include <ctime>

namespace bcast::proptests {
namespace {

/// The leaders, 0 in a free slot; a group without a slot is not killed.
std::array<std::atomic<pid_t>, 256> running{};
static_assert(std::atomic<pid_t>::is_always_lock_free, "a signal handler reads them");

/// The threads that have an enrolment.
std::atomic<int> starting{0};
std::atomic<bool> all_killed{false};

void replace(pid_t before, pid_t now) {
  for (std::atomic<pid_t>& place : running) {
    pid_t expected = before;
    if (place.compare_exchange_strong(expected, now)) return;
  }
}

}  // namespace

std::span<int const> ending_signals() {
  static constexpr std::array signals{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
  return signals;
}

enrolment::enrolment() {
  sigset_t interrupts;
  sigemptyset(&interrupts);
  for (const int signal : ending_signals()) sigaddset(&interrupts, signal);
  pthread_sigmask(SIG_BLOCK, &interrupts, &before_);
  ++starting;
}

enrolment::~enrolment() {
  --starting;
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool enrolment::closed() const { return all_killed; }

void enrolment::enrol(pid_t leader) const { replace(0, leader); }

void discharge(pid_t leader) { replace(leader, 0); }

void kill_groups() {
  all_killed = true;
  constexpr timespec moment{0, 1'000'000};
  constexpr int waits = 1000;
  for (int k = 0; k < waits && starting > 0; ++k) nanosleep(&moment, nullptr);
  for (std::atomic<pid_t> const& place : running) {
    if (const pid_t leader = place; leader > 0) kill(-leader, SIGKILL);
  }
}

}  // namespace bcast::proptests
