// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "help.hpp"

#include "bcast/proptests/laws.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/profiles.hpp"
#include "subjects/subjects.hpp"

namespace bcast::program {

std::vector<std::string> names_of(std::string const& kind) {
  std::vector<std::string> names;
  if (kind == "PROFILE") {
    for (spec::profile const& p : spec::profiles) names.emplace_back(p.name);
  } else if (kind == "LAW") {
    for (proptests::law const& l : proptests::all_laws()) names.emplace_back(l.name);
  } else if (kind == "SUBJECT") {
    for (kit::subject const& s : subjects::all()) names.push_back(s.name);
  } else if (kind == "FINDING") {
    for (spec::finding const& f : spec::findings) names.emplace_back(f.tag);
  }
  return names;
}

}  // namespace bcast::program
