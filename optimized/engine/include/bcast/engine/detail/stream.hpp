// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "bcast/engine/detail/compiling.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace bcast::engine::detail {

/// Bytes of a cache line, the unit in which stores go around the cache.
inline constexpr std::size_t line_bytes = 64;

/// Copies a line to `to` without reading it into the cache first. Both are aligned to a line.
BCAST_INLINE void stream_line(void* to, void const* line) {
#if defined(__AVX512F__)
  _mm512_stream_si512(static_cast<__m512i*>(to), _mm512_load_si512(line));
#elif defined(__AVX__)
  auto* const z = static_cast<__m256i*>(to);
  auto const* const x = static_cast<__m256i const*>(line);
  _mm256_stream_si256(z, _mm256_load_si256(x));
  _mm256_stream_si256(z + 1, _mm256_load_si256(x + 1));
#elif defined(__SSE2__)
  auto* const z = static_cast<__m128i*>(to);
  auto const* const x = static_cast<__m128i const*>(line);
  for (int k = 0; k < 4; ++k) _mm_stream_si128(z + k, _mm_load_si128(x + k));
#else
  __builtin_memcpy(to, line, line_bytes);
#endif
}

/// Makes what stream_line wrote visible to other threads, as ordinary stores are.
BCAST_INLINE void end_of_streams() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace bcast::engine::detail
