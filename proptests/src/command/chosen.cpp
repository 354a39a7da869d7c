// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/chosen.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "bcast/proptests/pipe.hpp"
#include "bcast/proptests/table.hpp"
#include "pipe/array_module.hpp"
#include "pipe/start.hpp"
#include "support/json_text.hpp"
#include "support/pattern.hpp"
#include "support/shell_word.hpp"
#include "support/suggest.hpp"

namespace bcast::proptests {
namespace {

/// The names without repetitions.
std::vector<std::string> once(std::vector<std::string> const& names) {
  std::vector<std::string> all;
  for (std::string const& name : names) {
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
  return all;
}

/// `name`, or `name#2` and so on if it is taken; it is taken then.
std::string made_unique(std::string const& name, std::vector<std::string>& taken) {
  std::string unique = name;
  for (int k = 2; std::find(taken.begin(), taken.end(), unique) != taken.end(); ++k) {
    unique = fmt::format("{}#{}", name, k);
  }
  taken.push_back(unique);
  return unique;
}

/// Throws std::invalid_argument for an interpreter without a program: it would wait for one on the
/// pipe.
void expect_program(std::string const& command) {
  const std::string name = command.substr(command.rfind('/') + 1);  // npos + 1 is 0
  const std::string_view plain =
      std::string_view(name).substr(0, name.find_last_not_of("0123456789.") + 1);
  for (std::string_view known :
       {"python", "pypy", "node", "ruby", "perl", "julia", "lua", "sh", "bash", "zsh", "fish"}) {
    if (plain != known) continue;
    throw std::invalid_argument(
        fmt::format("--exec {0}: {0} would read the asks as its program; name the program too: "
                    "--exec '{0} FILE'",
                    command));
  }
}

pipe_limits limits_of_pipe(check_arguments const& a) {
  pipe_limits limits;
  limits.answer = limits_of(a).answer;
  limits.memory = a.memory;
  return limits;
}

/// The options that a failure may depend on.
std::string conditions_of(check_arguments const& a) {
  const check_arguments usual;
  std::string options;
  if (a.limit != usual.limit) options += fmt::format(" --limit {:g}", a.limit);
  if (a.memory != usual.memory) options += fmt::format(" --memory {}", a.memory);
  if (a.no_fork) options += " --no-fork";
  return options;
}

/// A command whose program runs in a process of its own anyway.
isolated_subject of_command(std::string const& command, check_arguments const& a) {
  auto s = std::make_shared<kit::subject>(pipe_subject(command, limits_of_pipe(a)));
  const bool by_package =
      command.starts_with("fd:") || command.find(" bcast.serve ") < command.size();
  if (by_package) s->connected = kit::binding::python;
  return {s->name, s->rule, [s] { return *s; }, "--exec " + shell_word(command)};
}

/// A system for which the Python package has an adapter. Throws std::invalid_argument.
isolated_subject of_system(std::string const& name, check_arguments const& a) {
  const std::string command =
      "exec \"${BCAST_PYTHON:-python3}\" -m bcast.systems " + shell_word(name);
  pipe::started s = pipe::start(command, limits_of_pipe(a));
  const std::string by = "--system " + shell_word(name);
  if (!s.subject) throw std::invalid_argument(by + ": " + s.why);
  s.subject->connected = kit::binding::system;
  return {s.subject->name, s.subject->rule, [one = *s.subject] { return one; }, by};
}

}  // namespace

bool is_library(std::string const& name) {
  return name.ends_with(".so") || name.find(".so.") != std::string::npos ||
         name.ends_with(".dylib");
}

void subjects::add(isolated_subject s, std::string const& name, bool isolate) {
  if (s.chosen_by.empty()) s.chosen_by = "--subject " + shell_word(s.name);
  chosen_by.emplace_back(name, s.chosen_by);
  s.name = name;
  s.make = [name, make = s.make] {
    kit::subject named = make();
    named.name = name;
    return named;
  };
  if (isolate) {
    isolated.push_back(s);
  } else {
    inside.push_back(s.make());
  }
}

std::string subjects::how_chosen(outcome const& o) const {
  for (auto const& [name, arguments] : chosen_by) {
    if (name == o.subject) return arguments + conditions;
  }
  return "";
}

isolation limits_of(check_arguments const& a) {
  isolation limits;
  limits.answer = std::chrono::milliseconds(static_cast<std::int64_t>(a.limit * 1000));
  limits.memory = a.memory;
  return limits;
}

std::vector<law const*> chosen_laws(std::vector<std::string> const& names) {
  std::vector<law const*> chosen;
  if (names.empty()) {
    for (law const& l : all_laws()) chosen.push_back(&l);
  }
  for (std::string const& name : names) {
    bool known_name = false;
    for (law const& l : all_laws()) {
      if (l.name != name && l.tag != name) continue;
      known_name = true;
      if (std::find(chosen.begin(), chosen.end(), &l) == chosen.end()) chosen.push_back(&l);
    }
    if (!known_name) {
      std::vector<std::string> known;
      for (law const& l : all_laws()) known.emplace_back(l.name);
      throw std::invalid_argument("no law is called '" + name + "'" + suggestion(name, known) +
                                  "; --list shows them");
    }
  }
  return chosen;
}

subjects chosen_subjects(check_arguments const& a, built_in const& own) {
  subjects chosen;
  chosen.conditions = conditions_of(a);
  const auto wanted = [&](std::string const& name) {
    return a.only.empty() || std::any_of(a.only.begin(), a.only.end(), [&](auto const& pattern) {
             return name == pattern || fits_glob(name, pattern);  // a name may have brackets
           });
  };
  std::vector<std::string> names;  // of all that could be chosen
  const auto add = [&](isolated_subject const& s, bool isolate) {
    const std::string name = made_unique(s.name, names);
    if (wanted(s.name) || wanted(name)) chosen.add(s, name, isolate && !a.no_fork);
  };
  std::exception_ptr refused;  // by the first that has no subjects
  const auto add_unloaded = [&](std::string const& name, std::string const& by,
                                std::string const& why) {
    if (!refused) refused = std::current_exception();
    const std::string shown = made_unique(printable(name), names);
    chosen.unloaded.emplace_back(shown, why);
    chosen.chosen_by.emplace_back(shown, by);
  };
  const auto add_own = [&](isolated_subject const& s) {
    if (!own.trusted && !a.no_fork && wanted(s.name)) expect_known(s, limits_of(a));
    add(s, !own.trusted);
  };
  std::vector<isolated_subject> of_program = own.subjects;
  std::vector<std::string> of_program_names;
  for (isolated_subject& s : of_program) s.name = made_unique(s.name, of_program_names);
  for (std::string const& name : once(a.subjects)) {
    const auto at = std::find_if(of_program.begin(), of_program.end(),
                                 [&](isolated_subject const& s) { return s.name == name; });
    if (at != of_program.end()) {
      add_own(*at);
      continue;
    }
    if (is_library(name)) {
      // A name without a folder would be searched for among the system's libraries.
      const std::string file = name.find('/') == std::string::npos ? "./" + name : name;
      std::vector<std::string> of_library;
      try {
        for (isolated_subject s : isolated_library(file, limits_of(a))) {
          s.name = made_unique(s.name, of_library);
          s.chosen_by = fmt::format("--subject {} --only {}", shell_word(name), shell_word(s.name));
          add(s, true);
        }
      } catch (loading_error const& e) {
        add_unloaded(name, "--subject " + shell_word(name), e.why);
      }
      continue;
    }
    std::string known;
    for (std::string const& one : of_program_names) known += (known.empty() ? "" : ", ") + one;
    throw std::invalid_argument(
        fmt::format("no subject is called '{}'; {}", name,
                    known.empty() ? "name a shared library, NAME.so"
                                  : "there are " + known + ", and shared libraries, NAME.so"));
  }
  for (std::string const& command : once(a.commands)) {
    expect_program(command);
    try {
      add(of_command(command, a), false);
    } catch (std::invalid_argument const& e) {
      add_unloaded(command, "--exec " + shell_word(command), e.what());
    }
  }
  for (std::string const& name : once(a.systems)) {
    try {
      add(of_system(name, a), false);
    } catch (std::invalid_argument const& e) {
      add_unloaded(name, "--system " + shell_word(name), e.what());
    }
  }
  for (std::string const& module : once(a.array_modules)) {
    pipe::array_module all;
    try {
      all = pipe::array_module_subjects(module, limits_of_pipe(a));
    } catch (loading_error const& e) {
      add_unloaded(module, "--array-api " + shell_word(module), e.why);
      continue;
    }
    for (kit::subject const& s : all.subjects) {
      const auto by =
          fmt::format("--array-api {} --only {}", shell_word(module), shell_word(s.name));
      add({s.name, s.rule, [s] { return s; }, by}, false);
    }
    chosen.absent.insert(chosen.absent.end(), all.absent.begin(), all.absent.end());
  }
  if (a.subjects.empty() && a.commands.empty() && a.array_modules.empty() && a.systems.empty()) {
    for (isolated_subject const& s : of_program) add_own(s);
  }
  if (chosen.empty() && refused) std::rethrow_exception(refused);
  if (chosen.empty()) {
    throw std::invalid_argument(a.only.empty() ? "there is no subject; name one with --subject"
                                               : "--only matches no subject");
  }
  return chosen;
}

}  // namespace bcast::proptests
