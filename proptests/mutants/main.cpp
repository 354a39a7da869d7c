// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include "kills.hpp"

namespace {

/// Writes a file. Returns the exit status.
int write(std::string const& path, std::string const& text) {
  std::ofstream out(path);
  out << text << std::flush;
  if (!out) fmt::print(stderr, "{} cannot be written\n", path);
  return out ? 0 : 4;
}

/// Prints what a table says that is no longer so. Returns the exit status, 1 if there is anything.
int check(std::string const& path) {
  std::ifstream file(path);
  const std::vector<std::string> wrong = bcast::mutants::wrong_in_table(file);
  for (std::string const& line : wrong) fmt::print(stderr, "{}: {}\n", path, line);
  if (!wrong.empty()) fmt::print(stderr, "{} is stale: build the target mutant_table\n", path);
  return wrong.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program{"What catches each mutant."};
  program.require_subcommand(1);
  std::string path;
  bool compare = false, keep = false;
  CLI::App* table = program.add_subcommand("table", "Write what catches each mutant, as JSON");
  table->add_flag("--check", compare, "Only ask each mutant the cases that the file lists for it");
  table->add_flag("--keep", keep, "Keep the rows of the file that are still so");
  CLI::App* core = program.add_subcommand("core", "Write a minimal set of core cases");
  for (CLI::App* command : {table, core}) command->add_option("file", path)->required();
  CLI::App* caught = program.add_subcommand("caught", "Print which mutants a run catches");
  bool push = false;
  std::string part;
  caught->add_flag("--push", push, "A run of the size push; without it, of the size core");
  caught->add_option("--only", part, "Only mutants whose name has this text");
  CLI11_PARSE(program, argc, argv);
  try {
    if (caught->parsed()) {
      const auto size = push ? bcast::proptests::run_size::push : bcast::proptests::run_size::core;
      bcast::mutants::print_caught(size, part);
      return 0;
    }
    if (compare) return check(path);
    if (core->parsed()) return write(path, bcast::mutants::cover());
    std::ifstream known;
    if (keep) known.open(path);
    const std::string rows = bcast::mutants::table(known);
    known.close();
    return write(path, rows);
  } catch (std::exception const& e) {
    fmt::print(stderr, "bcast_mutate: {}\n", e.what());
    return 1;
  }
}
