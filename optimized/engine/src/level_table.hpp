// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <concepts>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "bcast/engine/operation.hpp"
#include "bcast/spec/elements.hpp"
#include "gather.hpp"
#include "level.hpp"
#include "operations.hpp"
#include "short_vectors.hpp"
#include "spread.hpp"

// The tables of one level, made from the lists of operations and of element types.
namespace bcast::engine::detail::BCAST_LEVEL {

template <class T, class... All>
constexpr std::size_t place_in(spec::element_list<All...>) {
  std::size_t place = 0;
  (void)((std::is_same_v<T, All> || (++place, false)) || ...);
  return place;
}

/// Operations that no instruction set computes on vectors: those that say so.
template <class F, class T>
inline constexpr bool scalar = false;
template <class F, class T>
requires requires { F::template one_by_one<T>; }
inline constexpr bool scalar<F, T> = F::template one_by_one<T>;

/// What is not plain, or is computed one by one, is the same on every level, so only the first
/// level has it. For one machine, the first level has nothing else.
template <class F, class T>
inline constexpr bool compiled = BCAST_LEVEL_IS_FIRST != (plain<T> && !scalar<F, T>) ||
                                 (BCAST_LEVEL_IS_FIRST && !BCAST_ONE_MACHINE);

/// A bool as its byte in memory: g++ 12 vectorises bytes, but not bools.
template <class T>
using in_memory = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;

template <class F, class Result, class... Operand>
struct on_bytes : pure {
  BCAST_INLINE in_memory<Result> operator()(in_memory<Operand> const&... x) const {
    return static_cast<in_memory<Result>>(F()(static_cast<Operand const&>(x)...));
  }
};

/// The operations that give the same bits for signed and unsigned integers, so that one kernel is
/// enough.
template <class F>
inline constexpr bool ignores_signs = false;
template <class Operator>
inline constexpr bool ignores_signs<arithmetic<Operator>> = true;
template <class Operator>
inline constexpr bool ignores_signs<bitwise<Operator>> = true;
template <>
inline constexpr bool ignores_signs<comparison<std::equal_to<>>> = true;
template <>
inline constexpr bool ignores_signs<comparison<std::not_equal_to<>>> = true;
template <>
inline constexpr bool ignores_signs<where> = true;
template <>
inline constexpr bool ignores_signs<copy> = true;

/// A level takes long to compile. It may be one unit, or one for each part of the element types.
template <class T>
inline constexpr std::size_t part_of = sizeof(T) == 1   ? 0
                                       : short_float<T> ? 1
                                       : sizeof(T) == 2 ? 2
                                       : sizeof(T) == 4 ? 3
                                                        : 4;
inline constexpr std::size_t parts = 5;
inline constexpr std::size_t whole = parts;

template <class F, class T>
struct computed {
  using type = T;
};
template <class F, std::signed_integral T>
requires ignores_signs<F>
struct computed<F, T> {
  using type = std::make_unsigned_t<T>;
};

template <class G, class F, class Z, class... X>
constexpr kernel with_spread() {
  kernel k = kernel_of<G, Z, X...>;
  if constexpr (sizeof...(X) == 2 && (std::is_same_v<Z, X> && ...)) k.spread = spread_of<F, Z>();
  return k;
}
/// The kernel of G, which computes F, with all that the level has for it.
template <class G, class F, class Z, class... X>
inline constexpr kernel leveled = with_spread<G, F, Z, X...>();

template <class F, class T, class... Operand>
constexpr kernel const* kernel_for() {
  using U = typename computed<F, T>::type;
  if constexpr (!std::is_same_v<T, U>) {
    return kernel_for<F, U, typename computed<F, Operand>::type...>();
  } else if constexpr (compiled<F, T> && std::is_invocable_v<F, Operand const&...>) {
    using Result = std::decay_t<std::invoke_result_t<F, Operand const&...>>;
    if constexpr ((std::is_same_v<Result, bool> || ... || std::is_same_v<Operand, bool>)) {
      return &kernel_of<on_bytes<F, Result, Operand...>, in_memory<Result>, in_memory<Operand>...>;
    } else {
      return &leveled<typename computing<F, T>::type, F, Result, Operand...>;
    }
  } else {
    return nullptr;
  }
}

template <class Row, class T>
constexpr operation_kernels kernels(Row const& row) {
  using F = typename Row::function;
  operation_kernels k;
  k.two = kernel_for<F, T, T, T>();
  if constexpr (std::is_invocable_v<F, T const&, T const&>) {
    k.result = place_in<std::invoke_result_t<F, T const&, T const&>>(elements());
  } else {
    k.result = place_in<T>(elements());
  }
  if constexpr (std::is_same_v<F, copy>) k.one = kernel_for<F, T, T>();
  if constexpr (std::is_same_v<F, where>) {
    k.three = kernel_for<F, T, bool, T, T>();
    k.condition = true;
  }
  if constexpr (!std::is_void_v<typename Row::step>) {
    if constexpr (std::is_invocable_v<F, T const&, T const&>) {
      k.one = kernel_for<copy, T, T>();
      k.step = kernel_for<typename Row::step, T, T, T>();
    }
    if constexpr (real<T>) {
      if (row.averages) k.last = kernel_for<scaled<T>, T, T>();
    }
  }
  return k;
}

template <std::size_t Part, class Row, class T>
constexpr operation_kernels kernels_if_in(Row const& row) {
  if constexpr (Part == whole || Part == part_of<T>) {
    return kernels<Row, T>(row);
  } else {
    return {};
  }
}

template <std::size_t Part, class Row, class... T>
constexpr std::array<operation_kernels, sizeof...(T)> kernels_of(Row const& row,
                                                                 spec::element_list<T...>) {
  return {kernels_if_in<Part, Row, T>(row)...};
}

template <std::size_t Part>
inline constexpr auto kernels_in =
    std::apply([](auto const&... row) { return std::array{kernels_of<Part>(row, elements())...}; },
               operations);

#if defined(BCAST_PARTS)
/// Defined in the part's own unit.
template <std::size_t Part>
operation_kernels const& find_in(std::size_t operation, std::size_t element);

template <std::size_t... Part, class... T>
operation_kernels const& find_in_parts(std::index_sequence<Part...>, spec::element_list<T...>,
                                       std::size_t operation, std::size_t element) {
  constexpr std::array part{part_of<T>...};
  constexpr std::array finds{&find_in<Part>...};
  return finds[part[element]](operation, element);
}

inline operation_kernels const& find(std::size_t operation, std::size_t element) {
  return find_in_parts(std::make_index_sequence<parts>(), elements(), operation, element);
}
#else
inline operation_kernels const& find(std::size_t operation, std::size_t element) {
  return kernels_in<whole>[operation][element];
}
#endif

}  // namespace bcast::engine::detail::BCAST_LEVEL
