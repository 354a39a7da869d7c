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
#if defined(__linux__)
#include <sys/mman.h>
#endif

/// From which size on storing around the cache pays depends on how fast the last level of cache is
/// beside the memory, which no system tells. So it is measured.
namespace bcast::engine::detail {
namespace {

/// Sixteenths of the last level that are tried. Below the first, results stay in the cache; a
/// result as large as its operand is stored around it from twelve (limits::streamed_alone).
constexpr std::array<std::int64_t, 4> tried{5, 7, 9, 11};

/// Calls that it mattered for, before it is measured: they take about as long as measuring does.
constexpr int calls_before = 16;

struct measurement {
  std::atomic<int> calls{0};
  std::atomic<std::int64_t> limit{0};  ///< 0: not measured
};

measurement& made(bool several) {
  static std::array<measurement, 2> both;
  return both[several ? 1 : 0];
}

using clock = std::chrono::steady_clock;

/// Operands and results as the engine has them: a matrix and a row.
class trial {
 public:
  explicit trial(std::int64_t last)
      : bytes_(last / 16 * tried.back()), memory_(reserved(2 * bytes_)) {
    if (memory_) std::fill_n(memory_.get(), 2 * bytes_ / floats, 1.0F);
  }

  bool has_memory() const { return memory_ != nullptr; }

  /// Whether a sum of an operand of so many bytes and a row is faster if it is stored around the
  /// cache: the fastest of three runs each, in turn.
  bool streaming_pays(std::int64_t bytes) {
    const layout matrix = contiguous({bytes / floats / columns, columns}),
                 row = contiguous({columns});
    float* const x = memory_.get();
    const target z{x + bytes_ / floats, element_type::of<float>(), &matrix};
    const std::array<operand, 2> operands{operand{x, element_type::of<float>(), &matrix},
                                          operand{x, element_type::of<float>(), &row}};
    const operation add = operation::named("add").value();
    const operation_call cached(add, z, operands, store::cached);
    const operation_call streamed(add, z, operands, store::streamed);
    clock::duration fastest[2]{clock::duration::max(), clock::duration::max()};
    for (int round = 0; round < 3; ++round) {
      for (const bool stream : {false, true}) {
        operation_call const& run = stream ? streamed : cached;
        if (round == 0) run();
        const auto begin = clock::now();
        run();
        fastest[stream ? 1 : 0] = std::min(fastest[stream ? 1 : 0], clock::now() - begin);
      }
    }
    return fastest[1] < fastest[0];
  }

 private:
  static constexpr std::int64_t floats = sizeof(float), columns = 1024;
  struct release {
    void operator()(float* p) const { std::free(p); }
  };

  static float* reserved(std::int64_t bytes) {
    constexpr std::size_t page = std::size_t{2} << 20;
    const std::size_t whole = (static_cast<std::size_t>(bytes) + page - 1) / page * page;
    void* const p = std::aligned_alloc(page, whole);
#if defined(__linux__)
    if (p != nullptr) madvise(p, whole, MADV_HUGEPAGE);
#endif
    return static_cast<float*>(p);
  }

  std::int64_t bytes_;
  std::unique_ptr<float[], release> memory_;
};

}  // namespace

std::int64_t measure_stream_limit() {
  const std::int64_t part = machine_caches().last / 16;
  trial t(machine_caches().last);
  if (!t.has_memory()) return default_stream_limit(threads() > 1);
  // It pays from some size on: halve the sizes that are left.
  const auto pays = std::partition_point(tried.begin(), tried.end(), [&](std::int64_t sixteenths) {
    return !t.streaming_pays(sixteenths * part);
  });
  return pays == tried.end() ? INT64_MAX : *pays * part;
}

std::int64_t stream_limit(std::int64_t operands) {
  const bool several = threads() > 1;
  measurement& m = made(several);
  if (const std::int64_t found = m.limit.load(std::memory_order_relaxed)) return found;
  const std::int64_t assumed = default_stream_limit(several), last = machine_caches().last;
  if (!may_measure() || operands < last / 16 * tried.front() || operands >= last / 16 * 12) {
    return assumed;
  }
  // One caller measures; the others go on with what is assumed.
  if (m.calls.fetch_add(1, std::memory_order_relaxed) != calls_before) return assumed;
  const std::int64_t found = measure_stream_limit();
  m.limit.store(found, std::memory_order_relaxed);
  return found;
}

void forget_stream_limits() {
  for (const bool several : {false, true}) {
    made(several).calls = 0;
    made(several).limit = 0;
  }
}

}  // namespace bcast::engine::detail
