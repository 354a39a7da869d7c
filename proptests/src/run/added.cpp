// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/added.hpp"

#include <algorithm>

namespace bcast::proptests {

void add(outcome& to, outcome const& more) {
  for (seen const& s : more.sources) {
    const auto at = std::find_if(to.sources.begin(), to.sources.end(),
                                 [&](seen const& t) { return t.source == s.source; });
    if (at == to.sources.end()) {
      to.sources.push_back(s);
    } else {
      at->cases += s.cases;
    }
  }
  to.out_of_time = to.out_of_time || more.out_of_time;
  for (expectation_count const& m : more.expected) {
    const auto at =
        std::find_if(to.expected.begin(), to.expected.end(),
                     [&](expectation_count const& t) { return t.is_of(m.file, m.line); });
    if (at == to.expected.end()) {
      to.expected.push_back(m);
    } else {
      at->cases += m.cases;
      at->failing += m.failing;
    }
  }
  to.declined += more.declined;
  to.time += more.time;
  if (!to.failure) {
    to.failure = more.failure;
    to.more = more.more;
  }
  if (more.skipped.empty()) to.skipped.clear();
  to.remarks.insert(to.remarks.end(), more.remarks.begin(), more.remarks.end());
}

}  // namespace bcast::proptests
