// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace bcast::program {

/// What a command of the shell has printed, and how it ended.
struct command_result {
  std::string output;
  std::string errors;  ///< the first MiB
  int status = 0;      ///< as wait() gives it
  std::string why;     ///< it was ended before its end; empty if it was not
};

/// Runs it for as many seconds at most. Throws std::system_error if it cannot be started.
command_result run_command(std::string const& command, double limit);

}  // namespace bcast::program
