// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/engine/broadcast.hpp"
#include "bcast/engine/transform.hpp"
#include "bcast/verifier/verifier.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BCAST_SANITIZED
#endif

// Callables that throw, few threads, small stacks, large counts.

namespace {

using namespace bcast::verifier;
using namespace bcast::engine;

constexpr std::int64_t rows = 1000, columns = 2000;

struct thrown_inside : std::runtime_error {
  using std::runtime_error::runtime_error;
};

TEST(Limits, WhatACallableThrowsInAParallelLoopArrivesAndTheNextCallIsRight) {
  std::vector<std::int32_t> z(rows * columns + 2, -1), x(columns);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<std::int32_t>(k);
  const view<std::int32_t> target(z.data() + 1, shape{rows, columns});
  const view<std::int32_t const> from(x.data(), shape{columns});
  for (std::int64_t at : {std::int64_t{0}, rows * columns / 2, rows * columns - 1}) {
    std::atomic<std::int64_t> calls = 0;
    const auto throws = [&](std::int32_t v) {
      if (calls++ == at) throw thrown_inside("at " + std::to_string(at));
      return v;
    };
    EXPECT_THROW(transform(throws, target, from), thrown_inside);
    EXPECT_EQ(z.front(), -1);
    EXPECT_EQ(z.back(), -1);
    transform([](std::int32_t v) { return v + 1; }, target, from);
    for (std::int64_t k = 0; k < rows * columns; ++k) {
      ASSERT_EQ(z[static_cast<std::size_t>(k + 1)], k % columns + 1);
    }
  }
}

/// Runs f on a thread with a stack of 256 KiB.
void on_a_small_stack(std::function<void()> f) {
  pthread_attr_t with;
  ASSERT_EQ(pthread_attr_init(&with), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&with, 256 * 1024), 0);
  pthread_t thread{};
  const auto run = [](void* function) -> void* {
    (*static_cast<std::function<void()>*>(function))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &with, run, &f), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&with);
}

TEST(Limits, ARankOfThousandsOnASmallStack) {
  on_a_small_stack([] {
    constexpr std::size_t rank = 4000;
    shape sizes(rank, 1);
    sizes[0] = sizes[rank / 2] = sizes[rank - 1] = 3;
    std::vector<std::int32_t> z(27, -1);
    const std::int32_t x[3] = {1, 2, 3};
    broadcast_to(view<std::int32_t>(z.data(), sizes), view<std::int32_t const>(x, shape{3}));
    for (std::size_t k = 0; k < z.size(); ++k) EXPECT_EQ(z[k], x[k % 3]);
    EXPECT_EQ(broadcast_shapes(std::vector<shape>{sizes, shape{3}}), sizes);

    type t;
    for (std::int64_t size : sizes) t.sizes.push_back(size);
    const std::vector<type> operands{t, type{{3}}};
    for (bcast::spec::rule const& rule : bcast::spec::rules) {
      if (rule.rank != bcast::spec::rank_rule::pad) continue;
      if (rule.relation != bcast::spec::relation_rule::join) continue;
      const verdict answer = broadcast_shapes(rule, operands);
      ASSERT_TRUE(std::holds_alternative<type>(answer)) << rule.name;
      EXPECT_EQ(std::get<type>(answer).sizes, t.sizes) << rule.name;
    }
  });
}

TEST(Limits, ThousandsOfOperands) {
  std::vector<shape> shapes(5000, shape{1, 3});
  shapes.back() = shape{2, 1};
  EXPECT_EQ(broadcast_shapes(shapes), (shape{2, 3}));
  shapes.push_back(shape{4, 1});
  try {
    broadcast_shapes(shapes);
    FAIL();
  } catch (clash const& c) {
    EXPECT_EQ(c.first, 4999U);
    EXPECT_EQ(c.second, 5000U);
  }
}

TEST(Limits, CountsPast2To31) {
#ifdef BCAST_SANITIZED
  GTEST_SKIP() << "2 GiB of elements take too long under a sanitizer";
#endif
  constexpr std::int64_t m = 65536, n = 32768 + 5;
  constexpr auto bytes = static_cast<std::size_t>(m * n);
  static_assert(m * n > std::numeric_limits<std::int32_t>::max());
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) GTEST_SKIP() << "2 GiB of memory are not available";
  auto* z = static_cast<std::int8_t*>(memory);
  std::vector<std::int8_t> column(m), row(n);
  for (std::size_t k = 0; k < column.size(); ++k) column[k] = static_cast<std::int8_t>(k % 101);
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = static_cast<std::int8_t>(k % 23);
  transform([](std::int8_t a, std::int8_t b) { return static_cast<std::int8_t>(a + b); },
            view<std::int8_t>(z, shape{m, n}), view<std::int8_t const>(column.data(), shape{m, 1}),
            view<std::int8_t const>(row.data(), shape{n}));
  std::int64_t wrong = 0;
  const auto look = [&](std::int64_t k) {
    const std::int64_t expected = k / n % 101 + k % n % 23;
    if (z[k] != expected) ++wrong;
  };
  for (std::int64_t k = 0; k < m * n; k += 4099) look(k);
  for (std::int64_t middle : {std::int64_t{1} << 31, m * n - 5000, std::int64_t{5000}}) {
    for (std::int64_t k = middle - 5000; k < middle + 5000; ++k) look(k);
  }
  EXPECT_EQ(wrong, 0);
  munmap(memory, bytes);
}

}  // namespace
