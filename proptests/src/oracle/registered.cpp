// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/registered.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/spec/aliases.hpp"
#include "bcast/spec/documents.hpp"
#include "support/json_text.hpp"
#include "support/suggest.hpp"

namespace bcast::proptests {

std::span<spec::document_rule const> registered_document_rules() { return spec::document_rules; }

spec::document_rule const* registered_document_rule(std::string_view name) {
  return spec::find_document_rule(name);
}

std::string_view rule_called(std::string_view name) {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (spec::rule const& p : spec::rules) all.emplace_back(p.name);
    for (spec::document_rule const& r : spec::document_rules) {
      if (std::find(all.begin(), all.end(), r.name) == all.end()) all.emplace_back(r.name);
    }
    return all;
  }();
  const auto known = std::find(names.begin(), names.end(), spec::rule_meant_by(name));
  if (known != names.end()) return *known;
  std::vector<std::string> near = names;
  for (spec::rule_alias const& a : spec::rule_aliases) near.emplace_back(a.name);
  const std::string nearest = suggestion(name, near);
  throw std::invalid_argument(fmt::format("no rule is called '{}'{} {}", shown(name),
                                          nearest.empty() ? "; there are" : nearest + " There are",
                                          fmt::join(names, ", ")));
}

spec::citations const& registered_citations(spec::rule const& p) { return spec::citations_of(p); }

}  // namespace bcast::proptests
