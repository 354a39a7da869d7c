// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "bcast/engine/view.hpp"
#include "bcast/reference/outcome.hpp"

/// What a call throws, as text to compare; "nothing" if it does not throw.
namespace refusals {

/// The clause that a transcription finds broken, and the axis: `sonnx.C1 at 2`.
template <class F>
std::string broken(F f) {
  try {
    f();
  } catch (bcast::reference::violation const& v) {
    return std::string(v.tag) + " at " + std::to_string(v.axis);
  }
  return "nothing";
}

/// The message of an engine error.
template <class F>
std::string refused(F f) {
  try {
    f();
  } catch (bcast::engine::error const& e) {
    return e.what();
  }
  return "nothing";
}

}  // namespace refusals
