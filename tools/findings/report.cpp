// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <vector>

#include "answers/clauses.hpp"
#include "bcast/spec/links.hpp"
#include "reports.hpp"

namespace bcast::findings {
namespace {

std::string listed(std::vector<std::string> const& items) {
  std::string all;
  for (std::size_t k = 0; k < items.size(); ++k) {
    all += (k == 0 ? "" : k + 1 == items.size() ? " and " : ", ") + items[k];
  }
  return all;
}

bool is_shape(outcome const& o) {
  return o.text.find_first_not_of("0123456789x?*()") == std::string::npos;
}

bool is_rejection(outcome const& o) { return !answers::statement_of(o.text).empty(); }

}  // namespace

std::string_view report(std::string_view tag) {
  const auto found = std::find_if(reports.begin(), reports.end(),
                                  [&](auto const& each) { return each.tag == tag; });
  return found == reports.end() ? "" : found->text;
}

std::string_view patch(std::string_view tag) {
  constexpr std::string_view fence = "```diff\n";
  std::string_view text = report(tag);
  const std::size_t from = text.find(fence);
  if (from == std::string_view::npos) return "";
  text.remove_prefix(from + fence.size());
  return text.substr(0, text.find("```"));
}

std::string text_of(spec::text const& in, spec::passages const& places) {
  std::vector<std::string> items;
  bool one = places.size() == 1;
  for (spec::lines at : places) {
    const spec::placed_part where = spec::part_with(in, at);
    at = where.at;
    one = one && at.first == at.last;
    items.push_back(at.first == at.last ? std::to_string(at.first)
                                        : fmt::format("{} to {}", at.first, at.last));
    if (where.file.before > 0) items.back() += fmt::format(" of {}", where.file.path);
  }
  return items.empty() ? "" : (one ? "line " : "lines ") + listed(items);
}

std::string verdict_text(outcome const& o, outcome const& other) {
  if (is_rejection(o)) return "rejected by " + o.text;
  return is_rejection(other) && is_shape(o) ? "accepted: shape " + o.text : o.text;
}

}  // namespace bcast::findings
