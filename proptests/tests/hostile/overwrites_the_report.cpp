// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "hostile.hpp"

namespace bcast::hostile {

/// By its name, by a link of its name, and by every descriptor that this process has of it.
void overwrites_the_report(std::string const& target) {
  unlink(target.c_str());
  if (symlink("/dev/null", target.c_str()) != 0) std::fputs("no link\n", stderr);
  constexpr int most = 256;
  for (int descriptor = 3; descriptor < most; ++descriptor) {
    const int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) continue;
    if (lseek(descriptor, 0, SEEK_CUR) >= 0 && ftruncate(descriptor, 0) != 0) continue;
  }
}

}  // namespace bcast::hostile
