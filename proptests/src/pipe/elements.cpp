// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/elements.hpp"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "support/half.hpp"

namespace bcast::proptests::pipe {
namespace {

/// The largest number up to which a double holds every whole number.
constexpr std::int64_t exact_in_double = std::int64_t{1} << 53;

template <class T>
json whole_of(T number) {
  if constexpr (sizeof(T) < 8) {
    return number;
  } else if constexpr (std::is_unsigned_v<T>) {
    if (number > static_cast<T>(exact_in_double)) return std::to_string(number);
  } else {
    if (number > exact_in_double || number < -exact_in_double) return std::to_string(number);
  }
  return number;
}

template <class T>
T read_whole(json const& value) {
  const auto fail = [&] {
    throw malformed(fmt::format("{} is not a whole number from {} to {}", quote_value(value),
                                std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  };
  if (value.is_string()) {
    auto const& text = value.get_ref<std::string const&>();
    T number{};
    const auto [stop, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (wrong != std::errc() || stop != text.data() + text.size()) fail();
    return number;
  }
  if (value.is_boolean()) return static_cast<T>(value.get<bool>());
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<T>::max())) fail();
    return static_cast<T>(number);
  }
  if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    if constexpr (std::is_unsigned_v<T>) {
      if (number < 0) fail();
    } else {
      if (number < std::numeric_limits<T>::min() || number > std::numeric_limits<T>::max()) fail();
    }
    return static_cast<T>(number);
  }
  if (value.is_number_float()) {
    const double number = value.get<double>();
    if (std::trunc(number) != number || std::abs(number) > static_cast<double>(exact_in_double)) {
      fail();
    }
    return read_whole<T>(json(static_cast<std::int64_t>(number)));
  }
  fail();
  return {};
}

json of_real(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  return number;
}

double read_real(json const& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  const std::string text = value.is_string() ? value.get<std::string>() : "";
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  throw malformed(quote_value(value) + " is not a number");
}

/// Whether the pipe writes a type's values as real numbers.
template <class T>
constexpr bool is_real =
    std::is_floating_point_v<T> || std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>;

template <class T>
json encode(void const* from) {
  if constexpr (std::is_same_v<T, std::string>) {
    return *static_cast<std::string const*>(from);
  } else {
    T value;
    std::memcpy(&value, from, sizeof(T));
    if constexpr (is_real<T>) {
      return of_real(value);
    } else {
      return whole_of(value);
    }
  }
}

template <class T>
void decode(json const& value, void* to) {
  if constexpr (std::is_same_v<T, std::string>) {
    if (!value.is_string()) throw malformed(quote_value(value) + " is not a string");
    *static_cast<std::string*>(to) = value.get<std::string>();
  } else {
    T read;
    if constexpr (is_real<T>) {
      read = static_cast<T>(read_real(value));
    } else {
      read = read_whole<T>(value);
    }
    std::memcpy(to, &read, sizeof(T));
  }
}

/// As Python writes it: `1.5-2j`.
template <class R>
json encode_complex(void const* from) {
  R parts[2];
  std::memcpy(parts, from, sizeof parts);
  return fmt::format("{}{:+}j", parts[0], parts[1]);
}

template <class R>
void decode_complex(json const& value, void* to) {
  double parts[2]{};
  const auto fail = [&] {
    throw malformed(quote_value(value) + " is not a complex number, such as \"1.5-2j\"");
  };
  const auto read = [&](std::string_view text, double& part) {
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [stop, wrong] = std::from_chars(text.data(), text.data() + text.size(), part);
    if (wrong != std::errc() || stop != text.data() + text.size()) fail();
  };
  if (value.is_number()) {
    parts[0] = value.get<double>();
  } else {
    const std::string text = value.is_string() ? value.get<std::string>() : "";
    std::size_t sign = text.find_last_of("+-");
    if (sign != std::string::npos && sign != 0 && text[sign - 1] == 'e') {
      sign = text.find_last_of("+-", sign - 1);
    }
    if (sign == std::string::npos || sign == 0 || !text.ends_with('j')) fail();
    read(std::string_view(text).substr(0, sign), parts[0]);
    read(std::string_view(text).substr(sign, text.size() - sign - 1), parts[1]);
  }
  const std::complex<R> number(static_cast<R>(parts[0]), static_cast<R>(parts[1]));
  std::memcpy(to, &number, sizeof number);
}

json encode_bool(void const* from) {
  unsigned char byte = 0;
  std::memcpy(&byte, from, 1);
  return byte != 0;
}

void decode_bool(json const& value, void* to) {
  const auto number = read_whole<std::int64_t>(value);
  if (number != 0 && number != 1) throw malformed(quote_value(value) + " is not a bool");
  const unsigned char byte = number != 0 ? 1 : 0;
  std::memcpy(to, &byte, 1);
}

template <class T>
constexpr element_codec plain(std::string_view kit, std::string_view pipe) {
  return {kit, pipe, sizeof(T), encode<T>, decode<T>};
}

constexpr std::array codecs{
    element_codec{"bool", "bool", 1, encode_bool, decode_bool},
    plain<std::int8_t>("int8", "int8"),
    plain<std::int16_t>("int16", "int16"),
    plain<std::int32_t>("int32", "int32"),
    plain<std::int64_t>("int64", "int64"),
    plain<std::uint8_t>("uint8", "uint8"),
    plain<std::uint16_t>("uint16", "uint16"),
    plain<std::uint32_t>("uint32", "uint32"),
    plain<std::uint64_t>("uint64", "uint64"),
    plain<float>("float", "float32"),
    plain<double>("double", "float64"),
    plain<float16>("float16", "float16"),
    plain<bfloat16>("bfloat16", "bfloat16"),
    element_codec{"complex64", "complex64", 8, encode_complex<float>, decode_complex<float>},
    element_codec{"complex128", "complex128", 16, encode_complex<double>, decode_complex<double>},
    plain<std::string>("string", "string"),
};

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The value of each digit of base64; 64 for any other character.
constexpr std::array<std::uint8_t, 256> values_of_digits = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(64);
  for (std::size_t k = 0; k < digits.size(); ++k) {
    values[static_cast<unsigned char>(digits[k])] = static_cast<std::uint8_t>(k);
  }
  return values;
}();

}  // namespace

std::string base64(void const* from, std::size_t bytes) {
  auto const* in = static_cast<unsigned char const*>(from);
  std::string text((bytes + 2) / 3 * 4, '=');
  char* out = text.data();
  for (; bytes >= 3; bytes -= 3, in += 3, out += 4) {
    const unsigned group = in[0] * 0x10000U + in[1] * 0x100U + in[2];
    for (int k = 0; k < 4; ++k) out[k] = digits[group >> (18 - 6 * k) & 63U];
  }
  if (bytes == 0) return text;
  const unsigned group = in[0] * 0x10000U + (bytes == 2 ? in[1] * 0x100U : 0U);
  for (int k = 0; k <= static_cast<int>(bytes); ++k) out[k] = digits[group >> (18 - 6 * k) & 63U];
  return text;
}

std::size_t bytes_in_base64(json const& text) {
  const std::size_t size = text.is_string() ? text.get_ref<std::string const&>().size() : 1;
  if (size % 4 != 0) throw malformed(quote_value(text) + " is not base64");
  const std::string_view in = text.get_ref<std::string const&>();
  const std::size_t all = in.size() / 4 * 3;
  return in.ends_with("==") ? all - 2 : in.ends_with('=') ? all - 1 : all;
}

void from_base64(json const& text, void* to, std::size_t bytes) {
  const auto fail = [&] {
    throw malformed(fmt::format("{} is not {} bytes in base64", quote_value(text), bytes));
  };
  if (bytes_in_base64(text) != bytes) fail();
  std::string_view in = text.get_ref<std::string const&>();
  in.remove_suffix((3 - bytes % 3) % 3);
  auto* out = static_cast<unsigned char*>(to);
  unsigned group = 0;
  int bits = 0;
  for (char digit : in) {
    const unsigned value = values_of_digits[static_cast<unsigned char>(digit)];
    if (value == 64) fail();
    group = (group << 6 | value) & 0xFFFFU;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    *out++ = static_cast<unsigned char>(group >> bits);
  }
  if ((group & ((1U << bits) - 1)) != 0) fail();
}

json whole(std::int64_t number) { return whole_of(number); }

std::int64_t to_whole(json const& value) { return read_whole<std::int64_t>(value); }

element_codec const* find_codec(std::string_view name) {
  for (element_codec const& c : codecs) {
    if (c.kit == name || c.pipe == name) return &c;
  }
  return nullptr;
}

}  // namespace bcast::proptests::pipe
