// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "help.hpp"

namespace bcast::program {
namespace {

std::vector<std::string> options_of(command_help const& command) {
  std::vector<std::string> all;
  for (option_help const& o : command.options) {
    for (std::string const& name : o.long_names) all.push_back("--" + name);
    for (std::string const& name : o.short_names) all.push_back("-" + name);
  }
  return all;
}

/// The positional argument of a command that takes a name, as its kind; empty if none does.
std::string positional_kind(command_help const& command) {
  for (option_help const& o : command.options) {
    if (o.positional && !names_of(o.type).empty()) return o.type;
  }
  return "";
}

std::string bash(program_help const& program) {
  std::vector<std::string> names;
  std::string values, words;
  for (command_help const& c : program.commands) {
    names.push_back(c.name);
    for (option_help const& o : c.options) {
      const auto known = names_of(o.type);
      if (o.positional || known.empty()) continue;
      values += fmt::format("    {}:--{}) words='{}' ;;\n", c.name, o.long_names.front(),
                            fmt::join(known, "\n"));
    }
    words += fmt::format("      {}) words='{}\n{}' ;;\n", c.name, fmt::join(options_of(c), "\n"),
                         fmt::join(names_of(positional_kind(c)), "\n"));
  }
  return fmt::format(
      R"(# bash completion of bcast
_bcast() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words=''
  local command=${{COMP_WORDS[1]}} IFS=$'\n'
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W $'{}' -- "$word"))
    return
  fi
  case $command:$before in
{}    *)
      case $command in
{}      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _bcast bcast
)",
      fmt::format("{}\\n{}", fmt::join(names, "\\n"), fmt::join(options_of(program.whole), "\\n")),
      values, words);
}

/// A name inside a zsh argument specification.
std::string in_zsh(std::string text) {
  std::string out;
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
      continue;
    }
    if (std::string_view("[]:\\").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string zsh(program_help const& program) {
  std::string commands, arguments;
  for (command_help const& c : program.commands) {
    commands += fmt::format("    '{}:{}'\n", c.name, in_zsh(c.about));
    arguments += fmt::format("    {})\n      _arguments", c.name);
    for (option_help const& o : c.options) {
      const auto known = names_of(o.type);
      const std::string action =
          known.empty() ? "_files" : fmt::format("({})", fmt::join(known, " "));
      const std::string value = o.flag ? "" : fmt::format(":{}:{}", in_zsh(o.type), action);
      if (o.positional) {
        arguments += fmt::format(" \\\n        '*:{}:{}'", o.name, action);
        continue;
      }
      arguments +=
          fmt::format(" \\\n        '*--{}[{}]{}'", o.long_names.front(), in_zsh(o.about), value);
    }
    arguments += "\n      ;;\n";
  }
  return fmt::format(R"(#compdef bcast
_bcast() {{
  local -a commands=(
{}  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
{}  esac
}}
_bcast "$@"
)",
                     commands, arguments);
}

std::string in_fish(std::string const& text) {
  std::string out;
  for (char c : text) out += c == '\'' || c == '\\' ? fmt::format("\\{}", c) : std::string(1, c);
  return out;
}

std::string fish(program_help const& program) {
  std::string out = "# fish completion of bcast\n";
  for (command_help const& c : program.commands) {
    out += fmt::format("complete -c bcast -n __fish_use_subcommand -f -a {} -d '{}'\n", c.name,
                       in_fish(c.about));
    const std::string seen = fmt::format("-n '__fish_seen_subcommand_from {}'", c.name);
    for (option_help const& o : c.options) {
      const auto known = names_of(o.type);
      const std::string names =
          fmt::format("'{}'", in_fish(fmt::format("{}", fmt::join(known, " "))));
      if (o.positional) {
        if (!known.empty()) out += fmt::format("complete -c bcast {} -f -a {}\n", seen, names);
        continue;
      }
      out += fmt::format("complete -c bcast {} -l {} -d '{}'{}{}\n", seen, o.long_names.front(),
                         in_fish(o.about), o.flag ? "" : " -r",
                         known.empty() ? "" : " -f -a " + names);
    }
  }
  return out;
}

}  // namespace

std::string completions(program_help const& program, std::string const& shell) {
  if (shell == "bash") return bash(program);
  if (shell == "zsh") return zsh(program);
  if (shell == "fish") return fish(program);
  throw std::invalid_argument("no completions for '" + shell + "'; there are bash, zsh, fish");
}

}  // namespace bcast::program
