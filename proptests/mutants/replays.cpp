// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <span>

#include "bcast/proptests/isolate.hpp"
#include "bcast/proptests/text.hpp"
#include "kills.hpp"

namespace bcast::mutants {
namespace {

using proptests::outcome;

/// Runs of one seed that differ in which cases fail first, and in how these become smaller.
std::vector<proptests::settings> ways(std::uint64_t seed, replay_limits const& limits) {
  proptests::settings random;
  random.seed = seed;
  random.shrink_time = limits.shrink;
  if (limits.push) return {random};
  random.random = 300;
  random.sources = {"random"};
  proptests::settings core = random;
  core.size = proptests::run_size::core;
  core.random.reset();
  core.sources = {"core"};
  proptests::settings found = random;
  found.shrinks = false;
  return {core, random, found};
}

std::string line_of(mutant const& m, outcome const& failed, std::uint64_t seed) {
  return fmt::format("{}: {}, seed {}: --case '{}'", m.name, failed.stated->name, seed,
                     to_string(failed.failure->smallest));
}

}  // namespace

replays_seen replay_all(std::uint64_t seed, std::string const& part, replay_limits const& limits) {
  replays_seen seen;
  for (mutant const& m : all()) {
    if (m.name.find(part) == std::string::npos) continue;
    const proptests::isolated_subject s{m.name, m.subject.rule, [&m] { return unused(m); }};
    const auto laws = laws_for(m.subject);
    const auto until = std::chrono::steady_clock::now() + limits.mutant;
    for (proptests::settings& with : ways(seed, limits)) {
      with.stopped = [until] { return std::chrono::steady_clock::now() > until; };
      for (outcome const& o : proptests::run_all_isolated(laws, std::span(&s, 1), with, {})) {
        seen.unfinished += o.interrupted ? 1 : 0;
        if (!o.failure) continue;
        ++seen.failures;
        if (o.failure->again == proptests::replayed::lost) {
          seen.lost.push_back(line_of(m, o, seed));
          continue;
        }
        const outcome again =
            proptests::run_case_isolated(*o.stated, s, o.failure->smallest, false, {});
        if (!again.failure) seen.held.push_back(line_of(m, o, seed));
      }
    }
  }
  return seen;
}

}  // namespace bcast::mutants
