// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

// In a loop: it is neither vectorised nor unrolled.
#if defined(__GNUC__)
#define BCAST_SCALAR_LOOP __asm__ volatile("")
#else
#define BCAST_SCALAR_LOOP
#endif

// Hints to the compiler about a function or about the loop that follows.
#if defined(__GNUC__)
#define BCAST_INLINE __attribute__((always_inline)) inline
#define BCAST_NOINLINE __attribute__((noinline))
#else
#define BCAST_INLINE inline
#define BCAST_NOINLINE
#endif

// In this order: a loop over independent elements, a loop over the elements of a line, which is
// vectorised, a loop that is fully unrolled, and a loop that is not unrolled before it is
// vectorised.
#if defined(__clang__)
#define BCAST_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#define BCAST_LINE_LOOP _Pragma("clang loop vectorize(enable)")
#define BCAST_UNROLLED _Pragma("clang loop unroll(full)")
#define BCAST_ROLLED
#elif defined(__GNUC__)
#define BCAST_INDEPENDENT _Pragma("GCC ivdep")
#define BCAST_ROLLED _Pragma("GCC unroll 1")
#define BCAST_LINE_LOOP BCAST_ROLLED
#define BCAST_UNROLLED _Pragma("GCC unroll 16")
#else
#define BCAST_INDEPENDENT
#define BCAST_LINE_LOOP
#define BCAST_UNROLLED
#define BCAST_ROLLED
#endif
