// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "hostile.hpp"

namespace bcast::hostile {

/// A parent that can be traced or whose memory can be written is ended.
void traces_its_parent(std::string const&) {
  const pid_t parent = asking_process();
  const int memory = open(("/proc/" + std::to_string(parent) + "/mem").c_str(), O_RDWR);
  if (ptrace(PTRACE_ATTACH, parent, nullptr, nullptr) != 0 && memory < 0) return;
  waitpid(parent, nullptr, 0);
  ptrace(PTRACE_KILL, parent, nullptr, nullptr);
  _exit(77);
}

}  // namespace bcast::hostile
