// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <complex>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/engine/broadcast.hpp"
#include "bcast/engine/detail/plan.hpp"
#include "bcast/engine/operation.hpp"
#include "bcast/engine/transform.hpp"
#include "tests/support/refusals.hpp"

namespace engine_test {

using namespace bcast::engine;
using refusals::refused;

const auto plus = [](auto a, auto b) { return a + b; };

TEST(Engine, TheShapeOfNoOperandIsTheScalars) { EXPECT_EQ(broadcast_shapes({}), shape{}); }

TEST(Engine, AClashIsToldWithItsAxisAndItsOperands) {
  EXPECT_EQ(refused([] {
              broadcast_shapes(std::vector<shape>{{2, 4}, {5}, {3, 1}});
            }),
            "axis 1 of the result: operand 0 has size 4, operand 1 has size 5");
  EXPECT_EQ(refused([] {
              broadcast_shapes(std::vector<shape>{{2, 1}, {1, 3}, {4, 3}});
            }),
            "axis 0 of the result: operand 0 has size 2, operand 2 has size 4");
  EXPECT_EQ(refused([] {
              broadcast_shapes(std::vector<shape>{{2, 3}, {2, -4}});
            }),
            "operand 1 has the negative size -4 on axis 1");
}

TEST(Engine, ShapesOfAFixedRankJoinAsOthersDo) {
  using three = std::array<std::int64_t, 3>;
  const auto outcome = [](auto const& joined) -> std::string {
    try {
      const auto sizes = joined();
      return to_string(shape(sizes.begin(), sizes.end()));
    } catch (error const& e) {
      return e.what();
    }
  };
  const std::int64_t sizes[] = {0, 1, 2, 3, -1, INT64_MAX, INT64_MIN};
  std::vector<three> shapes;
  for (std::int64_t a : sizes) {
    for (std::int64_t b : sizes) {
      for (std::int64_t c : sizes) shapes.push_back({a, b, c});
    }
  }
  for (three const& a : shapes) {
    for (three const& b : shapes) {
      const std::array both{shape(a.begin(), a.end()), shape(b.begin(), b.end())};
      ASSERT_EQ(outcome([&] { return broadcast_shapes(a, b); }),
                outcome([&] { return broadcast_shapes(both); }));
    }
  }
  constexpr three known = broadcast_shapes(three{4, 1, 3}, three{1, 2, 3});
  static_assert(known == three{4, 2, 3});
}

TEST(Engine, TakesAnyNumberOfOperandsOfAnyTypes) {
  std::vector<double> z(6);
  const std::vector<int> a{1, 2};
  const std::vector<float> b{0.5F, 1.5F, 2.5F};
  const bool c = true;
  transform([](int x, float y, bool flag) { return flag ? x + double{y} : 0.0; },
            view<double>(z.data(), shape{2, 3}), view<int const>(a.data(), shape{2, 1}),
            view<float const>(b.data(), shape{3}), view<bool const>(&c, shape{}));
  EXPECT_EQ(z, (std::vector<double>{1.5, 2.5, 3.5, 2.5, 3.5, 4.5}));
}

TEST(Engine, BroadcastsSeveralTypesAtOnce) {
  std::vector<std::string> z1(4);
  std::vector<std::complex<double>> z2(4);
  const std::vector<std::string> x1{"a", "b"};
  const std::vector<std::complex<double>> x2{{1, 2}, {3, 4}};
  broadcast(std::tuple(view<std::string>(z1.data(), shape{2, 2}),
                       view<std::complex<double>>(z2.data(), shape{2, 2})),
            view<std::string const>(x1.data(), shape{2, 1}),
            view<std::complex<double> const>(x2.data(), shape{2}));
  EXPECT_EQ(z1, (std::vector<std::string>{"a", "a", "b", "b"}));
  EXPECT_EQ(z2[1], (std::complex<double>{3, 4}));
}

TEST(Engine, AFewElementsThatOverlapTheTargetAreRefused) {
  std::vector<int> z{1, 2, 3, 4};
  const view<int> target(z.data(), shape{3});
  EXPECT_NE(
      refused([&] { transform(plus, target, view<int const>(z.data() + 1, shape{3}), target); }),
      "");
  EXPECT_EQ(z, (std::vector<int>{1, 2, 3, 4}));
  transform(plus, target, target, view<int const>(z.data() + 3, shape{}));
  EXPECT_EQ(z, (std::vector<int>{5, 6, 7, 4}));
}

TEST(Engine, ATurnedOperandOfTheTargetIsAddedOnce) {
  for (std::int64_t rows : {9, 16, 33}) {
    for (std::int64_t columns : {9, 33, 40}) {
      const auto n = static_cast<std::size_t>(rows * columns);
      std::vector<double> z(n, 1), x(n);
      std::iota(x.begin(), x.end(), 0);
      const view<double> target(z.data(), shape{rows, columns});
      transform(plus, target, view<double const>(target),
                view<double const>(x.data(), {{rows, columns}, {1, rows}}));
      for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
          ASSERT_EQ(z[static_cast<std::size_t>(i * columns + j)], 1.0 + double(j * rows + i));
        }
      }
    }
  }
}

// The last tile of a step begins where the first one of the next step does, and has fewer rows.
TEST(Engine, AnOperandThatOverlapsItselfIsRight) {
  const std::int64_t n = 300, m = 64;
  const std::array<std::int64_t, 3> strides{256 * 200, 200, 2};
  std::vector<double> x(static_cast<std::size_t>(2 * strides[0] + n * strides[1])),
      z(3U * 300 * 64);
  std::iota(x.begin(), x.end(), 0);
  transform([](double a) { return a; }, view<double>(z.data(), shape{3, n, m}),
            view<double const>(x.data(), {{3, n, m}, {strides[0], strides[1], strides[2]}}));
  for (std::int64_t i = 0; i < 3; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      for (std::int64_t k = 0; k < m; ++k) {
        ASSERT_EQ(z[static_cast<std::size_t>((i * n + j) * m + k)],
                  double(i * strides[0] + j * strides[1] + k * strides[2]));
      }
    }
  }
}

TEST(Engine, BadInputIsRefusedBeforeAnythingIsWritten) {
  int z = 7;
  const int x = 1;
  const std::int64_t big = std::numeric_limits<std::int64_t>::max();
  const auto copy = [&](layout const& to, layout const& from, int const* source) {
    return refused([&] { broadcast_to(view<int>(&z, to), view<int const>(source, from)); });
  };
  EXPECT_EQ(copy({{-1}, {1}}, {}, &x), "the target has the negative size -1 on axis 0");
  EXPECT_EQ(copy({{1}, {1}}, {{1, -2}, {1, 1}}, &x),
            "operand 0 has the negative size -2 on axis 1");
  EXPECT_EQ(copy({{-big - 1}, {1}}, {}, &x),
            "the target has the negative size -9223372036854775808 on axis 0");
  EXPECT_EQ(copy({{1}, {1, 1}}, {}, &x), "the target has 1 sizes and 2 strides");
  EXPECT_EQ(copy({{1}, {1}}, {}, nullptr), "operand 0 has elements and a null pointer");
  EXPECT_EQ(copy({{big, 2}, {2, 1}}, {}, &x), "the target has more than 2^63 - 1 elements");
  EXPECT_EQ(copy({{big}, {1}}, {}, &x), "the target reaches beyond 2^63 - 1 bytes");
  EXPECT_EQ(copy({{2}, {0}}, {}, &x), "the target overlaps itself: axis 0 has size 2 and stride 0");
  EXPECT_EQ(copy({{2}, {1}}, {{3}, {1}}, &x), "operand 0: shape 3 does not broadcast to 2");
  EXPECT_EQ(copy({{1}, {1}}, {{2}, {1}}, &x), "operand 0: shape 2 does not broadcast to 1");
  EXPECT_EQ(copy({{}, {}}, {{1}, {1}}, &x), "operand 0: shape 1 does not broadcast to ()");
  EXPECT_EQ(z, 7);
}

TEST(Engine, EmptyTensorsNeedNoMemory) {
  const int x = 1;
  EXPECT_EQ(refused([&] {
              broadcast_to(view<int>(nullptr, shape{0, 3}), view<int const>(&x, shape{}));
            }),
            "nothing");
  const std::int64_t big = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(
      refused([&] {
        broadcast_to(view<int>(nullptr, {{0, big, big}, {0, 0, 0}}), view<int const>(&x, shape{}));
      }),
      "nothing");
}

TEST(Engine, WhatIsPreparedReadsItsOperandsEachTime) {
  std::vector<int> x(1000), z(3000);
  const auto copied = prepare([](int a) { return a; }, view<int>(z.data(), shape{1000, 3}),
                              view<int const>(x.data(), shape{1000, 1}));
  for (int first : {0, 5000, 7}) {
    std::iota(x.begin(), x.end(), first);
    copied();
    for (std::size_t k = 0; k < z.size(); ++k) ASSERT_EQ(z[k], first + static_cast<int>(k / 3));
  }
}

TEST(Engine, ATargetThatInterleavesWithoutMeetingIsAccepted) {
  std::vector<int> z(8, 0);
  const int x = 5;
  // Offsets 0 2 4 3 5 7: no two the same, though the axes' reaches cross.
  EXPECT_EQ(refused([&] {
              broadcast_to(view<int>(z.data(), {{2, 3}, {3, 2}}), view<int const>(&x, shape{}));
            }),
            "nothing");
  EXPECT_EQ(z, (std::vector<int>{5, 0, 5, 5, 5, 5, 0, 5}));
  EXPECT_EQ(refused([&] {
              broadcast_to(view<int>(z.data(), {{3, 3}, {1, 2}}), view<int const>(&x, shape{}));
            }),
            "the target overlaps itself");
}

TEST(Engine, AWrongNumberOfOutputsOrAnotherShapeIsRefused) {
  std::vector<int> z(3), x{1, 2, 3};
  const std::vector<view<int>> outputs{view<int>(z.data(), shape{3})};
  const std::vector<view<int const>> inputs{view<int const>(x.data(), shape{3}),
                                            view<int const>(x.data(), shape{1})};
  EXPECT_EQ(refused([&] {
              broadcast(std::span<view<int> const>(outputs),
                        std::span<view<int const> const>(inputs));
            }),
            "1 outputs for 2 inputs");
  EXPECT_EQ(refused([&] {
              broadcast(std::tuple(view<int>(z.data(), shape{1, 3})),
                        view<int const>(x.data(), shape{3}));
            }),
            "output 0 has the shape 1x3, the inputs broadcast to 3");
}

/// Copying it is not copying its bytes.
struct assigned {
  int times = 0;
  assigned() = default;
  assigned(assigned const&) = default;
  assigned& operator=(assigned const& other) {
    times = other.times + 1;
    return *this;
  }
};

TEST(Engine, ElementsThatAreNotBytesAreAssigned) {
  std::vector<assigned> z(12);
  const assigned x;
  broadcast_to(view<assigned>(z.data(), shape{3, 4}), view<assigned const>(&x, shape{}));
  for (assigned const& element : z) EXPECT_EQ(element.times, 1);
}

TEST(Engine, EveryElementIsComputedOnce) {
  std::vector<std::atomic<int>> calls(1 << 18);
  std::vector<std::int32_t> x(calls.size());
  std::iota(x.begin(), x.end(), 0);
  std::vector<char> z(calls.size());
  transform(
      [&](std::int32_t i) {
        ++calls[static_cast<std::size_t>(i)];
        return char{1};
      },
      view<char>(z.data(), shape{1 << 9, 1 << 9}),
      view<std::int32_t const>(x.data(), shape{1 << 9, 1 << 9}));
  for (auto const& c : calls) ASSERT_EQ(c.load(), 1);
}

// Targets that a kernel does not write in place.

TEST(Engine, AFoldIsStreamedToRowsThatAreApartOrNot) {
  constexpr std::int64_t rows = 100, columns = 500;
  std::vector<std::int32_t> a(columns), b(rows), c(rows * columns);
  for (std::size_t k = 0; k < c.size(); ++k) c[k] = static_cast<std::int32_t>(k * 7);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = static_cast<std::int32_t>(k);
  for (std::size_t k = 0; k < b.size(); ++k) b[k] = static_cast<std::int32_t>(k * 1000000);
  const view<std::int32_t const> x(a.data(), shape{columns}), y(b.data(), shape{rows, 1}),
      w(c.data(), shape{rows, columns});
  for (std::int64_t apart : {columns, columns + 12}) {
    std::vector<std::int32_t> z(static_cast<std::size_t>(rows * apart), -1);
    const view<std::int32_t> to(z.data(), layout{{rows, columns}, {apart, 1}});
    const std::vector<operand> operands{operand_of(x), operand_of(y), operand_of(w), operand_of(x)};
    apply(operation::named("sub").value(), target_of(to), operands, store::streamed);
    for (std::int64_t r = 0; r < rows; ++r) {
      for (std::int64_t i = 0; i < apart; ++i) {
        const auto at = static_cast<std::size_t>(r * columns + i);
        const std::int32_t expected =
            i < columns ? -b[static_cast<std::size_t>(r)] - c[at] : std::int32_t{-1};
        ASSERT_EQ(z[static_cast<std::size_t>(r * apart + i)], expected) << r << "," << i;
      }
    }
  }
}

TEST(Engine, ATargetWithGapsOfNarrowerElementsThanItsOperands) {
  std::vector<std::int8_t> z(3000, -1);
  std::vector<std::int64_t> x(1000);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<std::int64_t>(k % 100);
  transform([](std::int64_t a) { return static_cast<std::int8_t>(a); },
            view<std::int8_t>(z.data(), layout{{1000}, {3}}),
            view<std::int64_t const>(x.data(), shape{1000}));
  for (std::size_t k = 0; k < z.size(); ++k) {
    ASSERT_EQ(z[k], k % 3 == 0 ? static_cast<std::int8_t>(x[k / 3]) : std::int8_t{-1}) << k;
  }
}

}  // namespace engine_test
