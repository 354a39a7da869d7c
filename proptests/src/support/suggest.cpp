// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/suggest.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace bcast::proptests {
namespace {

/// The least number of letters to insert, leave out, change, or swap with the next one.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const std::size_t change = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string suggestion(std::string_view mistyped, std::span<std::string const> known) {
  std::string_view nearest;
  std::size_t least = 3;
  for (std::string const& name : known) {
    const std::size_t far = distance(mistyped, name);
    if (far == 0 || far >= least || 2 * far >= name.size()) continue;
    least = far;
    nearest = name;
  }
  if (nearest.empty()) return "";
  return "; did you mean '" + std::string(nearest) + "'?";
}

}  // namespace bcast::proptests
