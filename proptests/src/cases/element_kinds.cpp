// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases/element_kinds.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace bcast::proptests {
namespace {

template <class T>
void write(void* to, int number) {
  const T value = static_cast<T>(number);
  std::memcpy(to, &value, sizeof(T));
}

template <class T>
std::optional<int> read(void const* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  if (!(value >= 0 && value <= 100)) return std::nullopt;
  const int number = static_cast<int>(value);
  if (static_cast<T>(number) != value) return std::nullopt;
  return number;
}

template <class T>
std::string text(void const* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  if constexpr (sizeof(T) == 1) return std::to_string(static_cast<int>(value));
  return fmt::format("{}", value);
}

/// A 16-bit binary floating-point number with `mantissa` bits after the binary point. Subnormal
/// numbers do not occur, because all numbers are integers.
template <unsigned mantissa>
struct half {
  static constexpr unsigned bias = (1U << (14 - mantissa)) - 1;

  static void write(void* to, int number) {
    std::uint16_t bits = 0;
    if (number != 0) {
      const auto n = static_cast<unsigned>(number);
      const unsigned exponent = static_cast<unsigned>(std::bit_width(n)) - 1;
      bits = static_cast<std::uint16_t>((exponent + bias) << mantissa |
                                        ((n << (mantissa - exponent)) & ((1U << mantissa) - 1)));
    }
    std::memcpy(to, &bits, 2);
  }

  static std::optional<int> read(void const* from) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, from, 2);
    if ((bits & 0x7FFFU) == 0) return 0;
    const unsigned exponent = bits >> mantissa;  // includes the sign, which makes it too large
    if (exponent < bias || exponent > bias + 6) return std::nullopt;
    const unsigned digits = (1U << mantissa) | (bits & ((1U << mantissa) - 1));
    const unsigned behind = mantissa - (exponent - bias);
    if ((digits & ((1U << behind) - 1)) != 0) return std::nullopt;
    return static_cast<int>(digits >> behind);
  }

  static std::string text(void const* from) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, from, 2);
    constexpr unsigned largest = (1U << (15 - mantissa)) - 1;
    const unsigned exponent = bits >> mantissa & largest, digits = bits & ((1U << mantissa) - 1);
    double value = 0;
    if (exponent == largest) {
      value = digits == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
    } else {
      const unsigned whole = exponent == 0 ? digits : digits | 1U << mantissa;
      value = std::ldexp(
          whole, static_cast<int>(std::max(exponent, 1U)) - static_cast<int>(bias + mantissa));
    }
    return fmt::format("{}", bits >> 15 == 0 ? value : -value);
  }
};

template <class T>
constexpr element_kind plain(std::string_view name, std::uint8_t code) {
  return {name, sizeof(T), code, write<T>, read<T>, text<T>};
}

constexpr std::uint8_t of_int = 0, of_uint = 1, of_float = 2, of_bfloat = 4, of_bool = 6;

constexpr std::array kinds{
    element_kind{"bool", 1, of_bool, write<std::uint8_t>, read<std::uint8_t>, text<std::uint8_t>},
    plain<std::int8_t>("int8", of_int),
    plain<std::int16_t>("int16", of_int),
    plain<std::int32_t>("int32", of_int),
    plain<std::int64_t>("int64", of_int),
    plain<std::uint8_t>("uint8", of_uint),
    plain<std::uint16_t>("uint16", of_uint),
    plain<std::uint32_t>("uint32", of_uint),
    plain<std::uint64_t>("uint64", of_uint),
    plain<float>("float", of_float),
    plain<double>("double", of_float),
    element_kind{"float16", 2, of_float, half<10>::write, half<10>::read, half<10>::text},
    element_kind{"bfloat16", 2, of_bfloat, half<7>::write, half<7>::read, half<7>::text},
};

}  // namespace

std::span<element_kind const> element_kinds() { return kinds; }

element_kind const* find_element_kind(std::string_view name) {
  if (name == "float32") name = "float";
  if (name == "float64") name = "double";
  for (element_kind const& k : kinds) {
    if (k.name == name) return &k;
  }
  return nullptr;
}

}  // namespace bcast::proptests
