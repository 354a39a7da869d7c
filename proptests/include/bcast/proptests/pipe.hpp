// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

#include "bcast/kit/subject.hpp"

/// Implementations in other programs: they read one JSON object a line, an ask, and write one, its
/// answer. The contract is in schema/pipe-1.schema.json.
namespace bcast::proptests {

struct pipe_limits {
  std::chrono::milliseconds start{60'000};   ///< for the first answer of a program
  std::chrono::milliseconds answer{10'000};  ///< for every other one
  int restarts =
      100;  ///< of a program that ended or broke the contract; one that is late costs ten
};

/// The implementation that answers at the other end of a shell command. It is asked by as many
/// threads as ask, each by a program of its own. A function throws subject_failure where there is
/// no answer, and subject_gone where the restarts are used up. Throws std::invalid_argument where
/// the program does not say what it can do.
kit::subject pipe_subject(std::string const& command, pipe_limits const& limits = {});

/// Answers the asks that come in, one a line, by a subject, until there are no more.
void serve(kit::subject const& s, std::istream& in, std::ostream& out);

}  // namespace bcast::proptests
