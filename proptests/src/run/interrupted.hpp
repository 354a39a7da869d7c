// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>

#include "bcast/proptests/run.hpp"

/// Runs that are stopped before they have asked all cases.
namespace bcast::proptests {

/// Whether no further case is to be asked.
inline bool is_stopped(settings const& with) { return with.stopped && with.stopped(); }

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
