// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cfenv>
#include <cstdint>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace bcast::proptests {

/// Restores how floating-point numbers are computed, whatever a subject has set: how they are
/// rounded, what underflows to zero, and which exceptions are signals.
class float_mode {
 public:
  float_mode(float_mode const&) = delete;
  float_mode& operator=(float_mode const&) = delete;

#if defined(__x86_64__)
  // As fegetenv and fesetenv do, which take ten times as long. This is done at each call.
  float_mode() : sse_(_mm_getcsr()) { asm volatile("fnstcw %0" : "=m"(x87_)); }
  ~float_mode() {
    _mm_setcsr(sse_);
    asm volatile("fnclex\n\tfldcw %0" : : "m"(x87_));
  }

 private:
  std::uint32_t sse_;
  std::uint16_t x87_;
#else
  float_mode() { std::fegetenv(&before_); }
  ~float_mode() { std::fesetenv(&before_); }

 private:
  std::fenv_t before_;
#endif
};

}  // namespace bcast::proptests
