// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstddef>
#include <stdexcept>

#include "level.hpp"

#if defined(BCAST_AVX2) || defined(BCAST_AVX512)
#include "supports.hpp"
#endif

namespace bcast::engine::detail {
namespace {

struct known_levels {
  std::array<level const*, 4> all{&baseline::table};
  std::size_t n = 1;

  known_levels() {
#if defined(BCAST_AVX2)
    if (supports_avx2()) all[n++] = &avx2::table;
#endif
#if defined(BCAST_AVX512)
    if (supports_avx512()) all[n++] = &avx512::table;
    if (supports_avx512_bf16()) all[n++] = &avx512_bf16::table;
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
