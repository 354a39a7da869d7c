// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

/// Limits that a caller sets, of time and of memory, as they can be computed with.
namespace bcast::proptests {

/// At most ten years, so that ten times it can be added to a moment. Throws std::invalid_argument
/// for what is no time to wait.
inline std::chrono::milliseconds reasonable(std::chrono::milliseconds limit) {
  using namespace std::chrono_literals;
  if (limit <= 0ms) {
    throw std::invalid_argument("a limit is " + std::to_string(limit.count()) +
                                " ms; expected at least 1 ms");
  }
  return std::min<std::chrono::milliseconds>(limit, 24h * 3650);
}

/// At most 2^62 bytes, so that a part of it can be added.
inline std::uint64_t reasonable(std::uint64_t bytes) {
  return std::min(bytes, std::uint64_t{1} << 62);
}

/// The limits of processes, `isolation` or `pipe_limits`.
template <class Limits>
Limits reasonable(Limits limits) {
  limits.answer = reasonable(limits.answer);
  limits.memory = reasonable(limits.memory);
  if constexpr (requires { limits.start; }) limits.start = reasonable(limits.start);
  return limits;
}

}  // namespace bcast::proptests
