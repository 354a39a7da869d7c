// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "bcast/engine/detail/kernel.hpp"
#include "bcast/engine/detail/stream.hpp"
#include "bcast/engine/short_floats.hpp"

#if !defined(BCAST_LEVEL)
#error "compiled once a level, by level_*.cpp"
#endif

/// The named operations. A new one is a callable, and a row in the list at the end. Its
/// constraints say for which element types it exists. If no instruction set computes it on vectors,
/// `one_by_one` says so, and it is compiled once, not for each level. Integers wrap around; an
/// integer divided by 0 is 0, and so is its remainder.
namespace bcast::engine::detail::BCAST_LEVEL {

template <class T>
concept integer = std::integral<T> && !std::same_as<T, bool>;
template <class T>
concept floating = std::floating_point<T>;
template <class T>
concept real = floating<T> || short_float<T>;
template <class T>
concept number = integer<T> || real<T>;
/// The type for T's arithmetic: unsigned for integers, which then cannot overflow.
template <class T>
struct wide {
  using type = T;
};
template <integer T>
struct wide<T> {
  using type =
      std::conditional_t<(sizeof(T) < sizeof(unsigned)), unsigned, std::make_unsigned_t<T>>;
};

template <class Operator>
struct arithmetic : pure {
  template <number T>
  BCAST_INLINE T operator()(T a, T b) const {
    using W = typename wide<T>::type;
    return static_cast<T>(Operator()(static_cast<W>(a), static_cast<W>(b)));
  }
  template <class Float>
  BCAST_INLINE static Float of_floats(Float a, Float b) {
    return Operator()(a, b);
  }
};
using add = arithmetic<std::plus<>>;
using sub = arithmetic<std::minus<>>;
using mul = arithmetic<std::multiplies<>>;

/// What does not fit is the nearest number that does. All widths are computed in lanes of that
/// width.
template <class Operator>
struct saturating : pure {
  template <integer T>
  BCAST_INLINE T operator()(T a, T b) const {
    using U = std::make_unsigned_t<T>;
    constexpr bool adds = std::same_as<Operator, std::plus<>>;
    const auto x = static_cast<U>(a), y = static_cast<U>(b);
    if constexpr (std::unsigned_integral<T>) {
      const auto not_y = static_cast<U>(~y);
      if constexpr (adds) return static_cast<T>((x < not_y ? x : not_y) + y);
      return static_cast<T>((x > y ? x : y) - y);
    } else {
      constexpr int top = std::numeric_limits<T>::digits;
      const auto wrapped = static_cast<U>(Operator()(x, y));
      // The sum has neither operand's sign, or the difference has only the second's.
      const auto lost = static_cast<U>((x ^ wrapped) & (adds ? y ^ wrapped : x ^ y));
      const auto end = static_cast<U>((U{1} << top) - 1 + (x >> top));
      const auto mask = static_cast<U>(U{0} - static_cast<U>(lost >> top));
      return static_cast<T>((end & mask) | (wrapped & static_cast<U>(~mask)));
    }
  }
};

/// Integer division rounds towards zero.
struct div : pure {
  template <class T>
  static constexpr bool one_by_one = integer<T>;

  template <real T>
  BCAST_INLINE T operator()(T a, T b) const {
    return a / b;
  }
  template <class Float>
  BCAST_INLINE static Float of_floats(Float a, Float b) {
    return a / b;
  }
  template <integer T>
  BCAST_INLINE T operator()(T a, T b) const {
    if (b == 0) return 0;
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return sub()(T{0}, a);
    return static_cast<T>(a / b);
  }
};

/// The remainder. For integers it has the divisor's sign, for floats the dividend's.
struct mod : pure {
  template <class T>
  static constexpr bool one_by_one = true;

  template <floating T>
  BCAST_INLINE T operator()(T a, T b) const {
    return std::fmod(a, b);
  }
  template <integer T>
  BCAST_INLINE T operator()(T a, T b) const {
    if (b == 0 || (std::is_signed_v<T> && b == static_cast<T>(-1))) return 0;
    const auto r = static_cast<T>(a % b);
    return r != 0 && (r < 0) != (b < 0) ? static_cast<T>(r + b) : r;
  }
};

/// An integer to a negative power is 1 divided by the positive power. That is 0 unless the base is
/// 1 or -1. A base of 0 gives 0.
struct pow : pure {
  template <class T>
  static constexpr bool one_by_one = true;

  template <floating T>
  BCAST_INLINE T operator()(T a, T b) const {
    return std::pow(a, b);
  }
  template <integer T>
  BCAST_INLINE T operator()(T a, T b) const {
    if (b < 0) {
      if (a == 1) return 1;
      if (a != static_cast<T>(-1)) return 0;
      return b % 2 == 0 ? T{1} : a;
    }
    T result = 1;
    for (T base = a; b != 0; b = static_cast<T>(b / 2)) {
      if (b % 2 != 0) result = mul()(result, base);
      base = mul()(base, base);
    }
    return result;
  }
};

/// a if `is` holds or a is NaN, otherwise b. Uses a mask, as `where` does.
template <short_float T>
BCAST_INLINE T chosen(bool is, T a, T b) {
  const bool nan = a != a;
  const auto mask = static_cast<std::uint16_t>(0U - static_cast<unsigned>(is | nan));
  T z;
  z.bits = static_cast<std::uint16_t>((a.bits & mask) | (b.bits & ~mask));
  return z;
}

/// The operand that `Before` puts first. NaN comes before all. Of two zeros, the second is
/// returned, whatever their signs.
template <class Before>
struct extreme : pure {
  template <number T>
  BCAST_INLINE T operator()(T a, T b) const {
    return Before()(a, b) || a != a ? a : b;
  }
  template <short_float T>
  BCAST_INLINE T operator()(T a, T b) const {
    return chosen(Before()(a, b), a, b);
  }
};
using min = extreme<std::less<>>;
using max = extreme<std::greater<>>;

struct mean : pure {
  template <floating T>
  BCAST_INLINE T operator()(T a, T b) const {
    return (a + b) / 2;
  }
  template <short_float T>
  BCAST_INLINE T operator()(T a, T b) const {
    return T(of_floats(static_cast<float>(a), static_cast<float>(b)));
  }
  template <class Float>
  requires requires(Float a) { 0.5F * a; }
  BCAST_INLINE static Float of_floats(Float a, Float b) {
    return 0.5F * a + 0.5F * b;  // halves are exact
  }
};

/// The last step of a mean of more than two operands: divides the sum by the number of operands.
template <real T>
struct scaled {
  BCAST_INLINE T operator()(T total) const {
    if constexpr (short_float<T>) {
      return T(static_cast<float>(total) / static_cast<float>(count));
    } else {
      return total / static_cast<T>(count);
    }
  }
  std::size_t count;
};

template <class Operator>
struct bitwise : pure {
  template <integer T>
  BCAST_INLINE T operator()(T a, T b) const {
    return static_cast<T>(Operator()(a, b));
  }
};
template <class Operator>
struct logical : pure {
  template <std::same_as<bool> T>
  BCAST_INLINE T operator()(T a, T b) const {
    return Operator()(a, b);
  }
};

/// A shift beyond the element's width gives 0.
struct shift_left : pure {
  template <std::unsigned_integral T>
  requires integer<T> BCAST_INLINE T operator()(T a, T b) const {
    return b < sizeof(T) * 8 ? static_cast<T>(static_cast<typename wide<T>::type>(a) << b) : T{0};
  }
};
struct shift_right : pure {
  template <std::unsigned_integral T>
  requires integer<T> BCAST_INLINE T operator()(T a, T b) const {
    return b < sizeof(T) * 8 ? static_cast<T>(a >> b) : T{0};
  }
};

template <class Operator>
struct comparison : pure {
  template <class T>
  BCAST_INLINE bool operator()(T const& a, T const& b) const {
    return Operator()(a, b);
  }
};

template <std::size_t Bytes>
struct bits_of {
  using type = std::conditional_t<Bytes == 1, std::uint8_t,
                                  std::conditional_t<Bytes == 2, std::uint16_t, std::uint32_t>>;
};
template <>
struct bits_of<8> {
  using type = std::uint64_t;
};

struct where : pure {
  template <class T>
  BCAST_INLINE T operator()(bool condition, T const& x, T const& y) const {
    return condition ? x : y;
  }
  /// Uses masks, because g++ 12 does not vectorise a conditional.
  template <number T>
  BCAST_INLINE T operator()(bool condition, T const& x, T const& y) const {
    using U = typename bits_of<sizeof(T)>::type;
    const auto mask = static_cast<U>(U{0} - static_cast<U>(condition));
    return std::bit_cast<T>(static_cast<U>((std::bit_cast<U>(x) & mask) |
                                           (std::bit_cast<U>(y) & static_cast<U>(~mask))));
  }
};
struct copy : identity {
  template <class T>
  BCAST_INLINE T const& operator()(T const& x) const {
    return x;
  }
};

// The list ----------------------------------------------------------------------------------------

/// An operation F. If there are more operands than F takes and Step is given, Step is applied from
/// left to right. Then, if `averages`, the result is divided by the number of operands.
template <class F, class Step = void>
struct named {
  using function = F;
  using step = Step;
  std::string_view name;
  bool averages = false;
};

inline constexpr std::tuple operations{
    named<add, add>{"add"},
    named<sub, sub>{"sub"},
    named<mul, mul>{"mul"},
    named<saturating<std::plus<>>>{"add_sat"},
    named<saturating<std::minus<>>>{"sub_sat"},
    named<div>{"div"},
    named<mod>{"mod"},
    named<pow>{"pow"},
    named<min, min>{"min"},
    named<max, max>{"max"},
    named<add, add>{"sum"},
    named<mean, add>{"mean", true},
    named<logical<std::bit_and<>>, logical<std::bit_and<>>>{"and"},
    named<logical<std::bit_or<>>, logical<std::bit_or<>>>{"or"},
    named<logical<std::bit_xor<>>, logical<std::bit_xor<>>>{"xor"},
    named<bitwise<std::bit_and<>>, bitwise<std::bit_and<>>>{"bitwise_and"},
    named<bitwise<std::bit_or<>>, bitwise<std::bit_or<>>>{"bitwise_or"},
    named<bitwise<std::bit_xor<>>, bitwise<std::bit_xor<>>>{"bitwise_xor"},
    named<comparison<std::equal_to<>>>{"equal"},
    named<comparison<std::not_equal_to<>>>{"not_equal"},
    named<comparison<std::less<>>>{"less"},
    named<comparison<std::less_equal<>>>{"less_equal"},
    named<comparison<std::greater<>>>{"greater"},
    named<comparison<std::greater_equal<>>>{"greater_equal"},
    named<shift_left>{"shift_left"},
    named<shift_right>{"shift_right"},
    named<where>{"where"},
    named<copy>{"copy"},
};

}  // namespace bcast::engine::detail::BCAST_LEVEL
