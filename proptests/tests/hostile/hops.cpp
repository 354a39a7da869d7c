// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/prctl.h>
#include <unistd.h>

#include <ctime>

#include "hostile.hpp"

namespace bcast::hostile {

/// Each of some processes starts another and ends, again and again.
void hops(std::string const&) {
  constexpr int hoppers = 30;
  constexpr time_t seconds = 30;  // a test must end
  const time_t until = time(nullptr) + seconds;
  for (int k = 0; k < hoppers; ++k) {
    if (fork() != 0) continue;
    prctl(PR_SET_NAME, left_behind);
    while (time(nullptr) < until) {
      setsid();
      if (fork() != 0) _exit(0);
    }
    _exit(0);
  }
}

}  // namespace bcast::hostile
