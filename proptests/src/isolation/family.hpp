// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace bcast::proptests {

/// The entries of a folder, as far as they can be read: one of a process may vanish meanwhile.
std::vector<std::filesystem::path> entries_of(std::string const& folder);

/// The processes below one: those that it started, and those that they did. None where the system
/// does not say.
std::vector<pid_t> descendants_of(pid_t process);

/// Stops a process that this one started, and kills the processes below it, whatever their groups.
/// This and the functions below give up after some seconds: processes may start others and end
/// faster than they are found.
void kill_descendants(pid_t process) noexcept;

/// Waits for a child that was killed; as wait4, but 0 if it does not end within a minute.
pid_t await_killed(pid_t child, int& status, rusage* used) noexcept;

/// From now on, a process whose parents have ended becomes a child of this one.
void adopt_orphans();

/// Kills the children of this process that no enrolment names, with all that is below them, if it
/// has called `adopt_orphans`.
void kill_orphans() noexcept;

/// Kills whatever is below this process before it ends, if it has called `adopt_orphans`. A signal
/// handler may call it.
void kill_all_below() noexcept;

}  // namespace bcast::proptests
