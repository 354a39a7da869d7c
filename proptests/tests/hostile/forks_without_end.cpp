// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include "hostile.hpp"

namespace bcast::hostile {

/// Each of its processes starts others.
void forks_without_end(std::string const&) {
  constexpr int most = 12;  // a test must end: at most 2^12
  for (int k = 0; k < most; ++k) {
    if (fork() < 0) break;
  }
  pause();
}

}  // namespace bcast::hostile
