// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/short_floats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include "bcast/engine/operation.hpp"
#include "bcast/engine/transform.hpp"
#include "level.hpp"
#include "tests/support/guarded.hpp"

// Floats of 16 bits, compared with a rounding of doubles that is written from the formats alone.

namespace {

using namespace bcast::engine;

template <class T>
struct format;
template <>
struct format<bfloat16> {
  static constexpr int digits = 8, least = -126, most = 127;
};
template <>
struct format<float16> {
  static constexpr int digits = 11, least = -14, most = 15;
};

template <class T>
T of_bits(unsigned bits) {
  T x;
  x.bits = static_cast<std::uint16_t>(bits);
  return x;
}

template <class T>
bool is_nan(T x) {
  return std::isnan(static_cast<float>(x));
}

/// The number nearest to x, and of two the even one. A double has enough digits that the sum,
/// difference, product or quotient of two short floats is not rounded differently by it.
template <class T>
unsigned nearest(double x) {
  using f = format<T>;
  const unsigned sign = std::signbit(x) ? 0x8000 : 0, infinite = (2U * f::most + 1)
                                                                 << (f::digits - 1);
  const double size = std::abs(x);
  if (size == 0) return sign;
  const int exponent = std::isinf(size) ? f::most + 1 : std::max(std::ilogb(size), f::least);
  const double last = std::ldexp(1, exponent - (f::digits - 1));
  const double units = std::isinf(size) ? 0 : std::nearbyint(size / last);
  if (exponent > f::most || units * last >= std::ldexp(1, f::most + 1)) return sign | infinite;
  // Units carry over into the exponent, which is why both are added.
  const auto steps = static_cast<unsigned>(exponent - f::least) << (f::digits - 1);
  return sign | (steps + static_cast<unsigned>(units));
}

/// Zeros, the smallest and the largest numbers, those around 1, infinities and NaN, of both signs,
/// and some of every size.
template <class T>
std::vector<T> numbers() {
  constexpr int digits = format<T>::digits;
  constexpr unsigned exponents = 1U << (16 - digits), fractions = 1U << (digits - 1);
  std::vector<T> all;
  for (unsigned exponent = 0; exponent < exponents; ++exponent) {
    const bool at_an_end = exponent < 12 || exponent + 4 > exponents;
    const bool at_one = exponent + 3 > exponents / 2 && exponent < exponents / 2 + 3;
    if (!at_an_end && !at_one && exponent % 9 != 0) continue;
    for (unsigned fraction : {0U, 1U, 2U, fractions / 2, fractions / 3, fractions - 1}) {
      for (unsigned sign : {0U, 0x8000U}) {
        all.push_back(of_bits<T>(sign | exponent * fractions | fraction));
      }
    }
  }
  return all;
}

template <class T>
class ShortFloats : public ::testing::Test {};
using both = ::testing::Types<bfloat16, float16>;
TYPED_TEST_SUITE(ShortFloats, both);

TYPED_TEST(ShortFloats, EveryNumberIsAFloat) {
  using f = format<TypeParam>;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto x = of_bits<TypeParam>(bits);
    const unsigned size = bits & 0x7FFF, fraction = size % (1U << (f::digits - 1));
    const unsigned exponent = size >> (f::digits - 1);
    if (exponent == 2U * f::most + 1) {
      ASSERT_EQ(std::isinf(static_cast<float>(x)), fraction == 0) << bits;
      ASSERT_EQ(is_nan(x), fraction != 0) << bits;
      ASSERT_EQ(is_nan(TypeParam(static_cast<float>(x))), fraction != 0) << bits;
      if (fraction != 0) continue;
    } else {
      const unsigned lead = exponent == 0 ? 0 : 1U << (f::digits - 1);
      const int power = f::least + (exponent == 0 ? 0 : static_cast<int>(exponent) - 1);
      const double value = std::ldexp(lead + fraction, power - (f::digits - 1));
      ASSERT_EQ(static_cast<float>(x), bits < 0x8000 ? value : -value) << bits;
    }
    ASSERT_EQ(TypeParam(static_cast<float>(x)).bits, bits);
  }
}

TYPED_TEST(ShortFloats, AFloatIsRoundedToTheNearestAndToEven) {
  const auto expect = [](float x) {
    ASSERT_EQ(TypeParam(x).bits, nearest<TypeParam>(x)) << x;
    ASSERT_EQ(TypeParam(-x).bits, nearest<TypeParam>(-x)) << x;
  };
  for (unsigned bits = 0; bits < 0x7F80; ++bits) {
    const auto low = static_cast<double>(static_cast<float>(of_bits<TypeParam>(bits)));
    const auto high = static_cast<double>(static_cast<float>(of_bits<TypeParam>(bits + 1)));
    if (!std::isfinite(high)) break;
    const auto middle = static_cast<float>((low + high) / 2);
    expect(middle);
    expect(std::nextafter(middle, 0.0F));
    expect(std::nextafter(middle, std::numeric_limits<float>::infinity()));
  }
  for (std::uint64_t bits = 0; bits < 0x7F800000; bits += 4999) {
    expect(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  }
  expect(std::numeric_limits<float>::max());
  expect(std::numeric_limits<float>::infinity());
  expect(65519.996F);
  expect(65520.0F);
}

/// Whether every operator rounds once, on these two numbers.
template <class T>
void expect_rounded_once(T a, T b) {
  const double x = static_cast<float>(a), y = static_cast<float>(b);
  const auto expect = [&](char sign, T found, double exact) {
    if (std::isnan(exact)) {
      ASSERT_TRUE(is_nan(found)) << x << ' ' << sign << ' ' << y;
    } else {
      ASSERT_EQ(found.bits, nearest<T>(exact)) << x << ' ' << sign << ' ' << y;
    }
  };
  expect('+', a + b, x + y);
  expect('-', a - b, x - y);
  expect('*', a * b, x * y);
  expect('/', a / b, x / y);
  ASSERT_EQ(a < b, x < y);
  ASSERT_EQ(a <= b, x <= y);
  ASSERT_EQ(a > b, x > y);
  ASSERT_EQ(a >= b, x >= y);
  ASSERT_EQ(a == b, x == y);
  ASSERT_EQ(a != b, x != y);
  ASSERT_EQ((-a).bits, a.bits ^ 0x8000);
}

TYPED_TEST(ShortFloats, AnOperatorRoundsOnce) {
  const std::vector<TypeParam> all = numbers<TypeParam>();
  for (TypeParam a : all) {
    for (TypeParam b : all) expect_rounded_once(a, b);
  }
  std::mt19937 draw(1);
  for (int i = 0; i < 200000; ++i) {
    const auto two = static_cast<std::uint32_t>(draw());
    expect_rounded_once(of_bits<TypeParam>(two & 0xFFFF), of_bits<TypeParam>(two >> 16));
  }
}

// A float that is not normal has fewer digits; they are enough for every such result.
TEST(ShortFloat, AResultThatIsNotNormalIsRoundedOnce) {
  for (unsigned x : {0x0001U, 0x0002U, 0x0055U, 0x007FU, 0x0080U, 0x00ABU, 0x00FFU, 0x0101U}) {
    for (unsigned y = 0x3900; y < 0x4380; ++y) {
      expect_rounded_once(of_bits<bfloat16>(x), of_bits<bfloat16>(y));
      expect_rounded_once(of_bits<bfloat16>(0x8000 | x), of_bits<bfloat16>(y));
    }
  }
}

/// Every number with each of these, as the second operand of a named operation, on every level. The
/// bits are those of the portable code, and so are a NaN's if it is the only operand that is one.
template <class T, class F>
void expect_every_number_on_levels(std::string_view name, F const& f,
                                   std::vector<T> const& seconds) {
  constexpr std::size_t all = 0x10000;
  const std::size_t place = operation::named(name).value().place();
  std::vector<T> x, z(all);
  for (unsigned bits = 0; bits < all; ++bits) x.push_back(of_bits<T>(bits));
  for (T y : seconds) {
    std::vector<T> ys(all, y), expected;
    for (std::size_t i = 0; i < all; ++i) expected.push_back(f(x[i], y));
    for (std::size_t which = 0; which < detail::levels().size(); ++which) {
      const auto& kernels = detail::levels()[which]->find(place, element_type::of<T>().place());
      if (BCAST_ONE_MACHINE && which == 0 && kernels.two == nullptr) continue;
      ASSERT_NE(kernels.two, nullptr) << name << " on level " << which;
      for (const bool stands : {false, true}) {
        std::byte* const at[]{reinterpret_cast<std::byte*>(z.data()),
                              reinterpret_cast<std::byte*>(x.data()),
                              reinterpret_cast<std::byte*>(ys.data())};
        const std::int64_t row_step[]{0, 0, 0};
        constexpr std::int64_t size = sizeof(T);
        const std::int64_t column_step[]{size, size, stands ? 0 : size};
        kernels.two->run(nullptr, {1, all, at, row_step, column_step, false});
        for (std::size_t i = 0; i < all; ++i) {
          const bool both_nan = is_nan(x[i]) && is_nan(y);
          ASSERT_TRUE(both_nan ? is_nan(z[i]) : z[i].bits == expected[i].bits)
              << name << " on level " << which << ' ' << std::hex << x[i].bits << ' ' << y.bits
              << ": " << z[i].bits << ", expected " << expected[i].bits;
        }
      }
    }
  }
}

// A product of two numbers has twice as many digits, so these products are rounded up, down and to
// even, at every size, and beyond all sizes.
TYPED_TEST(ShortFloats, EveryLevelConvertsEveryNumber) {
  using T = TypeParam;
  std::vector<T> factors;
  for (const float factor :
       {1.0F,       -1.0F,      0.0F,      2.0F,           0.5F,       0.25F,   0.125F,
        0x1p-6F,    0x1p-9F,    0x1p-13F,  1.5F,           1.25F,      1.75F,   1.125F,
        1.0078125F, 1.9921875F, 3.140625F, -0.0537109375F, 0x1.5p-14F, 1000.0F, 65504.0F}) {
    factors.push_back(T(factor));
  }
  constexpr unsigned lowest_normal = 1U << (format<T>::digits - 1);
  for (const unsigned bits : {1U, 3U, lowest_normal - 1, lowest_normal, lowest_normal + 1}) {
    factors.push_back(of_bits<T>(bits));
  }
  factors.push_back(T(std::numeric_limits<float>::infinity()));
  factors.push_back(of_bits<T>(0x7FFF));
  factors.push_back(of_bits<T>(0xFF81));
  expect_every_number_on_levels<T>(
      "mul", [](T a, T b) { return a * b; }, factors);
  expect_every_number_on_levels<T>(
      "add", [](T a, T b) { return a + b; }, factors);
  expect_every_number_on_levels<T>(
      "div", [](T a, T b) { return a / b; }, factors);
}

TYPED_TEST(ShortFloats, EveryLevelComparesEveryNumberAsAFloat) {
  using T = TypeParam;
  std::vector<T> seconds;
  for (const unsigned bits : {0U, 1U, 2U, 0x3FFU, 0x400U, 0x3C00U, 0x3F80U, 0x7BFFU, 0x7C00U,
                              0x7C01U, 0x7F7FU, 0x7F80U, 0x7F81U, 0x7FFFU}) {
    seconds.push_back(of_bits<T>(bits));
    seconds.push_back(of_bits<T>(bits | 0x8000));
  }
  const auto is_less = [](T a, T b) { return static_cast<float>(a) < static_cast<float>(b); };
  expect_every_number_on_levels<T>(
      "min", [&](T a, T b) { return is_less(a, b) || is_nan(a) ? a : b; }, seconds);
  expect_every_number_on_levels<T>(
      "max", [&](T a, T b) { return is_less(b, a) || is_nan(a) ? a : b; }, seconds);
  for (T y : seconds) {
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
      const auto x = of_bits<T>(bits);
      ASSERT_EQ(x < y, is_less(x, y)) << std::hex << x.bits << ' ' << y.bits;
      ASSERT_EQ(x > y, is_less(y, x)) << std::hex << x.bits << ' ' << y.bits;
      ASSERT_EQ(x == y, static_cast<float>(x) == static_cast<float>(y))
          << std::hex << x.bits << ' ' << y.bits;
    }
  }
}

TEST(ShortFloat, IsConvertedWhileCompiling) {
  static_assert(bfloat16(1.0F).bits == 0x3F80 && float16(1.0F).bits == 0x3C00);
  static_assert(static_cast<float>(float16(-0.1F)) == -0.0999755859375F);
  static_assert((bfloat16(3.0F) * bfloat16(0.5F)).bits == bfloat16(1.5F).bits);
  static_assert(sizeof(bfloat16) == 2 && sizeof(float16) == 2);
}

}  // namespace
