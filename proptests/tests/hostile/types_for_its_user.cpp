// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/ioctl.h>
#include <unistd.h>

#include <fstream>

#include "hostile.hpp"

namespace bcast::hostile {

/// On whichever terminal a descriptor is.
void types_for_its_user(std::string const& target) {
  for (int descriptor = 0; descriptor < 3; ++descriptor) {
    for (char const* key = "exit 77\n"; *key != 0; ++key) {
      if (ioctl(descriptor, TIOCSTI, key) != 0) break;
      std::ofstream(target, std::ios::app) << "typed\n";
    }
  }
}

}  // namespace bcast::hostile
