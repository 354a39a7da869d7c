// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "bcast/engine/detail/compiling.hpp"
#include "bcast/engine/transform.hpp"
#include "bcast/engine/view.hpp"

/// Calls on tensors whose rank is known while compiling. A small one takes a few nanoseconds.
namespace bcast::engine {

/// Elements in row-major order, in memory that belongs to the caller.
template <class T, std::size_t Rank>
struct fixed_view {
  T* data;
  std::array<std::int64_t, Rank> sizes;

  /// The same elements, with a rank that is known at run time. This allocates.
  view<T> at_run_time() const { return {data, shape(sizes.begin(), sizes.end())}; }
};
template <class T, std::size_t Rank>
fixed_view(T*, std::array<std::int64_t, Rank>) -> fixed_view<T, Rank>;

namespace detail {

/// Up to this number of elements, a plain loop ends before a vector loop has begun.
constexpr std::uint64_t plain_elements = 32;

/// How far an operand advances along each axis of a target of this rank, and whether the operand
/// broadcasts to the target and shares no memory with it.
template <std::size_t Rank>
struct advance {
  std::array<std::int64_t, Rank> steps;
  bool fits;

  template <class Z, class X, std::size_t Own>
  BCAST_INLINE advance(fixed_view<Z, Rank> const& z, std::int64_t elements,
                       fixed_view<X, Own> const& x)
      : steps(), fits(Own <= Rank) {
    if constexpr (Own <= Rank) {
      constexpr std::size_t missing = Rank - Own;
      std::int64_t step = 1;
      for (std::size_t a = Own; a-- > 0;) {
        const bool once = x.sizes[a] == 1;
        fits = fits & (once | (x.sizes[a] == z.sizes[missing + a]));  // [bcast.P8]
        steps[missing + a] = once ? 0 : step;                         // [bcast.P6]
        step *= once ? 1 : z.sizes[missing + a];
      }
      const auto to = reinterpret_cast<std::uintptr_t>(z.data);
      const auto from = reinterpret_cast<std::uintptr_t>(x.data);
      const auto bytes = [](std::int64_t n, std::size_t element) {
        return static_cast<std::uintptr_t>(n) * element;
      };
      fits = fits & (from != 0) &
             ((to + bytes(elements, sizeof(Z)) <= from) | (from + bytes(step, sizeof(X)) <= to));
    }
  }
};

/// Computes the elements along the axes from `Axis` inwards, and moves z to the next one.
template <std::size_t Axis, class F, class Z, std::size_t Rank, std::size_t N, std::size_t... K,
          class... X>
BCAST_INLINE void walk_plainly(F const& f, Z*& z, std::array<std::int64_t, Rank> const& sizes,
                               std::array<advance<Rank>, N> const& by,
                               std::index_sequence<K...> all, X const*... x) {
  if constexpr (Axis == Rank) {
    *z++ = f(*x...);
  } else {
    for (std::int64_t i = 0; i < sizes[Axis]; ++i) {
      walk_plainly<Axis + 1>(f, z, sizes, by, all, x...);
      ((x += by[K].steps[Axis]), ...);
      BCAST_SCALAR_LOOP;
    }
  }
}

/// Computes a few elements. Returns false, and does nothing, if there are more of them, if an
/// operand shares memory with the target, or if there may be an error.
template <class F, class Z, std::size_t Rank, class... X, std::size_t... Own>
BCAST_INLINE bool run_plainly(F const& f, fixed_view<Z, Rank> const& z,
                              fixed_view<X, Own> const&... x) {
  std::uint64_t elements = 1, sizes = 0;
  for (const std::int64_t size : z.sizes) {
    sizes |= static_cast<std::uint64_t>(size);
    elements *= static_cast<std::uint64_t>(size);
  }
  // A product of four numbers up to 2^8 cannot wrap around.
  static_assert(Rank <= 4 && plain_elements < 256);
  if (sizes > 255 || elements - 1 >= plain_elements || z.data == nullptr) return false;
  const std::array<advance<Rank>, sizeof...(X)> by{
      advance<Rank>(z, static_cast<std::int64_t>(elements), x)...};
  bool fits = true;
  for (advance<Rank> const& a : by) fits = fits & a.fits;
  if (!fits) return false;
  Z* to = z.data;
  walk_plainly<0>(f, to, z.sizes, by, std::index_sequence_for<X...>(),
                  static_cast<X const*>(x.data)...);
  return true;
}

}  // namespace detail

/// As transform of views. For ranks up to 4, up to 32 elements are computed without a plan.
template <class F, class Z, std::size_t Rank, class... X, std::size_t... Own>
void transform(F const& f, fixed_view<Z, Rank> const& z, fixed_view<X, Own> const&... x) {
  if constexpr (Rank <= 4) {
    if (detail::run_plainly(f, z, x...)) return;
  }
  transform(f, z.at_run_time(), x.at_run_time()...);
}

}  // namespace bcast::engine
