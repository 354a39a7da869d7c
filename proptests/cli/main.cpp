// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/suggest.hpp"
#include "command/signals.hpp"
#include "commands.hpp"
#include "help.hpp"

namespace {

using namespace bcast::cli;
using bcast::proptests::suggestion;

/// The arguments, with shapes in square brackets put into round ones: CLI11 would take `[8,1]` for
/// two values.
std::vector<std::string> arguments(int argc, char** argv) {
  std::vector<std::string> all(argv + 1, argv + argc);
  for (std::string& word : all) {
    if (word.size() < 2 || word.front() != '[' || word.back() != ']') continue;
    word.front() = '(';
    word.back() = ')';
  }
  return all;
}

/// One line on standard error.
int fail(int status, std::string const& what) {
  std::string line = what;
  for (char& c : line) {
    if (c == '\n') c = ' ';
  }
  std::fputs(("bcast: " + line + "\n").c_str(), stderr);  // a failure to say so has no remedy
  return status;
}

/// The status, once standard output is written.
int written(int status) {
  if (std::fflush(stdout) != 0) return fail(resources, "standard output cannot be written");
  return status;
}

int print(std::string const& text) {
  std::fputs(text.c_str(), stdout);
  return written(holds);
}

/// What may have been meant by the first option that does not exist.
std::string meant(CLI::App const& program, int argc, char** argv) {
  std::vector<std::string> known{"--help"};
  const auto chosen = program.get_subcommands();
  for (CLI::Option const* o : (chosen.empty() ? program : *chosen.front()).get_options()) {
    for (std::string const& name : o->get_lnames()) known.push_back("--" + name);
  }
  for (int k = 1; k < argc; ++k) {
    const std::string word = std::string(argv[k]).substr(0, std::string(argv[k]).find('='));
    if (!word.starts_with("--") || word == "--") continue;
    if (std::find(known.begin(), known.end(), word) == known.end()) return suggestion(word, known);
  }
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  bcast::proptests::take_signals();

  CLI::App program{"Tensor broadcasting, held against the documents that define it."};
  program.name("bcast");
  program.set_version_flag("--version", "bcast " BCAST_VERSION);
  program.require_subcommand(0, 1);
  std::string shell;
  program.add_option("--completions", shell, "Print the completions of a shell: bash, zsh, fish")
      ->type_name("SHELL");
  bool manual = false;
  program.add_flag("--man", manual, "Print the manual page, for troff");
  program.footer(
      "`bcast COMMAND --help` tells more of a command, with examples.\n"
      "\n"
      "A shape is 8x1x6x1, 8,1,6,1, (8,1,6,1), [8,1,6,1] or tensor<8x1x6x1xf32>; a scalar () or\n"
      "scalar; an unknown size ?, with a name N, with a bound <=8 or N<=8; an unknown rank *. A\n"
      "profile is the name of a rule, with switches if need be: 'mlir zero=other'.\n"
      "\n"
      "Exit status: 0 holds; 1 a negative verdict; 2 bad arguments or input; 3 the document gives\n"
      "no answer; 4 memory or a file gave out; 130 interrupted.\n"
      "\n"
      "Colours are for terminals only, and NO_COLOR turns them off.");
  const std::vector<std::pair<std::string, command>> commands{
      {"check", add_check(program)},     {"shape", add_shape(program)},
      {"explain", add_explain(program)}, {"findings", add_findings(program)},
      {"gen", add_gen(program)},         {"judge", add_judge(program)},
      {"merge", add_merge(program)},     {"theorems", add_theorems(program)},
      {"vectors", add_vectors(program)}, {"verify", add_verify(program)}};
  try {
    std::vector<std::string> words = arguments(argc, argv);
    const auto known = [&](auto const& c) { return c.first == words.front(); };
    if (!words.empty() && !words.front().starts_with("-") &&
        std::none_of(commands.begin(), commands.end(), known)) {
      std::vector<std::string> names;
      for (auto const& [name, run] : commands) names.push_back(name);
      return fail(bad_input, "no command is called '" + words.front() + "'" +
                                 suggestion(words.front(), names) + "; --help lists them");
    }
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    program.parse(words);
    if (manual) return print(manual_page(program));
    if (!shell.empty()) return print(completions(program, shell));
    if (program.get_subcommands().empty()) return fail(bad_input, "no command; --help lists them");
    for (auto const& [name, run] : commands) {
      if (!program.got_subcommand(name)) continue;
      const int status = run();
      return written(status);
    }
  } catch (CLI::Success const& help) {
    const int status = program.exit(help);
    if (!std::cout.flush()) return fail(resources, "standard output cannot be written");
    return status;
  } catch (CLI::ParseError const& e) {
    return fail(bad_input, e.what() + meant(program, argc, argv) + "; --help tells more");
  } catch (std::invalid_argument const& e) {
    return fail(bad_input, e.what());
  } catch (std::bad_alloc const&) {
    return fail(resources, "out of memory");
  } catch (std::exception const& e) {
    return fail(resources, e.what());
  }
  return bad_input;
}
