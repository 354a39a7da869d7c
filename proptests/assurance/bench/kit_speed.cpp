// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "bcast/proptests/generate.hpp"
#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"
#include "subjects/subjects.hpp"

// The number of small cases that one core draws, runs on the engine and judges in a second.

namespace bcast::proptests {
namespace {

constexpr std::uint64_t seed = 1;

std::vector<law const*> laws_of(kit::subject const& subject, family cases, bool values) {
  std::vector<law const*> list;
  for (law const& l : all_laws()) {
    if (l.cases != cases || (l.asks != computation::none) != values) continue;
    if (l.skipped(subject).empty()) list.push_back(&l);
  }
  return list;
}

void draws(benchmark::State& state, recipe const& how) {
  std::uint64_t i = 0;
  const auto cases = numbered_cases(how, seed);
  for (auto _ : state) benchmark::DoNotOptimize(cases(i++));
  state.SetItemsProcessed(static_cast<std::int64_t>(i));
}

// Random cases as a run asks them, on one thread.
void judges(benchmark::State& state, family cases, bool values) {
  const kit::subject subject = subjects::engine();
  const std::vector<law const*> laws = laws_of(subject, cases, values);
  settings with;
  with.sources = {"random"};
  with.random = 2000;
  std::int64_t judged = 0;
  for (auto _ : state) {
    law const& l = *laws[with.seed++ % laws.size()];
    const outcome o = run(l, subject, with);
    if (o.failure) state.SkipWithError("the engine breaks a law");
    judged += static_cast<std::int64_t>(o.cases());
  }
  state.SetItemsProcessed(judged);
}

recipe shapes_only() {
  recipe how;
  how.layouts = false;
  return how;
}

BENCHMARK_CAPTURE(draws, shapes, shapes_only());
BENCHMARK_CAPTURE(draws, layouts, recipe{});
BENCHMARK_CAPTURE(judges, shapes, family::shapes, false);
BENCHMARK_CAPTURE(judges, values, family::shapes, true);
BENCHMARK_CAPTURE(judges, layouts, family::layouts, true);

}  // namespace
}  // namespace bcast::proptests

BENCHMARK_MAIN();
