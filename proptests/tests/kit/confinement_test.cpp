// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/confinement.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <string>

#include "bcast/proptests/isolate.hpp"
#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/text.hpp"
#include "oracle/plain.hpp"

// The folder and the limits of a process in a sandbox.

namespace confinement_test {
namespace {

namespace fs = std::filesystem;
using namespace bcast::proptests;

/// The exit status of another process, of a user who is not root.
int as_another_user(std::function<bool()> const& right) {
  const pid_t process = fork();
  if (process == 0) {
    constexpr unsigned nobody = 65534;
    if (getuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) _exit(2);
    _exit(right() ? 0 : 1);
  }
  int status = 0;
  waitpid(process, &status, 0);
  return WEXITSTATUS(status);
}

TEST(Confinement, AFolderIsItsOwnersWhateverTheMaskOfNewFiles) {
  const mode_t before = umask(0777);
  const confinement confined(sandbox::files, 0);
  umask(before);
  if (confined.folder().empty()) GTEST_SKIP() << "this system has no Landlock";
  EXPECT_EQ(fs::status(confined.folder()).permissions(), fs::perms::owner_all);
}

TEST(Confinement, AFolderWithoutPermissionsIsRemoved) {
  EXPECT_EQ(as_another_user([] {
              std::string name = (fs::temp_directory_path() / "bcast-test.XXXXXX").string();
              if (mkdtemp(name.data()) == nullptr) return false;
              const fs::path folder = name, inner = folder / "a";
              fs::create_directories(inner / "b");
              for (fs::path const& one : {inner / "b", inner, folder}) {
                fs::permissions(one, fs::perms::none);
              }
              remove_folder(name);
              return !fs::exists(folder);
            }),
            0);
}

/// In a process of its own, so that no other descriptor is lost.
TEST(Confinement, AllDescriptorsButTheStandardOnesAndTwoAreClosed) {
  const auto kept = [](int one, int other, bool on_exec) {
    const pid_t process = fork();
    if (process == 0) {
      for (const int k : {10, 20, 30}) dup2(STDERR_FILENO, k);
      keep_descriptors(one, other, on_exec);
      int open = 0;
      for (const int k : {STDERR_FILENO, 10, 20, 30}) {
        const int flags = fcntl(k, F_GETFD);
        open = 2 * open + (flags == 0 ? 1 : 0);
      }
      _exit(open);
    }
    int status = 0;
    waitpid(process, &status, 0);
    return WEXITSTATUS(status);
  };
  EXPECT_EQ(kept(10, 30, false), 0b1101);
  EXPECT_EQ(kept(30, 10, false), 0b1101);
  EXPECT_EQ(kept(-1, 20, false), 0b1010);
  EXPECT_EQ(kept(-1, -1, false), 0b1000);
  EXPECT_EQ(kept(-1, -1, true), 0b1000);
}

/// Root's are not limited.
TEST(Confinement, AUserCannotStartProcessesWithoutEnd) {
  const isolated_subject s{"limited", "array_api", [] {
                             bcast::kit::subject limited = plain();
                             rlimit now{};
                             getrlimit(RLIMIT_NPROC, &now);
                             if (now.rlim_max > (1U << 20)) limited.infer = nullptr;
                             return limited;
                           }};
  EXPECT_EQ(as_another_user([&] {
              const outcome o =
                  run_case_isolated(*find_law("join"), s, parse_case("2 3"), false, {});
              return o.skipped.empty() && !o.failure;
            }),
            0);
}

/// Whether calls that leave something behind are refused as such, and not for what they ask.
bool are_refused(sandbox kept) {
  const isolated_subject s{
      "leaving", "array_api",
      [] {
        bcast::kit::subject refused = plain();
        const auto is_refused = [](long answer) { return answer < 0 && errno == EPERM; };
        char const* const none = "/no/such/file";
        const bool all = is_refused(setxattr(none, "user.a", "x", 1, 0)) &&
                         is_refused(lremovexattr(none, "user.a")) &&
                         is_refused(ioctl(-1, FS_IOC_SETFLAGS, nullptr)) &&
                         is_refused(semget(IPC_PRIVATE, -1, 0)) && is_refused(msgget(1, 0)) &&
                         is_refused(syscall(SYS_io_uring_setup, 0, nullptr)) &&
                         is_refused(syscall(469 /* file_setattr */, -1, none, nullptr, 0, 0)) &&
                         is_refused(syscall(SYS_add_key, "none", "a", "x", 1, 0)) &&
                         is_refused(syscall(SYS_keyctl, -1, 0, 0, 0, 0));
        if (!all) refused.infer = nullptr;
        return refused;
      },
      "", kept};
  const outcome o = run_case_isolated(*find_law("join"), s, parse_case("2 3"), false, {});
  return o.skipped.empty() && !o.failure;
}

TEST(Confinement, NothingIsLeftInTheSystem) {
  const auto parts = parts_in_force(sandbox::files);
  if (std::find(parts.begin(), parts.end(), "neighbours") == parts.end()) {
    GTEST_SKIP() << "this system filters no calls";
  }
  EXPECT_TRUE(are_refused(sandbox::files));
  EXPECT_FALSE(are_refused(sandbox::off));
}

}  // namespace
}  // namespace confinement_test
