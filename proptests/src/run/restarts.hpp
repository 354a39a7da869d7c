// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>

namespace bcast::proptests {

/// How often this thread has replaced a program that used too much memory.
inline thread_local std::uint64_t restarts = 0;

/// That, as a remark.
inline std::string restarted(std::uint64_t times) {
  return fmt::format("restarted {}, because it had used too much memory (--memory)",
                     times == 1 ? "once" : fmt::format("{} times", times));
}

}  // namespace bcast::proptests
