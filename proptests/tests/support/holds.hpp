// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace bcast::tests {

inline bool holds(std::string const& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace bcast::tests
