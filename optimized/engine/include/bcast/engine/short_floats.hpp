// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "bcast/engine/detail/compiling.hpp"

/// Floating-point numbers of 16 bits, which C++20 does not have. The same bits result on every
/// processor, except the sign and the payload of a NaN.
///
/// A conversion to float is exact. A conversion from float, and each of + - * / on two numbers,
/// rounds once: to the nearest number, and to the one with an even last bit where two are equally
/// near. Numbers too small to be normal are not flushed to zero. What is too large becomes
/// infinite. A NaN stays a NaN. A conversion keeps its sign and the upper bits of its payload, and
/// makes it quiet, except that of a bfloat16 to float, which keeps all bits.
namespace bcast::engine {

/// 1 bit for the sign, 8 for the exponent, 7 for the fraction: the upper half of a float.
struct bfloat16 {
  std::uint16_t bits;

  bfloat16() = default;
  BCAST_INLINE explicit constexpr bfloat16(float x);
  BCAST_INLINE constexpr operator float() const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }
};

/// 1 bit for the sign, 5 for the exponent, 10 for the fraction: IEEE 754's binary16.
struct float16 {
  std::uint16_t bits;

  float16() = default;
  BCAST_INLINE explicit constexpr float16(float x);
  BCAST_INLINE constexpr operator float() const;
};

template <class T>
concept short_float = std::same_as<T, bfloat16> || std::same_as<T, float16>;

namespace detail {

constexpr std::uint32_t infinite = 0x7F800000;  // a float's bits; above it is NaN

/// x, or y where the condition does not hold, without a branch.
BCAST_INLINE constexpr std::uint32_t select(bool condition, std::uint32_t x, std::uint32_t y) {
  return condition ? x : y;
}

}  // namespace detail

BCAST_INLINE constexpr bfloat16::bfloat16(float x)
    : bits([&] {
        const auto from = std::bit_cast<std::uint32_t>(x);
        const std::uint32_t nearest = from + 0x7FFF + (from >> 16 & 1);
        const bool is_nan = (from & 0x7FFFFFFF) > detail::infinite;
        return static_cast<std::uint16_t>(detail::select(is_nan, from | 0x00400000, nearest) >> 16);
      }()) {}

BCAST_INLINE constexpr float16::float16(float x)
    : bits([&] {
        const auto from = std::bit_cast<std::uint32_t>(x);
        const std::uint32_t size = from & 0x7FFFFFFF, sign = from & 0x80000000;
        const std::uint32_t normal = (size - (112U << 23) + 0xFFF + (size >> 13 & 1)) >> 13;
        // The last bit of 0.5 is worth as much as the smallest number's.
        const std::uint32_t tiny = std::bit_cast<std::uint32_t>(std::bit_cast<float>(size) + 0.5F) -
                                   std::bit_cast<std::uint32_t>(0.5F);
        std::uint32_t number = detail::select(size < (113U << 23), tiny, normal);
        number = detail::select(size >= (143U << 23), 0x7C00, number);
        number = detail::select(size > detail::infinite, 0x7E00 | (size >> 13 & 0x1FF), number);
        // From the upper half, because GCC does not vectorise a selection that it narrows to 16
        // bits.
        return static_cast<std::uint16_t>((sign | number << 16) >> 16);
      }()) {}

BCAST_INLINE constexpr float16::operator float() const {
  const std::uint32_t size = bits & 0x7FFFU, sign = (bits & 0x8000U) << 16;
  const float tiny = static_cast<float>(static_cast<std::int32_t>(size)) * 0x1p-24F;
  const std::uint32_t normal = (size << 13) + (112U << 23);
  std::uint32_t number = detail::select(size < 0x0400, std::bit_cast<std::uint32_t>(tiny), normal);
  number = detail::select(size >= 0x7C00, number + (112U << 23), number);
  number |= detail::select(size > 0x7C00, 0x00400000, 0);
  return std::bit_cast<float>(sign | number);
}

// A float has more than twice as many digits. So its own rounding never leads to a number halfway
// between two short floats, where the exact result is not: not even among the smallest numbers,
// where it keeps 16 digits after a bfloat16's last.
template <short_float T>
BCAST_INLINE constexpr T operator+(T a, T b) {
  return T(static_cast<float>(a) + static_cast<float>(b));
}
template <short_float T>
BCAST_INLINE constexpr T operator-(T a, T b) {
  return T(static_cast<float>(a) - static_cast<float>(b));
}
template <short_float T>
BCAST_INLINE constexpr T operator*(T a, T b) {
  return T(static_cast<float>(a) * static_cast<float>(b));
}
template <short_float T>
BCAST_INLINE constexpr T operator/(T a, T b) {
  return T(static_cast<float>(a) / static_cast<float>(b));
}
/// Changes the sign, of a NaN as well.
template <short_float T>
BCAST_INLINE constexpr T operator-(T a) {
  a.bits ^= 0x8000;
  return a;
}

namespace detail {

/// The size and the sign of a number as one integer, in the order of the numbers.
template <short_float T>
BCAST_INLINE constexpr std::int16_t ordered(T x) {
  const auto sign = static_cast<std::int16_t>(static_cast<std::int16_t>(x.bits) >> 15);
  return static_cast<std::int16_t>(((x.bits & 0x7FFF) ^ sign) - sign);
}
template <short_float T>
BCAST_INLINE constexpr bool is_number(T x) {
  return static_cast<std::int16_t>(x.bits & 0x7FFF) <= (std::same_as<T, float16> ? 0x7C00 : 0x7F80);
}

}  // namespace detail

// Comparisons need no floats: their lanes have 16 bits, and there is no branch.
template <short_float T>
BCAST_INLINE constexpr bool operator==(T a, T b) {
  const bool same = detail::ordered(a) == detail::ordered(b), number = detail::is_number(a);
  return same & number;
}
template <short_float T>
BCAST_INLINE constexpr bool operator<(T a, T b) {
  const bool less = detail::ordered(a) < detail::ordered(b);
  const bool left = detail::is_number(a), right = detail::is_number(b);
  return less & left & right;
}
template <short_float T>
BCAST_INLINE constexpr bool operator>(T a, T b) {
  return b < a;
}
template <short_float T>
BCAST_INLINE constexpr bool operator<=(T a, T b) {
  return static_cast<float>(a) <= static_cast<float>(b);
}
template <short_float T>
BCAST_INLINE constexpr bool operator>=(T a, T b) {
  return b <= a;
}

}  // namespace bcast::engine
