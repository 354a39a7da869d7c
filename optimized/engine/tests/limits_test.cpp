// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/limits.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tiles.hpp"

// How the engine shares work on machines that are not this one.

namespace {

using namespace tiles;

/// What each thread writes.
class writes {
 public:
  writes(operand const& target, std::vector<operand> const& operands, store how) {
    memory_of memory(target, operands);
    begin_ = memory.seen.memory[0].begin;
    element_ = static_cast<std::int64_t>(target.element);
    const plan p(memory.target(), memory.operands());
    const schedule s(p, memory.target(), memory.operands(), recording, how);
    team.asked.clear();
    team.part = 0;
    s.run(this);
    fixed_ = team.asked.find("fixed") != std::string::npos;
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
  static void record(void const* context, tile const& t) {
    auto& w = *const_cast<writes*>(static_cast<writes const*>(context));
    w.bytes_[team.part] += t.rows * t.columns * w.element_;
    const auto line = static_cast<std::int64_t>(detail::line_bytes);
    for (std::int64_t r = 0; r < t.rows; ++r) {
      const std::int64_t first = t.at[0] + r * t.row_step[0] - w.begin_;
      const std::int64_t last = first + t.columns * w.element_ - 1;
      // Only the first and the last line of a row can be another tile's as well.
      w.lines_[first / line].insert(team.part);
      w.lines_[last / line].insert(team.part);
    }
  }
  static constexpr kernel recording{&record, false, true, false};

  std::byte const* begin_ = nullptr;
  std::int64_t element_ = 0;
  bool fixed_ = false;
  std::map<std::int64_t, std::int64_t> bytes_;
  std::map<std::int64_t, std::set<std::int64_t>> lines_;
};

struct processor {
  char const* name;
  caches sizes;
};
constexpr processor processors[]{{"a server", {48 * KiB, 2 * MiB, 105 * MiB}},
                                 {"a desktop", {32 * KiB, 1 * MiB, 32 * MiB}},
                                 {"a small one", {32 * KiB, 256 * KiB, 4 * MiB}}};

class Sharing : public ::testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { team.most = GetParam(); }
  void TearDown() override {
    team.most = 2;
    machine = detail::limits(example_caches);
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
