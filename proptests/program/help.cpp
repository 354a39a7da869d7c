// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "help.hpp"

#include "bcast/proptests/laws.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/profiles.hpp"
#include "command/options.hpp"
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
    for (std::string const& document : names_of("DOCUMENT")) names.push_back(document);
  } else if (kind == "DOCUMENT") {
    for (spec::rows const& r : spec::documents) names.emplace_back(r.about.name);
  } else if (kind == "SIZE") {
    names.assign(proptests::size_names.begin(), proptests::size_names.end());
  } else if (kind == "SHELL") {
    names = {"bash", "zsh", "fish"};
  }
  return names;
}

}  // namespace bcast::program
