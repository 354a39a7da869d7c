// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "command/check.hpp"

namespace CLI {
class App;
}

/// The command line of `check` and `judge`. Only options.cpp sees CLI11.
namespace bcast::proptests {

/// Adds the options of `check` to a command.
void add_options(CLI::App& command, check_arguments& a);

/// Adds the options of `judge` to a command.
void add_options(CLI::App& command, judge_arguments& a);

/// The arguments of a program that only checks. None if they ask for help, which is then printed.
/// Throws std::invalid_argument.
std::optional<check_arguments> parse_check(int argc, char** argv);

}  // namespace bcast::proptests
