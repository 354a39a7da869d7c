// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "growth.hpp"

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <array>
#include <deque>
#include <sstream>
#include <thread>

#include "bcast/engine/detail/plan.hpp"
#include "bcast/engine/transform.hpp"
#include "storage.hpp"

// Google Benchmark runs these. Nothing is compared here, so nothing has to be interleaved.

namespace bcast::engine::bench {
namespace {

using nlohmann::json;

constexpr std::int64_t fixed_elements = 1 << 16;

// A result of the given shape. Operand k is stretched on every second axis, starting with axis k.
struct stretched {
  stretched(shape const& result, std::size_t operands) : room(bytes(result)), z(data(), result) {
    for (std::size_t k = 0; k < operands; ++k) {
      shape sizes = result;
      for (std::size_t a = k % 2; a < sizes.size(); a += 2) sizes[a] = 1;
      x.emplace_back(reinterpret_cast<float const*>(blocks.emplace_back(bytes(sizes)).data()),
                     sizes);
    }
  }

  static std::size_t bytes(shape const& sizes) {
    std::size_t n = sizeof(float);
    for (std::int64_t size : sizes) n *= static_cast<std::size_t>(size);
    return n;
  }
  float* data() const { return reinterpret_cast<float*>(room.data()); }

  block room;
  std::deque<block> blocks;
  view<float> z;
  std::vector<view<float const>> x;
};

template <std::size_t Operands>
void add_all(benchmark::State& state, stretched const& s, int threads) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    const auto once = [&] { transform([](auto... each) { return (each + ...); }, s.z, s.x[K]...); };
    once();  // the first one may have to make threads
    for (auto _ : state) {
      once();
      benchmark::ClobberMemory();
    }
  }
  (std::make_index_sequence<Operands>());
}

void size_growth(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  const std::int64_t columns = std::min<std::int64_t>(n, 1024);
  add_all<2>(state, stretched({n / columns, columns}, 2), static_cast<int>(state.range(1)));
}

void rank_growth(benchmark::State& state) {
  const std::size_t rank = static_cast<std::size_t>(state.range(0));
  add_all<2>(state, stretched(shape(rank, std::int64_t{1} << (16 / rank)), 2), 1);
}

template <std::size_t Operands>
void operand_growth(benchmark::State& state) {
  add_all<Operands>(state, stretched({fixed_elements / 256, 256}, Operands), 1);
}

void thread_growth(benchmark::State& state) {
  add_all<2>(state, stretched({4096, 4096}, 2), static_cast<int>(state.range(0)));
}

// All axes have size 2, and no two adjacent axes are stretched in the same way. So no axis is
// dropped and none are merged. The addresses are far apart and never read.
void plan_growth(benchmark::State& state) {
  const std::size_t operands = static_cast<std::size_t>(state.range(0));
  const std::size_t rank = static_cast<std::size_t>(state.range(1));
  const auto address = [](std::size_t k) { return reinterpret_cast<void const*>((k + 1) << 40); };
  const layout target = contiguous(shape(rank, 2));
  std::vector<layout> layouts;
  for (std::size_t k = 0; k < operands; ++k) {
    shape sizes(rank, 2);
    for (std::size_t a = k % 2; a < rank; a += 2) sizes[a] = 1;
    layouts.push_back(contiguous(sizes));
  }
  std::vector<buffer> buffers;
  for (std::size_t k = 0; k < operands; ++k) {
    buffers.push_back({address(k + 1), &layouts[k], sizeof(float)});
  }
  const buffer z{address(0), &target, sizeof(float)};
  for (auto _ : state) benchmark::DoNotOptimize(plan(z, buffers));
  state.SetComplexityN(static_cast<std::int64_t>(operands * rank));
}

// Turns `elements:8/threads:2` into an object.
json numbers_of(std::string const& arguments) {
  json numbers = json::object();
  std::istringstream in(arguments);
  for (std::string one; std::getline(in, one, '/');) {
    const std::size_t colon = one.find(':');
    numbers[one.substr(0, colon)] = std::stoll(one.substr(colon + 1));
  }
  return numbers;
}

// Collects what Google Benchmark would print: seconds per run, and the fitted complexity.
class collector : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(Context const&) override { return true; }

  void ReportRuns(std::vector<Run> const& runs) override {
    for (Run const& run : runs) {
      const std::string name = run.run_name.function_name;
      json& series = found[name];
      if (run.report_big_o) {
        series["fit"]["seconds_per_step"] = run.real_accumulated_time;
      } else if (run.report_rms) {
        series["fit"]["relative_error"] = run.GetAdjustedRealTime();
      } else {
        series["points"].push_back(
            {{"arguments", numbers_of(run.run_name.args)},
             {"seconds", run.real_accumulated_time / static_cast<double>(run.iterations)}});
      }
    }
  }

  json found = json::object();
};

}  // namespace

json measure_growth(std::int64_t most_elements, double seconds) {
  const auto add = [&](char const* name, auto function) {
    return benchmark::RegisterBenchmark(name, function)->MinTime(seconds);
  };
  auto* const size = add("elements", size_growth);
  for (std::int64_t n = 1; n <= most_elements; n *= 2) {
    for (int threads : {1, 2}) size->Args({n, threads});
  }
  size->ArgNames({"elements", "threads"});
  auto* const rank = add("rank", rank_growth)->ArgName("rank");
  for (std::int64_t r = 1; r <= 16; r *= 2) rank->Arg(r);
  add("operands", operand_growth<1>)->ArgName("operands")->Arg(1);
  add("operands", operand_growth<2>)->ArgName("operands")->Arg(2);
  add("operands", operand_growth<4>)->ArgName("operands")->Arg(4);
  add("operands", operand_growth<8>)->ArgName("operands")->Arg(8);
  auto* const threads = add("threads", thread_growth)->ArgName("threads");
  for (unsigned n = 1; n <= std::max(1u, std::thread::hardware_concurrency()); n *= 2) {
    threads->Arg(n);
  }
  auto* const plans = add("plan", plan_growth)->Complexity(benchmark::oN);
  for (std::int64_t n = 1; n <= 32; n *= 2) {
    for (std::int64_t r = 1; r <= 32; r *= 2) plans->Args({n, r});
  }
  plans->ArgNames({"operands", "rank"});
  collector reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter, "all");
  return std::move(reporter.found);
}

}  // namespace bcast::engine::bench
