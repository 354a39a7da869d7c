// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "bcast/engine/detail/compiling.hpp"
#include "bcast/engine/detail/kernel.hpp"
#include "bcast/engine/short_floats.hpp"

#if defined(__F16C__)
#include <immintrin.h>
#endif

#if !defined(BCAST_LEVEL)
#error "compiled once a level, by level_*.cpp"
#endif

namespace bcast::engine::detail::BCAST_LEVEL {

/// An operation that is computed on vectors of floats, and on one float, by the same function.
template <class F>
concept on_floats = requires(float x) {
  F::of_floats(x, x);
};

#if defined(__F16C__)
inline constexpr int to_nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

/// The processor converts a vector of float16 by one instruction, which g++ 12 never chooses for a
/// loop. The bits are those of short_floats.hpp.
struct floats {
#if defined(__AVX512F__)
  static constexpr std::int64_t size = 16;
  __m512 lanes;
#else
  static constexpr std::int64_t size = 8;
  __m256 lanes;
#endif

  BCAST_INLINE static floats from(float16 const* x) {
#if defined(__AVX512F__)
    return {_mm512_maskz_cvtph_ps(static_cast<__mmask16>(-1),
                                  _mm256_loadu_si256(reinterpret_cast<__m256i const*>(x)))};
#else
    return {_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<__m128i const*>(x)))};
#endif
  }
  BCAST_INLINE static floats all(float x) {
#if defined(__AVX512F__)
    return {_mm512_set1_ps(x)};
#else
    return {_mm256_set1_ps(x)};
#endif
  }
  BCAST_INLINE void store(float16* z) const {
#if defined(__AVX512F__)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(z),
                        _mm512_maskz_cvtps_ph(static_cast<__mmask16>(-1), lanes, to_nearest));
#else
    _mm_storeu_si128(reinterpret_cast<__m128i*>(z), _mm256_cvtps_ph(lanes, to_nearest));
#endif
  }

  BCAST_INLINE friend floats operator+(floats a, floats b) { return {a.lanes + b.lanes}; }
  BCAST_INLINE friend floats operator-(floats a, floats b) { return {a.lanes - b.lanes}; }
  BCAST_INLINE friend floats operator*(floats a, floats b) { return {a.lanes * b.lanes}; }
  BCAST_INLINE friend floats operator/(floats a, floats b) { return {a.lanes / b.lanes}; }
  BCAST_INLINE friend floats operator*(float a, floats b) { return all(a) * b; }
};

/// F on float16, several elements at once.
template <on_floats F>
struct on_vectors : F, by_width {
  static constexpr std::int64_t width = floats::size;

  template <class... Source>
  BCAST_INLINE static void compute(float16* z, Source... x) {
    F::of_floats(several(x)...).store(z);
  }
  template <class... Source>
  BCAST_INLINE static void compute_one(float16* z, Source... x) {
    const __m128i result = _mm_cvtps_ph(_mm_set_ss(F::of_floats(one(x[0])...)), to_nearest);
    z->bits = static_cast<std::uint16_t>(_mm_cvtsi128_si32(result));
  }

 private:
  BCAST_INLINE static float one(float16 x) { return _cvtsh_ss(x.bits); }
  BCAST_INLINE static floats several(running<float16> x) { return floats::from(x.x); }
  BCAST_INLINE static floats several(standing<float16> x) { return floats::all(one(x.x)); }
};
#endif

/// The function of a kernel for F on elements of type T.
template <class F, class T>
struct computing {
  using type = F;
};
#if defined(__F16C__)
template <on_floats F>
struct computing<F, float16> {
  using type = on_vectors<F>;
};
#endif

}  // namespace bcast::engine::detail::BCAST_LEVEL
