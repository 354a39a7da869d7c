// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/neighbours.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
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
constexpr std::array<std::uint32_t, 3> older_keys{286, 287, 288}, older_ipc_gets{393, 395, 399};
constexpr std::uint32_t ioctl_of_x32 = 514;
#else
constexpr std::uint32_t native = AUDIT_ARCH_AARCH64, older = AUDIT_ARCH_ARM, older_prlimit = 369;
constexpr std::array<std::uint32_t, 3> older_keys{309, 310, 311}, older_ipc_gets{299, 303, 307};
constexpr std::uint32_t ioctl_of_x32 = SYS_ioctl;
#endif
constexpr std::uint32_t older_ipc = 117, older_prctl = 172, older_ioctl = 54;

/// Calls that leave something behind: keys, objects of System V, attributes of files; and what
/// makes calls that no filter sees.
constexpr std::array<std::uint32_t, 16> leaving{SYS_add_key,
                                                SYS_request_key,
                                                SYS_keyctl,
                                                SYS_semget,
                                                SYS_shmget,
                                                SYS_msgget,
                                                SYS_setxattr,
                                                SYS_lsetxattr,
                                                SYS_fsetxattr,
                                                SYS_removexattr,
                                                SYS_lremovexattr,
                                                SYS_fremovexattr,
                                                SYS_io_uring_setup,
                                                463 /* setxattrat */,
                                                466 /* removexattrat */,
                                                469 /* file_setattr */};
constexpr std::array<std::uint32_t, 10> older_attributes{226, 227, 228, 235, 236,
                                                         237, 425, 463, 466, 469};

/// In the lower half of the first argument of ipc().
constexpr std::uint32_t semget_of_ipc = 2, msgget_of_ipc = 13, shmget_of_ipc = 23;

/// The requests of ioctl() that change a terminal: its settings, its size, what it shows and what
/// is typed there, and who may open it. Some headers lack the last three.
constexpr std::array<std::uint32_t, 27> of_terminals{
    TCSETS,   TCSETSW,  TCSETSF,     TCSETA,       TCSETAW,     TCSETAF,    TCSBRK,
    TCSBRKP,  TCXONC,   TCFLSH,      TIOCSTI,      TIOCSWINSZ,  TIOCLINUX,  TIOCCONS,
    TIOCSETD, TIOCEXCL, TIOCNXCL,    TIOCSSOFTCAR, TIOCSBRK,    TIOCCBRK,   TIOCMSET,
    TIOCMBIS, TIOCMBIC, TIOCSSERIAL, 0x402C'542B,  0x402C'542C, 0x402C'542D};

/// Those that change a file's flags, version or project, also without writing to it.
constexpr std::array<std::uint32_t, 5> of_files{
    FS_IOC_SETFLAGS, FS_IOC32_SETFLAGS, FS_IOC_SETVERSION, FS_IOC32_SETVERSION, FS_IOC_FSSETXATTR};

/// Where a step of the filter goes on.
enum class label : std::uint8_t {
  next,
  numbers,        ///< the number of a call of this architecture
  older_numbers,  ///< of the older one
  process,        ///< prlimit: whose limits
  reaper,         ///< prctl: who adopts orphans
  request,        ///< ioctl: what of which device
  allow,
  deny,
};

struct step {
  sock_filter does{};
  label then = label::next, otherwise = label::next;  ///< of a comparison
  label here = label::next;                           ///< where others go on
};

constexpr step load(std::size_t offset, label here = label::next) {
  return {{BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)}, {}, {}, here};
}
constexpr step mask(std::uint32_t bits) { return {{BPF_ALU | BPF_AND | BPF_K, 0, 0, bits}}; }
constexpr step if_is(std::uint32_t value, label then, label otherwise = label::next) {
  return {{BPF_JMP | BPF_JEQ | BPF_K, 0, 0, value}, then, otherwise};
}
constexpr step answer(std::uint32_t how, label here) {
  return {{BPF_RET | BPF_K, 0, 0, how}, {}, {}, here};
}

/// A filter while it is put together.
struct steps {
  static constexpr std::size_t most = 128;
  std::array<step, most> all{};
  std::size_t count = 0;

  constexpr void add(step const& s) { all[count++] = s; }
  template <std::size_t N>
  constexpr void deny(std::array<std::uint32_t, N> const& numbers) {
    for (const std::uint32_t number : numbers) add(if_is(number, label::deny));
  }
};

/// The steps of the filter. The number of a call is that of the architecture that makes it, but for
/// the bit of x32, where ioctl() has another one.
constexpr steps listed() {
  constexpr std::size_t number = offsetof(seccomp_data, nr), first = offsetof(seccomp_data, args),
                        second = first + sizeof(std::uint64_t);
  steps s;
  s.add(load(offsetof(seccomp_data, arch)));
  s.add(if_is(native, label::numbers));
  s.add(if_is(older, label::older_numbers, label::allow));
  s.add(load(number, label::numbers));
  s.add(mask(0xBFFF'FFFF));
  s.deny(leaving);
  s.add(if_is(SYS_prlimit64, label::process));
  s.add(if_is(SYS_prctl, label::reaper));
  s.add(if_is(SYS_ioctl, label::request));
  s.add(if_is(ioctl_of_x32, label::request, label::allow));
  s.add(load(number, label::older_numbers));
  s.deny(older_ipc_gets);
  s.deny(older_keys);
  s.deny(older_attributes);
  s.add(if_is(older_prlimit, label::process));
  s.add(if_is(older_prctl, label::reaper));
  s.add(if_is(older_ioctl, label::request));
  s.add(if_is(older_ipc, label::next, label::allow));
  s.add(load(first));
  s.add(mask(0xFFFF));  // above it is the call's version
  s.add(if_is(semget_of_ipc, label::deny));
  s.add(if_is(msgget_of_ipc, label::deny));
  s.add(if_is(shmget_of_ipc, label::deny, label::allow));
  s.add(load(first, label::process));
  s.add(if_is(0, label::allow, label::deny));  // 0 is the caller
  s.add(load(first, label::reaper));
  s.add(if_is(PR_SET_CHILD_SUBREAPER, label::next, label::allow));
  s.add(load(second));
  s.add(if_is(0, label::deny, label::allow));
  s.add(load(second, label::request));
  s.deny(of_terminals);
  s.deny(of_files);
  s.add(answer(SECCOMP_RET_ALLOW, label::allow));
  s.add(answer(SECCOMP_RET_ERRNO | EPERM, label::deny));
  return s;
}

/// The filter, with the labels as distances.
constexpr auto assembled() {
  constexpr steps given = listed();
  auto const& all = given.all;
  const auto distance = [&](std::size_t from, label to) {
    std::size_t k = from + 1;
    while (to != label::next && all[k].here != to) ++k;
    return static_cast<std::uint8_t>(k - from - 1);
  };
  std::array<sock_filter, given.count> filter{};
  for (std::size_t k = 0; k < given.count; ++k) {
    filter[k] = all[k].does;
    if (BPF_CLASS(filter[k].code) != BPF_JMP) continue;
    filter[k].jt = distance(k, all[k].then);
    filter[k].jf = distance(k, all[k].otherwise);
  }
  return filter;
}

}  // namespace

bool filter_calls() {
  static_assert(std::endian::native == std::endian::little);
  static constexpr auto filter = assembled();
  auto program = filter;
  sock_fprog all{program.size(), program.data()};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &all) == 0;
}
#else
bool filter_calls() { return false; }
#endif

}  // namespace bcast::proptests
