// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>

#include "hostile.hpp"

namespace bcast::hostile {

void do_once(named_act const& what) {
  static bool done = false;
  if (done || what.does == nullptr) return;
  done = true;
  char const* const target = std::getenv("HOSTILE_TARGET");
  what.does(target == nullptr ? "" : target);
}

}  // namespace bcast::hostile
