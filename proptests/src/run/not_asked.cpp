// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/not_asked.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

namespace bcast::proptests {

std::string counted(std::vector<std::string> const& reasons) {
  std::map<std::string, std::size_t> counts;
  for (std::string const& why : reasons) ++counts[why];
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](auto const& a, auto const& b) { return a.second > b.second; });
  constexpr std::size_t most = 4;
  std::string text;
  std::size_t others = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    auto const& [why, count] = sorted[k];
    if (k < most) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, why);
    } else {
      others += count;
    }
  }
  return others == 0 ? text : text + fmt::format(", {} for other reasons", others);
}

std::string not_asked(std::vector<outcome> const& all) {
  std::vector<std::string> reasons;
  for (outcome const& o : all) {
    if (!o.skipped.empty()) reasons.push_back(o.skipped);
  }
  return counted(reasons);
}

}  // namespace bcast::proptests
