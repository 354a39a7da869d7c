// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/theorems.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <future>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bcast/spec/theorems.hpp"
#include "command/color.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace bcast::program {

namespace {

/// 24336 as 24,336.
std::string with_commas(std::int64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

/// Runs all theorems, those of the most cases first, on each processor one.
std::map<std::string_view, proptests::counted> run_all() {
  std::vector<spec::theorem> waiting(spec::theorems.begin(), spec::theorems.end());
  std::sort(waiting.begin(), waiting.end(),
            [](auto const& a, auto const& b) { return a.cases > b.cases; });
  std::map<std::string_view, proptests::counted> runs;
  for (spec::theorem const& t : waiting) runs[t.tag];
  std::atomic<std::size_t> next = 0;
  std::vector<std::future<void>> workers;
  for (unsigned n = std::max(1U, std::thread::hardware_concurrency()); n > 0; --n) {
    workers.push_back(std::async(std::launch::async, [&] {
      for (std::size_t k = 0; (k = next++) < waiting.size();) {
        runs.at(waiting[k].tag) = proptests::run_theorem(waiting[k].tag);
      }
    }));
  }
  for (auto& worker : workers) worker.get();
  return runs;
}

}  // namespace

int theorems(output const& to) {
  using proptests::painted, proptests::tone;
  bool all_hold = true;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  const std::map<std::string_view, proptests::counted> runs = run_all();
  std::int64_t cases = 0, exceptions = 0;
  for (spec::theorem const& t : spec::theorems) {
    proptests::counted const& run = runs.at(t.tag);
    cases += run.cases;
    exceptions += run.exceptions;
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
    std::string counts = fmt::format("on {} {}", with_commas(run.cases), t.scope);
    if (run.exceptions != 0) {
      counts += fmt::format(" but for {}, the smallest {}: {}", with_commas(run.exceptions),
                            run.smallest, t.exceptions_are);
    }
    if (!run.unforeseen.empty()) counts += fmt::format("\nnot listed: {}", run.unforeseen);
    if (!same) counts += fmt::format("\nthe row says {} and {}", t.cases, t.exceptions);
    print_row(fmt::format("{}  {}  ", verdict, t.tag), t.statement);
    std::istringstream lines(counts);
    for (std::string line; std::getline(lines, line);) print_row("        ", line);
    std::fflush(stdout);  // the next one may take seconds
  }
  if (to.json) print(all);
  if (!to.json && !to.quiet) {
    fmt::print("\nThey hold on {} cases but for {}, which are counted above.\n", with_commas(cases),
               with_commas(exceptions));
  }
  return all_hold ? holds : broken;
}

}  // namespace bcast::program
