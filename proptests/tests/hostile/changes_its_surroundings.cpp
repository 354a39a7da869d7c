// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdlib>

#include "hostile.hpp"

namespace bcast::hostile {

/// What a process has for all of its code: the locale, how numbers are rounded, the signals and who
/// handles them, the folder, and the environment.
void changes_its_surroundings(std::string const&) {
  for (char const* name : {"de_DE.UTF-8", "tr_TR.UTF-8", "C"}) {
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  }
  std::fesetround(FE_UPWARD);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_IGN);
  const itimerval soon{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &soon, nullptr);
  umask(0777);
  if (chdir("/proc") != 0) return;
  clearenv();
}

}  // namespace bcast::hostile
