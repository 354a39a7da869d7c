// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/reported.hpp"

#include <stdexcept>

#include "bcast/proptests/reports.hpp"

namespace bcast::proptests {

std::optional<outcome> report_in(ending& e, law const& l, std::string_view subject) {
  if (e.by != ended::well) return std::nullopt;
  try {
    outcome o = outcome_from_json(e.answer);
    if (o.stated == &l && o.subject == subject) return o;
  } catch (std::invalid_argument const&) {
  }
  e.by = ended::by_misuse;
  e.how = forged;
  return std::nullopt;
}

}  // namespace bcast::proptests
