// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/resource.h>
#include <unistd.h>

#include "hostile.hpp"

namespace bcast::hostile {

/// To files without a byte, so that no report can be written.
void limits_its_parent(std::string const&) {
  const rlimit none{0, 0};
  if (prlimit(asking_process(), RLIMIT_FSIZE, &none, nullptr) == 0) _exit(77);
}

}  // namespace bcast::hostile
