// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/processor.hpp"

#ifdef __linux__
#include <sched.h>

#include <cstddef>
#endif

namespace bcast::engine::detail {

#ifdef __linux__
int this_processor() { return sched_getcpu(); }

int leave(int processor) {
  if (processor == no_processor || this_processor() != processor) return no_processor;
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return no_processor;
  cpu_set_t others = allowed;
  CPU_CLR(static_cast<std::size_t>(processor), &others);
  if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0) {
    return no_processor;
  }
  const int here = this_processor();
  sched_setaffinity(0, sizeof allowed, &allowed);
  return here;
}
#else
int this_processor() { return no_processor; }

int leave(int) { return no_processor; }
#endif

}  // namespace bcast::engine::detail
