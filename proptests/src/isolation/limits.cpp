// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/limits.hpp"

#include <unistd.h>

#include <algorithm>
#include <thread>

namespace bcast::proptests {

std::uint64_t usual_memory() {
  constexpr std::uint64_t least = std::uint64_t{2} << 30;
  const long pages = sysconf(_SC_PHYS_PAGES), bytes_of_one = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || bytes_of_one <= 0) return least;
  const auto all = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes_of_one);
  return std::max(least, all / (2 * std::max(1U, std::thread::hardware_concurrency())));
}

}  // namespace bcast::proptests
