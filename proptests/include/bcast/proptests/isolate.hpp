// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/limits.hpp"
#include "bcast/proptests/run.hpp"

/// Subjects asked in separate processes: one that crashes, hangs, or touches memory after an
/// operand breaks the law that asked, and the run goes on.
namespace bcast::proptests {

/// An implementation that is made in the process that asks it.
struct isolated_subject {
  std::string name;
  std::string rule;
  std::function<kit::subject()> make;
  std::string chosen_by{};  ///< the arguments of `check` that choose it; for a command to replay
  bool keeps_output =
      false;  ///< a report has the end of what it writes; else it is shown as it comes
};

struct isolation {
  std::chrono::milliseconds answer{10'000};  ///< for one case
  /// Bytes that it may use for one case; 0: no limit. A process that has kept half as much after a
  /// case is followed by another one.
  std::uint64_t memory = usual_memory();
  unsigned processes = 0;  ///< at a time; 0: as many as there are cores
};

/// The system made no process for some laws: why, the outcomes of the others, and in their places
/// those that were not asked, as interrupted.
struct unfinished_run : std::runtime_error {
  unfinished_run(std::string const& why, std::vector<outcome> all)
      : std::runtime_error(why), outcomes(std::move(all)) {}

  std::vector<outcome> outcomes;
};

/// As run_all, each law and subject in a child of this process, which must have no other threads
/// that hold locks. Tensors lie against pages that cannot be touched. Throws unfinished_run where
/// no process can be made.
std::vector<outcome> run_all_isolated(std::span<law const* const> laws,
                                      std::span<isolated_subject const> subjects,
                                      settings const& with, isolation const& limits);

/// As run_case, in a child.
outcome run_case_isolated(law const& l, isolated_subject const& s, test_case const& c, bool shrinks,
                          isolation const& limits);

/// As expect_known, for the subject that is made in a child.
void expect_known(isolated_subject const& s, isolation const& limits);

/// A file that exists, and from which no subjects are loaded.
struct loading_error : std::invalid_argument {
  loading_error(std::string const& file, std::string const& how)
      : std::invalid_argument(file + ": " + how), why(how) {}

  std::string why;
};

/// What load_subjects gives, found out in a child, so that a library which crashes as it is loaded
/// is an error and not the end. Throws loading_error, and std::invalid_argument for a file that
/// cannot be read.
std::vector<isolated_subject> isolated_library(std::string const& file, isolation const& limits);

}  // namespace bcast::proptests
