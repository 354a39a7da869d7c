// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <optional>

#include "bcast/proptests/isolate.hpp"
#include "isolation/child.hpp"

namespace bcast::proptests {

/// A process that never makes the subject, forked before this process does, so that a process which
/// it forks knows nothing of the calls made here.
class unused_process {
 public:
  /// Throws std::system_error.
  unused_process(law const& l, isolated_subject const& s, std::chrono::milliseconds limit);

  /// Whether a call holds if it is the first of a process; none if there is no answer.
  std::optional<bool> holds(test_case const& call) const;

 private:
  descriptor mine_;
  std::optional<child> process_;
};

}  // namespace bcast::proptests
