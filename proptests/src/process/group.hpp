// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <span>

namespace bcast::proptests {

/// The signals with which a user or a system ends a program that runs others.
std::span<int const> ending_signals();

/// A process that this one starts, with those that it starts: a process group, which is killed when
/// the first process ends, when this object does, and by `kill_groups`.
class process_group {
 public:
  /// The new process has no handler of this program for an ending signal, no terminal stops it, and
  /// it calls `work`, which does not return. Throws std::system_error.
  explicit process_group(std::function<void()> const& work);
  process_group(process_group&& other) noexcept;
  process_group(process_group const&) = delete;
  process_group& operator=(process_group const&) = delete;
  ~process_group() { kill(); }

  /// The number of the first process; -1 after its end.
  pid_t id() const { return id_; }

  /// The status of the first process, if it has ended.
  std::optional<int> ended();

  /// How long it was ready to run and had no processor; 0 where the system does not say.
  std::chrono::nanoseconds waited() const;

  /// Kills all of them. The status of the first process; 0 if it had ended before.
  int kill();

 private:
  pid_t id_ = -1;
};

/// Kills every group, and no other starts; a signal handler may call it.
void kill_groups();

}  // namespace bcast::proptests
