// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

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

/// Whether the caller's arena allows only one thread, or this process is a child of fork() whose
/// parent has asked the same: the arena's threads are the parent's.
bool one_thread();

/// How parts are distributed to threads: to any free thread, or to the same thread each time, so
/// that the thread finds its data in its own cache.
enum class partition { free, fixed };

/// Calls `body` on disjoint parts [begin, end) that cover [0, n), possibly at the same time, on the
/// threads of the caller's arena. If there is more than one part, none is smaller than `grain` (at
/// least 1). With only one part, or if the arena allows only one thread, the caller's thread runs
/// everything. An exception from a call is rethrown here, after all calls have ended.
void parallel_for(std::int64_t n, std::int64_t grain, partition how, range_function body);

}  // namespace bcast::engine
