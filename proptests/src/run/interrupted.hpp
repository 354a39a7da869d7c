// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <utility>

#include "bcast/proptests/run.hpp"

/// Runs that are stopped before they have asked all cases.
namespace bcast::proptests {

/// Whether no further case is to be asked.
inline bool is_stopped(settings const& with) { return with.stopped && with.stopped(); }

/// Whether the time is over, without what does not count.
inline bool is_late(settings const& with, std::chrono::steady_clock::duration without = {}) {
  return with.end && std::chrono::steady_clock::now() - without >= *with.end;
}

/// The settings of one of the laws that are left, of which some are asked at once: with its share
/// of the time.
inline settings with_share(settings with, std::size_t left, std::size_t at_once) {
  if (!with.end) return with;
  const auto now = std::chrono::steady_clock::now();
  const auto share = std::max(*with.end - now, std::chrono::steady_clock::duration::zero()) *
                     std::min(at_once, left) / std::max<std::size_t>(left, 1);
  with.end = now + share;
  with.shrink_time =
      std::min(with.shrink_time, std::chrono::duration_cast<std::chrono::milliseconds>(share));
  return with;
}

/// A law that was being asked when its run was stopped, or, without a case, not yet.
inline outcome interrupted(law const& l, std::string subject, std::string rule,
                           std::string asking = "") {
  outcome o;
  o.stated = &l;
  o.subject = std::move(subject);
  o.rule = std::move(rule);
  o.interrupted = true;
  o.asking = std::move(asking);
  return o;
}

}  // namespace bcast::proptests
