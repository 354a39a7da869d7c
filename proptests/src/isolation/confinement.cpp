// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/confinement.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <linux/capability.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "isolation/groups.hpp"
#include "isolation/landlock.hpp"
#include "isolation/neighbours.hpp"

namespace bcast::proptests {
namespace {

/// The threads of all processes of this user; 0 where the system does not say.
std::uint64_t tasks_of_user() {
  std::uint64_t all = 0;
  std::error_code unreadable;
  for (auto const& entry : std::filesystem::directory_iterator("/proc", unreadable)) {
    struct stat tasks {};
    const std::string folder = entry.path().string() + "/task";
    if (stat(folder.c_str(), &tasks) == 0 && tasks.st_uid == getuid()) all += tasks.st_nlink - 2;
  }
  return all;
}

/// At most `most`, also as the limit that the process itself may set.
bool limit(int of, rlim_t most) {
  rlimit now{};
  const auto which = static_cast<__rlimit_resource_t>(of);
  if (getrlimit(which, &now) != 0) return false;
  now.rlim_cur = std::min(now.rlim_cur, most);
  now.rlim_max = std::min(now.rlim_max, most);
  return setrlimit(which, &now) == 0;
}

constexpr std::uint32_t bit(unsigned capability) { return std::uint32_t{1} << capability; }

/// Keeps of an administrator's capabilities those over files, users and its own memory. The others
/// reach other processes and the machine.
bool drop_capabilities() {
  constexpr std::uint32_t kept = bit(CAP_CHOWN) | bit(CAP_DAC_OVERRIDE) | bit(CAP_DAC_READ_SEARCH) |
                                 bit(CAP_FOWNER) | bit(CAP_FSETID) | bit(CAP_SETGID) |
                                 bit(CAP_SETUID) | bit(CAP_IPC_LOCK);
  __user_cap_header_struct version{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> all{};
  if (syscall(SYS_capget, &version, all.data()) != 0) return false;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::uint32_t of = k == 0 ? kept : 0;
    all[k].effective &= of;
    all[k].permitted &= of;
    all[k].inheritable &= of;
  }
  return syscall(SYS_capset, &version, all.data()) == 0;
}

/// Without a terminal of its own a process cannot type there for its user.
void leave_terminal() {
  const int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return;
  ioctl(terminal, TIOCNOTTY);
  close(terminal);
}

/// An open folder, without following a link.
class open_folder {
 public:
  open_folder(int in, char const* name) {
    const int descriptor = openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    entries_ = descriptor < 0 ? nullptr : fdopendir(descriptor);
    if (entries_ == nullptr && descriptor >= 0) close(descriptor);
  }
  open_folder(open_folder const&) = delete;
  open_folder& operator=(open_folder const&) = delete;
  ~open_folder() {
    if (entries_ != nullptr) closedir(entries_);
  }
  explicit operator bool() const { return entries_ != nullptr; }
  int descriptor() const { return dirfd(entries_); }
  /// The name of the next entry; null after the last one.
  char const* next() const {
    while (dirent const* const entry = readdir(entries_)) {
      if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) {
        return entry->d_name;
      }
    }
    return nullptr;
  }

 private:
  DIR* entries_;
};

bool is_folder(int in, char const* name) {
  struct stat there {};
  return fstatat(in, name, &there, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(there.st_mode);
}

/// Removes a folder; those in it move to `top`, so that no depth is too deep. Whether something
/// was done.
bool flatten(int top, char const* name, std::uint64_t& moved) {
  fchmodat(top, name, 0700, 0);
  {
    const open_folder inner(top, name);
    if (!inner) return false;
    while (char const* const entry = inner.next()) {
      if (unlinkat(inner.descriptor(), entry, 0) == 0 || !is_folder(inner.descriptor(), entry)) {
        continue;
      }
      fchmodat(inner.descriptor(), entry, 0700, 0);
      for (int tries = 0; tries < 100; ++tries) {
        const std::string free = fmt::format("{}", moved++);
        if (renameat(inner.descriptor(), entry, top, free.c_str()) == 0) break;
      }
    }
  }
  return unlinkat(top, name, AT_REMOVEDIR) == 0;
}

}  // namespace

void keep_descriptors(int one, int other, bool on_exec) {
  constexpr long close_range = 436;  // the same on every architecture
  constexpr unsigned on_exec_only = 1U << 2;
  const auto range = [&](int from, int to) {
    const unsigned how = on_exec ? on_exec_only : 0;
    if (from > to || syscall(close_range, from, to, how) == 0) return;
    rlimit most{};
    getrlimit(RLIMIT_NOFILE, &most);
    for (int k = from; k <= to && static_cast<rlim_t>(k) < most.rlim_max; ++k) {
      on_exec ? fcntl(k, F_SETFD, FD_CLOEXEC) : close(k);
    }
  };
  int from = STDERR_FILENO + 1;
  for (const int kept : {std::min(one, other), std::max(one, other)}) {
    if (kept < from) continue;
    range(from, kept - 1);
    from = kept + 1;
  }
  range(from, INT_MAX);
}

std::string temporary_folder() {
  std::error_code none;
  std::string name = (std::filesystem::temp_directory_path(none) / "bcast.XXXXXX").string();
  if (none || mkdtemp(name.data()) == nullptr) return "";
  chmod(name.c_str(), 0700);  // whatever the mask of new files is
  return name;
}

void remove_folder(std::string const& folder) noexcept {
  try {
    std::uint64_t moved = 0;
    for (bool more = true; more;) {
      more = false;
      chmod(folder.c_str(), 0700);
      const open_folder top(AT_FDCWD, folder.c_str());
      if (!top) break;
      while (char const* const entry = top.next()) {
        const bool done =
            unlinkat(top.descriptor(), entry, 0) == 0 ||
            (is_folder(top.descriptor(), entry) && flatten(top.descriptor(), entry, moved));
        more = more || done;
      }
    }
    rmdir(folder.c_str());
  } catch (std::exception const&) {
    // No memory for a name: what is left stays.
  }
}

confinement::confinement(sandbox level, std::uint64_t file_size)
    : level_(level), file_size_(file_size) {
  if (level_ == sandbox::off) return;
  if (getuid() != 0) {  // it is not limited
    static const std::uint64_t now = tasks_of_user();
    if (now != 0) user_tasks_ = now + 4 * most_tasks();
  }
  if (level_ != sandbox::files || landlock() == 0) return;
  folder_ = temporary_folder();
  rules_ = landlock::rules(folder_);
}

void confinement::forget_rules() {
  if (rules_ >= 0) close(std::exchange(rules_, -1));
}

confinement::~confinement() {
  forget_rules();
  if (!folder_.empty()) remove_folder(folder_);
}

std::uint64_t confinement::most_tasks() {
  return std::max<std::uint64_t>(1024, 16 * std::uint64_t{std::thread::hardware_concurrency()});
}

int confinement::landlock() {
  static const int known = landlock::version();
  return known;
}

confinement::refused confinement::enter() const {
  refused not_possible;
  if (level_ == sandbox::off) return not_possible;
  // What it starts stays below it, and is counted and ended with it.
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  constexpr rlim_t most_descriptors = 4096;
  const bool limited = limit(RLIMIT_CORE, 0) && limit(RLIMIT_MSGQUEUE, 0) &&
                       limit(RLIMIT_NOFILE, most_descriptors) &&
                       (file_size_ == 0 || limit(RLIMIT_FSIZE, file_size_)) &&
                       (user_tasks_ == 0 || limit(RLIMIT_NPROC, user_tasks_));
  not_possible.limits = !limited;
  const bool never_more = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  not_possible.privileges = !never_more || !drop_capabilities();
  if (level_ == sandbox::files) {
    leave_terminal();
    not_possible.neighbours = !filter_calls();
    not_possible.files = !landlock::restrict_to(rules_);
    if (rules_ >= 0) close(rules_);  // this process's own
  }
  return not_possible;
}

std::vector<std::string> parts_in_force(sandbox level) {
  if (level == sandbox::off) return {};
  const confinement tried(level, 0);
  pid_t process = -1;
  {
    const enrolment open;
    process = fork();
    if (process > 0) open.enrol(process);
  }
  if (process == 0) {
    const confinement::refused no = tried.enter();
    _exit((no.limits ? 1 : 0) | (no.privileges ? 2 : 0) | (no.files ? 4 : 0) |
          (no.neighbours ? 8 : 0));
  }
  int status = 0;
  pid_t ended = -1;
  do {
    ended = process < 0 ? -1 : waitpid(process, &status, 0);
  } while (ended < 0 && process > 0 && errno == EINTR);
  discharge(process);
  if (ended < 0 || !WIFEXITED(status)) return {};
  const int no = WEXITSTATUS(status);
  std::vector<std::string> parts;
  if ((no & 1) == 0) parts.emplace_back("limits");
  if ((no & 2) == 0) parts.emplace_back("privileges");
  if (level != sandbox::files) return parts;
  if ((no & 8) == 0) parts.emplace_back("neighbours");
  if ((no & 4) != 0) return parts;
  parts.emplace_back("files");
  if (confinement::landlock() >= 3) parts.emplace_back("truncation");
  if (confinement::landlock() >= 6) parts.emplace_back("signals");
  return parts;
}

}  // namespace bcast::proptests
