// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "bcast/spec/findings.hpp"
#include "findings.hpp"

namespace bcast::findings {

/// `lines 3 to 4 and 68`; empty for no location.
std::string text_of(spec::passages const& places);

/// An outcome for a reader who compares it with the other one: `rejected by sonnx.C1`, and against
/// a rejection, `accepted: shape 0`. Any other outcome is its own text.
std::string verdict_text(outcome const& o, outcome const& other);

/// A finding in Markdown for the maintainer of its document: the location, the counterexample, both
/// answers, why it matters, the smallest change, and how to run it. Runs the finding.
std::string report(spec::finding const& f);

}  // namespace bcast::findings
