// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cfenv>

namespace bcast::proptests {

/// Restores how floating-point numbers are computed, whatever a subject has set: how they are
/// rounded, what underflows to zero, and which exceptions are signals.
class float_mode {
 public:
  float_mode() { std::fegetenv(&before_); }
  float_mode(float_mode const&) = delete;
  float_mode& operator=(float_mode const&) = delete;
  ~float_mode() { std::fesetenv(&before_); }

 private:
  std::fenv_t before_;
};

}  // namespace bcast::proptests
