// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "level.hpp"

#if defined(BCAST_AVX2) || defined(BCAST_AVX512)
#include "supports.hpp"
#endif

namespace bcast::engine::detail {
namespace {

struct known_levels {
  std::array<level const*, 5> all{&baseline::table};
  std::size_t n = 1;

  /// Adds a level that the processor has, unless BCAST_LEVEL names one before it.
  void add(bool has, std::string_view name, level const& own) {
    if (!has || last == most) return;
    last = name;
    all[n++] = &own;
  }

  char const* const named = std::getenv("BCAST_LEVEL");
  const std::string_view most = named != nullptr ? named : "";
  std::string_view last = "baseline";

  known_levels() {
    constexpr std::array<std::string_view, 6> names{"",       "baseline",    "avx2",
                                                    "avx512", "avx512_bf16", "avx512_fp16"};
    if (std::find(names.begin(), names.end(), most) == names.end()) {
      throw std::runtime_error("BCAST_LEVEL: there is no level '" + std::string(most) +
                               "'; expected baseline, avx2, avx512, avx512_bf16 or avx512_fp16");
    }
#if defined(BCAST_AVX2)
    add(supports_avx2(), "avx2", avx2::table);
#endif
#if defined(BCAST_AVX512)
    add(supports_avx512(), "avx512", avx512::table);
    add(supports_avx512_bf16(), "avx512_bf16", avx512_bf16::table);
    add(supports_avx512_fp16(), "avx512_fp16", avx512_fp16::table);
#endif
    if (BCAST_ONE_MACHINE && n == 1) {
      throw std::runtime_error(
          "the engine was compiled for another processor; configure it with -DBCAST_LEVELS=all");
    }
  }
};

}  // namespace

std::span<level const* const> levels() {
  static const known_levels known;
  return std::span(known.all).first(known.n);
}

level const& best_level() {
  static level const& best = *levels().back();
  return best;
}

}  // namespace bcast::engine::detail
