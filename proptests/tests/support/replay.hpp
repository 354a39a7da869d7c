// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace bcast::tests {

/// The command that a report prints after `replay`; empty if it prints none.
inline std::string replay_in(std::string_view report) {
  constexpr std::string_view word = "  replay  ";
  const std::size_t at = report.find(word);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = report.substr(at + word.size());
  return std::string(rest.substr(0, rest.find('\n')));
}

}  // namespace bcast::tests
