// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/options.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace bcast::proptests {
namespace {

/// A validator that the help does not mention.
CLI::Validator plain(CLI::Validator v) { return v.description(""); }

/// Where `check` and `judge` report, and how much.
template <class Arguments>
void add_reports(CLI::App& command, Arguments& a) {
  command.add_option("--json", a.json, "Write the report as JSON; - is standard output")
      ->type_name("FILE");
  command.add_option("--junit", a.junit, "Write the report as JUnit XML")->type_name("FILE");
  command.add_flag("--skipped", a.skipped, "Say which laws were not asked, and why");
  command.add_flag("-q,--quiet", a.quiet, "Print what is broken and nothing else");
}

}  // namespace

void add_options(CLI::App& command, check_arguments& a) {
  command.add_option("--law", a.laws, "Only this law, or the laws of this clause; repeatable")
      ->type_name("LAW");
  command
      .add_option("--subject", a.subjects,
                  "Only this subject, or those of a shared library, ./libmine.so; repeatable")
      ->type_name("SUBJECT");
  command
      .add_option("--exec", a.commands,
                  "Command of a program to test over the JSON pipe; repeatable")
      ->type_name("COMMAND");
  command
      .add_option("--array-api", a.array_modules,
                  "A Python module to test that follows the Array API standard: numpy; repeatable")
      ->type_name("MODULE");
  command.add_option("--only", a.only, "Only subjects that match this glob (*, ?); repeatable")
      ->type_name("GLOB");
  CLI::Option* one =
      command.add_option("--case", a.only_case, "Only this case, as a failure prints it")
          ->type_name("CASE");
  command
      .add_option("--seed", a.seed,
                  "The seed of the random cases (default: BCAST_SEED, or a fresh one)")
      ->type_name("N");
  command
      .add_option(
          "--size", a.size,
          "core: the core cases; push: the small scope in full and 2000 random cases a law; "
          "nightly: 100,000; modules of arrays: core")
      ->check(plain(CLI::IsMember({"core", "push", "nightly"})))
      ->type_name("SIZE")
      ->default_str("push");
  command.add_option("--cases", a.random, "Random cases a law, instead of the size's")
      ->check(plain(CLI::Range(0.0, 1e15)))
      ->excludes(one)
      ->type_name("N");
  command.add_option("--xfail", a.expected, "A file of expected failures")
      ->excludes(one)
      ->type_name("FILE");
  command
      .add_option("--shard", a.part,
                  "Part K of N, from 0 (default: as GoogleTest, Slurm, Open MPI or "
                  "Kubernetes set in the environment)")
      ->excludes(one)
      ->type_name("K/N");
  command.add_option("--limit", a.limit, "Time that a subject may take for one case")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(plain(CLI::Range(0.05, 86400.0)))
      ->check([](std::string const& text) {  // no comparison holds for NaN
        return std::isnan(std::strtod(text.c_str(), nullptr)) ? "'" + text + "' is not a number"
                                                              : "";
      });
  command.add_flag("--no-fork", a.no_fork, "Ask in this process: for a debugger or a device");
  command.add_flag("--list", a.list, "List the laws and their clauses");
  command.add_flag("--features", a.features, "Count the features of the cases: zero, rank=3, ...");
  add_reports(command, a);
}

void add_options(CLI::App& command, judge_arguments& a) {
  command.add_option("answers", a.answers, "The file of answers (default: standard input)")
      ->type_name("FILE");
  command.add_option("--xfail", a.expected, "A file of expected failures")->type_name("FILE");
  add_reports(command, a);
}

std::optional<check_arguments> parse_check(int argc, char** argv) {
  CLI::App program{"Checks broadcasting against the documents that define it."};
  check_arguments a;
  add_options(program, a);
  try {
    program.parse(argc, argv);
  } catch (CLI::Success const& help) {
    program.exit(help);
    return std::nullopt;
  } catch (CLI::ParseError const& e) {
    throw std::invalid_argument(std::string(e.what()) + "; see --help");
  }
  return a;
}

}  // namespace bcast::proptests
