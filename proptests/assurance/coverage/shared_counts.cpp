// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coverage of a child that ends by `_exit` or a signal, that becomes another program, or that may
// not write files: it counts in memory that it shares with its parent, which writes the profile.
// A program that a signal ends writes it before that.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" {
char* __llvm_profile_begin_counters();
char* __llvm_profile_end_counters();
char* __llvm_profile_begin_bitmap();
char* __llvm_profile_end_bitmap();
void __llvm_profile_set_dumped();
int __llvm_profile_write_file();
extern const char bcast_shares_counts = 1;
}

namespace {

/// Other variables may be on the first and the last page; those stay as they are.
void share(char* begin, char* end) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
  const std::uintptr_t last = reinterpret_cast<std::uintptr_t>(end) / page * page;
  if (first >= last) return;
  void* const pages = reinterpret_cast<void*>(first);
  std::vector<char> counted(last - first);
  std::memcpy(counted.data(), pages, counted.size());
  if (mmap(pages, counted.size(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED,
           -1, 0) == MAP_FAILED) {
    std::abort();
  }
  std::memcpy(pages, counted.data(), counted.size());
}

// Whether this process writes the profile before a signal ends it. A subject may not write it.
bool writes = std::strcmp(program_invocation_short_name, "bcast") == 0;

void begin_as_child() {
  writes = false;
  __llvm_profile_set_dumped();
}

__attribute__((constructor(101))) void share_with_children() {
  share(__llvm_profile_begin_counters(), __llvm_profile_end_counters());
  share(__llvm_profile_begin_bitmap(), __llvm_profile_end_bitmap());
  pthread_atfork(nullptr, nullptr, begin_as_child);
}

}  // namespace

extern "C" void _Exit(int status) {
  if (writes) __llvm_profile_write_file();
  _exit(status);
}

extern "C" int raise(int signal) {
  if (writes) __llvm_profile_write_file();
  return static_cast<int>(syscall(SYS_tgkill, getpid(), gettid(), signal));
}
