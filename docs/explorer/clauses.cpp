// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clauses.hpp"

#include "bcast/spec/array_api.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/mlir.hpp"
#include "bcast/spec/properties.hpp"
#include "bcast/spec/sonnx.hpp"
#include "bcast/spec/sonnx_2026_01.hpp"
#include "bcast/spec/xla.hpp"

namespace bcast::explorer {

nlohmann::ordered_json clauses_of(std::vector<std::string> const& tags) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  const auto look = [&](auto const& rows, auto const& words) {
    for (auto const& row : rows) {
      for (std::string const& tag : tags) {
        if (row.tag == tag) all[tag] = words(row);
      }
    }
  };
  const auto statement = [](spec::clause const& c) { return c.statement; };
  look(spec::sonnx::clauses, statement);
  look(spec::sonnx_2026_01::clauses, statement);
  look(spec::array_api::clauses, statement);
  look(spec::xla::clauses, statement);
  look(spec::mlir::clauses, statement);
  look(spec::properties, statement);
  look(spec::mlir::inference_table, [](auto const& row) { return row.note; });
  look(spec::mlir::verification_table, [](auto const& row) { return row.note; });
  look(spec::findings, [](spec::finding const& f) { return f.title; });
  return all;
}

}  // namespace bcast::explorer
