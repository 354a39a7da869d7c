// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "command/check.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// The command line of `check`. Only options.cpp sees CLI11.
namespace bcast::proptests {

/// The values of --size.
inline constexpr std::array<std::string_view, 3> size_names{"core", "push", "nightly"};

/// The value of an option is the name of a file, which is not empty.
CLI::Option* names_a_file(CLI::Option* option);

/// An option that is a number of seconds: from `least` to a day.
CLI::Option* takes_seconds(CLI::Option* option, double least);

/// Wraps the help of a program, and of the commands that are added to it later, at its width.
void wrap_help(CLI::App& program);

/// Throws std::invalid_argument if a word behind `--exec COMMAND` is no option of `check`: the
/// command was not quoted.
void expect_quoted_commands(CLI::App const& check, std::vector<std::string> const& words);

/// Adds the options of `check` to a command.
void add_options(CLI::App& command, check_arguments& a);

/// The arguments of a program that only checks. None if they ask for help, which is then printed.
/// Throws std::invalid_argument.
std::optional<check_arguments> parse_check(int argc, char const* const* argv);

}  // namespace bcast::proptests
