#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "workload.hpp"

namespace bcast::optimized::bench {

/// f(T()) for the C++ type of `e`.
template <class F>
decltype(auto) with_type(element e, F const& f) {
  switch (e) {
    case element::f64:
      return f(double());
    case element::i8:
      return f(std::int8_t());
    case element::f32:
      break;
  }
  return f(float());
}

/// f(std::integral_constant<std::size_t, rank>()) for a rank from 1 to Most; false for another one.
template <std::size_t Most, class F>
bool with_rank(std::size_t rank, F const& f) {
  return [&]<std::size_t... R>(std::index_sequence<R...>) {
    return ((rank == R + 1 && (f(std::integral_constant<std::size_t, R + 1>()), true)) || ...);
  }
  (std::make_index_sequence<Most>());
}

}  // namespace bcast::optimized::bench
