// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"

namespace bcast::answers {

/// An answer and its source: `sonnx.hpp`, ... or `verifier`.
struct answered {
  kit::answer answer;
  std::string by;
};

/// A refusal, or no answer, in one line: `does not broadcast [CLAUSE] axis 0: operand 0 has 2,
/// ...`.
std::string line_of(kit::answer const& refusal);

/// Whether the transcription of a document answers: the profile is the document's text, and if a
/// result is declared, the document says which results are legal (only MLIR's does).
bool is_transcribed(std::string_view profile, proptests::test_case const& c);

/// A profile's answer for the case's operands, broadcast dimensions and declared result: by the
/// transcription where it answers, otherwise by the verifier. A refusal says what is wrong, names
/// the axis, and, if two operands clash, names them and their sizes. Throws std::invalid_argument
/// for an unknown profile, and for broadcast dimensions where the profile has none.
answered answer_under(std::string_view profile, proptests::test_case const& c);

}  // namespace bcast::answers
