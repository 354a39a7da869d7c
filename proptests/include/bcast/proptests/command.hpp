// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <string>
#include <vector>

#include "bcast/proptests/isolate.hpp"

/// The command `check` as a user's own program.
namespace bcast::proptests {

/// The subjects of a program, checked if its arguments name no others.
struct built_in {
  std::vector<isolated_subject> subjects;
  bool trusted = false;   ///< asked in the program's own process
  std::string program{};  ///< for the command that replays a case; empty: the program's own name
};

/// A whole program: parses the arguments and checks. The exit status is 0 if every law holds, 1 if
/// one is broken. An error is one line on standard error and an exit status of 2 (arguments) or 4
/// (resources).
int check_main(int argc, char** argv, built_in const& subjects);

}  // namespace bcast::proptests
