// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>

namespace bcast::proptests {

/// The bytes in memory of a process and of the processes that it started; 0 where the system does
/// not say.
std::uint64_t memory_of(pid_t process);

/// A limit on that.
class memory_limit {
 public:
  /// No limit.
  memory_limit() = default;

  /// At most `bytes` more than `before`; 0: no limit.
  memory_limit(pid_t process, std::uint64_t bytes, std::uint64_t before = 0)
      : process_(process), bytes_(bytes), before_(before) {}

  /// Whether the process is over the limit. It is looked at every 50 ms at most.
  bool exceeded();

  /// `used more than 2.0 GiB of memory`
  std::string text() const;

 private:
  pid_t process_ = -1;
  std::uint64_t bytes_ = 0, before_ = 0;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace bcast::proptests
