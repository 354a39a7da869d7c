// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/refusals.hpp"

namespace sum_test {

using namespace bcast::engine;
using refusals::refused;

/// The sums of small integers, element by element.
std::vector<std::int64_t> expected(shape const& z, view<std::int32_t const> const& x) {
  const layout to = broadcast_layout(contiguous(z), x.where().sizes);
  const auto count = std::accumulate(z.begin(), z.end(), std::int64_t{1}, std::multiplies<>());
  std::vector<std::int64_t> sums(static_cast<std::size_t>(count), 0);
  shape i(to.sizes.size(), 0);
  for (const auto n : to.sizes) {
    if (n == 0) return sums;
  }
  for (;;) {
    std::int64_t from = 0, at = 0;
    for (std::size_t k = 0; k < i.size(); ++k) {
      from += i[k] * x.where().strides[k];
      at += i[k] * to.strides[k];
    }
    sums[static_cast<std::size_t>(at)] += x.data()[from];
    std::size_t k = i.size();
    while (k > 0 && ++i[k - 1] == to.sizes[k - 1]) i[--k] = 0;
    if (k == 0) return sums;
  }
}

struct sum_case {
  shape z, x;
  shape strides;  ///< of x; none: contiguous
};

void expect_the_sums(sum_case const& c) {
  const layout where = c.strides.empty() ? contiguous(c.x) : layout{c.x, c.strides};
  std::int64_t low = 0, high = 0;
  for (std::size_t k = 0; k < c.x.size(); ++k) {
    (where.strides[k] < 0 ? low : high) += where.strides[k] * (c.x[k] - 1);
  }
  std::vector<std::int32_t> elements(
      static_cast<std::size_t>(std::max<std::int64_t>(high - low + 1, 1)));
  for (std::size_t k = 0; k < elements.size(); ++k)
    elements[k] = static_cast<std::int32_t>(k * 7 % 97) - 40;
  const view<std::int32_t const> x(elements.data() - low, where);
  const std::vector<std::int64_t> right = expected(c.z, x);
  std::vector<std::int32_t> z(right.size() + 2, 12345);
  sum_to(view<std::int32_t>(z.data() + 1, c.z), x);
  for (std::size_t k = 0; k < right.size(); ++k) ASSERT_EQ(z[k + 1], right[k]) << "sum " << k;
  EXPECT_EQ(z.front(), 12345);
  EXPECT_EQ(z.back(), 12345);
}

// Rows and tiles below, at and above the sizes at which they are cut; transposed, reversed and
// repeated gradients.
TEST(Sum, IsOfWhatIsReadFromEachElement) {
  const std::vector<sum_case> cases{{{}, {}, {}},
                                    {{}, {5}, {}},
                                    {{3}, {2, 3}, {}},
                                    {{2, 1}, {2, 3}, {}},
                                    {{1, 3}, {0, 3}, {}},
                                    {{0, 1}, {0, 4}, {}},
                                    {{2, 1, 3, 1}, {2, 5, 3, 4}, {}},
                                    {{5, 1}, {2, 5, 4}, {}},
                                    {{1}, {15}, {}},
                                    {{1}, {16}, {}},
                                    {{1}, {255}, {}},
                                    {{1}, {256}, {}},
                                    {{1}, {257}, {}},
                                    {{1}, {100003}, {}},
                                    {{7}, {31, 7}, {}},
                                    {{7}, {33, 7}, {}},
                                    {{3}, {100000, 3}, {}},
                                    {{1023}, {65, 1023}, {}},
                                    {{1025}, {65, 1025}, {}},
                                    {{2500}, {300, 2500}, {}},
                                    {{300, 1}, {300, 2500}, {}},
                                    {{64, 1, 3}, {64, 500, 3}, {}},
                                    {{40, 1}, {40, 7}, {}},
                                    {{1, 300}, {200, 300}, {1, 200}},  // transposed
                                    {{200, 1}, {200, 300}, {1, 200}},  // and summed the other way
                                    {{3, 1}, {3, 40}, {-40, -1}},      // reversed
                                    {{1}, {1000}, {0}},
                                    {{3, 1}, {3, 50}, {1, 0}},  // repeated
                                    {{1, 5}, {7, 5}, {20, 3}}};
  for (sum_case const& c : cases) {
    SCOPED_TRACE(to_string(c.x) + " to " + to_string(c.z) + " strides " + to_string(c.strides));
    expect_the_sums(c);
  }
}

TEST(Sum, OfIntegersWrapsAround) {
  const std::vector<std::int8_t> x(300, 1);
  std::int8_t z = 0;
  sum_to(view<std::int8_t>(&z, shape{}), view<std::int8_t const>(x.data(), {300}));
  EXPECT_EQ(z, 44);
}

// Added one after the other, a million floats are wrong by more than this.
TEST(Sum, OfFloatsHasTheDocumentedError) {
  for (shape const& sizes : {shape{1 << 20}, shape{1 << 18, 4}, shape{1 << 10, 1 << 10}}) {
    std::vector<float> x(1 << 20);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = 0.1F + static_cast<float>(k % 7) / 100;
    for (bool last : {false, true}) {
      shape own = sizes;
      (last ? own.back() : own.front()) = 1;
      const auto count =
          static_cast<std::size_t>((1 << 20) / (last ? sizes.back() : sizes.front()));
      std::vector<float> z(count);
      sum_to(view<float>(z.data(), own), view<float const>(x.data(), sizes));
      std::vector<double> right(count), absolute(count);
      for (std::size_t k = 0; k < x.size(); ++k) {
        const std::size_t at = last ? k / static_cast<std::size_t>(sizes.back()) : k % count;
        right[at] += static_cast<double>(x[k]);
        absolute[at] += std::abs(static_cast<double>(x[k]));
      }
      for (std::size_t k = 0; k < count; ++k) {
        const double roundings = 64 + std::log2(static_cast<double>(x.size() / count));
        ASSERT_LE(std::abs(static_cast<double>(z[k]) - right[k]),
                  roundings * std::numeric_limits<float>::epsilon() / 2 * absolute[k]);
      }
    }
  }
}

TEST(Sum, ATargetMayHaveMillionsOfElements) {
  const std::int64_t n = (std::int64_t{1} << 20) + 1;
  const std::vector<std::int8_t> x(static_cast<std::size_t>(2 * n), 3);
  std::vector<std::int8_t> z(static_cast<std::size_t>(n));
  sum_to(view<std::int8_t>(z.data(), {1, n, 1}), view<std::int8_t const>(x.data(), {2, n, 1}));
  EXPECT_EQ(std::count(z.begin(), z.end(), 6), n);
}

TEST(Sum, RefusesWhatItCannotSum) {
  std::vector<float> x(12), z(12, 7);
  const view<float const> from(x.data(), {3, 4});
  EXPECT_EQ(refused([&] { sum_to(view<float>(z.data(), {3}), from); }),
            "shape 3 does not broadcast to 3x4");
  EXPECT_EQ(refused([&] {
              sum_to(view<float>(z.data(), {1, 3, 4}), from);
            }),
            "shape 1x3x4 does not broadcast to 3x4");
  EXPECT_EQ(refused([&] {
              sum_to(view<float>(x.data() + 11, {1, 1}), from);
            }),
            "the target overlaps operand 0");
  EXPECT_EQ(refused([&] {
              sum_to(view<float>(z.data(), layout{{3, 1}, {0, 0}}), from);
            }),
            "the target overlaps itself: axis 0 has size 3 and stride 0");
  EXPECT_EQ(refused([&] { sum_to(view<float>(nullptr, {4}), from); }),
            "the target has elements and a null pointer");
  EXPECT_EQ(z, std::vector<float>(12, 7));
}

}  // namespace sum_test
