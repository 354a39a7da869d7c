// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <string>
#include <vector>

/// What a subject in a process of its own is kept from.
namespace bcast::proptests {

/// Each level has all of the level before it.
enum class sandbox {
  off,     ///< from nothing
  limits,  ///< from using up the machine: its files, descriptors, processes; and new privileges
  files,   ///< and from writing to files, and reaching processes, that are not its own
};

/// The parts of a sandbox that this system puts in force, of `limits`, `privileges`, `neighbours`,
/// `files`, `truncation` and `signals`: a process tries it. `files` needs Landlock (Linux 5.13),
/// `truncation` 6.2 and `signals` 6.12.
std::vector<std::string> parts_in_force(sandbox level);

}  // namespace bcast::proptests
