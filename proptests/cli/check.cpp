#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "bcast/proptests/command.hpp"
#include "commands.hpp"
#include "subjects.hpp"

namespace bcast::cli {

command add_check(CLI::App& program) {
  proptests::built_in own;
  own.trusted = true;
  for (kit::subject const& s : subjects::all()) {
    own.subjects.push_back(
        {s.name, s.profile, [s] { return s; }, fmt::format("--subject '{}'", s.name)});
  }
  return proptests::add_check(
      *program.add_subcommand(
          "check",
          "Hold an implementation against the documents' transcriptions: the engine and "
          "the verifier of this project, a shared library, or a program"),
      own);
}

}  // namespace bcast::cli
