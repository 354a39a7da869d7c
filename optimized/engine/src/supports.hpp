// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cpuid.h>

/// What this processor and its system support. The build compiles this file alone, to choose a
/// level.
namespace bcast::engine::detail {

/// clang 14 has no name for it in __builtin_cpu_supports.
inline bool supports_f16c() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}

/// The instruction sets that the compiler may use for -march=x86-64-v3.
inline bool supports_avx2() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma") && supports_f16c();
}

/// The same for -march=x86-64-v4.
inline bool supports_avx512() {
  return supports_avx2() && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

/// The same and AVX512-BF16.
inline bool supports_avx512_bf16() {
  return supports_avx512() && __builtin_cpu_supports("avx512bf16");
}

/// The same and AVX512-FP16, for which clang 14 has no name either.
inline bool supports_avx512_fp16() {
  constexpr unsigned bit = 1U << 23;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return supports_avx512_bf16() && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d & bit) != 0;
}

}  // namespace bcast::engine::detail
