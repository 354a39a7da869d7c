// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// What this processor and its system support. The build compiles this file alone, to choose a
/// level.
namespace bcast::engine::detail {

/// The instruction sets that the compiler may use for -march=x86-64-v3.
inline bool supports_avx2() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma");
}

/// The same for -march=x86-64-v4.
inline bool supports_avx512() {
  return supports_avx2() && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

}  // namespace bcast::engine::detail
