// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/memory_use.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <system_error>

namespace bcast::proptests {

std::uint64_t memory_of(pid_t process) {
  std::ifstream statm(fmt::format("/proc/{}/statm", process));
  std::uint64_t all = 0, resident = 0;
  if (!(statm >> all >> resident)) return 0;
  std::uint64_t bytes = resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::error_code gone;
  for (auto const& thread :
       std::filesystem::directory_iterator(fmt::format("/proc/{}/task", process), gone)) {
    std::ifstream children(thread.path() / "children");
    for (pid_t one = 0; children >> one;) bytes += memory_of(one);
  }
  return bytes;
}

bool memory_limit::exceeded() {
  if (bytes_ == 0) return false;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return false;
  next_ = now + std::chrono::milliseconds(50);
  return memory_of(process_) > before_ + bytes_;
}

std::string memory_limit::text() const {
  constexpr double gibibyte = 1 << 30;
  return fmt::format("used more than {:.2g} GiB of memory", static_cast<double>(bytes_) / gibibyte);
}

}  // namespace bcast::proptests
