// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <pthread.h>

#include <csignal>

namespace bcast::proptests {

/// While it exists, writing to a pipe that nobody reads is an error for this thread, and not a
/// signal.
class no_sigpipe {
 public:
  no_sigpipe() {
    sigemptyset(&only_);
    sigaddset(&only_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &only_, &before_);
  }
  no_sigpipe(no_sigpipe const&) = delete;
  no_sigpipe& operator=(no_sigpipe const&) = delete;
  ~no_sigpipe() {
    int which = 0;
    for (sigset_t pending; sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;) {
      sigwait(&only_, &which);
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t only_, before_;
};

}  // namespace bcast::proptests
