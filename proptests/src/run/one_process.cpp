// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/one_process.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <new>

#include "bcast/proptests/failure.hpp"

namespace bcast::proptests {
namespace {

using flag = std::atomic<bool>;
static_assert(flag::is_always_lock_free, "it is shared by processes");

/// What the processes share that come from one thread of a judge.
class shared_note {
 public:
  shared_note() = default;
  shared_note(shared_note const&) = delete;
  shared_note& operator=(shared_note const&) = delete;
  ~shared_note() { end(); }

  /// A process that judges has a note of its own, which the processes that it starts see.
  void begin(pid_t judge) {
    if (judge_ == judge) return;
    end();
    void* const page =
        mmap(nullptr, sizeof(flag), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED) returned_ = new (page) flag(false);
    judge_ = judge;
  }

  void set() {
    if (returned_ != nullptr) *returned_ = true;
  }
  /// Whether it was set; it is not set any longer.
  bool take() { return returned_ != nullptr && returned_->exchange(false); }

 private:
  void end() {
    if (returned_ != nullptr) munmap(returned_, sizeof(flag));
    returned_ = nullptr;
  }

  pid_t judge_ = 0;
  flag* returned_ = nullptr;  ///< null if there is no memory
};
thread_local shared_note shared;

/// How often this thread has called fork().
thread_local int forks = 0;

void count_fork() { ++forks; }

[[maybe_unused]] const int registered = pthread_atfork(nullptr, count_fork, nullptr);

/// Whether this process has children, all of which run.
bool has_running_children() {
  siginfo_t ended{};
  return waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0;
}

}  // namespace

one_process::one_process() : judge_(getpid()), forks_(forks) { shared.begin(judge_); }

one_process::~one_process() {
  if (getpid() == judge_) return;
  shared.set();
  _exit(EXIT_FAILURE);
}

void one_process::expect_alone() const {
  if (getpid() != judge_) return;
  bool returned = shared.take();
  constexpr timespec moment{0, 1'000'000};
  constexpr int moments = 20;
  for (int k = 0; k < moments && !returned && forks != forks_ && has_running_children(); ++k) {
    nanosleep(&moment, nullptr);
    returned = shared.take();
  }
  if (!returned) return;
  throw subject_failure("returned in a second process as well: a child of fork() must end");
}

}  // namespace bcast::proptests
