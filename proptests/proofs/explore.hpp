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
  outside,  ///< the premise does not hold: the property says nothing
};

/// The runs that take the same decisions: those of the numbers that satisfy `condition`.
struct path {
  z3::expr condition;
  ending end;
  std::string thrown;  ///< what ended the run, where that was an exception
};

/// Thrown by `given` where a premise does not hold.
struct outside_the_premise {};

/// What a property presupposes.
inline void given(bool premise) {
  if (!premise) throw outside_the_premise{};
}

/// How a run ends: an exception other than outside_the_premise is a failure.
ending end_of(std::function<bool()> const& property, std::string& thrown);

/// All paths of a property: each run answers the conditions that it asks, one after the other,
/// with what is possible on its path, and is repeated with the other answer where both are. The
/// conditions of the paths cover all numbers, and no two of them meet. Throws std::runtime_error
/// where the solver cannot tell whether an answer is possible.
std::vector<path> explore(std::function<bool()> const& property);

/// The answer of the run that is being explored to a condition.
bool decide(z3::expr const& condition);

}  // namespace bcast::proofs
