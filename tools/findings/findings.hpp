// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The counterexamples of the findings, run.
namespace bcast::findings {

/// The result of a computation on an example.
struct outcome {
  std::string text;
  bool has_value = true;            ///< false if it gave up: no shape and no clause
  std::vector<std::string> unread;  ///< the parts of the example that it did not read
};

struct rerun {
  outcome printed;    ///< by the text as printed
  outcome corrected;  ///< as `spec::finding::corrected` says
};

/// Runs a finding on the example of its row. Throws std::invalid_argument for an unknown tag.
rerun run(std::string_view tag);

/// Runs it on another example.
rerun run(std::string_view tag, std::string_view example);

}  // namespace bcast::findings
