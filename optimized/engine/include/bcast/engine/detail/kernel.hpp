// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "bcast/engine/detail/compiling.hpp"
#include "bcast/engine/detail/stream.hpp"
#include "bcast/engine/detail/tile.hpp"
#include "bcast/engine/detail/turned.hpp"

#if defined(__clang__)
// Not every callable has a vector form.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

// The inner loops. A loop may be vectorised even if the target and an operand share memory, because
// the plan has refused every overlap except of element i with element i [bcast.P9].
namespace bcast::engine::detail {

/// How an element-wise function is applied to a tile, and what the tile must look like.
struct kernel {
  /// Applies the function `context` to a tile.
  void (*run)(void const* context, tile const&);

  /// The kernel accepts a tile with any column steps. Otherwise the target's elements must be
  /// adjacent, and an operand's elements must be adjacent or all the same.
  bool any_step;

  /// The kernel accepts a tile that is to be streamed.
  bool streams;

  /// The kernel accepts a tile that is turned.
  bool turns;

  /// The kernel writes an element of the target before it has read that element of every operand.
  /// Such a kernel is never used if an operand is the target.
  bool rewrites = false;

  /// The same for a tile whose columns are short runs of up to a vector of elements, all of one
  /// type; null if there is none.
  void (*spread)(void const* context, tile const&) = nullptr;
};

// Where the elements of operand k come from in row r of a tile.
template <class X>
struct contiguous_elements {
  X const* x;
  BCAST_INLINE static contiguous_elements at(std::byte const* x) {
    return {reinterpret_cast<X const*>(x)};
  }
  BCAST_INLINE static contiguous_elements of(tile const& t, std::int64_t r, std::size_t k) {
    return at(t.at[k] + r * t.row_step[k]);
  }
  BCAST_INLINE X const& operator[](std::int64_t i) const { return x[i]; }
  BCAST_INLINE contiguous_elements after(std::int64_t i) const { return {x + i}; }
};
template <class X>
struct splat_element {
  X x;  // a copy: no store to the target can change it, so that it stays in a register
  BCAST_INLINE static splat_element at(std::byte const* x) {
    return {*reinterpret_cast<X const*>(x)};
  }
  BCAST_INLINE static splat_element of(tile const& t, std::int64_t r, std::size_t k) {
    return at(t.at[k] + r * t.row_step[k]);
  }
  BCAST_INLINE X const& operator[](std::int64_t) const { return x; }
  BCAST_INLINE splat_element after(std::int64_t) const { return *this; }
};
template <class X>
struct strided_elements {
  std::byte* x;
  std::int64_t step;
  BCAST_INLINE static strided_elements of(tile const& t, std::int64_t r, std::size_t k) {
    return {t.at[k] + r * t.row_step[k], t.column_step[k]};
  }
  BCAST_INLINE X& operator[](std::int64_t i) const { return *reinterpret_cast<X*>(x + i * step); }
};

/// Elements block by block: those that run, or one block of elements that are all the same.
template <class X>
struct blocks_of_elements {
  X const* x;
  bool runs;
  BCAST_INLINE X const& operator[](std::int64_t i) const { return x[i]; }
  BCAST_INLINE blocks_of_elements after(std::int64_t i) const { return {x + i, runs}; }
  BCAST_INLINE void advance(std::int64_t n) { x += runs ? n : 0; }
};

/// Whether elements can be copied as bytes and a line holds a whole number of them.
template <class T>
inline constexpr bool plain = std::is_trivially_copyable_v<T> &&
                              sizeof(T) <= 16 && line_bytes % sizeof(T) == 0;

/// Whether a line of results can be built before it is stored.
template <class T>
inline constexpr bool buildable =
    plain<T>&& std::is_default_constructible_v<T>&& std::is_copy_assignable_v<T>;

/// A base of functions that also compute `width` elements by one call, and fewer by another.
struct by_width {};
template <class F>
inline constexpr bool has_width = std::is_base_of_v<by_width, F>;

template <class F, class Z, class... Source>
BCAST_NOINLINE void row(F const& f, std::int64_t n, Z* z, Source... x) {
  if constexpr (has_width<F>) {
    std::int64_t i = 0;
    for (; i + F::width <= n; i += F::width) f.compute(z + i, x.after(i)...);
    if (i < n) f.compute_rest(z + i, n - i, x.after(i)...);
  } else {
    BCAST_INDEPENDENT
    for (std::int64_t i = 0; i < n; ++i) z[i] = f(x[i]...);
  }
}

/// `N` elements that become whole lines.
template <std::int64_t N, class F, class Z, class... Source>
BCAST_INLINE void compute_line(F const& f, Z* results, Source... x) {
  if constexpr (has_width<F>) {
    static_assert(N % F::width == 0);
    for (std::int64_t j = 0; j < N; j += F::width) f.compute(results + j, x.after(j)...);
  } else {
    BCAST_LINE_LOOP
    for (std::int64_t j = 0; j < N; ++j) results[j] = f(x[j]...);
  }
}

template <class X>
inline constexpr std::size_t contiguous_bytes = line_bytes;
template <class X>
inline constexpr std::size_t contiguous_bytes<contiguous_elements<X>> = sizeof(X);

/// As many elements as fill whole lines of the target and of every operand that runs.
template <class Z, class... Source>
inline constexpr auto elements_of_lines =
    static_cast<std::int64_t>(line_bytes / std::min({sizeof(Z), contiguous_bytes<Source>...}));

/// How lines of results are stored.
enum class ending { whole_lines, rest, streamed };

/// Stores whole lines of results around the cache.
template <class Z, std::size_t N>
BCAST_INLINE void stream_lines(Z* z, Z const (&results)[N]) {
  constexpr std::size_t each = line_bytes / sizeof(Z);
  BCAST_UNROLLED
  for (std::size_t l = 0; l < N / each; ++l) stream_line(z + l * each, results + l * each);
}

/// A row of a few lines, which needs less setup: line by line, and any rest one by one.
template <ending End, class F, class Z, class... Source>
BCAST_INLINE void row_of_lines(F const& f, std::int64_t n, Z* z, Source... x) {
  constexpr std::int64_t block = elements_of_lines<Z, Source...>;
  std::int64_t i = 0;
  for (; i + block <= n; i += block) {
    alignas(line_bytes) Z results[static_cast<std::size_t>(block)];
    compute_line<block>(f, results, x.after(i)...);
    if constexpr (End == ending::streamed) {
      stream_lines(z + i, results);
    } else {
      std::memcpy(z + i, results, sizeof(results));
    }
  }
  if constexpr (End == ending::rest) {
    BCAST_ROLLED
    for (; i < n; ++i) {
      z[i] = f(x[i]...);
      BCAST_SCALAR_LOOP;
    }
  }
}

/// Whether a row is faster line by line: a few lines with little left, or hardly anything at all.
constexpr bool is_of_lines(std::int64_t n, std::int64_t block) {
  return n <= 16 * block && n % block <= block / 4;
}

/// The same, but written around the cache. Each block has as many elements as fill whole lines of
/// the target and of every operand. The elements before and after the blocks are written as usual.
template <class F, class Z, class... Source>
void streamed_row(F const& f, std::int64_t n, Z* z, Source... x) {
  constexpr std::size_t narrowest =
      std::min({sizeof(Z), sizeof(std::remove_cvref_t<decltype(x[0])>)...});
  constexpr auto block = static_cast<std::int64_t>(line_bytes / narrowest);
  const std::size_t ahead = -reinterpret_cast<std::uintptr_t>(z) % line_bytes;
  auto i = static_cast<std::int64_t>(ahead / sizeof(Z));
  if (ahead % sizeof(Z) != 0 || i > n) i = n;
  if (i > 0) row(f, i, z, x...);
  for (; i + block <= n; i += block) {
    alignas(line_bytes) Z results[static_cast<std::size_t>(block)];
    compute_line<block>(f, results, x.after(i)...);
    stream_lines(z + i, results);
  }
  if (i < n) row(f, n - i, z + i, x.after(i)...);
}

template <class... Source>
struct sources {};

/// Rows of a few lines. What the tile says is copied, because a store could change it for all that
/// the compiler knows.
template <ending End, class Z, class F, class... Source, std::size_t... K>
BCAST_NOINLINE void rows_of_lines(F const& f, tile const& t, sources<Source...>,
                                  std::index_sequence<K...>) {
  const std::int64_t n = t.columns, row_step = t.row_step[0];
  [[maybe_unused]] const std::int64_t steps[sizeof...(K) + 1]{t.row_step[K + 1]...};
  std::byte* z = t.at[0];
  [[maybe_unused]] std::byte const* x[sizeof...(K) + 1]{t.at[K + 1]...};
  for (std::int64_t r = t.rows; r > 0; --r) {
    row_of_lines<End>(f, n, reinterpret_cast<Z*>(z), Source::at(x[K])...);
    z += row_step;
    ((x[K] += steps[K]), ...);
  }
}

/// Whether each row of the target begins at a cache line.
inline bool begin_at_lines(tile const& t) {
  const auto first = reinterpret_cast<std::uintptr_t>(t.at[0]);
  return (first | static_cast<std::uintptr_t>(t.row_step[0])) % line_bytes == 0;
}

/// A base of functions whose result is their operand.
struct identity {};

/// From this number of bytes on, the C library fills a row faster: it may use instructions that
/// write lines without reading them.
constexpr std::int64_t long_row = 1024;

/// Whether rows of F are one byte each, repeated.
template <class F, class Z, class... Source>
inline constexpr bool repeats_byte = false;
template <class F, class Z>
inline constexpr bool repeats_byte<F, Z, splat_element<Z>> =
    std::is_base_of_v<identity, F>&& plain<Z> && sizeof(Z) == 1;

inline void repeat_bytes(tile const& t) {
  for (std::int64_t r = 0; r < t.rows; ++r) {
    const auto x = std::to_integer<int>(t.at[1][r * t.row_step[1]]);
    std::memset(t.at[0] + r * t.row_step[0], x, static_cast<std::size_t>(t.columns));
  }
}

template <bool Streamed, class Z, class F, class... Source, std::size_t... K>
void rows(F const& f, tile const& t, [[maybe_unused]] sources<Source...> from,
          [[maybe_unused]] std::index_sequence<K...> all) {
  if constexpr (!Streamed && repeats_byte<F, Z, Source...>) {
    if (t.columns >= long_row) return repeat_bytes(t);
  }
  constexpr std::int64_t block = elements_of_lines<Z, Source...>;
  const bool whole = t.columns % block == 0;
  if constexpr (Streamed) {
    if (whole && is_of_lines(t.columns, block) && begin_at_lines(t)) {
      rows_of_lines<ending::streamed, Z>(f, t, from, all);
      return;
    }
  } else if (is_of_lines(t.columns, block)) {
    if (whole) {
      rows_of_lines<ending::whole_lines, Z>(f, t, from, all);
    } else {
      rows_of_lines<ending::rest, Z>(f, t, from, all);
    }
    return;
  }
  for (std::int64_t r = 0; r < t.rows; ++r) {
    auto* const z = reinterpret_cast<Z*>(t.at[0] + r * t.row_step[0]);
    if constexpr (Streamed) {
      streamed_row(f, t.columns, z, Source::of(t, r, K + 1)...);
    } else {
      row(f, t.columns, z, Source::of(t, r, K + 1)...);
    }
  }
}

/// A base of functions that give the same result for the same elements and do nothing else. One
/// call is enough for a row if the elements of each operand are all the same.
struct pure {};

struct same : identity {
  template <class X>
  BCAST_INLINE X const& operator()(X const& x) const {
    return x;
  }
};

/// Rows of one value each, which are the tile's operand.
template <bool Streamed, class Z>
BCAST_NOINLINE void fill(tile const& t) {
  rows<Streamed, Z>(same(), t, sources<splat_element<Z>>{}, std::index_sequence<0>{});
}

/// Rows of operands whose elements are all the same within a row.
template <bool Streamed, class Z, class F, class... X, std::size_t... K>
void fill_rows(F const& f, tile const& t, sources<splat_element<X>...>, std::index_sequence<K...>) {
  constexpr std::int64_t at_once = 64;
  Z values[at_once];
  const std::int64_t row_step[]{t.row_step[0], sizeof(Z)}, column_step[]{sizeof(Z), 0};
  for (std::int64_t first = 0; first < t.rows; first += at_once) {
    const std::int64_t n = std::min(at_once, t.rows - first);
    BCAST_ROLLED
    for (std::int64_t r = 0; r < n; ++r) {
      values[r] = f(splat_element<X>::of(t, first + r, K + 1).x...);
      BCAST_SCALAR_LOOP;
    }
    std::byte* const at[]{t.at[0] + first * t.row_step[0], reinterpret_cast<std::byte*>(values)};
    fill<Streamed, Z>({n, t.columns, at, row_step, column_step, t.streamed});
  }
}

/// Room for a block of elements that are all the same.
template <class X, std::size_t N>
struct block_of {
  alignas(line_bytes) std::byte bytes[N * sizeof(X)];

  /// The elements of operand k in row r of a tile.
  BCAST_INLINE blocks_of_elements<X> row(tile const& t, std::int64_t r, std::size_t k) {
    X const* const x = contiguous_elements<X>::of(t, r, k).x;
    if (t.column_step[k] != 0) return {x, true};
    for (std::size_t n = 0; n < N; ++n) std::memcpy(bytes + n * sizeof(X), x, sizeof(X));
    return {reinterpret_cast<X const*>(bytes), false};
  }
};

/// Fewer elements than a block, one by one.
template <class F, class Z, class... X>
BCAST_INLINE void rest_by_blocks(F const& f, std::int64_t n, Z* z, blocks_of_elements<X>... x) {
  BCAST_ROLLED
  for (std::int64_t j = 0; j < n; ++j) {
    z[j] = f(x[j]...);
    BCAST_SCALAR_LOOP;
  }
}

/// A row, block by block.
template <bool Streamed, std::int64_t Block, class F, class Z, class... X>
BCAST_NOINLINE void row_by_blocks(F const& f, std::int64_t n, Z* z, blocks_of_elements<X>... x) {
  const std::size_t ahead = -reinterpret_cast<std::uintptr_t>(z) % line_bytes;
  const bool streams = Streamed && ahead % sizeof(Z) == 0;
  std::int64_t i = 0;
  if (streams) {
    i = std::min(n, static_cast<std::int64_t>(ahead / sizeof(Z)));
    rest_by_blocks(f, i, z, x...);
    (x.advance(i), ...);
  }
  for (; i + Block <= n; i += Block) {
    alignas(line_bytes) Z results[static_cast<std::size_t>(Block)];
    compute_line<Block>(f, results, x...);
    (x.advance(Block), ...);
    if (streams) {
      stream_lines(z + i, results);
    } else {
      std::memcpy(z + i, results, sizeof(results));
    }
  }
  rest_by_blocks(f, n - i, z + i, x...);
}

/// Rows of many operands: one form for all, because there are two ways to read each of them.
template <bool Streamed, class F, class Z, class... X, std::size_t... K>
void rows_by_blocks(F const& f, tile const& t, std::index_sequence<K...>) {
  constexpr std::size_t block = line_bytes / std::min({sizeof(Z), sizeof(X)...});
  std::tuple<block_of<X, block>...> same;
  for (std::int64_t r = 0; r < t.rows; ++r) {
    auto* const z = reinterpret_cast<Z*>(t.at[0] + r * t.row_step[0]);
    row_by_blocks<Streamed, static_cast<std::int64_t>(block)>(
        f, t.columns, z, std::get<K>(same).row(t, r, K + 1)...);
  }
}

/// Up to this number of elements, one by one is fastest.
constexpr std::int64_t hardly_any = 16;

/// A few elements one by one, whatever the steps.
template <class F, class Z, class... X, std::size_t... K>
BCAST_INLINE void run_few(F const& f, tile const& t, std::index_sequence<K...>) {
  const auto step = [](auto const* x, std::int64_t bytes) {
    return reinterpret_cast<decltype(x)>(reinterpret_cast<std::byte const*>(x) + bytes);
  };
  for (std::int64_t r = 0; r < t.rows; ++r) {
    auto* z = reinterpret_cast<Z*>(t.at[0] + r * t.row_step[0]);
    [&](X const*... x) {
      BCAST_ROLLED
      for (std::int64_t i = 0; i < t.columns; ++i) {
        z[i] = f(*x...);
        ((x = step(x, t.column_step[K + 1])), ...);
        BCAST_SCALAR_LOOP;
      }
    }(reinterpret_cast<X const*>(t.at[K + 1] + r * t.row_step[K + 1])...);
  }
}

template <class>
inline constexpr bool is_splat = false;
template <class X>
inline constexpr bool is_splat<splat_element<X>> = true;

/// Chooses the sources of the operands of the types X... and appends them to the sources that are
/// already chosen. Then calls rows, or fill_rows.
template <bool Streamed, class Z, class F, class... Chosen, class X, class... Others>
void choose(F const& f, tile const& t, sources<Chosen...>, std::type_identity<X>,
            std::type_identity<Others>... others) {
  const auto next = [&]<class Source>(std::type_identity<Source>) {
    constexpr sources<Chosen..., Source> chosen;
    constexpr std::make_index_sequence<sizeof...(Chosen) + 1> all;
    if constexpr (sizeof...(Others) > 0) {
      choose<Streamed, Z>(f, t, chosen, others...);
    } else if constexpr (std::is_base_of_v<pure, F> &&
                         (is_splat<Chosen> && ... && is_splat<Source>)) {
      fill_rows<Streamed, Z>(f, t, chosen, all);
    } else {
      rows<Streamed, Z>(f, t, chosen, all);
    }
  };
  if (t.column_step[sizeof...(Chosen) + 1] == 0) {
    next(std::type_identity<splat_element<X>>{});
  } else {
    next(std::type_identity<contiguous_elements<X>>{});
  }
}

/// The callable that was passed to a kernel; a stateless callable is not stored.
template <class F>
BCAST_INLINE decltype(auto) function_of(void const* context) {
  if constexpr (std::is_empty_v<F> && std::is_trivially_default_constructible_v<F>) {
    (void)context;
    return F();
  } else {
    return *static_cast<F const*>(context);
  }
}

template <class Z, class... X>
inline constexpr bool turns = (buildable<Z> && ... && plain<X>)&&turnable<Z, X...> &&
                              (sizeof...(X) > 0 && sizeof...(X) <= 3);

template <class F, class Z, class... X>
void run(void const* context, tile const& t) {
  auto const& f = function_of<F>(context);
  if constexpr (turns<Z, X...>) {
    if (t.turned) {
      turned<F, Z, X...>(f, t, std::index_sequence_for<X...>());
      return;
    }
  }
  if constexpr (!(buildable<Z> && ... && plain<X>)) {
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      for (std::int64_t r = 0; r < t.rows; ++r) {
        const auto z = strided_elements<Z>::of(t, r, 0);
        for (std::int64_t i = 0; i < t.columns; ++i) {
          z[i] = f(std::as_const(strided_elements<X>::of(t, r, K + 1)[i])...);
        }
      }
    }
    (std::index_sequence_for<X...>{});
  } else if constexpr (sizeof...(X) == 0) {
    if (t.streamed) {
      rows<true, Z>(f, t, sources<>{}, std::index_sequence<>());
    } else {
      rows<false, Z>(f, t, sources<>{}, std::index_sequence<>());
    }
  } else if constexpr (sizeof...(X) > 3) {
    if (t.streamed) {
      rows_by_blocks<true, F, Z, X...>(f, t, std::index_sequence_for<X...>());
    } else {
      rows_by_blocks<false, F, Z, X...>(f, t, std::index_sequence_for<X...>());
    }
  } else if (t.streamed) {
    choose<true, Z>(f, t, sources<>{}, std::type_identity<X>{}...);
  } else if (t.rows * t.columns <= hardly_any) {
    run_few<F, Z, X...>(f, t, std::index_sequence_for<X...>());
  } else {
    choose<false, Z>(f, t, sources<>{}, std::type_identity<X>{}...);
  }
}

/// z = f(x...) for elements of the types Z and X...
template <class F, class Z, class... X>
inline constexpr kernel kernel_of{&run<F, Z, X...>, !(buildable<Z> && ... && plain<X>), true,
                                  turns<Z, X...>};

}  // namespace bcast::engine::detail

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
