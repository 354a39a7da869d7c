// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include "bcast/proptests/sandbox.hpp"

namespace bcast::proptests {

/// A sandbox that one new process enters, with what is made for it beforehand. Where the system
/// lacks a part, the others are in force.
class confinement {
 public:
  /// No file may be longer than `file_size` bytes; 0: no limit.
  confinement(sandbox level, std::uint64_t file_size);
  confinement(confinement const&) = delete;
  confinement& operator=(confinement const&) = delete;

  /// Removes the folder.
  ~confinement();

  /// The folder to which the process may write, of mode 0700; empty if it has none of its own.
  std::string const& folder() const { return folder_; }

  /// The files and folders that the process may leave there.
  static constexpr std::uint64_t most_entries = 100'000;

  /// The processes and threads that the process may start.
  static std::uint64_t most_tasks();

  /// What was not possible.
  struct refused {
    bool limits = false, privileges = false, files = false, neighbours = false;
  };

  /// The descriptor of its rules, which the process needs to enter it; -1 if there are none.
  int rules() const { return rules_; }

  /// The process that entered it has been started.
  void forget_rules();

  /// Enters it. Calls only what may be called between fork() and exec().
  refused enter() const;

  /// The version of the system's Landlock; 0 if it has none.
  static int landlock();

 private:
  sandbox level_;
  std::uint64_t file_size_;
  std::uint64_t user_tasks_ = 0;  ///< how many the user may have; 0: not limited
  std::string folder_;
  int rules_ = -1;
};

/// In a new process: closes all descriptors but the standard ones and two others, or -1 for none.
/// If `on_exec`, all but the standard ones, when it becomes another program. May be called between
/// fork() and exec().
void keep_descriptors(int one, int other, bool on_exec);

/// A new folder of mode 0700 for temporary files; empty if none can be made.
std::string temporary_folder();

/// Removes a folder with everything in it, also what has no permissions or is deep.
void remove_folder(std::string const& folder) noexcept;

}  // namespace bcast::proptests
