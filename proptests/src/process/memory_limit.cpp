// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "process/memory_limit.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "bcast/proptests/limits.hpp"
#include "process/system.hpp"

namespace bcast::proptests {

std::uint64_t usual_memory() {
  constexpr std::uint64_t least = std::uint64_t{2} << 30;
  const long pages = sysconf(_SC_PHYS_PAGES), bytes_of_one = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || bytes_of_one <= 0) return least;
  const auto all = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes_of_one);
  return std::max(least, all / (2 * std::max(1U, std::thread::hardware_concurrency())));
}

std::uint64_t memory_limit::used_by(pid_t process) const {
  const std::uint64_t own = memory_of(process);
  std::uint64_t all = own - std::min(own, before_);
  for (const pid_t one : children_of(process)) all += used_by(one);
  return all;
}

bool memory_limit::is_exceeded(pid_t process) {
  const auto now = std::chrono::steady_clock::now();
  if (bytes_ == 0 || now < next_) return false;
  next_ = now + std::chrono::milliseconds(50);
  return used_by(process) > bytes_;
}

std::string memory_limit::text() const {
  constexpr double gibibyte = 1 << 30;
  return fmt::format("used more than {:.2g} GiB of memory", static_cast<double>(bytes_) / gibibyte);
}

}  // namespace bcast::proptests
