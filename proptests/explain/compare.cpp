// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compare.hpp"

#include <algorithm>
#include <utility>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/profiles.hpp"

namespace bcast::explain {

std::vector<agreement> compared(proptests::test_case const& c) {
  std::vector<std::string_view> names;
  for (spec::rule const& r : spec::rules) names.push_back(r.name);
  for (spec::profile const& p : spec::profiles) {
    if (spec::find_rule(p.name) == nullptr) names.push_back(p.name);
  }
  std::vector<agreement> groups;
  for (std::string_view name : names) {
    answered found = answer_under(name, c);
    const kit::answer::kind verdict = found.answer.verdict;
    const kit::shape common = verdict == kit::answer::kind::ok ? found.answer.common : kit::shape{};
    auto group = std::find_if(groups.begin(), groups.end(), [&](agreement const& g) {
      return g.verdict == verdict && g.common == common;
    });
    if (group == groups.end()) group = groups.insert(group, {verdict, common, {}});
    group->rules.push_back({name, std::move(found)});
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](agreement const& a, agreement const& b) { return a.verdict < b.verdict; });
  return groups;
}

}  // namespace bcast::explain
