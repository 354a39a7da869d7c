// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <ctime>

#include "hostile.hpp"

namespace bcast::hostile {

/// For some seconds.
void needs_the_processor(std::string const&) {
  constexpr int seconds = 3;
  while (std::clock() / CLOCKS_PER_SEC < seconds) {
  }
}

}  // namespace bcast::hostile
