// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/limits.hpp"

/// Implementations in other programs: they read one JSON object a line, an ask, and write one, its
/// answer. The contract is in schema/pipe-1.schema.json.
namespace bcast::proptests {

struct pipe_limits {
  std::chrono::milliseconds start{60'000};   ///< for the first answer of a program
  std::chrono::milliseconds answer{10'000};  ///< for every other one
  /// Bytes that it may use; 0: no limit. A program that uses more is started anew, and asked once
  /// more; if it does so again, it has not answered.
  std::uint64_t memory = usual_memory();
  int restarts = 100;  ///< of a program that ended or broke the contract; a late answer costs ten
};

/// The implementation that answers at the other end of a shell command. Each thread that asks runs
/// its own copy of the program; a fresh instance is a new one. A function throws subject_failure
/// when there is no answer, and subject_gone when the restarts are used up. Throws
/// std::invalid_argument when the program does not declare its capabilities, and std::system_error
/// when it cannot be started.
kit::subject pipe_subject(std::string const& command, pipe_limits const& limits = {});

/// Answers the asks that come in, one a line, by a subject, until there are no more.
void serve(kit::subject const& s, std::istream& in, std::ostream& out);

}  // namespace bcast::proptests
