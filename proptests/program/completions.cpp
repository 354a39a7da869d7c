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

/// The names that the positional argument of a command takes.
std::vector<std::string> positional_values(command_help const& command) {
  for (option_help const& o : command.options) {
    if (o.positional && !o.values.empty()) return o.values;
  }
  return {};
}

/// Names as words of a shell that quotes a space by a backslash.
std::string in_words(std::vector<std::string> const& names) {
  std::string all;
  for (std::string const& name : names) {
    if (!all.empty()) all += ' ';
    for (char c : name) all += c == ' ' ? "\\ " : std::string(1, c);
  }
  return all;
}

/// The cases of a command's options that take a name.
std::string bash_values(std::string const& pattern, command_help const& command) {
  std::string all;
  for (option_help const& o : command.options) {
    if (o.positional || o.values.empty()) continue;
    all += fmt::format("    {}:--{}) words='{}' ;;\n", pattern, o.long_names.front(),
                       fmt::join(o.values, "\n"));
  }
  return all;
}

std::string bash(program_help const& program) {
  std::vector<std::string> names;
  std::string values, words;
  for (command_help const& c : program.commands) {
    names.push_back(c.name);
    values += bash_values(c.name, c);
    words += fmt::format("      {}) words='{}\n{}' ;;\n", c.name, fmt::join(options_of(c), "\n"),
                         fmt::join(positional_values(c), "\n"));
  }
  values += bash_values("*", program.whole);
  return fmt::format(
      R"(# bash completion of bcast
_bcast() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words=''
  local command=${{COMP_WORDS[1]}} line=${{COMP_LINE:0:COMP_POINT}} prefix='' IFS=$'\n'
  if [[ $line == *@* && $COMP_WORDBREAKS == *@* ]]; then  # bash has split a name there
    word=${{line##* }} line=${{line% *}}
    before=${{line##* }}
    [[ $word == *@* ]] && prefix=${{word%%@*}}
  fi
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
  COMPREPLY=("${{COMPREPLY[@]#"$prefix"}}")
  COMPREPLY=("${{COMPREPLY[@]// /\\ }}")
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

std::string zsh_action(option_help const& o) {
  return o.values.empty() ? "_files" : fmt::format("({})", in_words(o.values));
}

std::string zsh(program_help const& program) {
  std::string commands, options, arguments;
  for (option_help const& o : program.whole.options) {
    const std::string value = o.flag ? "" : fmt::format(":{}:{}", in_zsh(o.type), zsh_action(o));
    options += fmt::format(" \\\n      '--{}[{}]{}'", o.long_names.front(), in_zsh(o.about), value);
  }
  for (command_help const& c : program.commands) {
    commands += fmt::format("    '{}:{}'\n", c.name, in_zsh(c.about));
    arguments += fmt::format("    {})\n      _arguments", c.name);
    for (option_help const& o : c.options) {
      const std::string action = zsh_action(o);
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
  if [[ $words[2] == -* ]]; then
    _arguments{}
    return
  fi
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
                     commands, options, arguments);
}

std::string in_fish(std::string const& text) {
  std::string out;
  for (char c : text) out += c == '\'' || c == '\\' ? fmt::format("\\{}", c) : std::string(1, c);
  return out;
}

std::string fish_values(option_help const& o) {
  return fmt::format("'{}'", in_fish(in_words(o.values)));
}

std::string fish_option(std::string const& when, option_help const& o) {
  return fmt::format("complete -c bcast {} -l {} -d '{}'{}{}\n", when, o.long_names.front(),
                     in_fish(o.about), o.flag ? "" : " -r",
                     o.values.empty() ? "" : " -f -a " + fish_values(o));
}

std::string fish(program_help const& program) {
  std::string out = "# fish completion of bcast\n";
  for (command_help const& c : program.commands) {
    out += fmt::format("complete -c bcast -n __fish_use_subcommand -f -a {} -d '{}'\n", c.name,
                       in_fish(c.about));
    const std::string seen = fmt::format("-n '__fish_seen_subcommand_from {}'", c.name);
    for (option_help const& o : c.options) {
      if (!o.positional) {
        out += fish_option(seen, o);
      } else if (!o.values.empty()) {
        out += fmt::format("complete -c bcast {} -f -a {}\n", seen, fish_values(o));
      }
    }
  }
  for (option_help const& o : program.whole.options) {
    out += fish_option("-n __fish_use_subcommand", o);
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
