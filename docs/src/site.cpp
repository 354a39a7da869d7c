// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <string_view>

#include "answers/answer.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/array_api.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/theorems.hpp"
#include "bcast/spec/xla.hpp"
#include "cell.hpp"
#include "explain/alignment.hpp"
#include "findings/report.hpp"
#include "render.hpp"

namespace bcast::docs {
namespace {

/// An example's alignment, as its rule answers it.
std::string figure(std::string_view tag, std::string_view rule, proptests::test_case const& c) {
  const explain::drawing d = explain::drawing_of(c, answers::broadcast_shapes(rule, c));
  return fmt::format(
      "<figure class=\"alignment\">{}<figcaption><code>{}</code></figcaption></figure>",
      svg(d, explain::surroundings::with_site), tag);
}

json figures() {
  json all;
  for (auto const& e : spec::array_api::examples) {
    const proptests::test_case c = proptests::parse_case(plain(e.a) + " " + plain(e.b));
    all[std::string(e.tag)] = figure(e.tag, "array_api", c);
  }
  for (auto const& e : spec::xla::examples) {
    proptests::test_case c = proptests::parse_case(plain(e.lhs) + " " + plain(e.rhs));
    if (e.dims) c.dimensions.emplace(e.dims->begin(), e.dims->end());
    all[std::string(e.tag)] = figure(e.tag, "xla", c);
  }
  return all;
}

std::string finding(spec::finding const& f) {
  std::string out = fmt::format(
      "<div class=\"finding\" markdown>\n\n**{}** {}, {}, in {}\n\n{}\n\n"
      "- counterexample: {}\n- as printed: {}\n- corrected: {}\n- why it matters: {}\n\n",
      prose(f.tag), spec::name(f.defect), f.open() ? "open in the newest edition" : "gone",
      prose(f.clause), prose(f.title), code(f.example), prose(f.printed), prose(f.corrected),
      prose(f.why));
  if (f.open()) out += fmt::format("```diff\n{}\n```\n\n", findings::patch(f.tag));
  return out + "</div>\n";
}

json facts_of(std::vector<page> const& pages) {
  const auto open = std::count_if(spec::findings.begin(), spec::findings.end(),
                                  [](auto const& f) { return f.open(); });
  std::int64_t cases = 0;
  for (spec::theorem const& t : spec::theorems) cases += t.cases;
  std::size_t asked = 0;
  for (page const& p : pages) {
    if (p.name != "agreement") continue;
    constexpr std::size_t column = 4;  // cases
    for (auto const& row : p.sections.front().rows.rows) asked += std::stoull(row.at(column));
  }
  const std::size_t clauses =
      std::accumulate(spec::documents.begin(), spec::documents.end(), std::size_t{0},
                      [](std::size_t sum, spec::rows const& r) { return sum + r.clauses.size(); });
  const auto with_commas = [](auto number) {
    std::string digits = std::to_string(number);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
      digits.insert(static_cast<std::size_t>(at), ",");
    }
    return digits;
  };
  return {{"findings", spec::findings.size()},
          {"open", open},
          {"clauses", clauses},
          {"theorems", spec::theorems.size()},
          {"theorem_cases", with_commas(cases)},
          {"peer_cases", with_commas(asked)}};
}

}  // namespace

file site_blocks(std::vector<page> const& pages) {
  json blocks{{"figures", figures()}, {"findings", json::object()}, {"facts", facts_of(pages)}};
  for (spec::finding const& f : spec::findings) {
    blocks["findings"][std::string(f.tag)] = finding(f);
  }
  return {"blocks.json", blocks.dump(1) + "\n"};
}

}  // namespace bcast::docs
