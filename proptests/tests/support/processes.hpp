// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/mman.h>
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

/// What tests of other processes need.
namespace bcast::proptests {

/// Waits for a process to be gone.
inline bool is_gone(pid_t id) {
  for (int k = 0; k < 500 && kill(id, 0) == 0; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return kill(id, 0) != 0;
}

/// A number that a subject, in another process, leaves for the test.
inline std::atomic<pid_t>& shared_number() {
  void* const memory = mmap(nullptr, sizeof(std::atomic<pid_t>), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return *new (memory) std::atomic<pid_t>(0);
}

}  // namespace bcast::proptests
