// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>

#include "bcast/engine/detail/parallel.hpp"

namespace bcast::engine {
namespace {

// In a child of fork() there are no workers, and their locks may be closed for ever.
std::atomic<bool> scheduler_used{false};
std::atomic<bool> scheduler_lost{false};

void lose_scheduler() {
  if (scheduler_used) scheduler_lost = true;
}

[[maybe_unused]] const int registered = pthread_atfork(nullptr, nullptr, lose_scheduler);

}  // namespace

bool one_thread() {
  if (scheduler_lost) return true;
  scheduler_used = true;
  return tbb::this_task_arena::max_concurrency() <= 1 ||
         tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism) <= 1;
}

void parallel_for(std::int64_t n, std::int64_t grain, partition how, range_function body) {
  if (n <= 0) return;
  if (n < 2 * grain || one_thread()) {
    body(0, n);
    return;
  }
  // Use a separate group, because cancelling the caller's group would silently skip parts.
  tbb::task_group_context own(tbb::task_group_context::isolated);
  if (how == partition::fixed) {
    const std::int64_t threads = tbb::this_task_arena::max_concurrency();
    const std::int64_t parts = std::min(threads, n / grain);
    const auto begin_of = [&](std::int64_t part) {
      return n / parts * part + std::min(part, n % parts);
    };
    const auto run = [&](std::int64_t part) { body(begin_of(part), begin_of(part + 1)); };
    tbb::parallel_for(std::int64_t{0}, parts, run, tbb::static_partitioner(), own);
  } else {
    // blocked_range halves a part only while it is larger than its grain.
    const tbb::blocked_range<std::int64_t> all(0, n, 2 * grain - 1);
    const auto run = [&](tbb::blocked_range<std::int64_t> const& r) { body(r.begin(), r.end()); };
    tbb::parallel_for(all, run, own);
  }
}

}  // namespace bcast::engine
