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

std::string const& text_of(members const& row, char const* name) { return row.at(name).front(); }

}  // namespace

std::vector<corpus_row> const& corpus() {
  static const std::vector<corpus_row> rows = [] {
    std::vector<corpus_row> all;
    for (std::string_view line : corpus_lines()) {
      const members row = members_of(line);
      corpus_row r;
      r.model = text_of(row, "model");
      r.operation = text_of(row, "operator");
      r.source = text_of(row, "source");
      for (std::string const& operand : row.at("operands")) {
        r.operands.push_back(sizes_of(parse_shape(operand)));
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
      const members row = members_of(line);
      all.push_back({text_of(row, "id"), text_of(row, "case"), family_named(text_of(row, "family")),
                     row.at("laws"), text_of(row, "because")});
    }
    return all;
  }();
  return cases;
}

}  // namespace bcast::proptests
