// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace bcast::proptests {

/// The exit statuses of the programs.
enum status {
  holds = 0,
  broken = 1,
  bad_input = 2,
  no_answer = 3,  ///< of a document; or no law can be asked
  resources = 4,
};

/// No law can be asked, or none applies.
struct nothing_to_ask : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Prints one line to standard error, `PROGRAM: WHAT`, and returns the status. A terminal gets it
/// folded.
int fail(std::string const& program, int status, std::string const& what);

/// Prints to standard output, and then writes reports, if `write` is not null. They are written
/// even if nobody reads the output: its error is thrown afterwards.
void print_then_write(std::function<void()> const& print, std::function<void()> const& write);

/// Runs a program's work and flushes standard output. An exception becomes one line on standard
/// error and an exit status: bad_input for std::invalid_argument, no_answer for nothing_to_ask,
/// resources for any other.
int guarded(std::string const& program, std::function<int()> const& work);

}  // namespace bcast::proptests
