// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include "hostile.hpp"

namespace bcast::hostile {

void truncates(std::string const& target) {
  if (truncate(target.c_str(), 0) != 0) return;
}

}  // namespace bcast::hostile
