// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/shm.h>

#include <cstring>

#include "hostile.hpp"

namespace bcast::hostile {

/// Memory that no process has attached, and that the system keeps.
void leaves_a_segment(std::string const& target) {
  constexpr std::size_t bytes = 1 << 20;
  const int segment = shmget(key_of(target), bytes, IPC_CREAT | IPC_EXCL | 0600);
  void* const memory = segment < 0 ? nullptr : shmat(segment, nullptr, 0);
  if (segment < 0 || memory == reinterpret_cast<void*>(-1)) return;
  std::memset(memory, 1, bytes);
  shmdt(memory);
}

}  // namespace bcast::hostile
