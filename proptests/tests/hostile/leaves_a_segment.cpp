// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include <cstring>

#include "hostile.hpp"

namespace bcast::hostile {

/// Memory that no process has attached, semaphores and a queue, all of which the system keeps.
void leaves_a_segment(std::string const& target) {
  constexpr std::size_t bytes = 1 << 20;
  semget(key_of(target), 1, IPC_CREAT | IPC_EXCL | 0600);
  msgget(key_of(target), IPC_CREAT | IPC_EXCL | 0600);
  const int segment = shmget(key_of(target), bytes, IPC_CREAT | IPC_EXCL | 0600);
  void* const memory = segment < 0 ? nullptr : shmat(segment, nullptr, 0);
  if (segment < 0 || memory == reinterpret_cast<void*>(-1)) return;
  std::memset(memory, 1, bytes);
  shmdt(memory);
}

}  // namespace bcast::hostile
