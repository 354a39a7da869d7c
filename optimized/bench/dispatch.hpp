// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "bcast/engine/short_floats.hpp"
#include "workload.hpp"

namespace bcast::engine::bench {

/// Calls f(T()) for the C++ type of `e`.
template <class F>
decltype(auto) with_any_type(element e, F const& f) {
  switch (e) {
    case element::f64:
      return f(double());
    case element::i8:
      return f(std::int8_t());
    case element::bf16:
      return f(bfloat16());
    case element::f16:
      return f(float16());
    case element::f32:
      break;
  }
  return f(float());
}

/// The same for the types that C++20 has; does nothing for another.
template <class F>
void with_type(element e, F const& f) {
  with_any_type(e, [&]<class T>(T) {
    if constexpr (!short_float<T>) f(T());
  });
}

/// Calls f(std::integral_constant<std::size_t, rank>()) for a rank that the table has for elements
/// of type T. Returns false for any other rank.
template <class T, class F>
bool with_rank(std::size_t rank, F const& f) {
  const auto among = [&]<std::size_t... R>(std::index_sequence<R...>) {
    return ((rank == R && (f(std::integral_constant<std::size_t, R>()), true)) || ...);
  };
  if constexpr (std::is_same_v<T, float>) return among(std::index_sequence<1, 2, 3, 4, 5, 8>());
  return among(std::index_sequence<1, 2, 5>());
}

}  // namespace bcast::engine::bench
