// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/limits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bcast/engine/detail/parallel.hpp"
#include "bcast/engine/detail/plan.hpp"
#include "bcast/engine/detail/schedule.hpp"

// How the engine shares work on machines that are not this one.

namespace {

using namespace bcast::engine;

constexpr std::int64_t KiB = 1024, MiB = 1024 * KiB;

struct processor {
  char const* name;
  caches sizes;
};
constexpr processor processors[]{{"a server", {48 * KiB, 2 * MiB, 105 * MiB}},
                                 {"a desktop", {32 * KiB, 1 * MiB, 32 * MiB}},
                                 {"a small one", {32 * KiB, 256 * KiB, 4 * MiB}}};

std::int64_t team = 2;     ///< how many threads there are
std::int64_t running = 0;  ///< the number of the part that is running
bool by_number = false;    ///< whether each part had its thread
detail::limits machine(processors[0].sizes);

}  // namespace

// Replaces the engine's own threads and its machine.
namespace bcast::engine {

std::int64_t threads() { return team; }

void parallel_for(std::int64_t n, std::int64_t grain, partition how, range_function body) {
  by_number = how == partition::fixed;
  if (how == partition::fixed) {
    const std::int64_t parts = fixed_parts(n, grain, team);
    for (std::int64_t part = 0; part < parts; ++part) {
      running = part;
      body(begin_of(part, parts, n), begin_of(part + 1, parts, n));
    }
    return;
  }
  // The smallest parts that there can be, each to the thread that has done least.
  std::vector<std::int64_t> done(static_cast<std::size_t>(team));
  const auto halve = [&](auto const& self, std::int64_t begin, std::int64_t end) -> void {
    if (end - begin > 2 * grain - 1) {
      const std::int64_t middle = begin + (end - begin) / 2;
      self(self, begin, middle);
      self(self, middle, end);
      return;
    }
    const auto least = std::min_element(done.begin(), done.end());
    *least += end - begin;
    running = least - done.begin();
    body(begin, end);
  };
  halve(halve, 0, n);
}

detail::limits const& detail::machine_limits() { return machine; }
bool detail::streaming_pays(std::int64_t result, std::int64_t operands, bool) {
  return machine.assume_streaming(result, operands, threads() > 1);
}

}  // namespace bcast::engine

namespace {

/// What each thread writes.
class writes {
 public:
  writes(shape const& target, std::vector<shape> const& operands, store how) {
    std::vector<layout> layouts{contiguous(target)};
    for (shape const& s : operands) layouts.push_back(contiguous(s));
    std::vector<buffer> buffers;
    for (layout const& l : layouts) buffers.push_back(floats(l));
    const buffer z = buffers[0];
    buffers.erase(buffers.begin());
    begin_ = static_cast<std::byte const*>(z.data);
    by_number = false;
    running = 0;
    const plan p(z, buffers);
    const detail::schedule s(p, z, buffers, recording, how);
    s.run(this);
    fixed_ = by_number;
  }

  bool fixed() const { return fixed_; }

  /// By how much the largest part is larger than the mean of all threads that have one.
  double imbalance() const {
    std::int64_t sum = 0, largest = 0;
    for (auto const& [part, bytes] : bytes_) {
      sum += bytes;
      largest = std::max(largest, bytes);
    }
    return static_cast<double>(largest) * static_cast<double>(bytes_.size()) /
               static_cast<double>(sum) -
           1;
  }

  std::int64_t sharers() const { return static_cast<std::int64_t>(bytes_.size()); }

  /// How many lines more than one thread writes to.
  std::int64_t shared_lines() const {
    std::int64_t shared = 0;
    for (auto const& [at, parts] : lines_) shared += parts.size() > 1;
    return shared;
  }

 private:
  static constexpr std::int64_t element = 4;

  /// Zeros that take no memory until they are written.
  buffer floats(layout const& of) {
    std::size_t bytes = element;
    for (std::int64_t n : of.sizes) bytes *= static_cast<std::size_t>(n);
    blocks_.emplace_back(std::calloc(bytes + detail::line_bytes, 1), &std::free);
    void* first = blocks_.back().get();
    std::size_t room = bytes + detail::line_bytes;
    auto* const begin = static_cast<std::byte*>(std::align(detail::line_bytes, bytes, first, room));
    return {begin, &of, element};
  }

  static void record(void const* context, detail::tile const& t) {
    auto& w = *const_cast<writes*>(static_cast<writes const*>(context));
    w.bytes_[running] += t.rows * t.columns * element;
    const auto line = static_cast<std::int64_t>(detail::line_bytes);
    for (std::int64_t r = 0; r < t.rows; ++r) {
      const std::int64_t first = t.at[0] + r * t.row_step[0] - w.begin_;
      const std::int64_t last = first + t.columns * element - 1;
      // Only the first and the last line of a row can be another tile's as well.
      w.lines_[first / line].insert(running);
      w.lines_[last / line].insert(running);
    }
  }
  static constexpr detail::kernel recording{&record, false, true, false};

  std::vector<std::unique_ptr<void, decltype(&std::free)>> blocks_;
  std::byte const* begin_ = nullptr;
  bool fixed_ = false;
  std::map<std::int64_t, std::int64_t> bytes_;
  std::map<std::int64_t, std::set<std::int64_t>> lines_;
};

class Sharing : public ::testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { team = GetParam(); }
  void TearDown() override {
    team = 2;
    machine = detail::limits(processors[0].sizes);
  }
};

TEST_P(Sharing, IsEvenAndNeighboursShareAtMostALine) {
  int fixed = 0, free = 0;
  for (processor const& on : processors) {
    machine = detail::limits(on.sizes);
    for (std::int64_t rows : {1, 3, 17, 100, 513, 1000, 2048}) {
      for (std::int64_t columns : {64, 300, 1024, 4099, 100000}) {
        const shape target{rows, columns};
        for (shape const& other : {shape{columns}, shape{rows, 1}, target}) {
          for (store how : {store::cached, store::streamed}) {
            const writes w(target, {target, other}, how);
            if (w.sharers() == 1) continue;
            (w.fixed() ? fixed : free) += 1;
            EXPECT_LE(w.imbalance(), 0.05)
                << to_string(target) << " with " << to_string(other) << " on " << on.name << ", "
                << w.sharers() << " of " << GetParam() << " threads";
            // Where rows are not whole lines, a part may have to begin within one, and what goes
            // around the cache is built elsewhere.
            const bool whole_lines = columns % 16 == 0;
            if (how == store::cached || whole_lines) {
              EXPECT_LE(w.shared_lines(), whole_lines ? 0 : w.sharers() - 1)
                  << to_string(target) << " with " << to_string(other) << " on " << on.name;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(fixed, 100);
  // On many threads, no result here has enough parts for any free one.
  EXPECT_TRUE(free > 0 || GetParam() > 16);
}

INSTANTIATE_TEST_SUITE_P(Threads, Sharing, ::testing::Values(2, 3, 4, 8, 16, 64, 128),
                         ::testing::PrintToStringParamName());

}  // namespace
