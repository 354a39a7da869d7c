// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "bcast/spec/findings.hpp"

namespace bcast::findings {

/// `lines 3 to 4 and 68`; empty of no place.
std::string text_of(spec::passages const& places);

/// A finding in Markdown, as the maintainer of its document needs it: the place, the
/// counterexample, both answers, why it matters, what mends it, and how it is run. Runs it.
std::string report(spec::finding const& f);

}  // namespace bcast::findings
