// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "bcast/engine/detail/limits.hpp"
#include "bcast/engine/detail/parallel.hpp"
#include "bcast/engine/operation.hpp"
#include "bcast/engine/sum.hpp"
#if defined(__linux__)
#include <sys/mman.h>
#endif

/// From which size on storing around the cache pays depends on how fast the last level of cache is
/// beside the memory, and on how much of it others leave. No system tells that, so it is measured.
namespace bcast::engine::detail {
namespace {

/// Sizes within half an octave are measured alike: 512 KiB, 724 KiB, 1 MiB, ..., and all from 16
/// MiB on with operands, from 23 MiB on without.
constexpr std::int64_t smallest = std::int64_t{512} << 10;
constexpr int half_octaves = 12, with_operands = 11;

constexpr std::int64_t size_of(int k) {
  return (k % 2 == 0 ? smallest : smallest * 181 / 128) << (k / 2);
}

int half_octave_of(std::int64_t bytes, bool reads) {
  int k = 0;
  while (k + 1 < (reads ? with_operands : half_octaves) && size_of(k + 1) <= bytes) ++k;
  return k;
}

/// Calls that it mattered for, before it is measured.
constexpr int calls_before = 16;

/// A size is measured three times, and once more within this time.
constexpr std::chrono::milliseconds most_time{10};

enum class answer : std::int8_t { none, no, yes };

struct measurement {
  std::atomic<int> calls{0};
  std::atomic<answer> pays{answer::none};
};

/// On one thread and on several, without operands to speak of and with.
using measurements = std::array<std::array<std::array<measurement, half_octaves>, 2>, 2>;

measurements& made() {
  static measurements all;
  return all;
}

struct release {
  void operator()(float* p) const { std::free(p); }
};

std::unique_ptr<float[], release> reserved(std::size_t bytes) {
  constexpr std::size_t page = std::size_t{2} << 20;
  const std::size_t whole = (bytes + page - 1) / page * page;
  void* const p = std::aligned_alloc(page, whole);
#if defined(__linux__)
  if (p != nullptr) madvise(p, whole, MADV_HUGEPAGE);
#endif
  return std::unique_ptr<float[], release>(static_cast<float*>(p));
}

}  // namespace

bool measure_streaming(std::int64_t bytes, bool reads) {
  constexpr std::int64_t columns = 1024;
  const std::int64_t rows = bytes / (columns * static_cast<std::int64_t>(sizeof(float)));
  const std::int64_t elements = rows * columns, all = (reads ? 2 : 1) * elements + columns;
  const auto memory = reserved(static_cast<std::size_t>(all) * sizeof(float));
  if (!memory) return machine_limits().assume_streaming(bytes, reads ? bytes : 0, threads() > 1);
  std::fill_n(memory.get() + elements, all - elements, 1.0F);

  float* const z = memory.get();
  const view<float> result(z, shape{rows, columns});
  const view<float const> row(z + elements, shape{columns});
  const view<float const> matrix(reads ? z + elements + columns : z, shape{rows, columns});
  const std::array operands{operand_of(row), operand_of(matrix)};
  const auto call = [&](store how) {
    return operation_call(*operation::named(reads ? "add" : "copy"), target_of(result),
                          std::span(operands).first(reads ? 2 : 1), how);
  };
  const operation_call cached = call(store::cached), streamed = call(store::streamed);
  float total = 0;
  const view<float> whole(&total, shape{});
  using clock = std::chrono::steady_clock;
  std::array<clock::duration, 2> fastest{clock::duration::max(), clock::duration::max()};
  const auto timed = [&](operation_call const& write) {
    const auto begin = clock::now();
    write();
    sum_to(whole, view<float const>(result));
    return clock::now() - begin;
  };
  timed(cached);  // the first writes bring the pages
  const auto end = clock::now() + most_time;
  for (int round = 0; round < 3 || (round < 4 && clock::now() < end); ++round) {
    fastest[0] = std::min(fastest[0], timed(cached));
    fastest[1] = std::min(fastest[1], timed(streamed));
  }
  return fastest[1] < fastest[0];
}

bool streaming_pays(std::int64_t result, std::int64_t operands, bool now) {
  // What a result reads and what it is itself compete for the cache; the larger decides.
  const bool reads = operands >= result / 2, several = threads() > 1;
  const std::int64_t bytes = reads ? operands : result;
  caches const& c = machine_caches();
  if (c.streamed > 0) return bytes >= c.streamed;
  limits const& l = machine_limits();
  const bool assumed = l.assume_streaming(result, operands, several);
  if (!may_measure() || bytes < std::max(c.second, smallest) ||
      operands >= l.streamed_alone - result) {
    return assumed;
  }
  const int k = half_octave_of(bytes, reads);
  measurement& m = made()[several ? 1 : 0][reads ? 1 : 0][static_cast<std::size_t>(k)];
  if (const answer found = m.pays.load(std::memory_order_relaxed); found != answer::none) {
    return found == answer::yes;
  }
  // One caller measures; the others go on with what is assumed.
  if (!now && m.calls.fetch_add(1, std::memory_order_relaxed) != calls_before) return assumed;
  const bool pays = measure_streaming(size_of(k), reads);
  m.pays.store(pays ? answer::yes : answer::no, std::memory_order_relaxed);
  return pays;
}

void forget_streaming() {
  for (auto& of_threads : made()) {
    for (auto& of_reads : of_threads) {
      for (measurement& m : of_reads) {
        m.calls = 0;
        m.pays = answer::none;
      }
    }
  }
}

}  // namespace bcast::engine::detail
