// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace bcast::proptests {

/// A binary floating-point number of 16 bits, as in IEEE 754: `mantissa` of them after the binary
/// point. It computes as a double.
template <int mantissa>
class half {
 public:
  half() = default;

  /// To the nearest, ties to even.
  explicit half(double number) {
    const unsigned sign = std::signbit(number) ? 0x8000U : 0;
    const double size = std::abs(number);
    unsigned magnitude = infinite | 1U << (mantissa - 1);  // NaN
    if (std::isinf(number)) {
      magnitude = infinite;
    } else if (!std::isnan(number)) {
      const int exponent = std::max(std::ilogb(size), 1 - bias);
      const double digits = std::nearbyint(std::ldexp(size, mantissa - exponent));
      // Rounding up to the next power of two carries into the exponent.
      const double bits = digits + std::ldexp(exponent + bias - 1, mantissa);
      magnitude = static_cast<unsigned>(std::min<double>(bits, infinite));
    }
    bits_ = static_cast<std::uint16_t>(sign | magnitude);
  }

  operator double() const {  // NOLINT(google-explicit-constructor): no number is lost
    const unsigned magnitude = bits_ & 0x7FFFU;
    const double sign = bits_ >> 15 != 0 ? -1 : 1;
    if (magnitude > infinite) return std::numeric_limits<double>::quiet_NaN();
    if (magnitude == infinite) return sign * std::numeric_limits<double>::infinity();
    const int exponent = static_cast<int>(magnitude >> mantissa);
    const double digits = magnitude & ((1U << mantissa) - 1);
    if (exponent == 0) return sign * std::ldexp(digits, 1 - bias - mantissa);
    return sign * std::ldexp(digits + (1 << mantissa), exponent - bias - mantissa);
  }

 private:
  static constexpr int highest = 15 - mantissa;  ///< bits of the exponent
  static constexpr int bias = (1 << (highest - 1)) - 1;
  static constexpr unsigned infinite = ((1U << highest) - 1) << mantissa;

  std::uint16_t bits_ = 0;
};

using float16 = half<10>;
using bfloat16 = half<7>;

}  // namespace bcast::proptests
