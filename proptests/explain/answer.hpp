// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"

namespace bcast::explain {

/// An answer, and what gave it: `sonnx.hpp`, ... or `verifier`.
struct answered {
  kit::answer answer;
  std::string by;
};

/// Whether the transcription of a document answers: the profile is the document's text, and where a
/// result is declared, the document says which are legal (MLIR's alone does).
bool is_transcribed(std::string_view profile, proptests::test_case const& c);

/// What a profile says of the case's operands, broadcast dimensions and declared result: the
/// transcription where it answers, the verifier otherwise. A refusal names the axis, the operands
/// that clash and their sizes where it is about two of them, and says what is wrong. Throws
/// std::invalid_argument for a profile that does not exist, and for broadcast dimensions where it
/// has none.
answered answer_under(std::string_view profile, proptests::test_case const& c);

}  // namespace bcast::explain
