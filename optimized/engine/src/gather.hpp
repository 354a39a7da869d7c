// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "bcast/engine/detail/transpose.hpp"
#include "level.hpp"

#if !defined(BCAST_LEVEL)
#error "compiled once a level, by level_*.cpp"
#endif

namespace bcast::engine::detail::BCAST_LEVEL {

using raw = std::byte;

template <std::size_t Bytes>
BCAST_INLINE void move(raw* to, raw const* from) {
  std::memcpy(to, from, Bytes);
}

// Transposition ---------------------------------------------------------------------------------

template <std::size_t Bytes>
void strided(raw* to, raw const* from, std::int64_t step, std::int64_t n);

/// Gathers a rectangle whose elements are adjacent along the columns and not along the rows.
/// Squares are transposed in registers if there are shuffles for the element size. There is one
/// loop.
template <std::size_t Bytes>
void transpose(gathering const& g) {
  constexpr auto bytes = static_cast<std::int64_t>(Bytes);
  const std::int64_t step = g.steps[0];
  std::int64_t rows = 0, columns = 0;  // of whole squares
  if constexpr (Bytes < 16) {
    constexpr auto n = static_cast<std::int64_t>(lanes<Bytes>);
    rows = g.rows / n * n;
    columns = g.columns / n * n;
    for (std::int64_t c = 0; c < columns; c += n) {
      for (std::int64_t r = 0; r < rows; r += n) {
        // The cache lines of the next columns are far apart, so nothing else would fetch them in
        // time.
        for (std::int64_t i = n; i < 2 * n && c + i < columns; ++i) {
          __builtin_prefetch(g.from + r * g.from_row + (c + i) * step);
        }
        transpose_square<Bytes>(g.to + r * g.to_row + c * bytes, g.to_row,
                                g.from + r * g.from_row + c * step, step);
      }
    }
  }
  for (std::int64_t r = 0; r < g.rows; ++r) {
    const std::int64_t first = r < rows ? columns : 0;
    strided<Bytes>(g.to + r * g.to_row + first * bytes, g.from + r * g.from_row + first * step,
                   step, g.columns - first);
  }
}

// Rows --------------------------------------------------------------------------------------------

template <std::size_t Bytes>
void strided(raw* to, raw const* from, std::int64_t step, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    move<Bytes>(to + i * static_cast<std::int64_t>(Bytes), from + i * step);
  }
}

/// Repeats the first `have` bytes until there are `all` bytes. Bytes after them may be overwritten
/// (see gathering::slack).
BCAST_INLINE void repeat_prefix(raw* to, std::int64_t have, std::int64_t all) {
  constexpr std::int64_t reach = 64;
  if (have < reach) {
    // A store goes past the bytes that it repeats. The next one overwrites the excess.
    std::array<raw, reach> some;
    std::memcpy(some.data(), to, reach);
    for (std::int64_t k = have; k < std::min(all, reach); k += have) {
      std::memcpy(to + k, some.data(), reach);
    }
    std::memcpy(some.data(), to, reach);
    const std::int64_t whole = reach / have * have;
    for (std::int64_t k = whole; k < all; k += whole) std::memcpy(to + k, some.data(), reach);
    return;
  }
  while (have < all) {
    const std::int64_t more = std::min(have, all - have);
    std::memcpy(to + have, to, static_cast<std::size_t>(more));
    have += more;
  }
}

#if defined(__AVX512F__)
/// The permutations for each number of copies. A vector of elements becomes that many vectors, with
/// one shuffle for each. Position p of the result holds element p / copies [bcast.P6].
template <std::size_t Bytes>
struct permutations {
  static constexpr std::int64_t width = 64 / Bytes, most = 16;
  using index = typename lane<Bytes>::type;
  alignas(64) index place[most + 1][most][width];

  constexpr permutations() : place() {
    for (std::int64_t copies = 1; copies <= most; ++copies) {
      for (std::int64_t p = 0; p < copies * width; ++p) {
        place[copies][p / width][p % width] = static_cast<index>(p / copies);
      }
    }
  }
};
template <std::size_t Bytes>
inline constexpr permutations<Bytes> permutation{};

/// The permutations that repeat so many first elements of a vector, as many vectors as elements
/// [bcast.P6].
template <std::size_t Bytes>
struct cycles {
  static constexpr std::int64_t width = 64 / Bytes;
  using index = typename lane<Bytes>::type;
  alignas(64) index place[width + 1][width][width];

  constexpr cycles() : place() {
    for (std::int64_t n = 1; n <= width; ++n) {
      for (std::int64_t p = 0; p < n * width; ++p) {
        place[n][p / width][p % width] = static_cast<index>(p % n);
      }
    }
  }
};
template <std::size_t Bytes>
inline constexpr cycles<Bytes> cycle{};

BCAST_INLINE __m512i shuffle(__m512i x, std::uint32_t const* at) {
  return _mm512_maskz_permutexvar_epi32(static_cast<__mmask16>(-1), _mm512_load_si512(at), x);
}
BCAST_INLINE __m512i shuffle(__m512i x, std::uint64_t const* at) {
  return _mm512_maskz_permutexvar_epi64(static_cast<__mmask8>(-1), _mm512_load_si512(at), x);
}

/// Loads up to one vector of elements. No byte after them is read.
template <std::size_t Bytes>
BCAST_INLINE __m512i load_first(raw const* from, std::int64_t n) {
  const auto mask = (1U << n) - 1;
  return Bytes == 4 ? _mm512_maskz_loadu_epi32(static_cast<__mmask16>(mask), from)
                    : _mm512_maskz_loadu_epi64(static_cast<__mmask8>(mask), from);
}
#endif

/// Repeats a run of `have` elements until there are n. Returns false and does nothing if it is
/// longer than a vector, or there are no shuffles for the element size.
template <std::size_t Bytes>
BCAST_INLINE bool repeat_run([[maybe_unused]] raw* to, [[maybe_unused]] raw const* from,
                             [[maybe_unused]] std::int64_t have, [[maybe_unused]] std::int64_t n) {
#if defined(__AVX512F__)
  if constexpr (Bytes == 4 || Bytes == 8) {
    constexpr auto bytes = static_cast<std::int64_t>(Bytes);
    constexpr auto const& runs = cycle<Bytes>;
    if (have > runs.width) return false;
    const __m512i x = shuffle(load_first<Bytes>(from, have), runs.place[have][0]);
    // Positions after the last whole run are overwritten by the next store, or are slack.
    const std::int64_t whole = runs.width / have * have;
    for (std::int64_t k = 0; k < n; k += whole) _mm512_storeu_si512(to + k * bytes, x);
    return true;
  }
#endif
  return false;
}

/// Repeats each of n elements, which are `step` bytes apart, `times` times.
template <std::size_t Bytes>
void repeat_each(raw* to, raw const* from, std::int64_t step, std::int64_t n, std::int64_t times) {
  constexpr auto bytes = static_cast<std::int64_t>(Bytes);
#if defined(__AVX512F__)
  if constexpr (Bytes == 4 || Bytes == 8) {
    constexpr auto const& tiles = permutation<Bytes>;
    constexpr std::int64_t width = tiles.width;
    constexpr std::int64_t ahead = 2048;  // a block of the widest, or the next of a narrow one
    if (times <= tiles.most && step == bytes) {
      for (std::int64_t i = 0; i < n; i += width) {
        // Positions after the last element are overwritten by the next store, or are slack.
        const std::int64_t here = std::min(width, n - i);
        __builtin_prefetch(from + i * bytes + ahead);
        const __m512i x = load_first<Bytes>(from + i * bytes, here);
        for (std::int64_t v = 0; v * width < here * times; ++v) {
          _mm512_storeu_si512(to + (i * times + v * width) * bytes,
                              shuffle(x, tiles.place[times][v]));
        }
      }
      return;
    }
  }
#endif
  // A store may go past an element's positions. The next element's store overwrites the excess.
  constexpr std::size_t reach = 16;
  static_assert(reach % Bytes == 0, "copies are whole elements");
  if (Bytes < reach && times * bytes <= static_cast<std::int64_t>(reach)) {
    for (std::int64_t i = 0; i < n; ++i) {
      std::array<raw, reach> copies;
      for (std::size_t k = 0; k < reach; k += Bytes) move<Bytes>(&copies[k], from + i * step);
      std::memcpy(to + i * times * bytes, copies.data(), reach);
    }
    return;
  }
  for (std::int64_t i = 0; i < n; ++i) {
    raw* const first = to + i * times * bytes;
    for (std::int64_t k = 0; k < times; ++k) move<Bytes>(first + k * bytes, from + i * step);
  }
}

/// Gathers the first n elements that the loops from `loop` inwards visit.
template <std::size_t Bytes>
void gather_row(gathering const& g, std::size_t loop, raw* to, raw const* from, std::int64_t n) {
  constexpr auto bytes = static_cast<std::int64_t>(Bytes);
  const std::int64_t step = g.steps[loop * g.apart];
  if (loop + 1 == g.loops) {
    if (step == bytes) {
      std::memcpy(to, from, static_cast<std::size_t>(n * bytes));
    } else if (step == 0) {
      std::array<raw, Bytes> x;
      move<Bytes>(x.data(), from);
      for (std::int64_t i = 0; i < n; ++i) move<Bytes>(to + i * bytes, x.data());
    } else {
      strided<Bytes>(to, from, step, n);
    }
    return;
  }
  std::int64_t inner = 1;
  bool still = true;
  for (std::size_t k = loop + 1; k < g.loops; ++k) {
    inner *= g.sizes[k];
    still = still && g.steps[k * g.apart] == 0;
  }
  if (step == 0) {
    const std::int64_t once = std::min(inner, n);
    const bool is_run = loop + 2 == g.loops && g.steps[(loop + 1) * g.apart] == bytes;
    if (is_run && repeat_run<Bytes>(to, from, once, n)) return;
    gather_row<Bytes>(g, loop + 1, to, from, once);
    repeat_prefix(to, once * bytes, n * bytes);
    return;
  }
  std::int64_t i = 0;
  if (still) {
    i = n / inner;
    repeat_each<Bytes>(to, from, step, i, inner);
  }
  for (; i * inner < n; ++i) {
    gather_row<Bytes>(g, loop + 1, to + i * inner * bytes, from + i * step,
                      std::min(inner, n - i * inner));
  }
}

template <std::size_t Bytes>
void gather_of(gathering const& g) {
  if (g.loops == 1 && g.rows > 1 && g.from_row == static_cast<std::int64_t>(Bytes) &&
      g.steps[0] != 0) {
    transpose<Bytes>(g);
    return;
  }
  for (std::int64_t r = 0; r < g.rows; ++r) {
    gather_row<Bytes>(g, 0, g.to + r * g.to_row, g.from + r * g.from_row, g.columns);
  }
}

/// Calls f<Bytes>() for an element size that a scratch buffer supports.
template <class F>
BCAST_INLINE void with_bytes(std::size_t bytes, F f) {
  switch (bytes) {
    case 1:
      return f.template operator()<1>();
    case 2:
      return f.template operator()<2>();
    case 4:
      return f.template operator()<4>();
    case 8:
      return f.template operator()<8>();
    default:
      return f.template operator()<16>();
  }
}

inline void gather(gathering const& g) {
  with_bytes(g.element, [&]<std::size_t Bytes>() { gather_of<Bytes>(g); });
}

inline void scatter(scattering const& s) {
  with_bytes(s.element, [&]<std::size_t Bytes>() {
    constexpr auto bytes = static_cast<std::int64_t>(Bytes);
    for (std::int64_t r = 0; r < s.rows; ++r) {
      raw* const to = s.to + r * s.to_row;
      raw const* const from = s.from + r * s.from_row;
      if (s.to_column == bytes) {
        std::memcpy(to, from, static_cast<std::size_t>(s.columns * bytes));
      } else {
        for (std::int64_t i = 0; i < s.columns; ++i) {
          move<Bytes>(to + i * s.to_column, from + i * bytes);
        }
      }
    }
  });
}

/// A byte, moved unchanged.
struct copy_bytes {
  BCAST_INLINE std::uint8_t operator()(std::uint8_t x) const { return x; }
};

inline void stream(void* to, void const* from, std::size_t bytes) {
  streamed_row(copy_bytes(), static_cast<std::int64_t>(bytes), static_cast<std::uint8_t*>(to),
               contiguous_elements<std::uint8_t>{static_cast<std::uint8_t const*>(from)});
}

}  // namespace bcast::engine::detail::BCAST_LEVEL
