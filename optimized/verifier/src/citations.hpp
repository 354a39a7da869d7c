// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <stdexcept>

#include "bcast/spec/profiles.hpp"

namespace bcast::verifier {

/// What the profile cites. Throws std::logic_error if its document has no row.
inline spec::citations const& citations_of(spec::profile const& profile) {
  const auto row =
      std::find_if(spec::citation_table.begin(), spec::citation_table.end(),
                   [&](spec::citations const& c) { return c.document == profile.document; });
  if (row == spec::citation_table.end()) throw std::logic_error("a profile without citations");
  return *row;
}

}  // namespace bcast::verifier
