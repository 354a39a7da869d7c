// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "bcast/proptests/command.hpp"
#include "commands.hpp"
#include "help.hpp"
#include "subjects.hpp"

namespace bcast::cli {

command add_check(CLI::App& program) {
  proptests::built_in own;
  own.trusted = true;
  own.program = "bcast check";
  for (kit::subject const& s : subjects::all()) {
    own.subjects.push_back(
        {s.name, s.profile, [s] { return s; }, fmt::format("--subject '{}'", s.name)});
  }
  CLI::App* sub = program.add_subcommand(
      "check",
      "Hold an implementation against the documents' transcriptions: the engine and "
      "the verifier of this project, a shared library, or a program");
  command run = proptests::add_check(*sub, own);
  add_examples(*sub,
               {{"bcast check", "every law of the engine and the verifier"},
                {"bcast check --list", "the laws, and the clause of each"},
                {"bcast check --law join --subject engine --seed 1", "one law of one subject"},
                {"bcast check --law values --subject engine --case '2x1~t 1x3'", "one case"},
                {"bcast check --subject ./libmine.so", "the subjects of a shared library"},
                {"bcast check --exec './mine --pipe'", "a program that answers through a pipe"}});
  return run;
}

}  // namespace bcast::cli
