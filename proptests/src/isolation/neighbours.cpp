// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/neighbours.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace bcast::proptests {

#if defined(__x86_64__) || defined(__aarch64__)
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t native = AUDIT_ARCH_X86_64, older = AUDIT_ARCH_I386, older_prlimit = 340;
constexpr std::uint32_t older_shmget = 395, older_ipc = 117;
#else
constexpr std::uint32_t native = AUDIT_ARCH_AARCH64, older = AUDIT_ARCH_ARM, older_prlimit = 369;
constexpr std::uint32_t older_shmget = 307, older_ipc = 117;
#endif
constexpr std::uint32_t older_prctl = 172;
constexpr std::uint32_t shmget_of_ipc = 23;  ///< in the lower half of the first argument

sock_filter load(std::size_t offset) {
  return {BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)};
}
/// Skips `then` instructions if the loaded word is `value`, and `otherwise` if it is not.
sock_filter compare(std::uint32_t value, std::uint8_t then, std::uint8_t otherwise) {
  return {BPF_JMP | BPF_JEQ | BPF_K, then, otherwise, value};
}
sock_filter answer(std::uint32_t how) { return {BPF_RET | BPF_K, 0, 0, how}; }

}  // namespace

bool filter_calls() {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::size_t number = offsetof(seccomp_data, nr), first = offsetof(seccomp_data, args),
                        second = first + sizeof(std::uint64_t);
  // The number of the call is that of the architecture that makes it, but for the bit of x32.
  std::array program{
      load(offsetof(seccomp_data, arch)),
      compare(native, 0, 5),
      load(number),
      sock_filter{BPF_ALU | BPF_AND | BPF_K, 0, 0, 0xBFFF'FFFF},
      compare(SYS_shmget, 18, 0),
      compare(SYS_prlimit64, 10, 0),
      compare(SYS_prctl, 11, 15),
      compare(older, 0, 14),
      load(number),
      compare(older_shmget, 13, 0),
      compare(older_prlimit, 5, 0),
      compare(older_prctl, 6, 0),
      compare(older_ipc, 0, 9),
      load(first),
      sock_filter{BPF_ALU | BPF_AND | BPF_K, 0, 0, 0xFFFF},  // above it is the call's version
      compare(shmget_of_ipc, 7, 6),
      load(first),  // of prlimit(): the process; 0 is the caller
      compare(0, 4, 5),
      load(first),
      compare(PR_SET_CHILD_SUBREAPER, 0, 2),
      load(second),
      compare(0, 1, 0),
      answer(SECCOMP_RET_ALLOW),
      answer(SECCOMP_RET_ERRNO | EPERM),
  };
  sock_fprog all{program.size(), program.data()};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &all) == 0;
}
#else
bool filter_calls() { return false; }
#endif

}  // namespace bcast::proptests
