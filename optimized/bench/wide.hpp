// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace bcast::engine::bench {

/// A cache line, held in the widest vectors that the compiler may use.
struct wide {
#if defined(__AVX512F__)
  __m512i v;
#elif defined(__AVX__)
  __m256i v[2];
#elif defined(__SSE2__)
  __m128i v[4];
#else
  unsigned long long v[8];
#endif
};
static_assert(sizeof(wide) == 64);

inline wide load(std::byte const* p) {
  wide w;
  std::memcpy(&w, p, sizeof w);
  return w;
}

/// Bitwise or, because it is one instruction and as cheap as any.
inline wide either(wide a, wide b) {
#if defined(__AVX512F__)
  return {_mm512_or_si512(a.v, b.v)};
#elif defined(__AVX__)
  const auto lane = [](__m256i x, __m256i y) {
    return _mm256_castps_si256(_mm256_or_ps(_mm256_castsi256_ps(x), _mm256_castsi256_ps(y)));
  };
  return {{lane(a.v[0], b.v[0]), lane(a.v[1], b.v[1])}};
#else
  wide w;
  for (std::size_t i = 0; i < sizeof(w.v) / sizeof(w.v[0]); ++i) w.v[i] = a.v[i] | b.v[i];
  return w;
#endif
}

/// Writes a line at an address that is a multiple of 64.
template <bool PastCache>
void store(std::byte* p, wide w) {
#if defined(__SSE2__)
  if constexpr (PastCache) {
#if defined(__AVX512F__)
    _mm512_stream_si512(reinterpret_cast<__m512i*>(p), w.v);
#elif defined(__AVX__)
    _mm256_stream_si256(reinterpret_cast<__m256i*>(p), w.v[0]);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(p + 32), w.v[1]);
#else
    for (std::size_t i = 0; i < 4; ++i) _mm_stream_si128(reinterpret_cast<__m128i*>(p) + i, w.v[i]);
#endif
    return;
  }
#endif
  std::memcpy(p, &w, sizeof w);
}

/// Orders non-temporal stores before everything that follows.
inline void fence() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace bcast::engine::bench
