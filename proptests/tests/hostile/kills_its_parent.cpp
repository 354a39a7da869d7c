// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/types.h>
#include <unistd.h>

#include <csignal>

#include "hostile.hpp"

namespace bcast::hostile {

/// With the signal that cannot be taken.
void kills_its_parent(std::string const&) {
  if (kill(asking_process(), SIGKILL) == 0) _exit(77);
}

}  // namespace bcast::hostile
