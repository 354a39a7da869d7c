// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bcast/proptests/isolate.hpp"

namespace CLI {
class App;
}

/// The command `check`, for the program `bcast` and for a user's own.
namespace bcast::proptests {

/// What a program has to check, beside what its arguments name.
struct built_in {
  std::vector<isolated_subject> subjects;
  bool trusted = false;   ///< they are asked in the program's own process
  std::string program{};  ///< for the command that replays a case; empty: the program's own name
};

/// Adds the options of `check` to a command; what is returned runs it, after they are parsed, and
/// gives the exit status: 0 every law holds, 1 one is broken. Throws std::invalid_argument for
/// arguments that cannot be used.
std::function<int()> add_check(CLI::App& command, built_in const& subjects);

/// Adds the options of `judge`: it reads the answers to the asks of a run (see asks.hpp) and
/// reports as `check` does, without shrinking.
std::function<int()> add_judge(CLI::App& command);

/// A whole program: parses the arguments and checks. Every error is one line on standard error and
/// an exit status of 2 (arguments) or 4 (resources).
int check_main(int argc, char** argv, built_in const& subjects);

}  // namespace bcast::proptests
