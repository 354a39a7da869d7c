// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "help.hpp"

namespace bcast::cli {
namespace {

std::vector<CLI::App const*> commands_of(CLI::App const& program) {
  return program.get_subcommands([](CLI::App const*) { return true; });
}

bool is_flag(CLI::Option const& o) { return o.get_expected_max() == 0; }

std::vector<std::string> options_of(CLI::App const& command) {
  std::vector<std::string> all;
  for (CLI::Option const* o : command.get_options()) {
    for (std::string const& name : o->get_lnames()) all.push_back("--" + name);
    for (std::string const& name : o->get_snames()) all.push_back("-" + name);
  }
  return all;
}

/// The positional argument of a command that takes a name, as its kind; empty if none does.
std::string positional_kind(CLI::App const& command) {
  for (CLI::Option const* o : command.get_options()) {
    if (o->get_positional() && !names_of(o->get_type_name()).empty()) return o->get_type_name();
  }
  return "";
}

std::string bash(CLI::App const& program) {
  std::vector<std::string> names;
  std::string values, words;
  for (CLI::App const* c : commands_of(program)) {
    names.push_back(c->get_name());
    for (CLI::Option const* o : c->get_options()) {
      const auto known = names_of(o->get_type_name());
      if (o->get_positional() || known.empty()) continue;
      values += fmt::format("    {}:--{}) words='{}' ;;\n", c->get_name(), o->get_lnames().front(),
                            fmt::join(known, "\n"));
    }
    words +=
        fmt::format("      {}) words='{}\n{}' ;;\n", c->get_name(), fmt::join(options_of(*c), "\n"),
                    fmt::join(names_of(positional_kind(*c)), "\n"));
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
      fmt::format("{}\\n{}", fmt::join(names, "\\n"), fmt::join(options_of(program), "\\n")),
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

std::string zsh(CLI::App const& program) {
  std::string commands, arguments;
  for (CLI::App const* c : commands_of(program)) {
    commands += fmt::format("    '{}:{}'\n", c->get_name(), in_zsh(c->get_description()));
    arguments += fmt::format("    {})\n      _arguments", c->get_name());
    for (CLI::Option const* o : c->get_options()) {
      const auto known = names_of(o->get_type_name());
      const std::string action =
          known.empty() ? "_files" : fmt::format("({})", fmt::join(known, " "));
      const std::string value =
          is_flag(*o) ? "" : fmt::format(":{}:{}", in_zsh(o->get_type_name()), action);
      if (o->get_positional()) {
        arguments += fmt::format(" \\\n        '*:{}:{}'", o->get_name(), action);
        continue;
      }
      arguments += fmt::format(" \\\n        '*--{}[{}]{}'", o->get_lnames().front(),
                               in_zsh(o->get_description()), value);
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

std::string fish(CLI::App const& program) {
  std::string out = "# fish completion of bcast\n";
  for (CLI::App const* c : commands_of(program)) {
    out += fmt::format("complete -c bcast -n __fish_use_subcommand -f -a {} -d '{}'\n",
                       c->get_name(), in_fish(c->get_description()));
    const std::string seen = fmt::format("-n '__fish_seen_subcommand_from {}'", c->get_name());
    for (CLI::Option const* o : c->get_options()) {
      const auto known = names_of(o->get_type_name());
      const std::string names =
          fmt::format("'{}'", in_fish(fmt::format("{}", fmt::join(known, " "))));
      if (o->get_positional()) {
        if (!known.empty()) out += fmt::format("complete -c bcast {} -f -a {}\n", seen, names);
        continue;
      }
      out += fmt::format("complete -c bcast {} -l {} -d '{}'{}{}\n", seen, o->get_lnames().front(),
                         in_fish(o->get_description()), is_flag(*o) ? "" : " -r",
                         known.empty() ? "" : " -f -a " + names);
    }
  }
  return out;
}

}  // namespace

std::string completions(CLI::App const& program, std::string const& shell) {
  if (shell == "bash") return bash(program);
  if (shell == "zsh") return zsh(program);
  if (shell == "fish") return fish(program);
  throw std::invalid_argument("no completions for '" + shell + "'; there are bash, zsh, fish");
}

}  // namespace bcast::cli
