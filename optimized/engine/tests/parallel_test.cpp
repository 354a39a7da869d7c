// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/parallel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "bcast/engine/detail/processor.hpp"
#include "bcast/engine/sum.hpp"

#ifdef __linux__
#include <sched.h>
#endif

#ifdef BCAST_TBB
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#endif

// The parts of a range, on one thread and on several.

namespace {

using namespace bcast::engine;

struct part {
  std::int64_t begin, end;
  std::thread::id by;
};

/// The parts of [0, n), in order.
std::vector<part> parts_of(std::int64_t n, std::int64_t grain, partition how) {
  std::mutex lock;
  std::vector<part> parts;
  parallel_for(n, grain, how, [&](std::int64_t begin, std::int64_t end) {
    const std::lock_guard hold(lock);
    parts.push_back({begin, end, std::this_thread::get_id()});
  });
  std::sort(parts.begin(), parts.end(),
            [](part const& a, part const& b) { return a.begin < b.begin; });
  return parts;
}

constexpr partition both[] = {partition::free, partition::fixed};

void expect_parts_that_are_not_too_small() {
  for (partition how : both) {
    for (std::int64_t n : {1, 2, 7, 10, 100, 198, 199, 1001}) {
      for (std::int64_t grain : {1, 3, 50, 5000}) {
        const auto parts = parts_of(n, grain, how);
        std::int64_t end = 0;
        for (part const& p : parts) {
          ASSERT_EQ(p.begin, end) << n << " by " << grain;
          end = p.end;
          ASSERT_GE(p.end - p.begin, std::min(n, grain)) << n << " by " << grain;
        }
        ASSERT_EQ(end, n) << n << " by " << grain;
      }
    }
  }
}

void expect_one_part_on_this_thread(std::int64_t n, std::int64_t grain) {
  for (partition how : both) {
    const auto parts = parts_of(n, grain, how);
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_EQ(parts[0].begin, 0);
    EXPECT_EQ(parts[0].end, n);
    EXPECT_EQ(parts[0].by, std::this_thread::get_id());
  }
}

TEST(Parallel, CoversTheRangeInPartsThatAreNotTooSmall) { expect_parts_that_are_not_too_small(); }

TEST(Parallel, AnEmptyRangeHasNoPart) {
  for (partition how : both) {
    EXPECT_TRUE(parts_of(0, 1, how).empty());
    EXPECT_TRUE(parts_of(-1, 1, how).empty());
  }
}

TEST(Parallel, LessThanTwoGrainsAreOnePart) {
  expect_one_part_on_this_thread(1, 1);
  expect_one_part_on_this_thread(99, 50);
  expect_one_part_on_this_thread(50, 5000);
}

TEST(Parallel, TwoGrainsAreTwoParts) {
  if (threads() == 1) GTEST_SKIP() << "there is only one thread";
  for (partition how : both) {
    EXPECT_EQ(parts_of(2, 1, how).size(), 2U);
    EXPECT_EQ(parts_of(100, 50, how).size(), 2U);
    EXPECT_GE(parts_of(1000, 1, how).size(), 2U);
  }
}

TEST(Parallel, ABodyThatThrowsIsNotCalledAgain) {
  if (threads() == 1) GTEST_SKIP() << "there is only one thread";
  for (partition how : both) {
    std::atomic<bool> thrown{false}, again{false};
    const auto throws_once = [&](std::int64_t begin, std::int64_t end) {
      if (end - begin == 1000) again = true;
      if (!thrown.exchange(true)) throw std::runtime_error("once");
    };
    EXPECT_THROW(parallel_for(1000, 1, how, throws_once), std::runtime_error);
    EXPECT_FALSE(again);
  }
}

#ifdef __linux__
using namespace bcast::engine::detail;

/// The processors that the system may let the calling thread run on.
cpu_set_t allowed() {
  cpu_set_t all;
  EXPECT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  return all;
}

bool is_allowed(int processor, cpu_set_t const& all) {
  return CPU_ISSET(static_cast<std::size_t>(processor), &all);
}

/// Lets the calling thread run on this processor alone while it exists.
class pinned {
 public:
  explicit pinned(int processor) : before_(allowed()) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(processor), &one);
    EXPECT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  }
  pinned(pinned const&) = delete;
  pinned& operator=(pinned const&) = delete;
  ~pinned() { sched_setaffinity(0, sizeof before_, &before_); }

 private:
  cpu_set_t before_;
};

bool equal(cpu_set_t const& a, cpu_set_t const& b) { return CPU_EQUAL(&a, &b); }

/// Calls avoid() for the processor that runs the calling thread. Returns that one, and where the
/// thread went.
std::pair<int, int> avoid_this() {
  // The system may move the thread between the two calls.
  for (int times = 0; times < 1000; ++times) {
    const int from = this_processor(), to = avoid(from);
    if (to != no_processor) return {from, to};
  }
  ADD_FAILURE() << "it never left";
  return {no_processor, no_processor};
}

TEST(Parallel, AThreadAvoidsAProcessorUntilItAvoidsAnother) {
  const cpu_set_t before = allowed();
  if (CPU_COUNT(&before) < 2) GTEST_SKIP() << "there is only one processor";
  for (const int next : {no_processor, CPU_SETSIZE + 1}) {
    const auto [from, to] = avoid_this();
    EXPECT_NE(to, from);
    EXPECT_TRUE(is_allowed(to, before));
    cpu_set_t others = before;
    CPU_CLR(static_cast<std::size_t>(from), &others);
    EXPECT_TRUE(equal(allowed(), others));
    EXPECT_EQ(avoid(from), no_processor);
    EXPECT_TRUE(equal(allowed(), others));
    EXPECT_EQ(avoid(next), no_processor);
    EXPECT_TRUE(equal(allowed(), before));
  }
}

TEST(Parallel, AThreadStaysWhereItMayRunNowhereElse) {
  const pinned here(this_processor());
  const cpu_set_t before = allowed();
  ASSERT_EQ(CPU_COUNT(&before), 1);
  EXPECT_EQ(avoid(this_processor()), no_processor);
  const cpu_set_t after = allowed();
  EXPECT_TRUE(equal(before, after));
}
#endif

#ifdef BCAST_TBB
using oneapi::tbb::global_control;

TEST(Parallel, ACancelledGroupOfTheCallerSkipsNoPart) {
  const global_control two(global_control::max_allowed_parallelism, 2);
  oneapi::tbb::task_arena arena(2);
  for (partition how : both) {
    arena.execute([&] {
      oneapi::tbb::task_group group;
      group.run_and_wait([&] {
        group.cancel();
        std::int64_t covered = 0;
        for (part const& p : parts_of(1000, 1, how)) covered += p.end - p.begin;
        EXPECT_EQ(covered, 1000);
      });
    });
  }
}

TEST(Parallel, AnArenaHasNoMoreFixedPartsThanThreads) {
  for (int most : {2, 3, 5, 8}) {
    const global_control as_many(global_control::max_allowed_parallelism,
                                 static_cast<std::size_t>(most));
    oneapi::tbb::task_arena some(most);
    some.execute([&] {
      EXPECT_EQ(threads(), most);
      EXPECT_LE(parts_of(1000, 1, partition::fixed).size(), static_cast<std::size_t>(most));
      expect_parts_that_are_not_too_small();
    });
  }
}

TEST(Parallel, SumsHaveTheSameBitsOnAnyNumberOfThreads) {
  std::vector<float> x(3 << 18);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = 1.0F / static_cast<float>(k * 7 % 1013 + 1);
  const auto sums_of = [&](shape const& own, shape const& sizes) {
    std::vector<float> z(x.size());
    sum_to(view<float>(z.data(), own), view<float const>(x.data(), sizes));
    return z;
  };
  const std::vector<std::pair<shape, shape>> asked{
      {{}, {3 << 18}}, {{3}, {1 << 18, 3}}, {{768, 1}, {768, 1024}}, {{1024}, {768, 1024}}};
  for (auto const& [own, sizes] : asked) {
    const auto on = [&, &own = own, &sizes = sizes](int most) {
      const global_control as_many(global_control::max_allowed_parallelism,
                                   static_cast<std::size_t>(most));
      oneapi::tbb::task_arena some(most);
      return some.execute([&] { return sums_of(own, sizes); });
    };
    EXPECT_EQ(on(1), on(8)) << to_string(own) << " from " << to_string(sizes);
  }
}
#endif

}  // namespace
