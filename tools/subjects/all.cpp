// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/spec/rules.hpp"
#include "subjects.hpp"

namespace bcast::subjects {

std::vector<kit::subject> all() {
  std::vector<kit::subject> subjects;
#ifdef BCAST_HAS_ENGINE
  subjects.push_back(engine());
#endif
  for (spec::rule const& p : spec::rules) subjects.push_back(verifier(p.name));
  return subjects;
}

}  // namespace bcast::subjects
