// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>

namespace bcast::proptests {

/// The most memory that a process may have, together with those that it starts.
class memory_limit {
 public:
  /// `before`: what each of them has from this process, which does not count. 0 bytes: no limit.
  explicit memory_limit(std::uint64_t bytes = 0, std::uint64_t before = 0)
      : bytes_(bytes), before_(before) {}

  /// Looks every 50 ms at most.
  bool is_exceeded(pid_t process);

  /// `used more than 2.0 GiB of memory`
  std::string text() const;

 private:
  std::uint64_t used_by(pid_t process) const;

  std::uint64_t bytes_, before_;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace bcast::proptests
