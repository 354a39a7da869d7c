// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/text.hpp"

namespace bcast::proptests {

/// Whether both accept with the same shape, or both reject.
inline bool agree(kit::result const& a, kit::result const& b) {
  return a.verdict == b.verdict && (a.verdict != kit::result::kind::ok || a.shape == b.shape);
}

/// Shapes with a space between them.
inline std::string listed(std::vector<kit::shape> const& types) {
  std::string text;
  for (kit::shape const& t : types) text += (text.empty() ? "" : " ") + to_string(t);
  return text;
}

}  // namespace bcast::proptests
