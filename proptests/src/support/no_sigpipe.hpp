// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <pthread.h>

#include <csignal>
#include <ctime>

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
    const timespec at_once{};
    while (sigtimedwait(&only_, nullptr, &at_once) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t only_, before_;
};

}  // namespace bcast::proptests
