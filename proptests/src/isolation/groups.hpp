// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <csignal>
#include <span>
#include <vector>

namespace bcast::proptests {

/// The signals with which a user or a system ends a program that runs others.
std::span<int const> ending_signals();

/// For the leader of a group in the background: a terminal does not stop it if it reads or writes
/// there. A new process may call it beside other threads.
void ignore_terminal();

/// While it exists, a process may be started and enrolled: `kill_groups` waits for this thread, and
/// the ending signals do not interrupt this thread. From then on this process's children have to be
/// waited for, even if SIGCHLD was ignored.
class enrolment {
 public:
  enrolment();
  enrolment(enrolment const&) = delete;
  enrolment& operator=(enrolment const&) = delete;
  ~enrolment();

  /// Whether `kill_groups` has been called: no process may be started.
  bool closed() const;

  /// `leader` leads a process group that `kill_groups` ends.
  void enrol(pid_t leader) const;

  /// The signal mask of this thread before, which the new process needs.
  sigset_t const& mask() const { return before_; }

 private:
  sigset_t before_;
};

/// The group has ended.
void discharge(pid_t leader);

/// Those of the children of this process that lead no group that is enrolled. Waits until each
/// process that is being started is; empty where that cannot be told.
std::vector<pid_t> not_enrolled(std::vector<pid_t> const& children);

/// Kills every group that is enrolled, and no other starts; a signal handler may call it.
void kill_groups();

}  // namespace bcast::proptests
