// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "bcast/engine/view.hpp"

namespace refusals {

/// The message of an engine error; "nothing" if the call does not throw.
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
