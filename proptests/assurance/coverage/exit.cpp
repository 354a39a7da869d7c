// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coverage of an isolated child: `_exit` runs no destructors and does not write a profile.
#include <sys/syscall.h>
#include <unistd.h>

extern "C" {
int __llvm_profile_write_file();

/// Adds this process's counts to the profile, and ends the process.
void _exit(int status) {
  __llvm_profile_write_file();
  while (true) syscall(SYS_exit_group, status);
}
}
