// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <string>

namespace bcast::proptests {

/// The exit statuses of the programs.
enum status {
  holds = 0,
  broken = 1,
  bad_input = 2,
  no_answer = 3,
  resources = 4,
};

/// Prints one line to standard error, `PROGRAM: WHAT`, and returns the status. A terminal gets it
/// folded.
int fail(std::string const& program, int status, std::string const& what);

/// Runs a program's work and flushes standard output. An exception becomes one line on standard
/// error and an exit status: bad_input for std::invalid_argument, resources for any other.
int guarded(std::string const& program, std::function<int()> const& work);

}  // namespace bcast::proptests
