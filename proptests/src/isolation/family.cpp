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
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <exception>
#include <set>
#include <system_error>
#include <utility>

#include "isolation/groups.hpp"

namespace bcast::proptests {
namespace {

/// The process that adopts orphans; a child of it does not.
std::atomic<pid_t> adopter{0};

using clock = std::chrono::steady_clock;

/// What starts processes without end is killed in this time, or not.
constexpr std::chrono::milliseconds most_time{5000};
constexpr timespec moment{0, 100'000};

/// The numbers in a list of the system's, `12 34 `, as far as they have been read.
class number_list {
 public:
  template <class F>
  void read_from(char const* text, std::size_t size, F const& use) {
    for (std::size_t k = 0; k < size; ++k) {
      if (text[k] >= '0' && text[k] <= '9') {
        one_ = 10 * one_ + (text[k] - '0');
      } else if (const pid_t whole = std::exchange(one_, 0); whole > 0) {
        use(whole);
      }
    }
  }

 private:
  pid_t one_ = 0;
};

/// Calls use(child) for the children of each thread in a folder, `/proc/12/task`, at once. Apart
/// from `use` it does only what a signal handler may.
template <class F>
void each_child(char const* tasks, F const& use) {
  const int threads = open(tasks, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (threads < 0) return;
  alignas(dirent64) std::array<char, 4096> entries;  // filled by getdents64
  for (long n = 0; (n = syscall(SYS_getdents64, threads, entries.data(), entries.size())) > 0;) {
    for (long k = 0; k < n;) {
      auto const* const entry = reinterpret_cast<dirent64 const*>(entries.data() + k);
      k += entry->d_reclen;
      const int thread = openat(threads, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      if (thread < 0) continue;
      const int list = openat(thread, "children", O_RDONLY | O_CLOEXEC);
      close(thread);
      if (list < 0) continue;
      std::array<char, 4096> text;  // filled by read
      number_list numbers;
      for (ssize_t m = 0; (m = read(list, text.data(), text.size())) > 0;) {
        numbers.read_from(text.data(), static_cast<std::size_t>(m), use);
      }
      close(list);
    }
  }
  close(threads);
}

constexpr char own_tasks[] = "/proc/self/task";

std::vector<pid_t> children_of(char const* tasks) {
  std::vector<pid_t> all;
  each_child(tasks, [&](pid_t one) { all.push_back(one); });
  return all;
}

std::vector<pid_t> children_of(pid_t process) {
  return children_of(fmt::format("/proc/{}/task", process).c_str());
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
  // Those that come and go too fast become this process's orphans, if it adopts any.
  const auto until = clock::now() + (adopter == getpid() ? most_time / 50 : most_time);
  try {
    // One that is killed starts no other, but may have started one after it was looked at.
    std::set<pid_t> killed;
    bool more = true;
    while (more && clock::now() < until) {
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

pid_t await_killed(pid_t child, int& status, rusage* used) noexcept {
  const auto until = clock::now() + std::chrono::minutes(1);  // for a large memory
  for (int k = 1; clock::now() < until; ++k) {
    const pid_t ended = wait4(child, &status, WNOHANG, used);
    if (ended == child || (ended < 0 && errno != EINTR)) return ended;
    // It waits for a process that traces it, which may be an orphan by now.
    if (k % 1000 == 0) kill_orphans();
    nanosleep(&moment, nullptr);
  }
  return 0;
}

void adopt_orphans() {
  if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0) adopter = getpid();
}

void kill_orphans() noexcept {
  if (adopter != getpid()) return;
  const auto until = clock::now() + most_time;
  try {
    // What a killed process leaves is found in the next round. One that starts another and ends is
    // found only if nothing is done between the look and the kill.
    std::set<pid_t> killed;
    for (bool more = true; more && clock::now() < until;) {
      const std::vector<pid_t> orphans = not_enrolled(children_of(own_tasks));
      for (const pid_t one : orphans) kill(one, SIGKILL);
      bool any_is_new = false;
      for (const pid_t one : orphans) {
        // While another process traces it, it ends only after that one.
        if (waitpid(one, nullptr, WNOHANG) == one) {
          killed.erase(one);
          any_is_new = true;
        } else {
          any_is_new = killed.insert(one).second || any_is_new;
        }
      }
      more = !orphans.empty();
      if (more && !any_is_new) nanosleep(&moment, nullptr);
    }
  } catch (std::exception const&) {
    // No memory for their numbers: they go on.
  }
}

void kill_all_below() noexcept {
  if (adopter != getpid()) return;
  // What a killed process leaves becomes a child of this one.
  const auto until = clock::now() + most_time;
  for (bool more = true; more && clock::now() < until;) {
    more = false;
    each_child(own_tasks, [&](pid_t one) {
      kill(one, SIGKILL);
      more = true;
    });
    bool any_ended = false;
    while (waitpid(-1, nullptr, WNOHANG) > 0) any_ended = true;
    if (more && !any_ended) nanosleep(&moment, nullptr);
  }
}

}  // namespace bcast::proptests
