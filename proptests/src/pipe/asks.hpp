// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"

/// A run in two halves: all its asks, written before any is answered; and the verdict on a file of
/// answers. In between runs any program that follows the pipe's contract.
namespace bcast::proptests {

/// What determines the asks.
struct asked_run {
  std::vector<std::string> laws;  ///< empty: all
  std::uint64_t seed = 0;
  std::uint64_t random = 0;
};

/// What a line declares that holds a program's answer to the ask for its capabilities. The subject
/// has the functions that are declared, and they throw subject_failure. Throws
/// std::invalid_argument.
kit::subject declared_in(std::string const& capabilities);

/// Writes the distinct asks of a run, each under an id that depends only on what is asked, in the
/// order in which they come up. The first asks for the capabilities; its id identifies the run.
/// `right` answers them, within what it declares, so that laws go on asking. Once `out` has failed,
/// nothing more is asked. Throws std::runtime_error where a law does not hold for `right`.
void write_asks(asked_run const& which, kit::subject const& right, std::ostream& out);

/// The requested run, and the subject that answers from a file whose lines may be in any order. A
/// missing answer throws subject_failure.
struct answered_run {
  asked_run which;
  kit::subject subject;
};

/// Throws std::invalid_argument where the answer to the first ask is missing.
answered_run read_answers(std::istream& in);

}  // namespace bcast::proptests
