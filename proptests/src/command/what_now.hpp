// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/run.hpp"

/// What a person does with failures.
namespace bcast::proptests {

/// The smallest case as a program of three lines in the words of the Python module; its last line
/// ends with what was found. Empty for a case about memory, or of earlier calls, which needs more.
std::string in_python(outcome const& o, std::string const& module);

/// A new failure: its report, and the module's own words for it, if there are any.
struct failure_told {
  outcome const* failed = nullptr;
  std::string report, in_python{};
};

/// What the words and signs mean that occur in reports: `1>2`, `(must)`, `mutual`.
std::string words_of(std::vector<failure_told> const& all);

/// How a run was started.
struct door {
  std::string (*debugged)(std::string const& again) = nullptr;  ///< null: in no debugger
  std::string_view expects = "--xfail ";  ///< what names a file of expected failures
  bool writes = true;                     ///< it has `--report`
};

/// The last lines of a run with new failures.
std::string what_now(std::vector<failure_told> const& all, door const& by);

/// The failures as issues for whoever maintains the subjects, in Markdown.
std::string as_issues(std::vector<failure_told> const& all);

/// The failures as annotations of a workflow of GitHub's, a line each.
std::string as_annotations(std::vector<failure_told> const& all);

}  // namespace bcast::proptests
