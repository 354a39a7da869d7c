// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bcast/proptests/command.hpp"
#include "bcast/proptests/limits.hpp"

namespace bcast::proptests {

/// The arguments of `check`.
struct check_arguments {
  std::vector<std::string> laws;
  std::vector<std::string> subjects;
  std::vector<std::string> commands;
  std::vector<std::string> array_modules;
  std::vector<std::string> systems;
  std::vector<std::string> only;
  std::optional<std::string> only_case;
  std::string expected, json, junit;
  std::string issues;  ///< the file of --report
  std::optional<std::string> seed;
  std::optional<std::uint64_t> random;
  std::optional<std::string> size;        ///< empty: see size_of
  std::optional<double> seconds;          ///< for the whole run; none: see seconds_of
  double limit = 10;                      ///< seconds a case
  std::uint64_t memory = usual_memory();  ///< bytes of a subject; 0: no limit
  double shrink = 2;                      ///< seconds a failure
  bool list = false, skipped = false, no_fork = false, quiet = false;
  bool no_known = false;  ///< what came with bcast about the systems and modules is not used
};

/// The size of a run. Systems and modules of arrays are asked through a pipe, and the whole small
/// scope takes minutes there, so their default is `core`.
std::string size_of(check_arguments const& a);

/// Runs the laws, writes the reports and prints the table. The exit status is 0 if every law holds,
/// 1 if one is broken, 3 if none can be asked, and 128 and the signal if the run is interrupted.
/// Throws std::invalid_argument for unusable arguments.
int check(check_arguments const& a, built_in const& own);

}  // namespace bcast::proptests
