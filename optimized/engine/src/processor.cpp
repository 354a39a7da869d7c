// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/processor.hpp"

#ifdef __linux__
#include <sched.h>

#include <cstddef>
#endif

namespace bcast::engine::detail {

#ifdef __linux__
namespace {

/// The processor that a thread avoids, where it was allowed to run before, and where it is since.
struct avoided {
  int processor = no_processor;
  cpu_set_t before, since;
};

bool get(cpu_set_t& allowed) { return sched_getaffinity(0, sizeof allowed, &allowed) == 0; }
bool set(cpu_set_t const& allowed) { return sched_setaffinity(0, sizeof allowed, &allowed) == 0; }

/// Undoes what this thread has set, unless somebody has set something else since.
void forget(avoided& own) {
  cpu_set_t now;
  if (get(now) && CPU_EQUAL(&now, &own.since)) set(own.before);
  own.processor = no_processor;
}

}  // namespace

int this_processor() { return sched_getcpu(); }

int avoid(int processor) {
  thread_local avoided own;
  if (own.processor != no_processor && own.processor != processor) forget(own);
  if (processor == no_processor || this_processor() != processor) return no_processor;
  cpu_set_t all;
  if (!get(all)) return no_processor;
  cpu_set_t others = all;
  CPU_CLR(static_cast<std::size_t>(processor), &others);
  if (CPU_COUNT(&others) == 0 || !set(others)) return no_processor;
  own.processor = processor;
  own.before = all;
  own.since = others;
  return this_processor();
}
#else
int this_processor() { return no_processor; }

int avoid(int) { return no_processor; }
#endif

}  // namespace bcast::engine::detail
