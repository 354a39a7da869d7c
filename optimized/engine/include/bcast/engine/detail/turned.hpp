// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "bcast/engine/detail/compiling.hpp"
#include "bcast/engine/detail/stream.hpp"
#include "bcast/engine/detail/tile.hpp"
#include "bcast/engine/detail/transpose.hpp"

#if defined(__clang__)
// Not every loop can be transformed as requested.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

// A tile with an operand whose elements are adjacent along the columns. Squares of that operand are
// transposed in registers and used immediately. The order in which the elements of a tile are
// computed does not matter [bcast.P7].
namespace bcast::engine::detail {
inline namespace BCAST_VECTORS {

/// Whether the rows of a square are whole lines, for the target and for every operand.
template <class Z, class... X>
inline constexpr bool turnable = (sizeof(Z) == 4 || sizeof(Z) == 8) &&
                                 ((sizeof(X) == sizeof(Z)) && ...);

/// An operand's elements in a square of a tile, row by row.
template <class X>
class square {
 public:
  static constexpr auto bytes = static_cast<std::int64_t>(sizeof(X));
  static constexpr auto size = static_cast<std::int64_t>(line_bytes / sizeof(X));

  /// The square of operand k that starts at row r and column c of the tile.
  BCAST_INLINE square(tile const& t, std::int64_t r, std::int64_t c, std::size_t k)
      : first_(t.at[k] + r * t.row_step[k] + c * t.column_step[k]), step_(t.row_step[k]) {
    if (t.column_step[k] == bytes) return;
    turn(t.column_step[k]);
    first_ = turned_;
    step_ = size * bytes;
  }

  BCAST_INLINE X const* row(std::int64_t i) const {
    return reinterpret_cast<X const*>(first_ + i * step_);
  }

  square(square const&) = delete;
  square& operator=(square const&) = delete;

 private:
  BCAST_INLINE void turn(std::int64_t column_step) {
    constexpr auto n = static_cast<std::int64_t>(lanes<sizeof(X)>);
    // The lines of the next squares are far apart, so nothing else would fetch them in time.
    for (std::int64_t j = 2 * size; j < 3 * size; ++j) {
      __builtin_prefetch(
          reinterpret_cast<void const*>(reinterpret_cast<std::intptr_t>(first_) + j * column_step),
          0, 2);
    }
    for (std::int64_t i = 0; i < size; i += n) {
      for (std::int64_t j = 0; j < size; j += n) {
        transpose_square<sizeof(X)>(turned_ + (i * size + j) * bytes, size * bytes,
                                    first_ + j * column_step + i * bytes, column_step);
      }
    }
  }

  alignas(line_bytes) std::byte turned_[line_bytes * static_cast<std::size_t>(size)];
  std::byte const* first_;
  std::int64_t step_;
};

/// Computes a square of the target, whose rows are `step` bytes apart.
template <class Z, class F, class... X>
BCAST_INLINE void compute_square(F const& f, std::byte* to, std::int64_t step, bool streamed,
                                 square<X> const&... x) {
  for (std::int64_t i = 0; i < square<Z>::size; ++i, to += step) {
    alignas(line_bytes) Z results[static_cast<std::size_t>(square<Z>::size)];
    BCAST_LINE_LOOP
    for (std::int64_t j = 0; j < square<Z>::size; ++j) results[j] = f(x.row(i)[j]...);
    if (streamed) {
      stream_line(to, results);
    } else {
      std::memcpy(to, results, line_bytes);
    }
  }
}

/// Computes columns [from, to) of rows [first, last), element by element.
template <class F, class Z, class... X, std::size_t... K>
void jump(F const& f, tile const& t, std::int64_t first, std::int64_t last, std::int64_t from,
          std::int64_t to, std::index_sequence<K...>) {
  const auto at = [&](std::size_t k, std::int64_t r, std::int64_t c) {
    return t.at[k] + r * t.row_step[k] + c * t.column_step[k];
  };
  for (std::int64_t r = first; r < last; ++r) {
    for (std::int64_t c = from; c < to; ++c) {
      *reinterpret_cast<Z*>(at(0, r, c)) = f(*reinterpret_cast<X const*>(at(K + 1, r, c))...);
    }
  }
}

template <class F, class Z, class... X, std::size_t... K>
void turned(F const& f, tile const& t, std::index_sequence<K...> all) {
  constexpr std::int64_t n = square<Z>::size;
  const std::int64_t rows = t.rows / n * n, columns = t.columns / n * n;
  const bool streamed = t.streamed && reinterpret_cast<std::uintptr_t>(t.at[0]) % line_bytes == 0 &&
                        t.row_step[0] % static_cast<std::int64_t>(line_bytes) == 0;
  for (std::int64_t r = 0; r < rows; r += n) {
    for (std::int64_t c = 0; c < columns; c += n) {
      std::byte* const to = t.at[0] + r * t.row_step[0] + c * t.column_step[0];
      compute_square<Z>(f, to, t.row_step[0], streamed, square<X>(t, r, c, K + 1)...);
    }
  }
  jump<F, Z, X...>(f, t, 0, rows, columns, t.columns, all);
  jump<F, Z, X...>(f, t, rows, t.rows, 0, t.columns, all);
}

}  // namespace BCAST_VECTORS
}  // namespace bcast::engine::detail

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
