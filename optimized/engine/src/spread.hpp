// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "bcast/engine/detail/kernel.hpp"
#include "gather.hpp"
#include "operations.hpp"

#if !defined(BCAST_LEVEL)
#error "compiled once a level, by level_*.cpp"
#endif

/// Kernels for columns that are short runs. Elements are repeated within registers, not in a
/// scratch buffer.
namespace bcast::engine::detail::BCAST_LEVEL {

/// Operations whose function of floats also computes a vector of T, to the same bits as one T.
template <class F, class T>
inline constexpr bool on_lanes = false;
template <class Operator, class T>
inline constexpr bool on_lanes<arithmetic<Operator>, T> = true;
template <class T>
inline constexpr bool on_lanes<div, T> = floating<T>;

#if defined(__AVX512F__)
/// A row consists of blocks of as many runs as a vector has elements. So a block is as many vectors
/// as a run has elements.
template <class T>
struct vectors {
  // As an alias, the attribute would be ignored.
  typedef T lanes __attribute__((vector_size(64)));
  using index = typename lane<sizeof(T)>::type;
  static constexpr std::int64_t width = 64 / sizeof(T);

  /// The first n elements, and zeros.
  BCAST_INLINE static lanes load(T const* x, std::int64_t n) {
    return std::bit_cast<lanes>(load_first<sizeof(T)>(reinterpret_cast<raw const*>(x), n));
  }
  /// The first n elements. The first one takes the place of the others, and raises no other flags.
  BCAST_INLINE static lanes only(lanes x, std::int64_t n) {
    lanes z = x[0] - lanes{};
    std::memcpy(&z, &x, static_cast<std::size_t>(n) * sizeof(T));
    return z;
  }
};

/// Elements that are adjacent.
template <class T>
class straight {
  using of = vectors<T>;

 public:
  BCAST_INLINE straight(T const* x, std::int64_t run, spread) : next_(x), run_(run) {}
  /// Goes on to the next block, of n runs.
  BCAST_INLINE void block(std::int64_t n) {
    x_ = next_;
    next_ += n * run_;
  }
  BCAST_INLINE auto at(std::int64_t v) const {
    typename of::lanes z;
    std::memcpy(&z, x_ + v * of::width, sizeof(z));
    return z;
  }
  /// The first n elements of vector v.
  BCAST_INLINE auto at(std::int64_t v, std::int64_t n) const {
    return of::load(x_ + v * of::width, n);
  }

 private:
  T const *next_, *x_ = nullptr;
  std::int64_t run_;
};

/// One run, or an element for each run.
template <class T>
class repeated {
  using of = vectors<T>;

 public:
  BCAST_INLINE repeated(T const* x, std::int64_t run, spread how) : next_(x) {
    if (how == spread::each) {
      places_ = permutation<sizeof(T)>.place[run][0];
      each_ = true;
    } else {
      // An element for the whole row is the first of a run, in all places.
      const std::int64_t n = how == spread::run ? run : 1;
      places_ = cycle<sizeof(T)>.place[n][0];
      step_ = how == spread::run ? of::width : 0;
      now_ = of::load(x, n);
    }
  }
  BCAST_INLINE void block(std::int64_t n) {
    if (!each_) return;
    now_ = of::load(next_, n);
    next_ += n;
  }
  BCAST_INLINE auto at(std::int64_t v) const {
    return std::bit_cast<typename of::lanes>(
        shuffle(std::bit_cast<__m512i>(now_), places_ + v * step_));
  }
  BCAST_INLINE auto at(std::int64_t v, std::int64_t) const { return at(v); }

 private:
  T const* next_;
  typename of::index const* places_;
  std::int64_t step_ = of::width;
  typename of::lanes now_{};
  bool each_ = false;
};

template <bool Streamed, class T>
BCAST_INLINE void store(T* z, typename vectors<T>::lanes const& x) {
  if constexpr (Streamed) {
    stream_line(z, &x);
  } else {
    std::memcpy(z, &x, sizeof(x));
  }
}

template <bool Streamed, class F, class T, class A, class B>
BCAST_NOINLINE void rows_of_runs(tile const& t) {
  using of = vectors<T>;
  const std::int64_t runs = t.columns / t.run;
  for (std::int64_t r = 0; r < t.rows; ++r) {
    A a(contiguous_elements<T>::of(t, r, 1).x, t.run, t.how[1]);
    B b(contiguous_elements<T>::of(t, r, 2).x, t.run, t.how[2]);
    auto* z = reinterpret_cast<T*>(t.at[0] + r * t.row_step[0]);
    for (std::int64_t first = 0; first < runs; first += of::width) {
      const std::int64_t here = std::min(of::width, runs - first), elements = here * t.run;
      a.block(here);
      b.block(here);
      std::int64_t v = 0;
      for (; (v + 1) * of::width <= elements; ++v) {
        store<Streamed>(z + v * of::width, F::of_floats(a.at(v), b.at(v)));
      }
      if (const std::int64_t rest = elements - v * of::width; rest > 0) {
        const typename of::lanes result =
            F::of_floats(of::only(a.at(v, rest), rest), of::only(b.at(v, rest), rest));
        std::memcpy(z + v * of::width, &result, static_cast<std::size_t>(rest) * sizeof(T));
      }
      z += elements;
    }
  }
}

template <bool Streamed, class F, class T>
BCAST_INLINE void with_sources(tile const& t) {
  if (t.how[1] == spread::straight) {
    rows_of_runs<Streamed, F, T, straight<T>, repeated<T>>(t);
  } else if (t.how[2] == spread::straight) {
    rows_of_runs<Streamed, F, T, repeated<T>, straight<T>>(t);
  } else {
    rows_of_runs<Streamed, F, T, repeated<T>, repeated<T>>(t);
  }
}

template <class F, class T>
void run_spread(void const*, tile const& t) {
  if (t.streamed && begin_at_lines(t)) {
    with_sources<true, F, T>(t);
  } else {
    with_sources<false, F, T>(t);
  }
}

/// The kernel for short runs; null if there is none.
template <class F, class T>
constexpr auto spread_of() -> void (*)(void const*, tile const&) {
  if constexpr (on_lanes<F, T> && (sizeof(T) == 4 || sizeof(T) == 8)) return &run_spread<F, T>;
  return nullptr;
}
#else
template <class F, class T>
constexpr auto spread_of() -> void (*)(void const*, tile const&) {
  return nullptr;
}
#endif

}  // namespace bcast::engine::detail::BCAST_LEVEL
