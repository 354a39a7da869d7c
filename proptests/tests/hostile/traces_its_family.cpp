// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "hostile.hpp"

namespace bcast::hostile {

/// One of its processes traces another: that one has not ended, even when it is killed, before the
/// tracer takes note or ends as well.
void traces_its_family(std::string const&) {
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  const pid_t traced = fork();
  if (traced == 0) {
    prctl(PR_SET_NAME, left_behind);
    while (true) pause();
  }
  int ready[2];
  if (pipe(ready) != 0) return;
  if (fork() == 0) {
    prctl(PR_SET_NAME, left_behind);
    setsid();
    ptrace(PTRACE_SEIZE, traced, nullptr, nullptr);
    close(ready[0]);
    close(ready[1]);
    while (true) pause();
  }
  close(ready[1]);
  char byte = 0;
  static_cast<void>(!read(ready[0], &byte, 1));  // until it traces
  close(ready[0]);
}

}  // namespace bcast::hostile
