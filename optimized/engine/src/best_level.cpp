// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "level.hpp"

namespace bcast::engine::detail {

std::span<level const* const> levels() {
#if defined(BCAST_X86_LEVELS)
  static constexpr level const* all[]{&baseline::table, &avx2::table, &avx512::table};
  static const std::size_t known = [] {
    __builtin_cpu_init();
    // The instruction sets that the compiler may use for -march=x86-64-v4, and for v3.
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("fma");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    return v4 ? std::size_t{3} : v3 ? std::size_t{2} : std::size_t{1};
  }();
  return std::span(all).first(known);
#else
  static constexpr level const* all[]{&baseline::table};
  return all;
#endif
}

level const& best_level() {
  static level const& best = *levels().back();
  return best;
}

}  // namespace bcast::engine::detail
