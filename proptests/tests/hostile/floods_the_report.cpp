// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/stat.h>
#include <unistd.h>

#include <vector>

#include "hostile.hpp"

namespace bcast::hostile {

/// Writes into every pipe that is open, as long as somebody reads.
void floods_the_report(std::string const&) {
  const std::vector<char> part(1 << 16, 'x');
  constexpr int most = 1 << 20;  // a test must end
  for (int k = 0; k < most; ++k) {
    for (int descriptor = 1; descriptor < 64; ++descriptor) {
      struct stat there {};
      if (descriptor == STDERR_FILENO || fstat(descriptor, &there) != 0) continue;
      if (S_ISFIFO(there.st_mode) && write(descriptor, part.data(), part.size()) < 0) return;
    }
  }
}

}  // namespace bcast::hostile
