// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

#include "bcast/engine/detail/parallel.hpp"

// ThreadSanitizer cannot see into a TBB that was built without it, but it can check our own
// threads.

namespace bcast::engine {

namespace {
constexpr std::int64_t most = 4;
}

std::int64_t threads() { return most; }

void parallel_for(std::int64_t n, std::int64_t grain, partition, range_function body) {
  if (n <= 0) return;
  const std::int64_t parts =
      std::clamp<std::int64_t>(n / std::max<std::int64_t>(grain, 1), 1, most);
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(parts));
  const auto run = [&](std::int64_t part) {
    try {
      body(begin_of(part, parts, n), begin_of(part + 1, parts, n));
    } catch (...) {
      thrown[static_cast<std::size_t>(part)] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::int64_t part = 1; part < parts; ++part) threads.emplace_back(run, part);
    run(0);
  }
  for (std::exception_ptr const& e : thrown) {
    if (e) std::rethrow_exception(e);
  }
}

}  // namespace bcast::engine
