// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/corpus_data.hpp"
#include "support/json_text.hpp"

namespace bcast::proptests {

std::vector<corpus_row> const& corpus() {
  static const std::vector<corpus_row> rows = [] {
    std::vector<corpus_row> all;
    for (std::string_view line : corpus_lines()) {
      const nlohmann::json row = parse_json<nlohmann::json>(line);
      corpus_row r;
      r.model = row.at("model");
      r.operation = row.at("operator");
      r.source = row.at("source");
      for (auto const& text : row.at("operands")) {
        r.operands.push_back(sizes_of(parse_type(text.get<std::string>())));
      }
      r.result = sizes_of(parse_type(row.at("result").get<std::string>()));
      all.push_back(std::move(r));
    }
    return all;
  }();
  return rows;
}

std::vector<core_case> const& core_cases() {
  static const std::vector<core_case> cases = [] {
    std::vector<core_case> all;
    for (std::string_view line : core_lines()) {
      const nlohmann::json row = parse_json<nlohmann::json>(line);
      all.push_back({row.at("id"), row.at("case"),
                     family_named(row.at("family").get<std::string>()), row.at("laws"),
                     row.at("because")});
    }
    return all;
  }();
  return cases;
}

}  // namespace bcast::proptests
