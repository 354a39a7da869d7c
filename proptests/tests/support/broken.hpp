// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "bcast/reference/outcome.hpp"

/// The clause that a transcription finds broken with its axis, what it has no answer to, or
/// "nothing".
template <class F>
std::string broken(F f) {
  try {
    f();
  } catch (bcast::reference::violation const& v) {
    return std::string(v.tag) + " at " + std::to_string(v.axis);
  } catch (bcast::reference::no_answer const& n) {
    return "no answer " + std::string(n.tag);
  }
  return "nothing";
}
