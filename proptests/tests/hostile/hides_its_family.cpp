// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

#include "hostile.hpp"

namespace bcast::hostile {
namespace {

/// A process that is in no group of this one's and no child of it: its parent has ended.
template <class F>
void apart(F const& work) {
  const pid_t parent = fork();
  if (parent == 0) {
    setsid();
    if (fork() == 0) {
      prctl(PR_SET_NAME, left_behind);
      work();
      _exit(0);
    }
    _exit(0);
  }
  if (parent > 0) waitpid(parent, nullptr, 0);
}

constexpr unsigned a_while = 1000;

}  // namespace

/// It goes on after this one.
void leaves_its_family(std::string const&) {
  apart([] { sleep(a_while); });
}

/// Each takes a little memory.
void hides_its_family(std::string const&) {
  prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);  // they become children of somebody else
  constexpr int most = 64;
  for (int k = 0; k < most; ++k) {
    apart([] {
      const std::vector<char> part(8 << 20, 1);
      sleep(part.front() == 1 ? a_while : 0);
    });
  }
  pause();
}

/// Each is one process more.
void starts_many_families(std::string const&) {
  constexpr int most = 4096;  // a test must end
  for (int k = 0; k < most; ++k) {
    apart([] { sleep(a_while); });
  }
  pause();
}

}  // namespace bcast::hostile
