// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/fixed.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "tests/support/refusals.hpp"

// Calls whose ranks are known while compiling do what calls of views do.

namespace fixed_test {

using namespace bcast::engine;
using refusals::refused;

template <std::size_t Rank>
using sizes_of = std::array<std::int64_t, Rank>;

template <std::size_t Rank>
std::int64_t count(sizes_of<Rank> const& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
}

constexpr auto minus = [](float a, float b) { return 10 * a - b; };

/// Compares a call with the same call of views, and looks at what is written around the target.
template <std::size_t Rank, std::size_t First, std::size_t Second>
void expect_same(sizes_of<Rank> const& to, sizes_of<First> const& first,
                 sizes_of<Second> const& second) {
  std::vector<float> x(static_cast<std::size_t>(count(first))),
      y(static_cast<std::size_t>(count(second)));
  std::iota(x.begin(), x.end(), 1.0F);
  std::iota(y.begin(), y.end(), 100.0F);
  const auto n = static_cast<std::size_t>(count(to));
  std::vector<float> found(n + 2, -1.0F), expected(n + 2, -1.0F);
  const fixed_view z{found.data() + 1, to};
  const fixed_view<float const, First> a{x.data(), first};
  const fixed_view<float const, Second> b{y.data(), second};
  transform(minus, z, a, b);
  transform(minus, fixed_view{expected.data() + 1, to}.at_run_time(), a.at_run_time(),
            b.at_run_time());
  EXPECT_EQ(found, expected);
}

TEST(FixedRank, AxesOfSizeOneAndMissingAxesAreStretched) {
  expect_same<0, 0, 0>({}, {}, {});
  expect_same<1, 1, 0>({3}, {3}, {});
  expect_same<2, 2, 1>({2, 3}, {2, 3}, {3});
  expect_same<2, 2, 2>({2, 3}, {2, 1}, {1, 3});
  expect_same<2, 1, 0>({2, 3}, {1}, {});
  expect_same<3, 3, 2>({2, 3, 4}, {2, 1, 4}, {3, 1});
  expect_same<4, 4, 4>({2, 3, 1, 5}, {2, 1, 1, 5}, {1, 3, 1, 1});
  expect_same<4, 3, 1>({1, 1, 4, 8}, {1, 4, 1}, {8});
  expect_same<5, 5, 5>({1, 2, 1, 2, 3}, {1, 2, 1, 1, 3}, {1, 1, 1, 2, 1});
  for (std::int64_t n : {0, 1, 31, 32, 33, 255, 256, 1000}) {
    expect_same<2, 2, 1>({1, n}, {1, 1}, {n});
  }
}

TEST(FixedRank, AnySizesGiveWhatViewsGive) {
  std::mt19937 draw(3);
  for (int i = 0; i < 2000; ++i) {
    sizes_of<3> to{}, a{}, b{};
    for (std::size_t k = 0; k < 3; ++k) {
      to[k] = 1 + draw() % 4;
      a[k] = draw() % 2 == 0 ? 1 : to[k];
      b[k] = draw() % 2 == 0 ? 1 : to[k];
    }
    expect_same<3, 3, 3>(to, a, b);
    expect_same<3, 2, 3>(to, {a[1], a[2]}, b);
  }
}

TEST(FixedRank, NoOperandAndSeveralTypesAreTaken) {
  std::array<std::int32_t, 6> z{};
  const std::array<std::int8_t, 3> x{1, 2, 3};
  const std::array<double, 2> y{0.5, 100.5};
  transform([] { return 7; }, fixed_view<std::int32_t, 2>{z.data(), {2, 3}});
  EXPECT_EQ(z, (std::array<std::int32_t, 6>{7, 7, 7, 7, 7, 7}));
  transform([](std::int8_t a, double b, std::int8_t c) { return static_cast<int>(a + b) + c; },
            fixed_view<std::int32_t, 2>{z.data(), {2, 3}},
            fixed_view<std::int8_t const, 1>{x.data(), {3}},
            fixed_view<double const, 2>{y.data(), {2, 1}},
            fixed_view<std::int8_t const, 0>{x.data(), {}});
  EXPECT_EQ(z, (std::array<std::int32_t, 6>{2, 3, 4, 102, 103, 104}));
}

TEST(FixedRank, WhatViewsRefuseIsRefused) {
  std::array<float, 8> z{}, x{};
  const auto call = [&](float* to, sizes_of<2> const& target, float const* from,
                        auto const& operand) {
    return refused([&] {
      transform(minus, fixed_view{to, target}, fixed_view{from, operand},
                fixed_view{from, operand});
    });
  };
  EXPECT_EQ(call(z.data(), {2, 3}, x.data(), sizes_of<1>{2}),
            "operand 0: shape 2 does not broadcast to 2x3");
  EXPECT_EQ(call(z.data(), {1, 3}, x.data(), sizes_of<2>{2, 3}),
            "operand 0: shape 2x3 does not broadcast to 1x3");
  EXPECT_EQ(call(z.data(), {2, 3}, x.data(), sizes_of<3>{1, 2, 3}),
            "operand 0: shape 1x2x3 does not broadcast to 2x3");
  EXPECT_EQ(call(z.data(), {2, -3}, x.data(), sizes_of<1>{1}),
            "the target has the negative size -3 on axis 1");
  EXPECT_EQ(call(z.data(), {-1, -1}, x.data(), sizes_of<1>{1}),  // whose product is 1
            "the target has the negative size -1 on axis 0");
  EXPECT_EQ(call(z.data(), {2, 3}, x.data(), sizes_of<1>{-3}),
            "operand 0 has the negative size -3 on axis 0");
  EXPECT_EQ(call(nullptr, {2, 3}, x.data(), sizes_of<1>{3}),
            "the target has elements and a null pointer");
  EXPECT_EQ(call(z.data(), {2, 3}, nullptr, sizes_of<1>{3}),
            "operand 0 has elements and a null pointer");
  EXPECT_EQ(call(z.data(), {0, 3}, x.data(), sizes_of<1>{2}),
            "operand 0: shape 2 does not broadcast to 0x3");
  EXPECT_NE(call(z.data(), {2, 3}, z.data() + 1, sizes_of<2>{2, 3}), "nothing");
  for (std::int64_t inside : {0, 1, 5}) {  // the target is longer than the operand
    EXPECT_EQ(call(z.data(), {2, 3}, z.data() + inside, sizes_of<1>{1}),
              "operand 0 overlaps the target other than element by element");
  }
  EXPECT_EQ(z, (std::array<float, 8>{}));
  EXPECT_EQ(call(z.data(), {0, 3}, x.data(), sizes_of<1>{3}), "nothing");
}

TEST(FixedRank, AnOperandEndsAfterElementsOfItsOwnSize) {
  std::array<double, 8> memory{};
  void* const half = memory.data() + 4;
  const fixed_view<float, 1> z{static_cast<float*>(half), {8}};
  const auto copied = [&](std::int64_t n) {
    return refused([&] {
      transform([](double x) { return static_cast<float>(x); }, z,
                fixed_view<double, 1>{memory.data(), {n}});
    });
  };
  EXPECT_EQ(copied(8), "operand 0 overlaps the target other than element by element");
}

TEST(FixedRank, AnOperandMayBeTheTargetOrItsNeighbour) {
  std::array<float, 7> z{1, 2, 3, 4, 5, 6, 7};
  const fixed_view<float, 2> to{z.data(), {2, 3}};
  transform(minus, to, to, fixed_view<float, 0>{z.data() + 6, {}});
  EXPECT_EQ(z, (std::array<float, 7>{3, 13, 23, 33, 43, 53, 7}));
  transform(minus, fixed_view<float, 1>{z.data() + 3, {3}}, fixed_view<float, 1>{z.data(), {3}},
            fixed_view<float, 1>{z.data() + 6, {1}});
  EXPECT_EQ(z, (std::array<float, 7>{3, 13, 23, 23, 123, 223, 7}));
}

}  // namespace fixed_test
