// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/family.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <ctime>
#include <exception>
#include <fstream>
#include <set>
#include <system_error>
#include <utility>

#include "isolation/groups.hpp"

namespace bcast::proptests {
namespace {

/// The process that adopts orphans; a child of it does not.
std::atomic<pid_t> adopter{0};

/// What starts processes without end is killed in so many rounds, or not.
constexpr int most_rounds = 1000;

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> all;
  for (auto const& thread : entries_of(fmt::format("/proc/{}/task", process))) {
    std::ifstream children(thread / "children");
    for (pid_t one = 0; children >> one;) all.push_back(one);
  }
  return all;
}

/// Kills the children in a list of the system's, `12 34 `; whether there are any. It reads once,
/// and uses only what a signal handler may.
bool kill_listed(int list) {
  std::array<char, 4096> text;  // filled by read
  const ssize_t n = read(list, text.data(), text.size());
  bool any = false;
  pid_t one = 0;
  for (ssize_t k = 0; k < n; ++k) {
    const char c = text[static_cast<std::size_t>(k)];
    if (c >= '0' && c <= '9') {
      one = 10 * one + (c - '0');
    } else if (const pid_t whole = std::exchange(one, 0); whole > 0) {
      kill(whole, SIGKILL);
      any = true;
    }
  }
  return any;
}

/// The same of each thread of this process.
bool kill_children() {
  const int threads = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (threads < 0) return false;
  alignas(dirent64) std::array<char, 4096> entries;  // filled by getdents64
  bool any = false;
  for (long n = 0; (n = syscall(SYS_getdents64, threads, entries.data(), entries.size())) > 0;) {
    for (long k = 0; k < n;) {
      auto const* const entry = reinterpret_cast<dirent64 const*>(entries.data() + k);
      k += entry->d_reclen;
      const int thread = openat(threads, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      if (thread < 0) continue;
      const int list = openat(thread, "children", O_RDONLY | O_CLOEXEC);
      if (list >= 0) {
        any = kill_listed(list) || any;
        close(list);
      }
      close(thread);
    }
  }
  close(threads);
  return any;
}

}  // namespace

std::vector<std::filesystem::path> entries_of(std::string const& folder) {
  std::vector<std::filesystem::path> all;
  std::error_code gone;
  for (std::filesystem::directory_iterator at(folder, gone), end; !gone && at != end;
       at.increment(gone)) {
    all.push_back(at->path());
  }
  return all;
}

std::vector<pid_t> descendants_of(pid_t process) {
  std::vector<pid_t> all = children_of(process);
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (const pid_t one : children_of(all[k])) all.push_back(one);
  }
  return all;
}

void kill_descendants(pid_t process) noexcept {
  kill(process, SIGSTOP);
  try {
    // One that is killed starts no other, but may have started one after it was looked at.
    std::set<pid_t> killed;
    bool more = true;
    for (int round = 0; more && round < most_rounds; ++round) {
      more = false;
      for (const pid_t one : descendants_of(process)) {
        if (!killed.insert(one).second) continue;
        kill(one, SIGKILL);
        more = true;
      }
    }
  } catch (std::exception const&) {
    // No memory for their numbers: those of its group end with it.
  }
}

void adopt_orphans() {
  if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0) adopter = getpid();
}

void kill_orphans() noexcept {
  if (adopter != getpid()) return;
  try {
    bool more = true;
    for (int round = 0; more && round < most_rounds; ++round) {
      more = false;
      const std::vector<pid_t> children = children_of(getpid());
      for (const pid_t one : not_enrolled(children)) {
        kill_descendants(one);
        kill(one, SIGKILL);
        waitpid(one, nullptr, 0);
        more = true;
      }
    }
  } catch (std::exception const&) {
    // No memory for their numbers: they go on.
  }
}

void kill_all_below() noexcept {
  if (adopter != getpid()) return;
  // What a killed process leaves becomes a child of this one.
  for (int round = 0; round < most_rounds && kill_children(); ++round) {
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    constexpr timespec moment{0, 1'000'000};
    nanosleep(&moment, nullptr);
  }
}

}  // namespace bcast::proptests
