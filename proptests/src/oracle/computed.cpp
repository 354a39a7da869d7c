// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/computed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "cases/element_kinds.hpp"
#include "oracle/own_operations.hpp"
#include "support/half.hpp"

namespace bcast::proptests {
namespace {

__extension__ using wide_integer = __int128;

/// The type that holds each sum, difference, product and quotient of two T, so that rounding it
/// once to T rounds correctly.
template <class T>
using wide = std::conditional_t<std::is_integral_v<T>, wide_integer, double>;

template <class T>
constexpr bool is_number = std::is_integral_v<T> && !std::is_same_v<T, bool>;

template <class T>
T load(void const* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <class T>
void store(T value, void* to) {
  std::memcpy(to, &value, sizeof(T));
}

template <class T>
constexpr bool is_complex = false;
template <class R>
constexpr bool is_complex<std::complex<R>> = true;

/// To T, as each operation rounds. Integers wrap.
template <class T>
T rounded(wide<T> value) {
  return static_cast<T>(value);
}

template <class T>
T saturated(wide_integer value) {
  const wide_integer low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  return static_cast<T>(std::clamp(value, low, high));
}

template <class T>
T power(wide<T> base, wide<T> exponent) {
  if constexpr (std::is_integral_v<T>) {
    wide<T> value = 1;
    for (wide<T> k = 0; k < exponent; ++k) value *= base;
    return rounded<T>(value);
  } else {
    return T(std::pow(base, exponent));
  }
}

template <class T>
T remainder(wide<T> a, wide<T> b) {
  if constexpr (std::is_integral_v<T>) {
    return rounded<T>(a % b);
  } else {
    return T(std::fmod(a, b));
  }
}

/// The operations whose result is of the operands' type T; `x` are the elements as wide<T>.
template <class T>
T value_of(std::string_view op, std::vector<wide<T>> const& x) {
  const auto fold = [&](auto f) {
    wide<T> value = x.front();
    for (std::size_t m = 1; m < x.size(); ++m) {
      value = static_cast<wide<T>>(rounded<T>(f(value, x[m])));
    }
    return rounded<T>(value);
  };
  if (op == "copy") return rounded<T>(x.front());
  if (op == "add" || op == "sum") return fold([](auto a, auto b) { return a + b; });
  if (op == "sub") return fold([](auto a, auto b) { return a - b; });
  if (op == "mul") return fold([](auto a, auto b) { return a * b; });
  if (op == "min") return fold([](auto a, auto b) { return b < a ? b : a; });
  if (op == "max") return fold([](auto a, auto b) { return a < b ? b : a; });
  if (op == "mean") {
    const wide<T> sum = static_cast<wide<T>>(fold([](auto a, auto b) { return a + b; }));
    return rounded<T>(sum / static_cast<wide<T>>(x.size()));
  }
  const wide<T> a = x.at(0), b = x.at(1);
  if (op == "div") return rounded<T>(a / b);
  if (op == "mod") return remainder<T>(a, b);
  if (op == "pow") return power<T>(a, b);
  if constexpr (std::is_integral_v<T>) {
    if (op == "add_sat") return saturated<T>(a + b);
    if (op == "sub_sat") return saturated<T>(a - b);
    if (op == "and" || op == "bitwise_and") return rounded<T>(a & b);
    if (op == "or" || op == "bitwise_or") return rounded<T>(a | b);
    if (op == "xor" || op == "bitwise_xor") return rounded<T>(a ^ b);
    if (op == "shift_left") return rounded<T>(a << static_cast<int>(b));
    if (op == "shift_right") return rounded<T>(a >> static_cast<int>(b));
  }
  throw std::invalid_argument("no operation is called '" + std::string(op) + "'");
}

template <class T>
bool compared(std::string_view op, T a, T b) {
  if (op == "equal") return a == b;
  if (op == "not_equal") return a != b;
  if (op == "less") return a < b;
  if (op == "less_equal") return a <= b;
  if (op == "greater") return a > b;
  return a >= b;
}

template <class T>
void evaluate_real(std::string_view op, std::span<void const* const> x, void* z) {
  std::vector<wide<T>> numbers;
  for (void const* element : x) {
    if constexpr (std::is_same_v<T, bool>) {
      numbers.push_back(load<std::uint8_t>(element) != 0 ? 1 : 0);
    } else {
      numbers.push_back(static_cast<wide<T>>(load<T>(element)));
    }
  }
  operation const* const known = find_operation(op);
  if (known != nullptr && known->predicate) {
    return store(static_cast<std::uint8_t>(compared(op, numbers.at(0), numbers.at(1))), z);
  }
  if (own_operation const* const own = find_own_operation(op)) {
    const std::vector<double> x_as_double(numbers.begin(), numbers.end());
    return store(T(own->value(x_as_double)), z);
  }
  store(value_of<T>(op, numbers), z);
}

template <class R>
void evaluate_complex(std::string_view op, std::span<void const* const> x, void* z) {
  using T = std::complex<R>;
  T value = load<T>(x[0]);
  if (op == "equal" || op == "not_equal") {
    return store(static_cast<std::uint8_t>((value == load<T>(x[1])) == (op == "equal")), z);
  }
  for (void const* element : x.subspan(1)) {
    const T other = load<T>(element);
    value = op == "add" ? value + other : op == "sub" ? value - other : value * other;
  }
  store(value, z);
}

template <class T>
void evaluate(std::string_view op, std::span<void const* const> x, void* z) {
  using bits = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;  // any byte
  if (op == "copy") return store(load<bits>(x[0]), z);
  if (op == "where") return store(load<bits>(load<std::uint8_t>(x[0]) != 0 ? x[1] : x[2]), z);
  if constexpr (is_complex<T>) {
    evaluate_complex<typename T::value_type>(op, x, z);
  } else {
    evaluate_real<T>(op, x, z);
  }
}

// Samples -----------------------------------------------------------------------------------------

/// Which numbers an operation is asked with.
enum class range {
  any,     ///< all of the type's
  sums,    ///< signed integers whose sum or difference fits; all floats
  few,     ///< small whole numbers, exact in every order and in every type
  ratio,   ///< a dividend of at least 0 and a divisor above 0; all floats
  whole,   ///< the same, of small numbers whose remainder is exact
  power,   ///< a small base above 0, a small exponent
  shifts,  ///< small numbers, shifted by a few bits
};

range range_of(operation const& op, std::size_t n, bool is_float) {
  const std::string_view name = op.name;
  if (name == "shift_left" || name == "shift_right") return range::shifts;
  if (name == "pow") return range::power;
  if (name == "mod") return range::whole;
  if (name == "div") return range::ratio;
  if (name == "mean") return range::few;
  if (name == "mul" && !is_float) return range::few;
  if (name == "add" || name == "sub" || name == "mul" || name == "sum") {
    return n > 2 ? range::few : range::sums;
  }
  return range::any;
}

template <class T>
std::vector<T> floats(operation const& op, range in, std::size_t m) {
  std::vector<T> all;
  const auto add = [&](std::initializer_list<double> numbers) {
    for (double number : numbers) all.push_back(T(number));
  };
  switch (in) {
    case range::few:
      add({1, 2, 3, 5, 4, 6, 8, 7});
      return all;
    case range::whole:
      m == 0 ? add({0.5, 7, 2.5, 3, 10.25, 0, 1.75}) : add({2, 0.5, 3, 4, 1.5});
      return all;
    case range::power:
      m == 0 ? add({2, 1.5, 0.5, 3, 1, 1.25, 10}) : add({3, 2, 0.5, 1, -1});
      return all;
    default:
      break;
  }
  add({1.0 / 3, -2.75, 7.7, 0.1, -1, 123.5, 1e-3, -1.0 / 7, 3, 0.7, 2.5, -1e3, 1, 9.9, -0.3});
  const double infinite = std::numeric_limits<double>::infinity();
  add({0.0, -0.0, infinite, -infinite});
  constexpr bool is_half = std::is_class_v<T>;
  constexpr bool is_16 = std::is_same_v<T, float16>;
  const double most = std::is_same_v<T, double> ? std::numeric_limits<double>::max()
                      : is_16                   ? 65504
                      : is_half                 ? std::ldexp(255.0, 120)
                                                : std::numeric_limits<float>::max();
  const double least = std::is_same_v<T, double> ? std::numeric_limits<double>::min()
                       : is_16                   ? std::ldexp(1.0, -14)
                                                 : std::numeric_limits<float>::min();
  add({most, -most, least, -least});
  // Systems differ on the minimum of a number and NaN.
  if (op.name != "min" && op.name != "max") add({std::nan("")});
  return all;
}

template <class T>
std::vector<T> whole_numbers(range in, std::size_t m) {
  std::vector<T> all;
  const auto add = [&](std::initializer_list<std::int64_t> numbers) {
    for (std::int64_t number : numbers) all.push_back(static_cast<T>(number));
  };
  constexpr std::int64_t exact = sizeof(T) == 8 ? (std::int64_t{1} << 53) + 1 : (1 << 24) + 1;
  switch (in) {
    case range::few:
      add({1, 2, 3, 0, 2, 1, 3});
      return all;
    case range::power:
      m == 0 ? add({2, 3, 1, 0, 2}) : add({3, 2, 1, 0});
      return all;
    case range::shifts:
      m == 0 ? add({1, 3, 2, 0}) : add({2, 1, 0, 3});
      return all;
    case range::ratio:
    case range::whole:
      m == 0 ? add({100, 7, 99, 64, 0, 126, 1}) : add({7, 1, 10, 3, 2});
      if (sizeof(T) >= 4 && m == 0) all.push_back(static_cast<T>(exact));
      return all;
    case range::sums:  // a difference of two of them is not negative
      m == 0 ? add({50, 33, 41, 60, 37}) : add({7, 1, 10, 3, 20, 0});
      if (sizeof(T) >= 4 && m == 0) all.push_back(static_cast<T>(exact));
      if (std::is_signed_v<T> && m == 0) all.push_back(static_cast<T>(-40));
      return all;
    case range::any:
      break;
  }
  add({1, 100, 0, 7, 64, 31, 99, 2});
  all.push_back(std::numeric_limits<T>::max());
  all.push_back(std::numeric_limits<T>::min());
  if (std::is_signed_v<T>) add({-1, -100});
  if (sizeof(T) >= 4) all.push_back(static_cast<T>(exact));
  return all;
}

template <class T>
void write_real(operation const& op, std::size_t m, std::size_t n, std::uint64_t k, void* to) {
  const auto at = [&](auto const& numbers) { store(T(numbers[k % numbers.size()]), to); };
  if constexpr (std::is_same_v<T, bool>) {
    store(static_cast<std::uint8_t>((k ^ k >> 1 ^ k >> 3) & 1), to);
  } else if (own_operation const* const own = find_own_operation(op.name)) {
    constexpr bool is_signed = std::is_signed_v<T>;
    using in = own_operation::elements;
    at(own->samples_for(!std::is_integral_v<T> ? in::floats : is_signed ? in::ints : in::uints)[m]);
  } else {
    const range in = range_of(op, n, !std::is_integral_v<T>);
    static thread_local std::vector<T> kept;
    static thread_local std::string_view of;
    static thread_local std::size_t of_m = 0, of_n = 0;
    if (kept.empty() || of != op.name || of_m != m || of_n != n) {
      of = op.name, of_m = m, of_n = n;
      if constexpr (std::is_integral_v<T>) {
        kept = whole_numbers<T>(in, m);
      } else {
        kept = floats<T>(op, in, m);
      }
    }
    at(kept);
  }
}

template <class T>
void write_complex(operation const& op, std::size_t m, std::size_t n, std::uint64_t k, void* to) {
  using R = typename T::value_type;
  // Small whole parts: products round nowhere, and have no zero.
  const range in = op.name == "mul" ? range::few : range_of(op, n, true);
  std::vector<R> parts = floats<R>(op, in, m);
  // Systems differ on what an infinity or a NaN in one part does to the other.
  const bool computes = op.name == "add" || op.name == "sub";
  if (computes) std::erase_if(parts, [](R part) { return !std::isfinite(part); });
  k %= parts.size();
  const R other = parts[(3 * k + 1) % parts.size()];
  store(T(parts[k], in == range::few && k % 2 == 1 ? -other : other), to);
}

template <class T>
void write(operation const& op, std::size_t m, std::size_t n, std::uint64_t k, void* to) {
  if constexpr (is_complex<T>) {
    write_complex<T>(op, m, n, k, to);
  } else {
    write_real<T>(op, m, n, k, to);
  }
}

// Comparing ---------------------------------------------------------------------------------------

template <class T>
constexpr int digits_of = std::is_same_v<T, double>    ? 53
                          : std::is_same_v<T, float>   ? 24
                          : std::is_same_v<T, float16> ? 11
                                                       : 8;
template <class T>
constexpr int least_exponent = std::is_same_v<T, double>    ? -1022
                               : std::is_same_v<T, float16> ? -14
                                                            : -126;

template <class T>
bool near(double got, double expected, unsigned units) {
  if (std::isnan(expected) || std::isnan(got)) return std::isnan(expected) == std::isnan(got);
  if (got == expected) return units > 0 || std::signbit(got) == std::signbit(expected);
  if (units == 0 || std::isinf(expected) || std::isinf(got)) return false;
  const int exponent =
      expected == 0 ? least_exponent<T> : std::max(std::ilogb(expected), least_exponent<T>);
  const double normal = std::ldexp(1.0, least_exponent<T>);
  if (got == 0 && std::abs(expected) < normal) return true;
  return std::abs(got - expected) <= units * std::ldexp(1.0, exponent + 1 - digits_of<T>);
}

template <class T>
bool near_of(operation const& op, void const* got, void const* expected, unsigned units) {
  if constexpr (std::is_same_v<T, bool>) {
    return load<std::uint8_t>(got) == load<std::uint8_t>(expected);
  } else if constexpr (is_complex<T>) {
    using R = typename T::value_type;
    const auto alike = [&](std::ptrdiff_t part) {
      return near_of<R>(op, static_cast<R const*>(got) + part,
                        static_cast<R const*>(expected) + part, units);
    };
    return alike(0) && alike(1);
  } else if constexpr (std::is_integral_v<T>) {
    return load<T>(got) == load<T>(expected);
  } else {
    const bool chosen = op.name == "copy" || op.name == "where";
    const bool extreme = op.name == "min" || op.name == "max";
    const double a = load<T>(got), b = load<T>(expected);
    if (extreme && a == b) return true;
    return near<T>(a, b, chosen || extreme ? 0 : units);
  }
}

struct typed {
  std::string_view element;
  evaluator evaluates;
  void (*writes)(operation const&, std::size_t, std::size_t, std::uint64_t, void*);
  bool (*compares)(operation const&, void const*, void const*, unsigned);
};

template <class T>
constexpr typed of(std::string_view element) {
  return {element, evaluate<T>, write<T>, near_of<T>};
}

constexpr std::array table{
    of<bool>("bool"),
    of<std::int8_t>("int8"),
    of<std::int16_t>("int16"),
    of<std::int32_t>("int32"),
    of<std::int64_t>("int64"),
    of<std::uint8_t>("uint8"),
    of<std::uint16_t>("uint16"),
    of<std::uint32_t>("uint32"),
    of<std::uint64_t>("uint64"),
    of<float>("float"),
    of<double>("double"),
    of<float16>("float16"),
    of<bfloat16>("bfloat16"),
    of<std::complex<float>>("complex64"),
    of<std::complex<double>>("complex128"),
};

typed const* row_of(std::string_view element) {
  element_kind const* const kind = find_element_kind(element);
  if (kind == nullptr) return nullptr;
  for (typed const& t : table) {
    if (t.element == kind->name) return &t;
  }
  return nullptr;
}

}  // namespace

evaluator evaluator_of(std::string_view element) {
  typed const* const t = row_of(element);
  return t == nullptr ? nullptr : t->evaluates;
}

void write_sample(operation const& op, std::string_view element, std::size_t m, std::size_t n,
                  std::uint64_t k, void* to) {
  if (op.masked != nullptr && m > 0) {
    return write_sample(*op.masked, element, m - 1, n - 1, k, to);
  }
  if (op.condition(m)) element = "bool";
  row_of(element)->writes(op, m, n, k, to);
}

bool near_enough(operation const& op, std::string_view element_of_result, void const* got,
                 void const* expected, unsigned units) {
  return row_of(element_of_result)->compares(op, got, expected, units);
}

}  // namespace bcast::proptests
