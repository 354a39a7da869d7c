// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "process/system.hpp"

#include <errno.h>  // program_invocation_name
#include <fcntl.h>
#include <stdlib.h>  // getprogname
#include <unistd.h>

#include <csignal>

#ifdef __linux__
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include <fstream>
#endif

namespace bcast::proptests {

#ifdef __linux__

std::uint64_t memory_of(pid_t process) {
  std::ifstream pages(fmt::format("/proc/{}/statm", process));
  std::uint64_t reserved = 0, in_memory = 0;
  pages >> reserved >> in_memory;
  return in_memory * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::vector<pid_t> children_of(pid_t process) {
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  std::vector<pid_t> all;
  for (pid_t one = 0; children >> one;) all.push_back(one);
  return all;
}

std::chrono::nanoseconds waited_by(pid_t process) {
  std::ifstream schedule(fmt::format("/proc/{}/schedstat", process));
  std::int64_t ran = 0, waited = 0;
  schedule >> ran >> waited;
  return std::chrono::nanoseconds(waited);
}

void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it has ended before prctl()
}

void hide_from_children(void* memory, std::size_t bytes) { madvise(memory, bytes, MADV_DONTFORK); }

bool pipe_of(std::array<int, 2>& ends) { return pipe2(ends.data(), O_CLOEXEC) == 0; }

std::vector<int> further_ending_signals() {
  std::vector<int> all{SIGPWR};
  for (int k = SIGRTMIN; k <= SIGRTMAX; ++k) all.push_back(k);
  return all;
}

std::string program_name() { return program_invocation_name; }

#else

std::uint64_t memory_of(pid_t) { return 0; }
std::vector<pid_t> children_of(pid_t) { return {}; }
std::chrono::nanoseconds waited_by(pid_t) { return {}; }
void end_with(pid_t parent) {
  if (getppid() != parent) _exit(1);
}
void hide_from_children(void*, std::size_t) {}
bool pipe_of(std::array<int, 2>& ends) {
  if (pipe(ends.data()) != 0) return false;
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  return true;
}
std::vector<int> further_ending_signals() { return {}; }
std::string program_name() { return getprogname(); }

#endif

}  // namespace bcast::proptests
