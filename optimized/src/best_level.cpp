// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "level.hpp"

namespace bcast::optimized::detail {

level const& best_level() {
#if defined(BCAST_X86_LEVELS)
  static level const* const best = [] {
    __builtin_cpu_init();
    // What the compiler may use for -march=x86-64-v4, and for v3.
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("fma");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    return v4 ? &avx512::table : v3 ? &avx2::table : &baseline::table;
  }();
  return *best;
#else
  return baseline::table;
#endif
}

}  // namespace bcast::optimized::detail
