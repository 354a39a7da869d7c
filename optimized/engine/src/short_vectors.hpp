// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "bcast/engine/detail/compiling.hpp"
#include "bcast/engine/detail/kernel.hpp"
#include "bcast/engine/detail/transpose.hpp"
#include "bcast/engine/short_floats.hpp"

#if defined(__F16C__)
#include <immintrin.h>
#endif

#if !defined(BCAST_LEVEL)
#error "compiled once a level, by level_*.cpp"
#endif

/// Short floats as vectors of floats. The bits are those of short_floats.hpp.
namespace bcast::engine::detail::BCAST_LEVEL {

/// An operation that is computed on vectors of floats, and on one float, by the same function.
template <class F>
concept on_floats = requires(float x) {
  F::of_floats(x, x);
};

#if defined(__F16C__)

using float_lanes = float __attribute__((vector_size(vector_bytes)));
using word_lanes = std::uint32_t __attribute__((vector_size(vector_bytes)));
inline constexpr std::int64_t lanes_of_floats = vector_bytes / sizeof(float);

/// Vectors of floats, each computed in the same way.
template <std::size_t N>
struct floats {
  float_lanes part[N];

  BCAST_INLINE static floats all(float x) {
    floats z;
    for (float_lanes& lanes : z.part) lanes = x - float_lanes{};  // adding 0 would lose -0's sign
    return z;
  }

  BCAST_INLINE friend floats operator+(floats a, floats const& b) {
    for (std::size_t n = 0; n < N; ++n) a.part[n] += b.part[n];
    return a;
  }
  BCAST_INLINE friend floats operator-(floats a, floats const& b) {
    for (std::size_t n = 0; n < N; ++n) a.part[n] -= b.part[n];
    return a;
  }
  BCAST_INLINE friend floats operator*(floats a, floats const& b) {
    for (std::size_t n = 0; n < N; ++n) a.part[n] *= b.part[n];
    return a;
  }
  BCAST_INLINE friend floats operator/(floats a, floats const& b) {
    for (std::size_t n = 0; n < N; ++n) a.part[n] /= b.part[n];
    return a;
  }
  BCAST_INLINE friend floats operator*(float a, floats const& b) { return all(a) * b; }
};

/// How elements of type T become vectors of floats, and back.
template <class T>
struct conversion;

/// The processor converts a vector of float16 by one instruction, which g++ 12 never chooses for a
/// loop.
template <>
struct conversion<float16> {
  using vectors = floats<1>;
  static constexpr std::int64_t size = lanes_of_floats;
  static constexpr int to_nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

  BCAST_INLINE static float one(float16 x) { return _cvtsh_ss(x.bits); }
  BCAST_INLINE static float16 one(float x) {
    float16 z;
    const __m128i converted = _mm_cvtps_ph(_mm_set_ss(x), to_nearest);
    z.bits = static_cast<std::uint16_t>(_mm_cvtsi128_si32(converted));
    return z;
  }
  BCAST_INLINE static vectors load(float16 const* x) {
#if defined(__AVX512F__)
    const __m512 lanes = _mm512_maskz_cvtph_ps(
        static_cast<__mmask16>(-1), _mm256_loadu_si256(reinterpret_cast<__m256i const*>(x)));
#else
    const __m256 lanes = _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<__m128i const*>(x)));
#endif
    return {{std::bit_cast<float_lanes>(lanes)}};
  }
  BCAST_INLINE static void store(float16* z, vectors const& x) {
#if defined(__AVX512F__)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(z),
                        _mm512_maskz_cvtps_ph(static_cast<__mmask16>(-1),
                                              std::bit_cast<__m512>(x.part[0]), to_nearest));
#else
    _mm_storeu_si128(reinterpret_cast<__m128i*>(z),
                     _mm256_cvtps_ph(std::bit_cast<__m256>(x.part[0]), to_nearest));
#endif
  }
};

#if defined(__AVX512FP16__)
/// A vector of float16, computed as it is. A float has more than twice the digits, so that rounding
/// its sum, difference, product or quotient gives the same bits.
struct halves {
  __m512h lanes;

  BCAST_INLINE static halves all(_Float16 x) { return {_mm512_set1_ph(x)}; }
  BCAST_INLINE friend halves operator+(halves a, halves b) { return {a.lanes + b.lanes}; }
  BCAST_INLINE friend halves operator-(halves a, halves b) { return {a.lanes - b.lanes}; }
  BCAST_INLINE friend halves operator*(halves a, halves b) { return {a.lanes * b.lanes}; }
  BCAST_INLINE friend halves operator/(halves a, halves b) { return {a.lanes / b.lanes}; }
};

/// How elements of float16 become vectors of them.
struct no_conversion {
  using vectors = halves;
  static constexpr std::int64_t size = vector_bytes / sizeof(float16);

  BCAST_INLINE static _Float16 one(float16 x) { return std::bit_cast<_Float16>(x); }
  BCAST_INLINE static halves load(float16 const* x) { return {_mm512_loadu_ph(x)}; }
  BCAST_INLINE static void store(float16* z, halves x) { _mm512_storeu_ph(z, x.lanes); }
};
#endif

#if defined(__AVX512BF16__)
/// The places of a vector's elements: one of its first half, one of its second half, and so on.
struct alternating {
  alignas(vector_bytes) std::uint16_t place[2 * lanes_of_floats];

  constexpr alternating() : place() {
    for (std::int64_t n = 0; n < 2 * lanes_of_floats; ++n) {
      place[n] = static_cast<std::uint16_t>(n % 2 * lanes_of_floats + n / 2);
    }
  }
};
inline constexpr alternating alternately;
#endif

/// A bfloat16 is the upper half of a float. So a vector of them holds two vectors of floats, those
/// at even and those at odd places, and no element changes its lane.
template <>
struct conversion<bfloat16> {
  using vectors = floats<2>;
  static constexpr std::int64_t size = 2 * lanes_of_floats;
  static constexpr std::uint32_t upper = 0xFFFF0000;

  BCAST_INLINE static float one(bfloat16 x) { return x; }
  BCAST_INLINE static bfloat16 one(float x) { return bfloat16(x); }
  BCAST_INLINE static vectors load(bfloat16 const* x) {
    word_lanes both;
    std::memcpy(&both, x, sizeof(both));
    return {{std::bit_cast<float_lanes>(both << 16), std::bit_cast<float_lanes>(both & upper)}};
  }
  BCAST_INLINE static void store(bfloat16* z, vectors const& x) {
#if defined(__AVX512BF16__)
    const auto even = std::bit_cast<__m512>(x.part[0]), odd = std::bit_cast<__m512>(x.part[1]);
    // The instruction takes a number that is too small to be normal for 0.
    constexpr int too_small = 0x20;
    if ((_mm512_fpclass_ps_mask(even, too_small) | _mm512_fpclass_ps_mask(odd, too_small)) == 0) {
      const auto halves = std::bit_cast<__m512i>(_mm512_cvtne2ps_pbh(odd, even));
      _mm512_storeu_si512(
          z, _mm512_maskz_permutexvar_epi16(static_cast<__mmask32>(-1),
                                            _mm512_load_si512(alternately.place), halves));
      return;
    }
#endif
    const word_lanes both = nearest(x.part[0]) >> 16 | (nearest(x.part[1]) & upper);
    std::memcpy(z, &both, sizeof(both));
  }

 private:
  /// The upper halves are the nearest bfloat16.
  BCAST_INLINE static word_lanes nearest(float_lanes x) {
    const auto from = std::bit_cast<word_lanes>(x);
    return x != x ? from | 0x00400000 : from + 0x7FFF + (from >> 16 & 1);
  }
};

/// The vectors on which F is computed.
template <class F, class T>
struct lanes_for {
  using type = conversion<T>;
};
#if defined(__AVX512FP16__)
template <class F>
requires requires(halves x) { F::of_floats(x, x); }
struct lanes_for<F, float16> {
  using type = no_conversion;
};
#endif

/// F on short floats, several elements at once.
template <on_floats F, short_float T>
struct on_vectors : F, by_width {
  using converted = typename lanes_for<F, T>::type;
  static constexpr std::int64_t width = converted::size;

  template <class... Source>
  BCAST_INLINE static void compute(T* z, Source... x) {
    converted::store(z, F::of_floats(several(x)...));
  }
  /// Fewer elements than `width`.
  template <class... Source>
  BCAST_INLINE static void compute_rest(T* z, std::int64_t n, Source... x) {
#if defined(__AVX512F__)
    T results[32]{};
    compute(results, padded(x, n).source()...);
    _mm512_mask_storeu_epi16(z, first(n), _mm512_loadu_si512(results));
#else
    BCAST_ROLLED
    for (std::int64_t i = 0; i < n; ++i) {
      z[i] = converted::one(F::of_floats(converted::one(x[i])...));
      BCAST_SCALAR_LOOP;
    }
#endif
  }

 private:
#if defined(__AVX512F__)
  BCAST_INLINE static __mmask32 first(std::int64_t n) {
    return static_cast<__mmask32>((std::uint64_t{1} << n) - 1);
  }
  /// The first n elements of a source, and then the first one again, which raises no other flags.
  struct padded_run {
    T x[32];
    BCAST_INLINE contiguous_elements<T> source() const { return {x}; }
  };
  struct padded_splat {
    T x;
    BCAST_INLINE splat_element<T> source() const { return {x}; }
  };
  BCAST_INLINE static padded_run padded(contiguous_elements<T> x, std::int64_t n) {
    padded_run some;
    const __m512i again = _mm512_set1_epi16(static_cast<std::int16_t>(x.x->bits));
    _mm512_storeu_si512(some.x, _mm512_mask_loadu_epi16(again, first(n), x.x));
    return some;
  }
  BCAST_INLINE static padded_splat padded(splat_element<T> x, std::int64_t) { return {x.x}; }
#endif
  BCAST_INLINE static auto several(contiguous_elements<T> x) { return converted::load(x.x); }
  BCAST_INLINE static auto several(splat_element<T> x) {
    return converted::vectors::all(converted::one(x.x));
  }
};
#endif

/// The function of a kernel for F on elements of type T.
template <class F, class T>
struct computing {
  using type = F;
};
#if defined(__F16C__)
template <on_floats F, short_float T>
struct computing<F, T> {
  using type = on_vectors<F, T>;
};
#endif

}  // namespace bcast::engine::detail::BCAST_LEVEL
