// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

/// The source of the manual page and the shell completions: the arguments as declared
/// (options.hpp), and the names that an argument takes.
namespace bcast::program {

struct option_help {
  std::string name;                      ///< the name of a positional argument; -q,--quiet
  std::vector<std::string> long_names;   ///< without the dashes
  std::vector<std::string> short_names;  ///< without the dash
  bool positional = false;
  bool required = false;
  bool flag = false;                ///< takes no value
  bool repeats = false;             ///< takes several values
  std::string type;                 ///< of its value: FILE, PROFILE
  std::vector<std::string> values;  ///< that it takes, if they are known
  std::string about;
  std::string initially;  ///< the default value, if the help shows it
};

struct command_help {
  std::string name;
  std::string about;
  std::string footer;  ///< the examples
  std::vector<option_help> options;
};

struct program_help {
  std::string version;
  command_help whole;  ///< the program without its commands
  std::vector<command_help> commands;
};

/// The names of a kind: PROFILE, LAW, SUBJECT, SIZE, SHELL, DOCUMENT or FINDING, which includes the
/// documents; empty for any other kind.
std::vector<std::string> names_of(std::string const& kind);

/// The manual page bcast(1).
std::string manual_page(program_help const& program);

/// A script that completes the program's arguments in `shell`: bash, zsh or fish. Throws
/// std::invalid_argument for any other shell.
std::string completions(program_help const& program, std::string const& shell);

}  // namespace bcast::program
