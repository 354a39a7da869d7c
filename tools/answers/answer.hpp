// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"

namespace bcast::answers {

/// A refusal, or no answer, in one line:
/// `does not broadcast [CLAUSE] axis 0 of the result: operand 0 has 2, ...`.
std::string line_of(kit::result const& refusal);

/// Whether the transcription of a document answers: the rule is the document's text, and if a
/// result is declared, the document says which results are legal (only MLIR's does).
bool is_transcribed(std::string_view rule, proptests::test_case const& c);

/// A rule with its switches, under the name that its row has: `numpy` is `array_api`. Throws
/// std::invalid_argument for a name that no rule has, with a suggestion and the list.
std::string rule_meant(std::string_view text);

/// A rule's answer for the case's operands, broadcast dimensions and declared result: by the
/// transcription where it answers, otherwise by the verifier. A refusal says what is wrong, names
/// the axis, and, if two operands clash, names them and their sizes. Throws std::invalid_argument
/// for an unknown rule, and for broadcast dimensions where the rule has none.
result broadcast_shapes(std::string_view rule, proptests::test_case const& c);

/// A rule that can be asked.
struct rule_row {
  std::string_view name;
  std::string_view document;  ///< whose text it follows
  std::string_view note;      ///< where it is from
  std::string by;             ///< who answers
};

/// The rules of the documents, then the others, each in the order of its table. Every text ends
/// with a 0.
std::vector<rule_row> const& rules();

/// The index of the operand's element that position `at` of a result reads [sonnx.F4, sonnx.F6],
/// from 0. Throws std::invalid_argument for fewer entries than the operand has axes, and for one
/// beyond a size other than 1.
std::vector<std::int64_t> operand_index(std::vector<std::int64_t> const& operand,
                                        std::vector<std::int64_t> const& at);

}  // namespace bcast::answers
