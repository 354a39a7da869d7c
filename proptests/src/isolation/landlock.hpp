// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

/// Linux' Landlock, by its system calls: the C library has none of it, and the system's headers may
/// be older than its kernel.
namespace bcast::proptests::landlock {

/// The version of its interface; 0 if the system has none.
int version();

/// Rules for a process that may read everything, and write to `folder` (none if it is empty), to
/// shared memory and to the devices that compute. A descriptor, closed on exec; -1 where the system
/// has no Landlock.
int rules(std::string const& folder);

/// Holds this process, and those that it starts, to the rules from now on. It must not be able to
/// gain privileges. Whether they are in force; may be called between fork() and exec().
bool restrict_to(int rules);

}  // namespace bcast::proptests::landlock
