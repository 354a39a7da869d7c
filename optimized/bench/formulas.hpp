// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <type_traits>

#include "workload.hpp"

namespace bcast::engine::bench {

/// The number of an operand of elements; the condition, which is operand 0.
template <std::size_t K>
using nth = std::integral_constant<std::size_t, K>;
struct condition : nth<0> {};

/// Calls f with the formula of an operation on elements of type T, and with the numbers of its
/// operands. Returns false if it has none. A formula is given a contestant's words, `max` and
/// `choice`, and what stands for each operand there.
template <class T, class F>
bool with_formula(operation o, F const& f) {
  constexpr nth<0> x0;
  constexpr nth<1> x1;
  constexpr nth<2> x2;
  constexpr nth<3> x3;
  constexpr nth<4> x4;
  const auto take = [&](auto formula, auto... x) { return f(formula, x...), true; };
  if (o == operation::add) {
    return take([](auto&&, auto&& a, auto&& b) { return a + b; }, x0, x1);
  }
  if (o == operation::multiply) {
    return take([](auto&&, auto&& a, auto&& b) { return a * b; }, x0, x1);
  }
  if (o == operation::where) {
    return take([](auto&& in, auto&& m, auto&& a, auto&& b) { return in.choice(m, a, b); },
                condition(), x1, x2);
  }
  if constexpr (std::is_same_v<T, float>) {
    switch (o) {
      case operation::multiply_add:
        return take([](auto&&, auto&& a, auto&& b, auto&& c) { return a * b + c; }, x0, x1, x2);
      case operation::add_relu:
        return take([](auto&& in, auto&& a, auto&& b) { return in.max(a + b, 0.0F); }, x0, x1);
      case operation::scale_mask:
        return take([](auto&& in, auto&& m, auto&& a, auto&& b,
                       auto&& c) { return in.choice(m, a * b, c); },
                    condition(), x1, x2, x3);
      case operation::centre:
        return take([](auto&&, auto&& a, auto&& b, auto&& c) { return (a - b) * c; }, x0, x1, x2);
      case operation::normalise:
        return take([](auto&&, auto&& a, auto&& b, auto&& c, auto&& d,
                       auto&& e) { return (a - b) * c * d + e; },
                    x0, x1, x2, x3, x4);
      case operation::clamp:
        return take(
            [](auto&& in, auto&& a, auto&& b, auto&& c, auto&& d) { return in.max(a * b + c, d); },
            x0, x1, x2, x3);
      default:
        break;
    }
  }
  return false;
}

/// The words for numbers.
struct scalars {
  template <class T>
  T max(T a, T b) const {
    return a > b ? a : b;
  }
  template <class M, class T>
  T choice(M m, T a, T b) const {
    return m != M{} ? a : b;
  }
};

}  // namespace bcast::engine::bench
