// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <boost/hana/at.hpp>
#include <boost/hana/fold_left.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/tuple.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

/// Shapes that the compiler joins. A size is either known at compile time or unknown. MLIR's
/// inference table, with 0 as a size other than 1, is a set of overloads. If two sizes clash, a
/// compiler error names the axis.
namespace bcast::static_shapes {

namespace hana = boost::hana;

/// A size that is not known at compile time: `?`.
struct dynamic {
  friend constexpr bool operator==(dynamic, dynamic) = default;
};
inline constexpr dynamic unknown{};

template <std::int64_t Size>
using fixed = hana::integral_constant<std::int64_t, Size>;

/// An axis of the result, from 0, and the two sizes to join on it.
template <std::size_t K>
struct axis {};
template <std::int64_t Size>
struct size {};

/// Never defined. Its name is the error message.
template <class Axis, class Size0, class Size1>
struct sizes_do_not_broadcast;

// The inference table, with one overload per row. If a row's two sizes differ, there is one
// overload for each order.

// [mlir.I1] (?, ?) gives ?
template <class Axis>
constexpr dynamic broadcast_size(Axis, dynamic, dynamic) {
  return {};
}

// [mlir.I2] (?, 1) gives ?
template <class Axis>
constexpr dynamic broadcast_size(Axis, dynamic, fixed<1>) {
  return {};
}
template <class Axis>
constexpr dynamic broadcast_size(Axis, fixed<1>, dynamic) {
  return {};
}

// [mlir.I3] (?, n) gives n
template <class Axis, std::int64_t N>
requires(N != 1) constexpr fixed<N> broadcast_size(Axis, dynamic, fixed<N>) { return {}; }
template <class Axis, std::int64_t N>
requires(N != 1) constexpr fixed<N> broadcast_size(Axis, fixed<N>, dynamic) { return {}; }

// [mlir.I4] (1, 1) gives 1
template <class Axis>
constexpr fixed<1> broadcast_size(Axis, fixed<1>, fixed<1>) {
  return {};
}

// [mlir.I5] (1, n) gives n
template <class Axis, std::int64_t N>
requires(N != 1) constexpr fixed<N> broadcast_size(Axis, fixed<1>, fixed<N>) { return {}; }
template <class Axis, std::int64_t N>
requires(N != 1) constexpr fixed<N> broadcast_size(Axis, fixed<N>, fixed<1>) { return {}; }

// [mlir.I6] (n, n) gives n, and different sizes are an error
template <class Axis, std::int64_t N, std::int64_t M>
requires(N != 1 && M != 1) constexpr fixed<N> broadcast_size(Axis, fixed<N>, fixed<M>) {
  if constexpr (N != M) static_cast<void>(sizeof(sizes_do_not_broadcast<Axis, size<N>, size<M>>));
  return {};
}

/// The size that a template argument represents: a nonnegative number or `unknown`.
template <auto Value>
constexpr auto size_of() {
  if constexpr (std::is_same_v<decltype(Value), const dynamic> ||
                std::is_same_v<decltype(Value), dynamic>) {
    return dynamic{};
  } else {
    static_assert(Value >= 0, "a size is not negative");
    return fixed<static_cast<std::int64_t>(Value)>{};
  }
}

/// A shape as a value whose type contains all sizes: `shape<8, 1, unknown>`.
template <auto... Sizes>
inline constexpr auto shape = hana::make_tuple(size_of<Sizes>()...);

/// The size on axis K of a result of rank Rank. An axis that the shape does not have has size 1.
template <std::size_t K, std::size_t Rank, class Shape>
constexpr auto aligned(Shape const& s) {
  constexpr std::size_t rank = decltype(hana::length(s))::value;
  if constexpr (K + rank < Rank) {
    return fixed<1>{};
  } else {
    return hana::at_c<K + rank - Rank>(s);
  }
}

/// The shape to which two shapes broadcast.
template <class Shape0, class Shape1>
constexpr auto broadcast(Shape0 const& a, Shape1 const& b) {
  constexpr std::size_t rank0 = decltype(hana::length(a))::value;
  constexpr std::size_t rank1 = decltype(hana::length(b))::value;
  constexpr std::size_t rank = rank0 < rank1 ? rank1 : rank0;
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return hana::make_tuple(broadcast_size(axis<K>{}, aligned<K, rank>(a), aligned<K, rank>(b))...);
  }
  (std::make_index_sequence<rank>{});
}

/// The shape to which any number of shapes broadcast. Without shapes, it is the scalar's.
template <class... Shapes>
requires(sizeof...(Shapes) != 2) constexpr auto broadcast(Shapes const&... shapes) {
  return hana::fold_left(hana::make_tuple(shapes...), hana::make_tuple(),
                         [](auto const& a, auto const& b) { return broadcast(a, b); });
}

}  // namespace bcast::static_shapes
