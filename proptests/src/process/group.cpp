// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "process/group.hpp"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "process/system.hpp"

namespace bcast::proptests {
namespace {

/// The first processes of all groups, 0 in a free place; one without a place is not killed.
std::array<std::atomic<pid_t>, 256> firsts{};
std::atomic<bool> all_killed{false};
static_assert(std::atomic<pid_t>::is_always_lock_free, "a signal handler reads them");

void replace(pid_t before, pid_t now) {
  for (std::atomic<pid_t>& place : firsts) {
    pid_t expected = before;
    if (place.compare_exchange_strong(expected, now)) return;
  }
}

/// If SIGCHLD is ignored, as a launcher may have left it, nobody learns how a process ended.
void keep_endings() {
  struct sigaction now {};
  if (sigaction(SIGCHLD, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) {
    std::signal(SIGCHLD, SIG_DFL);
  }
}

/// What was ignored stays so, as by nohup(1).
void drop_handlers() {
  for (const int signal : ending_signals()) {
    struct sigaction now {};
    if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) {
      std::signal(signal, SIG_DFL);
    }
  }
  std::signal(SIGPIPE, SIG_DFL);
  for (const int stopping : {SIGTTIN, SIGTTOU}) std::signal(stopping, SIG_IGN);
}

}  // namespace

std::span<int const> ending_signals() {
  // A scheduler of jobs sends some of them before it kills, and a timer others.
  static const std::vector<int> signals = [] {
    std::vector<int> all{SIGHUP,  SIGINT,    SIGQUIT, SIGTERM, SIGXCPU, SIGUSR1,
                         SIGUSR2, SIGVTALRM, SIGPROF, SIGIO,   SIGALRM};
    for (const int signal : further_ending_signals()) all.push_back(signal);
    return all;
  }();
  return signals;
}

process_group::process_group(std::function<void()> const& work) {
  keep_endings();
  sigset_t ending, before;
  sigemptyset(&ending);
  for (const int signal : ending_signals()) sigaddset(&ending, signal);
  pthread_sigmask(SIG_BLOCK, &ending, &before);
  id_ = all_killed ? -1 : fork();
  const int why = errno;
  if (id_ == 0) {
    setpgid(0, 0);
    drop_handlers();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    work();
    _exit(127);
  }
  if (id_ > 0) {
    setpgid(id_, id_);  // whichever of the two is first
    replace(0, id_);
    if (all_killed) kill();
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (id_ < 0) {
    throw std::system_error(all_killed ? ECANCELED : why, std::generic_category(), "no process");
  }
}

process_group::process_group(process_group&& other) noexcept : id_(std::exchange(other.id_, -1)) {}

std::optional<int> process_group::ended() {
  siginfo_t about{};
  const int seen = waitid(P_PID, static_cast<id_t>(id_), &about, WEXITED | WNOHANG | WNOWAIT);
  if (id_ <= 0 || seen != 0 || about.si_pid != id_) return std::nullopt;
  return kill();
}

std::chrono::nanoseconds process_group::waited() const { return waited_by(id_); }

int process_group::kill() {
  if (id_ <= 0) return 0;
  // It is not yet waited for, so that its number cannot be another's.
  ::kill(-id_, SIGKILL);
  ::kill(id_, SIGKILL);  // it may not have made its group yet
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  replace(std::exchange(id_, -1), 0);
  return status;
}

void kill_groups() {
  all_killed = true;
  for (std::atomic<pid_t> const& place : firsts) {
    if (const pid_t first = place; first > 0) ::kill(-first, SIGKILL);
  }
}

}  // namespace bcast::proptests
