// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// What help, the manual page and the completions of a shell are made of: the arguments as they are
/// declared, the examples, and the names that an argument takes.
namespace bcast::cli {

/// A command line, and what it does.
struct example {
  std::string_view line;
  std::string_view does;
};

/// Puts examples behind the help of a command.
void add_examples(CLI::App& command, std::initializer_list<example> all);

/// The argument takes a name of a kind: PROFILE, LAW, SUBJECT or FINDING.
void takes(CLI::Option* argument, std::string const& kind);

/// The names of a kind that exist; empty for a kind that has none.
std::vector<std::string> names_of(std::string const& kind);

/// The manual page bcast(1) of the program with all its commands.
std::string manual_page(CLI::App const& program);

/// A script that completes the program's arguments in `shell`: bash, zsh or fish. Throws
/// std::invalid_argument for another one.
std::string completions(CLI::App const& program, std::string const& shell);

}  // namespace bcast::cli
