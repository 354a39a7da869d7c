// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <vector>

#include "allocations.hpp"
#include "bcast/engine/fixed.hpp"
#include "bcast/engine/operation.hpp"
#include "bcast/engine/transform.hpp"

namespace {

using namespace bcast::engine;
using bcast::faults::made_allocations;

long threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

const auto plus = [](float a, float b) { return a + b; };

// First in this file: later, a TBB worker may already exist.
TEST(Resources, WhereOneThreadIsAllowedNoneIsMade) {
  const std::int64_t n = 1 << 22;
  std::vector<float> z(n), x(n, 1.0F), y(1, 2.0F);
  const view<float> to(z.data(), shape{n});
  const view<float const> a(x.data(), shape{n}), b(y.data(), shape{1});
  if (!std::filesystem::exists("/proc/self/task")) GTEST_SKIP() << "there is no /proc";
  const long before = threads();
  {
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    transform(plus, to, a, b);
  }
  tbb::task_arena(1).execute([&] { transform(plus, to, a, b); });
  EXPECT_EQ(threads(), before);
  EXPECT_EQ(z.back(), 3.0F);
}

/// Positions of the elements of a layout whose strides of stretched axes are 0, row by row.
std::vector<std::int64_t> positions(layout const& where) {
  std::vector<std::int64_t> all{0};
  for (std::size_t k = 0; k < where.sizes.size(); ++k) {
    std::vector<std::int64_t> next;
    for (std::int64_t at : all) {
      for (std::int64_t i = 0; i < where.sizes[k]; ++i) next.push_back(at + i * where.strides[k]);
    }
    all = std::move(next);
  }
  return all;
}

TEST(Resources, ResultsAreTheSameOnEveryNumberOfThreadsAndInEveryTile) {
  struct pattern {
    shape z;
    layout x, y;
  };
  const std::vector<pattern> patterns{
      {{301, 400}, contiguous({301, 400}), {{301, 400}, {0, 1}}},  // rows and a row
      {{301, 400}, {{301, 400}, {1, 301}}, {{301, 400}, {1, 0}}},  // turned
      {{40000, 3}, {{40000, 3}, {1, 0}}, contiguous({40000, 3})},  // gathered
      {{7, 9, 8, 7, 8, 7},
       {{7, 9, 8, 7, 8, 7}, {64, 0, 8, 0, 1, 0}},
       {{7, 9, 8, 7, 8, 7}, {0, 49, 0, 7, 0, 1}}},     // alternating
      {{120000}, {{120000}, {2}}, {{120000}, {-1}}}};  // strided, backwards
  std::vector<float> data(400000);
  for (std::size_t i = 0; i < data.size(); ++i) {
    data[i] = 1 + static_cast<float>(i * 2654435761U % 16777216) / 16777216;
  }
  float const* const middle = data.data() + 130000;
  const tbb::global_control three(tbb::global_control::max_allowed_parallelism, 3);
  const operation div = operation::named("div").value();
  for (pattern const& p : patterns) {
    const view<float const> x(middle, p.x), y(middle, p.y);
    const std::vector<std::int64_t> at_x = positions(p.x), at_y = positions(p.y);
    std::vector<float> alone(at_x.size());
    for (std::size_t i = 0; i < alone.size(); ++i) {
      const view<float> to(&alone[i], shape{});
      const view<float const> a(middle + at_x[i], shape{}), b(middle + at_y[i], shape{});
      apply(div, target_of(to), std::array{operand_of(a), operand_of(b)});
    }
    for (int threads : {1, 2, 3}) {
      for (store how : {store::cached, store::streamed}) {
        std::vector<float> z(alone.size());
        const view<float> to(z.data(), p.z);
        tbb::task_arena(threads).execute([&] {
          apply(div, target_of(to), std::array{operand_of(x), operand_of(y)}, how);
        });
        EXPECT_EQ(std::memcmp(z.data(), alone.data(), z.size() * sizeof(float)), 0)
            << to_string(p.z) << " on " << threads;
      }
    }
  }
}

TEST(Resources, ACallAllocatesNothing) {
  for (shape const& sizes : {shape{2, 3}, shape{4, 1, 2, 100, 3}}) {
    std::vector<float> z(3000), x(3000, 1.0F), y(3000, 2.0F);
    const view<float> to(z.data(), sizes);
    const view<float const> a(x.data(), sizes), b(y.data(), shape{3});
    const operand operands[]{operand_of(a), operand_of(b)};
    const operation add = operation::named("add").value();
    const auto call = prepare(plus, to, a, b);
    apply(add, target_of(to), operands);
    const std::int64_t before = made_allocations();
    transform(plus, to, a, b);
    call();
    apply(add, target_of(to), operands);
    EXPECT_EQ(made_allocations(), before);
  }
}

TEST(Resources, ASmallCallOfRanksKnownWhileCompilingAllocatesNothing) {
  std::array<float, 24> z{}, x{};
  const fixed_view<float, 3> to{z.data(), {2, 3, 4}};
  const fixed_view<float const, 3> a{x.data(), {2, 1, 4}};
  const fixed_view<float const, 2> b{x.data(), {3, 1}};
  const std::int64_t before = made_allocations();
  transform(plus, to, a, b);
  EXPECT_EQ(made_allocations(), before);
}

}  // namespace
