// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <glob.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cstddef>

#include "hostile.hpp"

namespace bcast::hostile {
namespace {

void change(int terminal) {
  termios settings{};
  if (tcgetattr(terminal, &settings) == 0) {
    settings.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    tcsetattr(terminal, TCSANOW, &settings);
  }
  const winsize tiny{1, 1, 0, 0};
  ioctl(terminal, TIOCSWINSZ, &tiny);
  ioctl(terminal, TIOCEXCL);
  tcflow(terminal, TCOOFF);
}

}  // namespace

/// Of every terminal that its user may open: nothing is shown on it any longer.
void sets_the_terminal(std::string const&) {
  for (int descriptor = 0; descriptor < 3; ++descriptor) change(descriptor);
  glob_t terminals{};
  if (glob("/dev/pts/[0-9]*", 0, nullptr, &terminals) == 0) {
    for (std::size_t k = 0; k < terminals.gl_pathc; ++k) {
      const int terminal = open(terminals.gl_pathv[k], O_RDONLY | O_NOCTTY | O_CLOEXEC);
      if (terminal < 0) continue;
      change(terminal);
      close(terminal);
    }
  }
  globfree(&terminals);
}

}  // namespace bcast::hostile
