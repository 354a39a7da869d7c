// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/proptests/reports.hpp"
#include "command/files.hpp"
#include "command/status.hpp"
#include "commands.hpp"

namespace bcast::program {

int merge(merge_arguments const& a) {
  std::vector<proptests::named_file> read{{"--xfail", a.expected}};
  for (std::string const& file : a.files) read.push_back({"merge", file});
  proptests::expect_apart({{"--json", a.json}, {"--junit", a.junit}}, read);
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
  const bool silent = a.quiet || a.json == "-" || a.junit == "-";
  bool all_hold = true;
  for (proptests::outcome const& o : whole.outcomes) all_hold = all_hold && !o.failure;
  const auto promises = expected.broken_promises(whole.outcomes);
  const auto print = [&] {
    if (silent) return;
    fmt::print("{}", proptests::table(whole.outcomes));
    for (proptests::outcome const& o : whole.outcomes) {
      if (o.failure) fmt::print("\n{}", proptests::report(o));
    }
    for (std::string const& p : promises) fmt::print("\n{}\n", p);
    for (std::string const& r : expected.remarks(whole.outcomes)) fmt::print("\nremark  {}\n", r);
  };
  const auto write = [&] {
    if (!a.json.empty()) proptests::write_file(a.json, proptests::to_json(whole));
    if (!a.junit.empty()) proptests::write_file(a.junit, proptests::to_junit(whole));
  };
  const bool writes = !a.json.empty() || !a.junit.empty();
  proptests::print_then_write(print, writes ? std::function<void()>(write) : nullptr);
  return all_hold && promises.empty() ? holds : broken;
}

}  // namespace bcast::program
