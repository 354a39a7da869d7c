// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "hostile.hpp"

namespace bcast::hostile {

/// So deep that no path leads to the last, and without permissions.
void nests_folders(std::string const&) {
  char const* const own = std::getenv("TMPDIR");
  if (own == nullptr || chdir(own) != 0) return;
  constexpr int depth = 3000;
  for (int k = 0; k < depth; ++k) {
    if (mkdir("deep", 0700) != 0 || chdir("deep") != 0) break;
    if (mkdir("closed", 0) != 0) break;
  }
  if (chmod(".", 0) != 0) return;
}

}  // namespace bcast::hostile
