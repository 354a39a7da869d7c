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
  for (spec::document_rule const& r : proptests::registered_document_rules()) names.push_back(r.name);
  for (spec::rule const& p : spec::rules) {
    if (proptests::registered_document_rule(p.name) == nullptr) names.push_back(p.name);
  }
  return names;
}

void add_to_groups(std::vector<agreement>& groups, std::string_view name, answered found) {
  const kit::answer::kind verdict = found.answer.verdict;
  const kit::shape common = verdict == kit::answer::kind::ok ? found.answer.common : kit::shape{};
  auto group = std::find_if(groups.begin(), groups.end(), [&](agreement const& g) {
    return g.verdict == verdict && g.common == common;
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
  for (std::string_view name : rule_names()) add_to_groups(groups, name, answer_under(name, c));
  return groups;
}

answered product_under(std::string_view rule, std::vector<std::int64_t> const& a,
                       std::vector<std::int64_t> const& b) {
  kit::answer answer = proptests::oracle_product(rule, a, b);
  for (proptests::product_rule const& r : proptests::product_rules()) {
    if (r.name == rule) return {std::move(answer), std::string(r.by)};
  }
  return {std::move(answer), ""};
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
