// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstdint>
#include <fstream>
#include <utility>

namespace bcast::proptests {

/// Notices when this process itself did not run, because a user, a container or a scheduler of jobs
/// stopped it together with those that it waits for. It has to look many times a second. Time in
/// which this thread ran, or was ready to, is no pause, however long a look takes.
class pauses {
 public:
  using clock = std::chrono::steady_clock;

  /// The time since the last look if it is too long for a process that runs, else 0.
  clock::duration look() {
    constexpr std::chrono::seconds most{1};
    const auto now = clock::now();
    const auto busy = ran_or_waited();
    const auto since = now - std::exchange(last_, now);
    const auto of_this = busy - std::exchange(busy_, busy);
    return since - of_this > most ? since - of_this : clock::duration::zero();
  }

 private:
  /// How long this thread had a processor or waited for one; 0 where the system does not say.
  static std::chrono::nanoseconds ran_or_waited() {
    std::ifstream schedule("/proc/thread-self/schedstat");
    std::int64_t ran = 0, waited = 0;
    schedule >> ran >> waited;
    return std::chrono::nanoseconds(schedule ? ran + waited : 0);
  }

  clock::time_point last_ = clock::now();
  std::chrono::nanoseconds busy_ = ran_or_waited();
};

}  // namespace bcast::proptests
