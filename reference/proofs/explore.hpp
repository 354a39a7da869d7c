// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <z3++.h>

#include <functional>
#include <string>
#include <vector>

namespace bcast::proofs {

/// How a run of a property ends.
enum class ending {
  holds,
  fails,
  outside,  ///< the premise does not hold, so the property does not apply
};

/// All runs that make the same decisions: those for numbers that satisfy `condition`.
struct path {
  z3::expr condition;
  ending end;
  std::string thrown;  ///< the exception that ended the run, if any
};

/// Thrown by `given` if a premise does not hold.
struct outside_the_premise {};

/// A premise of a property.
inline void given(bool premise) {
  if (!premise) throw outside_the_premise{};
}

/// How a run ends. An exception other than outside_the_premise is a failure.
ending end_of(std::function<bool()> const& property, std::string& thrown);

/// All paths of a property. A run meets conditions one by one and gives each an answer that is
/// possible on its path. If both answers are possible, the run is repeated with the other one. The
/// conditions of the paths cover all numbers, and no two overlap. Throws std::runtime_error if the
/// solver cannot decide whether an answer is possible.
std::vector<path> explore(std::function<bool()> const& property);

/// The current run's answer to a condition.
bool decide(z3::expr const& condition);

}  // namespace bcast::proofs
