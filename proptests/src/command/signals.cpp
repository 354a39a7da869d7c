// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/signals.hpp"

#include <csignal>
#include <cstdlib>

#include "pipe/process.hpp"

namespace bcast::proptests {

void take_signals() {
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGINT, [](int) {
    constexpr int interrupted = 130;
    pipe::kill_all();
    std::_Exit(interrupted);
  });
  std::signal(SIGTERM, [](int) {
    pipe::kill_all();
    std::signal(SIGTERM, SIG_DFL);
    std::raise(SIGTERM);
  });
}

}  // namespace bcast::proptests
