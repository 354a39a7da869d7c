// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <new>
#include <span>
#include <vector>

#include "allocations.hpp"
#include "bcast/engine/broadcast.hpp"
#include "bcast/engine/transform.hpp"
#include "bcast/verifier/verifier.hpp"

// Refused memory: the failure is reported, nothing leaks, nothing is written outside of the target,
// and the next call is right.

namespace {

using namespace bcast::verifier;
using namespace bcast::engine;
using bcast::faults::live_allocations;
using bcast::faults::made_allocations;
using bcast::faults::refusing;

/// Refuses the first allocation of `call`, then the second, and so on, until it needs no more.
/// Returns their number.
std::int64_t refuse_each(std::function<void()> const& call,
                         std::function<void()> const& afterwards) {
  call();  // allocates what is kept, also in libraries
  constexpr std::int64_t most = 10'000;
  for (std::int64_t n = 0; n < most; ++n) {
    const std::int64_t before = live_allocations();
    bool thrown = false, refused = false;
    {
      const refusing memory(n);
      try {
        call();
      } catch (std::bad_alloc const&) {
        thrown = true;
      }
      refused = memory.refused();
    }
    EXPECT_EQ(live_allocations(), before) << "allocation " << n << " was refused";
    EXPECT_EQ(thrown, refused) << "allocation " << n;
    afterwards();
    if (!refused) {
      ::testing::Test::RecordProperty("refused", static_cast<int>(n));
      return n;
    }
  }
  ADD_FAILURE() << "no end of allocations";
  return most;
}

std::vector<std::int32_t> counted(std::int64_t n) {
  std::vector<std::int32_t> x(static_cast<std::size_t>(n));
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<std::int32_t>(k);
  return x;
}

TEST(Memory, RefusedInTransformOfManyAxes) {
  constexpr std::size_t rank = 10;
  const shape sizes(rank, 2);
  shape some = sizes;
  for (std::size_t k = 0; k < rank; k += 2) some[k] = 1;
  std::vector<std::int32_t> z(1024, -1), expected(1024);
  const auto column = counted(32), row = counted(1024);
  const view<std::int32_t const> x(column.data(), some), y(row.data(), sizes);
  const auto add = [](std::int32_t a, std::int32_t b) { return a + b; };
  transform(add, view<std::int32_t>(expected.data(), sizes), x, y);
  const view<std::int32_t> target(z.data(), sizes);
  EXPECT_GT(refuse_each([&] { transform(add, target, x, y); },
                        [&] {
                          std::fill(z.begin(), z.end(), -1);
                          transform(add, target, x, y);
                          EXPECT_EQ(z, expected);
                        }),
            0);
}

TEST(Memory, RefusedInBroadcastOfAll) {
  std::vector<std::int32_t> z1(6, -1), z2(6, -1);
  const auto x1 = counted(2), x2 = counted(3);
  const std::array<view<std::int32_t>, 2> z{view<std::int32_t>(z1.data(), shape{2, 3}),
                                            view<std::int32_t>(z2.data(), shape{2, 3})};
  const std::array<view<std::int32_t const>, 2> x{view<std::int32_t const>(x1.data(), shape{2, 1}),
                                                  view<std::int32_t const>(x2.data(), shape{3})};
  const auto call = [&] {
    broadcast(std::span<view<std::int32_t> const>(z), std::span<view<std::int32_t const> const>(x));
  };
  refuse_each(call, [&] {
    call();
    EXPECT_EQ(z1, (std::vector<std::int32_t>{0, 0, 0, 1, 1, 1}));
    EXPECT_EQ(z2, (std::vector<std::int32_t>{0, 1, 2, 0, 1, 2}));
  });
}

TEST(Memory, RefusedInJoinAndItsError) {
  const std::vector<shape> good{{8, 1, 6, 1}, {7, 1, 5}}, bad{{2, 3}, {4}};
  const auto both = [&] {
    EXPECT_EQ(broadcast_shapes(good), (shape{8, 7, 6, 5}));
    try {
      broadcast_shapes(bad);
      ADD_FAILURE() << "no clash";
    } catch (clash const& c) {
      EXPECT_EQ(c.axis, 1U);
    }
  };
  refuse_each(both, both);
}

TEST(Memory, TheEngineAllocatesNothingUpToRankEight) {
  const auto x = counted(16), y = counted(16);
  std::vector<std::int32_t> z(256, -1);
  const auto call = [&] {
    const view<std::int32_t const> a(x.data(), {2, 1, 2, 1, 2, 1, 2, 1}),
        b(y.data(), {1, 2, 1, 2, 1, 2, 1, 2});
    const view<std::int32_t> to(z.data(), {2, 2, 2, 2, 2, 2, 2, 2});
    transform([](std::int32_t l, std::int32_t r) { return 16 * l + r; }, to, a, b);
  };
  call();  // finds out what the processor has
  const std::int64_t before = made_allocations();
  call();
  EXPECT_EQ(made_allocations(), before);
  EXPECT_EQ(z[255], 255);
}

TEST(Memory, RefusedInTheVerifierOfManyAxes) {
  std::vector<type> operands(3);
  for (type& t : operands) {
    for (std::size_t k = 0; k < 20; ++k) t.sizes.push_back(k % 2 == 0 ? 3 : 1);
  }
  operands[1].sizes[1] = 4;
  for (bcast::spec::rule const& rule : bcast::spec::rules) {
    if (!takes(rule.operands, 3)) continue;
    const auto call = [&] {
      EXPECT_TRUE(std::holds_alternative<type>(broadcast_shapes(rule, operands))) << rule.name;
    };
    EXPECT_GT(refuse_each(call, call), 0) << rule.name;
  }
}

TEST(Memory, TheVerifierAllocatesNothingUpToRankEight) {
  const dim bounded = dim::bounded(9, 1);
  const type low{{1, 2, 1, 4, 5, 6, 7, 8}}, high{{3, 2, bcast::spec::unknown, 4, 5, 6, 7, bounded}};
  const std::vector<type> operands{low, high, high}, clash{low, type{{9}}};
  for (const char* name : {"mlir", "mlir@19", "onnx", "sound"}) {
    const auto rule = rule_of(name);
    const std::int64_t before = made_allocations();
    const verdict right = verify(rule, operands, high), wrong = broadcast_shapes(rule, clash);
    EXPECT_EQ(made_allocations(), before) << name;
    EXPECT_EQ(right.index(), 0U) << name;
    EXPECT_EQ(wrong.index(), 1U) << name;
  }
}

}  // namespace
