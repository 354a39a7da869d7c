#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"

namespace {

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

}  // namespace

int main(int argc, char** argv) {
  using namespace bcast::cli;
  std::signal(SIGPIPE, SIG_DFL);  // a closed pipe ends it quietly
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit is a write that fails
  std::signal(SIGINT, [](int) { std::_Exit(interrupted); });

  CLI::App program{"Tensor broadcasting, held against the documents that define it."};
  program.name("bcast");
  program.set_version_flag("--version", "bcast " BCAST_VERSION);
  program.require_subcommand(1);
  const std::vector<std::pair<std::string, command>> commands{
      {"check", add_check(program)},     {"shape", add_shape(program)},
      {"explain", add_explain(program)}, {"findings", add_findings(program)},
      {"merge", add_merge(program)},     {"theorems", add_theorems(program)}};
  try {
    std::vector<std::string> words = arguments(argc, argv);
    const auto known = [&](auto const& c) { return c.first == words.front(); };
    if (!words.empty() && !words.front().starts_with("-") &&
        std::none_of(commands.begin(), commands.end(), known)) {
      return fail(bad_input, "no command is called '" + words.front() + "'; --help lists them");
    }
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    program.parse(words);
    for (auto const& [name, run] : commands) {
      if (!program.got_subcommand(name)) continue;
      const int status = run();
      if (std::fflush(stdout) != 0) return fail(resources, "standard output cannot be written");
      return status;
    }
  } catch (CLI::Success const& help) {
    const int status = program.exit(help);
    if (!std::cout.flush()) return fail(resources, "standard output cannot be written");
    return status;
  } catch (CLI::ParseError const& e) {
    return fail(bad_input, std::string(e.what()) + "; --help tells more");
  } catch (std::invalid_argument const& e) {
    return fail(bad_input, e.what());
  } catch (std::bad_alloc const&) {
    return fail(resources, "out of memory");
  } catch (std::exception const& e) {
    return fail(resources, e.what());
  }
  return bad_input;
}
