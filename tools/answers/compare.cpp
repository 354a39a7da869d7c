// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compare.hpp"

#include <algorithm>
#include <utility>

#include "bcast/proptests/oracle.hpp"
#include "bcast/spec/rules.hpp"
#include "oracle/registered.hpp"

namespace bcast::answers {

std::vector<std::string_view> rule_names() {
  std::vector<std::string_view> names;
  for (spec::document_rule const& r : proptests::registered_document_rules())
    names.push_back(r.name);
  for (spec::rule const& p : spec::rules) {
    if (proptests::registered_document_rule(p.name) == nullptr) names.push_back(p.name);
  }
  return names;
}

void add_to_groups(std::vector<agreement>& groups, std::string_view name, result found) {
  const kit::result::kind verdict = found.verdict;
  const kit::shape common = verdict == kit::result::kind::ok ? found.shape : kit::shape{};
  auto group = std::find_if(groups.begin(), groups.end(), [&](agreement const& g) {
    return g.verdict == verdict && g.shape == common;
  });
  if (group == groups.end()) {
    // Shapes before refusals, refusals before those without an answer.
    group = std::find_if(groups.begin(), groups.end(),
                         [&](agreement const& g) { return g.verdict > verdict; });
    group = groups.insert(group, {verdict, common, {}});
  }
  group->rules.push_back({name, std::move(found)});
}

std::vector<agreement> compared(proptests::test_case const& c) {
  std::vector<agreement> groups;
  for (std::string_view name : rule_names()) add_to_groups(groups, name, broadcast_shapes(name, c));
  return groups;
}

result product_under(std::string_view rule, std::vector<std::int64_t> const& a,
                     std::vector<std::int64_t> const& b) {
  result found = proptests::oracle::product(rule, a, b);
  for (proptests::product_rule const& r : proptests::product_rules()) {
    if (r.name == rule) found.by = r.by;
  }
  return found;
}

std::vector<agreement> compared_product(std::vector<std::int64_t> const& a,
                                        std::vector<std::int64_t> const& b) {
  std::vector<agreement> groups;
  for (proptests::product_rule const& r : proptests::product_rules()) {
    add_to_groups(groups, r.name, product_under(r.name, a, b));
  }
  return groups;
}

}  // namespace bcast::answers
