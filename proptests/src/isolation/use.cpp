// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/use.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "isolation/family.hpp"

namespace bcast::proptests {
namespace {

std::uint64_t bytes_of(struct stat const& file) {
  constexpr std::uint64_t block = 512;
  return block * static_cast<std::uint64_t>(file.st_blocks);
}

/// Memory of a process; `shared` is what it shares or maps from files.
struct resident {
  std::uint64_t own = 0, shared = 0;
};

resident resident_of(pid_t process) {
  std::ifstream statm(fmt::format("/proc/{}/statm", process));
  std::uint64_t all = 0, in_memory = 0, shared = 0;
  if (!(statm >> all >> in_memory >> shared)) return {};
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  shared = std::min(shared, in_memory);
  return {page * (in_memory - shared), page * shared};
}

/// The bytes that a line of a process's file gives, `Pss: 12 kB`; 0 where the system does not say.
std::uint64_t bytes_in(char const* file, pid_t process, std::string_view line) {
  std::ifstream in(fmt::format("/proc/{}/{}", process, file));
  for (std::string word; in >> word;) {
    std::uint64_t kibibytes = 0;
    if (word == line && in >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

/// What says where a process's memory is takes memory too.
std::uint64_t page_tables_of(pid_t process) { return bytes_in("status", process, "VmPTE:"); }

/// The most bytes that a process alone had in memory at once; 0 where the system does not say.
std::uint64_t most_memory_of(pid_t process) { return bytes_in("status", process, "VmHWM:"); }

/// The device of the files that are memory; none where there is no such folder.
std::optional<dev_t> shared_memory() {
  struct stat folder {};
  if (stat("/dev/shm", &folder) != 0) return std::nullopt;
  return folder.st_dev;
}

/// Adds up processes.
struct count {
  const std::optional<dev_t> in_memory = shared_memory();
  std::uint64_t own = 0, shared = 0, open = 0, tasks = 0;
  std::set<std::pair<dev_t, ino_t>> files;

  void add(pid_t process) {
    const resident memory = resident_of(process);
    own += memory.own + page_tables_of(process);
    shared += memory.shared;
    add_open_files(process);
    tasks += entries_of(fmt::format("/proc/{}/task", process)).size();
  }

  /// Files that it has open and that no folder has, which are removed ones and those in memory, and
  /// those of /dev/shm.
  void add_open_files(pid_t process) {
    for (auto const& descriptor : entries_of(fmt::format("/proc/{}/fd", process))) {
      struct stat file {};
      if (stat(descriptor.c_str(), &file) != 0 || !S_ISREG(file.st_mode)) continue;
      const bool counts = file.st_nlink == 0 || file.st_dev == in_memory;
      if (counts && files.emplace(file.st_dev, file.st_ino).second) open += bytes_of(file);
    }
  }
};

void add_content(content& to, int in, char const* name, int depth) {
  const int descriptor = openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  const auto end = [](DIR* entries) { closedir(entries); };
  const std::unique_ptr<DIR, decltype(end)> entries(
      descriptor < 0 ? nullptr : fdopendir(descriptor), end);
  if (entries == nullptr) {
    if (descriptor >= 0) close(descriptor);
    if (errno != ENOENT && errno != EMFILE && errno != ENFILE) to.hidden = true;
    return;
  }
  while (dirent const* const entry = readdir(entries.get())) {
    const std::string_view own = entry->d_name;
    struct stat there {};
    if (own == "." || own == ".." ||
        fstatat(descriptor, entry->d_name, &there, AT_SYMLINK_NOFOLLOW) != 0) {
      continue;
    }
    ++to.entries;
    to.bytes += bytes_of(there);
    if (to.deep) return;
    if (!S_ISDIR(there.st_mode)) continue;
    if (depth == content::deepest) {
      to.deep = true;
      return;
    }
    add_content(to, descriptor, entry->d_name, depth + 1);
  }
}

std::string gibibytes(std::uint64_t bytes) {
  constexpr double gibibyte = 1 << 30;
  return fmt::format("{:.2g} GiB", static_cast<double>(bytes) / gibibyte);
}

}  // namespace

use use_of(pid_t process) {
  count all;
  all.add(process);
  for (const pid_t one : descendants_of(process)) all.add(one);
  // A file that is mapped is in both.
  return {all.own + std::max(all.shared, all.open), all.tasks};
}

namespace {

/// The memory of a process, in which each piece counts in part that others share; 0 where the
/// system does not say.
std::uint64_t part_of(pid_t process) { return bytes_in("smaps_rollup", process, "Pss:"); }

/// The memory of a process and of those below it, without counting a piece twice, and what files in
/// memory take that no process maps.
std::uint64_t proportional_of(pid_t process) {
  count files;
  files.add(process);
  std::uint64_t all = part_of(process);
  for (const pid_t one : descendants_of(process)) {
    files.add(one);
    all += part_of(one);
    all += page_tables_of(one);
  }
  return all == 0 ? UINT64_MAX : all + page_tables_of(process) + files.open;
}

}  // namespace

std::uint64_t memory_of(pid_t process) {
  const resident memory = resident_of(process);
  return memory.own + memory.shared;
}

std::chrono::nanoseconds waited_for_processor(pid_t process) {
  std::ifstream schedule(fmt::format("/proc/{}/schedstat", process));
  std::int64_t ran = 0, waited = 0;
  schedule >> ran >> waited;
  return std::chrono::nanoseconds(schedule ? waited : 0);
}

content content_of(std::string const& folder) {
  content all;
  add_content(all, AT_FDCWD, folder.c_str(), 0);
  return all;
}

bool limited_use::exceeded() {
  if (process_ < 0) return false;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return false;
  use taken = use_of(process_);
  // Of very many descriptors, a look may take long.
  const auto took = std::chrono::steady_clock::now() - now;
  next_ = now + std::max<std::chrono::nanoseconds>(std::chrono::milliseconds(50), 4 * took);
  // What processes have from their common parent is one piece of memory until one writes there.
  if (is_too_much(taken.bytes)) taken.bytes = std::min(taken.bytes, proportional_of(process_));
  if (is_beyond(std::max(taken.bytes, most_memory_of(process_)))) return true;
  what_ = excess(taken);
  return !what_.empty();
}

bool limited_use::is_beyond(std::uint64_t most) {
  of_memory_ = is_too_much(most);
  if (of_memory_) what_ = fmt::format("used more than {} of memory", gibibytes(most_.bytes));
  return of_memory_;
}

bool limited_use::exceeded_in_all(std::uint64_t most) {
  if (process_ < 0 || is_beyond(most)) return process_ >= 0;
  what_ = excess({});
  return !what_.empty();
}

bool limited_use::is_too_much(std::uint64_t memory) const {
  return most_.bytes != 0 && memory > most_.before && memory - most_.before > most_.bytes;
}

std::string limited_use::excess(use const& taken) const {
  if (most_.tasks != 0 && taken.tasks > most_.tasks) {
    return fmt::format("started more than {} processes and threads", most_.tasks);
  }
  if (most_.folder.empty()) return "";
  const content files = content_of(most_.folder);
  if (most_.bytes != 0 && files.bytes > most_.bytes) {
    return fmt::format("wrote more than {} to files", gibibytes(most_.bytes));
  }
  if (files.hidden) return "left a folder that cannot be read";
  if (files.deep) {
    return fmt::format("left folders in one another, more than {} deep", content::deepest);
  }
  if (files.entries > most_.entries) return fmt::format("left more than {} files", most_.entries);
  return "";
}

}  // namespace bcast::proptests
