// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <utility>

namespace bcast::proptests {

/// Notices when this process itself did not run, because a user, a container or a scheduler of jobs
/// stopped it together with those that it waits for. It has to look many times a second.
class pauses {
 public:
  using clock = std::chrono::steady_clock;

  /// The time since the last look if it is too long for a process that runs, else 0.
  clock::duration look() {
    constexpr std::chrono::seconds most{1};
    const auto now = clock::now();
    const auto since = now - std::exchange(last_, now);
    return since > most ? since : clock::duration::zero();
  }

 private:
  clock::time_point last_ = clock::now();
};

}  // namespace bcast::proptests
