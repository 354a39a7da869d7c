// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>

namespace bcast::proptests {

/// The limits of processes, `isolation` or `pipe_limits`. Throws std::invalid_argument for what is
/// no time to wait.
template <class Limits>
Limits valid(Limits const& limits) {
  if (limits.answer > std::chrono::milliseconds(0)) return limits;
  throw std::invalid_argument("a limit is " + std::to_string(limits.answer.count()) +
                              " ms; expected at least 1 ms");
}

}  // namespace bcast::proptests
