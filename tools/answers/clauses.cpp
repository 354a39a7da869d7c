// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clauses.hpp"

#include <algorithm>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/properties.hpp"

namespace bcast::answers {

std::string_view statement_of(std::string_view tag) {
  std::string_view found;
  const auto look = [&](auto const& rows, auto const& words) {
    for (auto const& row : rows) {
      if (row.tag == tag) found = words(row);
    }
  };
  const auto statement = [](spec::clause const& c) { return c.statement; };
  for (spec::rows const& r : spec::documents) look(r.clauses, statement);
  look(spec::properties, statement);
  look(spec::mlir::inference_table, [](auto const& row) { return row.note; });
  look(spec::mlir::verification_table, [](auto const& row) { return row.note; });
  look(spec::findings, [](spec::finding const& f) { return f.title; });
  look(spec::notes, [](spec::scope_note const& n) { return n.statement; });
  return found;
}

bool is_note(std::string_view tag) {
  return std::any_of(spec::notes.begin(), spec::notes.end(),
                     [&](spec::scope_note const& n) { return n.tag == tag; });
}

}  // namespace bcast::answers
