// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "bcast/proptests/generate.hpp"
#include "bcast/proptests/laws.hpp"
#include "subjects.hpp"

// How many small cases one core draws, runs on the engine and judges in a second.

namespace bcast::proptests {
namespace {

constexpr std::uint64_t seed = 1;

std::vector<law const*> laws_of(kit::subject const& subject, family cases) {
  std::vector<law const*> list;
  for (law const& l : all_laws()) {
    if (l.cases == cases && l.skipped(subject).empty()) list.push_back(&l);
  }
  return list;
}

void draws(benchmark::State& state, recipe const& how) {
  std::uint64_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(draw(how, seed, i++));
  state.SetItemsProcessed(static_cast<std::int64_t>(i));
}

// A case is drawn anew for each law, as a run does.
void judges(benchmark::State& state, recipe const& how, family cases) {
  const kit::subject subject = subjects::engine();
  const std::vector<law const*> laws = laws_of(subject, cases);
  std::int64_t judged = 0;
  std::uint64_t i = 0;
  for (auto _ : state) {
    law const& l = *laws[i % laws.size()];
    const test_case c = draw(how, seed, i++);
    if (!l.speaks_of(subject, c)) continue;
    if (l.broken(subject, c)) state.SkipWithError("the engine breaks a law");
    ++judged;
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
BENCHMARK_CAPTURE(judges, shapes, shapes_only(), family::shapes);
BENCHMARK_CAPTURE(judges, layouts, recipe{}, family::layouts);

}  // namespace
}  // namespace bcast::proptests

BENCHMARK_MAIN();
