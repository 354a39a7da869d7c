// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/proptests/reports.hpp"
#include "command/expected.hpp"
#include "command/files.hpp"
#include "commands.hpp"
#include "help.hpp"

namespace bcast::cli {
namespace {

struct arguments {
  std::vector<std::string> files;
  std::string expected, json, junit;
  bool quiet = false;
};

int merge(arguments const& a) {
  std::vector<proptests::run_report> shards;
  for (std::string const& file : a.files) {
    try {
      shards.push_back(proptests::report_from_json(proptests::read_file(file)));
    } catch (std::invalid_argument const& e) {
      const std::string what = e.what();
      throw std::invalid_argument(what.starts_with(file) ? what : file + ": " + what);
    }
  }
  const proptests::expectations expected = proptests::expected_failures(a.expected);
  const proptests::run_report whole = proptests::merge(shards);
  if (!a.json.empty()) proptests::write_file(a.json, proptests::to_json(whole));
  if (!a.junit.empty()) proptests::write_file(a.junit, proptests::to_junit(whole));
  const bool silent = a.quiet || a.json == "-" || a.junit == "-";
  if (!silent) fmt::print("{}", proptests::table(whole.outcomes));
  bool all_hold = true;
  for (proptests::outcome const& o : whole.outcomes) {
    if (!o.failure) continue;
    all_hold = false;
    if (!silent) fmt::print("\n{}", proptests::report(o));
  }
  const auto promises = expected.broken_promises(whole.outcomes);
  if (!silent) {
    for (std::string const& p : promises) fmt::print("\n{}\n", p);
    for (std::string const& r : expected.remarks(whole.outcomes)) fmt::print("\nremark  {}\n", r);
  }
  return all_hold && promises.empty() ? holds : broken;
}

}  // namespace

command add_merge(CLI::App& program) {
  auto a = std::make_shared<arguments>();
  CLI::App* sub = program.add_subcommand("merge", "Join the reports of all shards of one run");
  sub->add_option("reports", a->files, "The reports that `check --json` wrote")
      ->type_name("FILE")
      ->required();
  sub->add_option("--xfail", a->expected,
                  "The file of expected failures that the shards had: were its promises kept?")
      ->type_name("FILE");
  sub->add_option("--json", a->json, "Write the whole report as JSON; - is standard output")
      ->type_name("FILE");
  sub->add_option("--junit", a->junit, "Write the whole report as JUnit XML")->type_name("FILE");
  sub->add_flag("-q,--quiet", a->quiet, "Print nothing: the exit status answers");
  add_examples(*sub, {{"bcast merge part-0.json part-1.json", "the table of the whole run"},
                      {"bcast merge part-*.json --junit all.xml", "and as JUnit XML"}});
  return [a] { return merge(*a); };
}

}  // namespace bcast::cli
