// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace bcast::engine {

/// A reference to a callable `void(begin, end)` that outlives the call.
class range_function {
 public:
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, range_function>) range_function(F const& f)
      : object_(std::addressof(f)), call_([](void const* object, std::int64_t b, std::int64_t e) {
          (*static_cast<F const*>(object))(b, e);
        }) {}

  void operator()(std::int64_t begin, std::int64_t end) const { call_(object_, begin, end); }

 private:
  void const* object_;
  void (*call_)(void const*, std::int64_t, std::int64_t);
};

/// The most threads that the caller's arena allows, at least 1. It is 1 in a child of fork() whose
/// parent has asked the same, because the arena's threads are the parent's.
std::int64_t threads();

/// Where the part with this number begins, if [0, n) is cut into `parts` parts whose sizes differ
/// by one at most.
constexpr std::int64_t begin_of(std::int64_t part, std::int64_t parts, std::int64_t n) {
  return n / parts * part + std::min(part, n % parts);
}

/// How many fixed parts there are for this number of threads.
constexpr std::int64_t fixed_parts(std::int64_t n, std::int64_t grain, std::int64_t threads) {
  return n < 2 * grain ? 1 : std::min(threads, n / grain);
}

/// How parts are distributed to threads: to any free thread, or to the same thread each time, so
/// that the thread finds its data in its own cache.
enum class partition { free, fixed };

/// Calls `body` on disjoint parts [begin, end) that cover [0, n), possibly at the same time, on the
/// threads of the caller's arena. If there is more than one part, none is smaller than `grain` (at
/// least 1). With only one part, or if the arena allows only one thread, the caller's thread runs
/// everything. An exception from a call is rethrown here, after all calls have ended.
void parallel_for(std::int64_t n, std::int64_t grain, partition how, range_function body);

}  // namespace bcast::engine
