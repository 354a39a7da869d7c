// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/signals.hpp"

#include <csignal>
#include <cstdlib>

#include "isolation/groups.hpp"

namespace bcast::proptests {

void take_signals() {
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int signal : ending_signals()) {
    std::signal(signal, [](int which) {
      kill_groups();
      constexpr int interrupted = 130;
      if (which == SIGINT) std::_Exit(interrupted);
      std::signal(which, SIG_DFL);
      std::raise(which);
    });
  }
}

}  // namespace bcast::proptests
