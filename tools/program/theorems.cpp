// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/theorems.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "bcast/spec/theorems.hpp"
#include "command/color.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace bcast::program {

int theorems(output const& to) {
  using proptests::painted, proptests::tone;
  bool all_hold = true;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (spec::theorem const& t : spec::theorems) {
    const auto start = std::chrono::steady_clock::now();
    const proptests::counted run = proptests::run_theorem(t.tag);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    const bool same = run.cases == t.cases && run.exceptions == t.exceptions;
    const bool holds_here = same && run.unforeseen.empty();
    all_hold = all_hold && holds_here;
    if (to.json) {
      all.push_back({{"theorem", t.tag},
                     {"statement", t.statement},
                     {"holds", holds_here},
                     {"scope", t.scope},
                     {"cases", run.cases},
                     {"exceptions", run.exceptions},
                     {"exceptions_are", t.exceptions_are},
                     {"smallest", run.smallest},
                     {"unforeseen", run.unforeseen}});
      continue;
    }
    if (to.quiet && holds_here) continue;
    const std::string verdict =
        holds_here ? painted("holds ", tone::good) : painted("BROKEN", tone::bad);
    std::string counts = fmt::format("{} {}, {} exceptions", run.cases, t.scope, run.exceptions);
    if (run.exceptions != 0) {
      counts += fmt::format(": {}; smallest {}", t.exceptions_are, run.smallest);
    }
    counts += fmt::format("  ({:.2f} s)", time.count());
    if (!run.unforeseen.empty()) counts += fmt::format("\nnot listed: {}", run.unforeseen);
    if (!same) counts += fmt::format("\nthe row says {} and {}", t.cases, t.exceptions);
    print_row(fmt::format("{}  {}  ", verdict, t.tag), t.statement);
    std::istringstream lines(counts);
    for (std::string line; std::getline(lines, line);) print_row("        ", line);
    std::fflush(stdout);  // the next one may take seconds
  }
  if (to.json) print(all);
  return all_hold ? holds : broken;
}

}  // namespace bcast::program
