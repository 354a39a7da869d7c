// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"

/// A run in two halves: all its asks, written down before one is answered; and the verdict on a
/// file of answers. Between the two stands any program that speaks the pipe's contract.
namespace bcast::proptests {

/// What decides which asks there are.
struct asked_run {
  std::vector<std::string> laws;  ///< empty: all
  std::uint64_t seed = 0;
  std::uint64_t random = 0;
};

/// A line that holds a program's answer to the ask for its capabilities, as a contract with a name
/// and a profile. Throws std::invalid_argument.
kit::subject declared_in(std::string const& capabilities);

/// Writes the distinct asks of a run, each under an id that depends on what is asked alone, in the
/// order in which they come up: first the one for the capabilities, whose id tells the run. `right`
/// answers them meanwhile, within what it declares, so that laws go on asking. Throws
/// std::runtime_error where a law does not hold for `right`.
void write_asks(asked_run const& which, kit::subject const& right, std::ostream& out);

/// The run that was asked for, and the subject that answers out of a file, in any order of its
/// lines. An answer that is missing throws subject_failure.
struct answered_run {
  asked_run which;
  kit::subject subject;
};

/// Throws std::invalid_argument where the answer to the first ask is missing.
answered_run read_answers(std::istream& in);

}  // namespace bcast::proptests
