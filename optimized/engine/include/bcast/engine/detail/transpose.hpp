// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "bcast/engine/detail/compiling.hpp"

#if defined(__clang__)
// Not every loop can be transformed as requested.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

// The units of several instruction sets are in one program. What depends on the size of a vector is
// in a namespace of that size, so that each name has one definition.
#if defined(__AVX512F__)
#define BCAST_VECTORS vectors_of_64
#elif defined(__AVX2__)
#define BCAST_VECTORS vectors_of_32
#else
#define BCAST_VECTORS vectors_of_16
#endif

namespace bcast::engine::detail {
inline namespace BCAST_VECTORS {

/// Vectors of `lanes` elements of Bytes bytes. The shuffles are written for any processor; the
/// compiler chooses the instructions.
template <std::size_t Bytes>
struct lane;
template <>
struct lane<1> {
  using type = std::uint8_t;
};
template <>
struct lane<2> {
  using type = std::uint16_t;
};
template <>
struct lane<4> {
  using type = std::uint32_t;
};
template <>
struct lane<8> {
  using type = std::uint64_t;
};

#if defined(__AVX512F__)
inline constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

/// At most 16 lanes, so that a square of lanes x lanes elements fits in registers.
template <std::size_t Bytes>
inline constexpr std::size_t lanes = std::min<std::size_t>(16, vector_bytes / Bytes);

template <std::size_t Bytes>
struct vector_of {
  typedef typename lane<Bytes>::type type __attribute__((vector_size(lanes<Bytes> * Bytes)));
};

/// Interleaves the lower (Half = 0) or upper halves of a and b, lane by lane.
template <std::size_t Half, class Vector, std::size_t... K>
BCAST_INLINE Vector interleave(Vector a, Vector b, std::index_sequence<K...>) {
  constexpr int n = sizeof...(K);
  return __builtin_shufflevector(
      a, b, (static_cast<int>(K / 2) + static_cast<int>(Half) * n / 2 + (K % 2 ? n : 0))...);
}

/// Transposes a square of lanes x lanes elements: to[i][j] = from[j][i]. It interleaves row i with
/// row i + n/2, log2(n) times.
template <std::size_t Bytes>
BCAST_INLINE void transpose_square(std::byte* to, std::int64_t to_row, std::byte const* from,
                                   std::int64_t from_row) {
  constexpr std::size_t n = lanes<Bytes>;
  using row_of = typename vector_of<Bytes>::type;
  constexpr auto all = std::make_index_sequence<n>();
  row_of a[n], b[n];
  BCAST_UNROLLED
  for (std::size_t i = 0; i < n; ++i) {
    std::memcpy(&a[i], from + static_cast<std::int64_t>(i) * from_row, sizeof(row_of));
  }
  BCAST_UNROLLED
  for (std::size_t done = 1; done < n; done *= 2) {
    BCAST_UNROLLED
    for (std::size_t i = 0; i < n / 2; ++i) {
      b[2 * i] = interleave<0>(a[i], a[i + n / 2], all);
      b[2 * i + 1] = interleave<1>(a[i], a[i + n / 2], all);
    }
    BCAST_UNROLLED
    for (std::size_t i = 0; i < n; ++i) a[i] = b[i];
  }
  BCAST_UNROLLED
  for (std::size_t i = 0; i < n; ++i) {
    std::memcpy(to + static_cast<std::int64_t>(i) * to_row, &a[i], sizeof(row_of));
  }
}

}  // namespace BCAST_VECTORS
}  // namespace bcast::engine::detail

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
