// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "theorem.hpp"

namespace bcast::proofs {

/// The solver's result for a goal.
struct finding {
  bool holds = false;
  std::size_t paths = 0;                     ///< on which the premise holds
  std::vector<std::int64_t> counterexample;  ///< if it does not hold: one number per variable
  bool replayed = false;                     ///< the counterexample fails on numbers too
  std::string thrown;                        ///< the exception that ended the failed run, if any
  std::string smt;  ///< SMT-LIB: is there a case outside the paths that hold?
};

/// Explores a goal on symbols. Throws std::logic_error if its premise never holds.
finding prove(goal const& g);

/// Whether another solver, a command that reads SMT-LIB, answers `unsat` (no such case) or `sat`.
/// Throws std::runtime_error for any other answer.
bool second_solver_holds(std::string const& command, finding const& f);

}  // namespace bcast::proofs
