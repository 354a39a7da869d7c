#include "bcast/proptests/theorems.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>

#include "bcast/spec/theorems.hpp"
#include "commands.hpp"

namespace bcast::cli {
namespace {

int theorems() {
  bool all_hold = true;
  for (spec::theorem const& t : spec::theorems) {
    const auto start = std::chrono::steady_clock::now();
    const proptests::counted run = proptests::run_theorem(t.tag);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    const bool same = run.cases == t.cases && run.exceptions == t.exceptions;
    const bool holds_here = same && run.unforeseen.empty();
    all_hold = all_hold && holds_here;
    fmt::print("{}  {}  {}\n", holds_here ? "holds " : "BROKEN", t.tag, t.statement);
    fmt::print("        {} {}, {} exceptions", run.cases, t.scope, run.exceptions);
    if (run.exceptions != 0) fmt::print(": {}; smallest {}", t.exceptions_are, run.smallest);
    fmt::print("  ({:.2f} s)\n", time.count());
    if (!run.unforeseen.empty()) fmt::print("        not as named: {}\n", run.unforeseen);
    if (!same) fmt::print("        the row says {} and {}\n", t.cases, t.exceptions);
  }
  return all_hold ? holds : broken;
}

}  // namespace

command add_theorems(CLI::App& program) {
  program.add_subcommand("theorems",
                         "Where the four documents agree and where not, over complete scopes");
  return theorems;
}

}  // namespace bcast::cli
