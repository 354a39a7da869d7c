// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bcast::proptests {

// What POSIX does not say of processes. Linux knows it; elsewhere the answer is the one that asks
// nothing: no memory, no children, no time.

/// The bytes of a process that are in memory; elsewhere 0, so that no limit is exceeded. Address
/// space is not counted: sanitizers, drivers, and the runtimes of languages reserve far more than
/// they use, so that a limit of it (RLIMIT_AS) would have to be off for them.
std::uint64_t memory_of(pid_t process);

/// The processes that it has started; elsewhere none.
std::vector<pid_t> children_of(pid_t process);

/// The time for which it was ready to run and had no processor; elsewhere 0.
std::chrono::nanoseconds waited_by(pid_t process);

/// Has this process killed when its parent ends; elsewhere only if it has ended already.
void end_with(pid_t parent);

/// Keeps a mapping out of the processes that this one starts from now on; elsewhere they have it.
void hide_from_children(void* memory, std::size_t bytes);

/// A pipe that no program has that is started; elsewhere one that is started at the same time by
/// another thread may have it. False if there is none, with `errno`.
bool pipe_of(std::array<int, 2>& ends);

/// The signals beyond POSIX's that end a process.
std::vector<int> further_ending_signals();

/// The name that the program was started by.
std::string program_name();

}  // namespace bcast::proptests
