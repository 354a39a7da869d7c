// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/groups.hpp"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <ctime>

namespace bcast::proptests {
namespace {

/// The leaders, 0 in a free slot; a group without a slot is not killed.
std::array<std::atomic<pid_t>, 256> leaders{};
static_assert(std::atomic<pid_t>::is_always_lock_free, "a signal handler reads them");

/// The threads that have an enrolment.
std::atomic<int> starting{0};
std::atomic<bool> all_killed{false};
/// Whether a leader was without a slot.
std::atomic<bool> incomplete{false};

bool replace(pid_t before, pid_t now) {
  for (std::atomic<pid_t>& place : leaders) {
    pid_t expected = before;
    if (place.compare_exchange_strong(expected, now)) return true;
  }
  return false;
}

/// Whether no process is being started, within a second.
bool is_quiet() {
  constexpr timespec moment{0, 1'000'000};
  constexpr int waits = 1000;
  for (int k = 0; k < waits && starting > 0; ++k) nanosleep(&moment, nullptr);
  return starting == 0;
}

/// If SIGCHLD is ignored, as a launcher may have left it, nobody learns how a process ended.
void keep_endings() {
  struct sigaction now {};
  if (sigaction(SIGCHLD, nullptr, &now) != 0) return;
  if (now.sa_handler != SIG_IGN && (now.sa_flags & SA_NOCLDWAIT) == 0) return;
  now.sa_flags &= ~SA_NOCLDWAIT;
  if (now.sa_handler == SIG_IGN) now.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &now, nullptr);
}

}  // namespace

std::span<int const> ending_signals() {
  // A scheduler of jobs sends some of them before it kills, and a timer others.
  static const std::vector<int> signals = [] {
    std::vector<int> all{SIGHUP,  SIGINT,    SIGQUIT, SIGTERM, SIGXCPU, SIGUSR1,
                         SIGUSR2, SIGVTALRM, SIGPROF, SIGPWR,  SIGIO,   SIGALRM};
    for (int k = SIGRTMIN; k <= SIGRTMAX; ++k) all.push_back(k);
    return all;
  }();
  return signals;
}

void ignore_terminal() {
  for (const int signal : {SIGTTIN, SIGTTOU}) std::signal(signal, SIG_IGN);
}

enrolment::enrolment() {
  keep_endings();
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

void enrolment::enrol(pid_t leader) const {
  if (!replace(0, leader)) incomplete = true;
}

void discharge(pid_t leader) { replace(leader, 0); }

std::vector<pid_t> not_enrolled(std::vector<pid_t> const& children) {
  std::vector<pid_t> others;
  if (!is_quiet() || incomplete) return others;
  for (const pid_t one : children) {
    if (std::find(leaders.begin(), leaders.end(), one) == leaders.end()) others.push_back(one);
  }
  return others;
}

void kill_groups() {
  all_killed = true;
  is_quiet();
  for (std::atomic<pid_t> const& place : leaders) {
    if (const pid_t leader = place; leader > 0) kill(-leader, SIGKILL);
  }
}

}  // namespace bcast::proptests
