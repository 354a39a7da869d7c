// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reports/merge.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/proptests/reports.hpp"
#include "support/json_text.hpp"

namespace bcast::proptests {
void add(outcome& to, outcome const& more) {
  for (seen const& s : more.sources) {
    const auto at = std::find_if(to.sources.begin(), to.sources.end(),
                                 [&](seen const& t) { return t.source == s.source; });
    if (at == to.sources.end()) {
      to.sources.push_back(s);
    } else {
      at->cases += s.cases;
    }
  }
  to.out_of_time = to.out_of_time || more.out_of_time;
  for (expectation_count const& m : more.expected) {
    const auto at =
        std::find_if(to.expected.begin(), to.expected.end(),
                     [&](expectation_count const& t) { return t.is_of(m.file, m.line); });
    if (at == to.expected.end()) {
      to.expected.push_back(m);
    } else {
      at->cases += m.cases;
      at->failing += m.failing;
    }
  }
  to.declined += more.declined;
  for (auto const& [name, cases] : more.features) to.features[name] += cases;
  to.time += more.time;
  if (!to.failure) {
    to.failure = more.failure;
    to.more = more.more;
  }
  // A law is skipped only where every shard skips it.
  if (more.skipped.empty()) to.skipped.clear();
  to.remarks.insert(to.remarks.end(), more.remarks.begin(), more.remarks.end());
}

run_report merge(std::vector<run_report> const& shards) {
  if (shards.empty()) throw std::invalid_argument("no reports to merge");
  const std::uint64_t count = shards.front().part.count;
  std::set<std::uint64_t> there;
  for (run_report const& r : shards) {
    if (r.part.count != count) {
      throw std::invalid_argument(
          fmt::format("one report is of {} shards, another of {}", count, r.part.count));
    }
    if (r.seed != shards.front().seed) {
      throw std::invalid_argument(
          fmt::format("the shards have seeds {} and {}", shards.front().seed, r.seed));
    }
    std::string const& asked = shards.front().asked;
    if (!asked.empty() && !r.asked.empty() && r.asked != asked) {
      throw std::invalid_argument(fmt::format("the shards asked different cases: {}, and {}",
                                              shown(asked), shown(r.asked)));
    }
    if (!there.insert(r.part.index).second) {
      throw std::invalid_argument(fmt::format("shard {} appears twice", r.part.index));
    }
  }
  for (std::uint64_t k = 0; k < count; ++k) {
    if (there.contains(k)) continue;
    throw std::invalid_argument(fmt::format("shard {} of {} is missing", k, count));
  }
  run_report whole = shards.front();
  whole.part = {};
  for (std::size_t k = 1; k < shards.size(); ++k) {
    auto const& more = shards[k].outcomes;
    if (more.size() != whole.outcomes.size()) {
      throw std::invalid_argument("the shards ran different laws");
    }
    for (std::size_t o = 0; o < more.size(); ++o) {
      outcome& to = whole.outcomes[o];
      if (to.stated != more[o].stated || to.subject != more[o].subject) {
        throw std::invalid_argument("the shards ran different laws or subjects");
      }
      if (to.rule != more[o].rule) {
        throw std::invalid_argument(fmt::format("the subject '{}' has the rules {} and {}",
                                                to.subject, to.rule, more[o].rule));
      }
      add(to, more[o]);
    }
  }
  return whole;
}

}  // namespace bcast::proptests
