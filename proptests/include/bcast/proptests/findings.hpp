// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <string>
#include <string_view>

namespace bcast::proptests {

/// What a finding's counterexample gives, run now.
struct rerun {
  std::string printed;    ///< by the text as printed
  std::string corrected;  ///< by the transcription, or by the rule where the text has no answer
};

/// Runs the counterexample of a finding. Throws std::invalid_argument for a tag that no finding
/// has.
rerun run_finding(std::string_view tag);

}  // namespace bcast::proptests
