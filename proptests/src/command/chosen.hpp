// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/command.hpp"
#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"
#include "command/check.hpp"
#include "command/files.hpp"

namespace bcast::proptests {

/// The subjects of a run: those asked in this process, and those asked in separate processes. Their
/// names are unique: a name that is used twice becomes NAME#2.
struct subjects {
  std::vector<kit::subject> inside;
  std::vector<isolated_subject> isolated;
  std::vector<std::pair<std::string, std::string>> chosen_by;  ///< name, arguments that choose it
  std::vector<std::pair<std::string, std::string>> absent;     ///< what a module lacks, and why
  std::vector<std::pair<std::string, std::string>> unloaded;   ///< what gave no subject, and why

  std::string conditions;  ///< the options under which they are asked, but for the usual ones

  /// `name` is unique. `isolate`: it is asked by a child of this process.
  void add(isolated_subject s, std::string const& name, bool isolate);
  bool empty() const { return inside.empty() && isolated.empty(); }

  /// The arguments that choose the subject of an outcome, and ask it under the same conditions.
  std::string how_chosen(outcome const& o) const;
};

/// How long a subject in a separate process may take.
isolation limits_of(check_arguments const& a);

/// Whether the name of a subject is that of a shared library's file.
bool is_library(std::string const& name);

/// The laws with these names or clauses, each once; all laws if there are no names. Throws
/// std::invalid_argument for a name that no law has.
std::vector<law const*> chosen_laws(std::vector<std::string> const& names);

/// The subjects that the arguments choose. Throws std::invalid_argument if there are none, or none
/// but of libraries, programs and modules that cannot be loaded.
subjects chosen_subjects(check_arguments const& a, built_in const& own);

}  // namespace bcast::proptests
