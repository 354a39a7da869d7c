// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// A position's digits as a number: that of [2,3] is 23.
inline constexpr auto digits = [](auto const& position) {
  int n = 0;
  for (auto k : position) n = 10 * n + static_cast<int>(k);
  return n;
};
