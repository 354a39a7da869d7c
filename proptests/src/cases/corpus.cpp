// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/corpus_data.hpp"
#include "support/json_text.hpp"

namespace bcast::proptests {

namespace {

using nlohmann::json;

std::string text_of(json const& row, char const* name) { return row.at(name).get<std::string>(); }

}  // namespace

std::vector<corpus_row> const& corpus() {
  static const std::vector<corpus_row> rows = [] {
    std::vector<corpus_row> all;
    for (std::string_view line : corpus_lines()) {
      const json row = parse_json<json>(line);
      corpus_row r;
      r.model = text_of(row, "model");
      r.operation = text_of(row, "operator");
      r.source = text_of(row, "source");
      for (json const& operand : row.at("operands")) {
        r.operands.push_back(sizes_of(parse_shape(operand.get<std::string>())));
      }
      r.result = sizes_of(parse_shape(text_of(row, "result")));
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
      const json row = parse_json<json>(line);
      all.push_back({text_of(row, "id"), text_of(row, "case"), family_named(text_of(row, "family")),
                     row.at("laws").get<std::vector<std::string>>(), text_of(row, "because")});
    }
    return all;
  }();
  return cases;
}

}  // namespace bcast::proptests
