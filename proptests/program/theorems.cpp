// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/theorems.hpp"

#include <fmt/core.h>

#include <chrono>
#include <nlohmann/json.hpp>

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
    fmt::print("{}  {}  {}\n",
               holds_here ? painted("holds ", tone::good) : painted("BROKEN", tone::bad), t.tag,
               t.statement);
    fmt::print("        {} {}, {} exceptions", run.cases, t.scope, run.exceptions);
    if (run.exceptions != 0) fmt::print(": {}; smallest {}", t.exceptions_are, run.smallest);
    fmt::print("  ({:.2f} s)\n", time.count());
    if (!run.unforeseen.empty()) fmt::print("        not listed: {}\n", run.unforeseen);
    if (!same) fmt::print("        the row says {} and {}\n", t.cases, t.exceptions);
  }
  if (to.json) print(all);
  return all_hold ? holds : broken;
}

}  // namespace bcast::program
