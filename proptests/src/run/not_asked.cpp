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

std::vector<outcome const*> laws_not_asked(std::vector<outcome> const& all) {
  std::vector<outcome const*> found;
  for (outcome const& o : all) {
    const bool other = std::any_of(all.begin(), all.end(), [&](outcome const& one) {
      return one.stated == o.stated && (one.skipped.empty() || &one < &o);
    });
    if (!o.skipped.empty() && !other) found.push_back(&o);
  }
  return found;
}

std::string not_asked(std::vector<outcome> const& all) {
  std::vector<std::string> reasons;
  for (outcome const* o : laws_not_asked(all)) reasons.push_back(o->skipped);
  return counted(reasons);
}

}  // namespace bcast::proptests
