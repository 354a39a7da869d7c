// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace bcast::proptests {

/// What a process, and the processes that it started, take of the machine.
struct use {
  std::uint64_t bytes = 0;  ///< in memory, with open files without a name and of /dev/shm
  std::uint64_t tasks = 0;  ///< processes and threads
};

/// Nothing where the system does not say.
use use_of(pid_t process);

/// The bytes in memory of a process alone.
std::uint64_t memory_of(pid_t process);

/// How long a process, its first thread, was ready to run and had no processor.
std::chrono::nanoseconds waited_for_processor(pid_t process);

/// What is in a folder.
struct content {
  static constexpr int deepest = 64;
  std::uint64_t bytes = 0, entries = 0;
  bool deep = false;    ///< folders are in one another beyond that; the rest is not counted
  bool hidden = false;  ///< a folder cannot be read
};
content content_of(std::string const& folder);

/// The most that a process may use.
struct limits_of_use {
  std::uint64_t bytes = 0;   ///< of memory, and of the folder; 0: no limit
  std::uint64_t before = 0;  ///< of memory, not counted
  std::uint64_t tasks = 0;   ///< 0: no limit
  std::string folder;        ///< where it may write; empty: not looked at
  std::uint64_t entries = 0;
};

/// Looks at a process every 50 ms at most.
class limited_use {
 public:
  /// No limit.
  limited_use() = default;
  limited_use(pid_t process, limits_of_use most) : process_(process), most_(std::move(most)) {}

  /// Whether the process is over a limit.
  bool exceeded();

  /// The same of one that has ended, from the most memory that it had at once and what it left.
  bool exceeded_in_all(std::uint64_t most);

  /// Which: `used more than 2.0 GiB of memory`
  std::string text() const { return what_; }

  /// Whether it is that of memory.
  bool of_memory() const { return of_memory_; }

 private:
  bool is_too_much(std::uint64_t memory) const;
  bool is_beyond(std::uint64_t memory);        ///< notes it
  std::string excess(use const& taken) const;  ///< of anything but memory

  pid_t process_ = -1;
  limits_of_use most_;
  std::string what_;
  bool of_memory_ = false;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace bcast::proptests
