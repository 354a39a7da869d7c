// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <oneapi/tbb/task_scheduler_observer.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <utility>

#include "bcast/engine/detail/parallel.hpp"
#include "bcast/engine/detail/processor.hpp"

namespace bcast::engine {
namespace {

// In a child of fork() there are no workers, and their locks may be closed for ever.
std::atomic<bool> scheduler_used{false};
std::atomic<bool> scheduler_lost{false};

void lose_scheduler() {
  if (scheduler_used) scheduler_lost = true;
}

[[maybe_unused]] const int registered = pthread_atfork(nullptr, nullptr, lose_scheduler);

/// Keeps the workers of an arena off their caller's processor. In a virtual machine whose
/// processors share no cache as far as Linux knows, Linux wakes a worker there, although the other
/// processor sleeps, and the worker waits until the caller's turn is over, a millisecond later. So
/// it stays off that processor also while it sleeps, until it wakes for a caller on another one.
class separation : public tbb::task_scheduler_observer {
 public:
  separation() = default;
  separation(separation const&) = delete;
  separation& operator=(separation const&) = delete;
  ~separation() override { observe(false); }

  /// The calling thread is about to need the workers of its arena.
  void begin() {
    caller_.store(detail::this_processor(), std::memory_order_relaxed);
    if (!is_observing()) observe(true);
  }

  void on_scheduler_entry(bool is_worker) override {
    if (is_worker) detail::avoid(caller_.load(std::memory_order_relaxed));
  }

 private:
  std::atomic<int> caller_{detail::no_processor};
};

/// A thread's separation, for the arena in which it calls first. Neither variable has a destructor,
/// because the thread may still call when its objects have ended: from a destructor of another one,
/// of a key of pthreads, or from a function of atexit().
thread_local separation* separation_of_thread = nullptr;
thread_local bool separates = true;

/// Ends the separation of a thread with the thread.
struct end_of_separation {
  end_of_separation() = default;
  end_of_separation(end_of_separation const&) = delete;
  end_of_separation& operator=(end_of_separation const&) = delete;
  ~end_of_separation() {
    separates = false;
    separation* const own = std::exchange(separation_of_thread, nullptr);
    // In a child of fork(), it may wait for a worker that is not there.
    if (!scheduler_lost) delete own;
  }
};

/// Separates the workers from the calling thread, unless it is one of several in its arena.
void separate_workers() {
  if (!separates || tbb::this_task_arena::current_thread_index() > 0) return;
  thread_local const end_of_separation at_end;
  if (separation_of_thread == nullptr) separation_of_thread = new separation;
  try {
    separation_of_thread->begin();
  } catch (...) {
    // Half of it is registered: to remove it is undefined.
    separates = false;
    separation_of_thread = nullptr;
    throw;
  }
}

/// Calls run(begin, end) for parts of [0, n), on `most` threads or fewer.
template <class F>
void in_parts(std::int64_t n, std::int64_t grain, partition how, std::int64_t most, F const& run) {
  // Use a separate group, because cancelling the caller's group would silently skip parts.
  tbb::task_group_context own(tbb::task_group_context::isolated);
  if (how == partition::fixed) {
    const std::int64_t parts = fixed_parts(n, grain, most);
    const auto nth = [&](std::int64_t part) {
      run(begin_of(part, parts, n), begin_of(part + 1, parts, n));
    };
    tbb::parallel_for(std::int64_t{0}, parts, nth, tbb::static_partitioner(), own);
  } else {
    // blocked_range halves a part only while it is larger than its grain.
    const tbb::blocked_range<std::int64_t> all(0, n, 2 * grain - 1);
    tbb::parallel_for(
        all, [&](tbb::blocked_range<std::int64_t> const& r) { run(r.begin(), r.end()); }, own);
  }
}

}  // namespace

std::int64_t threads() {
  if (scheduler_lost) return 1;
  scheduler_used = true;
  const auto allowed = static_cast<std::int64_t>(
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  return std::clamp<std::int64_t>(tbb::this_task_arena::max_concurrency(), 1, allowed);
}

void parallel_for(std::int64_t n, std::int64_t grain, partition how, range_function body) {
  if (n <= 0) return;
  const std::int64_t most = n < 2 * grain ? 1 : threads();
  if (most == 1) {
    body(0, n);
    return;
  }
  std::atomic<bool> begun{false};
  try {
    separate_workers();
    in_parts(n, grain, how, most, [&](std::int64_t begin, std::int64_t end) {
      begun.store(true, std::memory_order_relaxed);
      body(begin, end);
    });
  } catch (std::runtime_error const&) {
    // The system gives no thread: the scheduler fails before it calls anything.
    if (begun.load(std::memory_order_relaxed)) throw;
    body(0, n);
  }
}

}  // namespace bcast::engine
