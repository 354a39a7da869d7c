// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "bcast/engine/caches.hpp"
#include "bcast/engine/detail/limits.hpp"
#include "bcast/engine/transform.hpp"

// Results of some thousand elements, where the engine begins to cut, to merge and to gather rows.
// Operands may be wider or narrower than the result, and the machine may be any. The laws ask for
// larger ranks and stranger views, of fewer elements.

namespace any_sizes_test {

using namespace bcast::engine;

constexpr std::int64_t most_elements = 24000;

std::int64_t count(shape const& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
}

/// Sizes whose product is at most most_elements: many short rows, a few long ones, and between.
shape any_sizes() {
  const auto rank = *rc::gen::inRange<std::size_t>(1, 5);
  shape sizes(rank);
  std::int64_t left = most_elements;
  for (std::size_t k = rank; k-- > 0;) {
    const std::int64_t most = std::min<std::int64_t>(
        left, *rc::gen::element<std::int64_t>(4, 40, k == 0 ? most_elements : 300));
    sizes[k] = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(1, most + 1));
    left /= sizes[k];
  }
  return sizes;
}

/// A shape that is stretched to `sizes`: each axis is kept or is 1. Its memory is dense, in the
/// order of the axes or the other way round.
layout any_operand(shape const& sizes) {
  layout kept{sizes, shape(sizes.size())};
  for (std::int64_t& size : kept.sizes) {
    if (*rc::gen::arbitrary<bool>()) size = 1;
  }
  const bool reversed = *rc::gen::inRange(0, 4) == 0;
  std::int64_t step = 1;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::size_t k = reversed ? i : sizes.size() - 1 - i;
    kept.strides[k] = step;
    step *= kept.sizes[k];
  }
  return kept;
}

/// Where the element of an operand is that belongs to element `at` of the result.
std::size_t place(layout const& operand, shape const& result, std::size_t at) {
  std::size_t found = 0;
  for (std::size_t k = result.size(); k-- > 0;) {
    const auto size = static_cast<std::size_t>(result[k]);
    if (operand.sizes[k] != 1) found += at % size * static_cast<std::size_t>(operand.strides[k]);
    at /= size;
  }
  return found;
}

template <class T>
std::vector<T> numbered(std::int64_t n, std::uint64_t factor) {
  std::vector<T> values(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<T>((i + 1) * factor >> 23);
  }
  return values;
}

template <class Z, class X, class Y>
void expect_right(shape const& sizes, store how) {
  const layout of_x = any_operand(sizes), of_y = any_operand(sizes);
  const auto x = numbered<X>(count(of_x.sizes), 0x9E3779B97F4A7C15U);
  const auto y = numbered<Y>(count(of_y.sizes), 0xC2B2AE3D27D4EB4FU);
  std::vector<Z> z(static_cast<std::size_t>(count(sizes)));
  const auto f = [](X a, Y b) { return static_cast<Z>(a + 3 * b); };
  transform(how, f, view<Z>(z.data(), sizes), view<X const>(x.data(), of_x),
            view<Y const>(y.data(), of_y));
  for (std::size_t i = 0; i < z.size(); ++i) {
    const Z expected = f(x[place(of_x, sizes, i)], y[place(of_y, sizes, i)]);
    if (z[i] == expected) continue;
    const auto text = [](layout const& l, std::size_t bytes) {
      return to_string(l.sizes) + " strides " + to_string(l.strides) + " of " +
             std::to_string(bytes) + " bytes";
    };
    RC_LOG() << to_string(sizes) << " of " << sizeof(Z) << " bytes = " << text(of_x, sizeof(X))
             << " and " << text(of_y, sizeof(Y)) << ": element " << i << '\n';
    RC_ASSERT(z[i] == expected);
  }
}

void expect_any_right() {
  const shape sizes = any_sizes();
  const store how = *rc::gen::element(store::automatic, store::streamed);
  switch (*rc::gen::inRange(0, 5)) {
    case 0:
      return expect_right<std::uint32_t, std::uint32_t, std::uint32_t>(sizes, how);
    case 1:
      return expect_right<std::uint8_t, std::uint32_t, std::uint32_t>(sizes, how);
    case 2:
      return expect_right<std::uint8_t, std::uint64_t, std::uint64_t>(sizes, how);
    case 3:
      return expect_right<std::uint64_t, std::uint8_t, std::uint64_t>(sizes, how);
    default:
      return expect_right<std::uint16_t, std::uint8_t, std::uint64_t>(sizes, how);
  }
}

class AnySizes : public ::testing::TestWithParam<char const*> {
 protected:
  void SetUp() override { detail::assume(caches_from(GetParam(), before_)); }
  void TearDown() override { detail::assume(before_); }

 private:
  const caches before_ = machine_caches();
};

TEST_P(AnySizes, AreRight) {
  EXPECT_TRUE(rc::check("results of any sizes are right", [] {
    for (int k = 0; k < 60; ++k) expect_any_right();
  }));
}

std::string name(::testing::TestParamInfo<char const*> const& of) {
  constexpr char const* names[]{"Tiny", "Small", "Usual"};
  return names[of.index];
}

INSTANTIATE_TEST_SUITE_P(Caches, AnySizes,
                         ::testing::Values("L1=4K,L2=4K,L3=4K", "L1=16K,L2=128K,L3=1M",
                                           "L1=48K,L2=1M,L3=32M"),
                         name);

}  // namespace any_sizes_test
