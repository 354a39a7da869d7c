// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The counterexamples of the findings, run.
namespace bcast::findings {

/// What a computation makes of an example.
struct outcome {
  std::string text;
  bool has_value = true;            ///< false where it gave up: no shape, no verdict of a clause
  std::vector<std::string> unread;  ///< the parts of the example that it did not look at
};

struct rerun {
  outcome printed;    ///< by the text as printed
  outcome corrected;  ///< as `spec::finding::corrected` says
};

/// Runs a finding on the example of its row. Throws std::invalid_argument for a tag that no finding
/// has.
rerun run(std::string_view tag);

/// Runs it on another example.
rerun run(std::string_view tag, std::string_view example, std::string_view witness);

}  // namespace bcast::findings
