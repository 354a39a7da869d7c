// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <string>

#include "hostile.hpp"

namespace bcast::hostile {

/// As long as somebody reads it.
void floods_standard_error(std::string const&) {
  const std::string part(1 << 16, 'x');
  while (write(STDERR_FILENO, part.data(), part.size()) > 0) {
  }
}

}  // namespace bcast::hostile
