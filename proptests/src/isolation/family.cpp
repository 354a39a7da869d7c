// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/family.hpp"

#include <fmt/core.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <exception>
#include <fstream>
#include <set>
#include <system_error>

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

}  // namespace bcast::proptests
