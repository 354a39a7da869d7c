// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases/element_kinds.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <type_traits>

#include "bcast/spec/elements.hpp"
#include "support/half.hpp"

namespace bcast::proptests {
namespace {

template <class T>
void write(void* to, int number) {
  const auto value = static_cast<T>(number);
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
  if constexpr (sizeof(T) == 1) {
    return std::to_string(static_cast<int>(value));
  } else if constexpr (std::is_class_v<T>) {
    return fmt::format("{}", static_cast<double>(value));
  } else {
    return fmt::format("{}", value);
  }
}

template <class T>
constexpr element_kind plain(std::string_view name, std::uint8_t code) {
  return {name, sizeof(T), code, write<T>, read<T>, text<T>};
}

/// The number is the real part, and the imaginary part is 0.
template <class R>
constexpr element_kind complex_of(std::string_view name) {
  const auto write_both = [](void* to, int number) {
    const std::complex<R> value(static_cast<R>(number));
    std::memcpy(to, &value, sizeof value);
  };
  const auto read_both = [](void const* from) {
    const auto imaginary = read<R>(static_cast<R const*>(from) + 1);
    return imaginary == 0 ? read<R>(from) : std::nullopt;
  };
  const auto text_of_both = [](void const* from) {
    R parts[2];
    std::memcpy(parts, from, sizeof parts);
    return fmt::format("{}{:+}j", parts[0], parts[1]);
  };
  return {name, 2 * sizeof(R), 5, write_both, read_both, text_of_both};
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
    plain<float16>("float16", of_float),
    plain<bfloat16>("bfloat16", of_bfloat),
    complex_of<float>("complex64"),
    complex_of<double>("complex128"),
};

}  // namespace

bool is_usual(std::string_view element) {
  auto const& usual = spec::element_names;
  return std::find(std::begin(usual), std::end(usual), element) != std::end(usual);
}

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
