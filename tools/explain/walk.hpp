// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"

/// The steps of a broadcast, in lines for a reader, each with the tag of its clause.
namespace bcast::explain {

/// The steps of the transcription that the rule is based on; if they do not end in the shape
/// that the rule infers, one line that says so.
std::string walk(std::string_view rule, proptests::test_case const& c);

/// Which sizes of which operands are stretched; the operands must broadcast.
std::string stretches(proptests::test_case const& c, kit::result const& answer);

/// Throws std::invalid_argument if `at` is not the position of an element of the result, from 0,
/// and if a size is not known.
void check_position(proptests::test_case const& c, kit::result const& answer,
                    std::vector<std::int64_t> const& at);

/// The element of an operand that a position of the result reads.
struct element_source {
  std::vector<std::int64_t> index;  ///< into the operand, from 0
  std::string step;                 ///< SONNX's formulas with their numbers, a line for a reader
};

/// For each operand the element that the position `at` reads, by SONNX's formulas; `at` is one that
/// check_position accepts.
std::vector<element_source> sources_of_element(proptests::test_case const& c,
                                               kit::result const& answer,
                                               std::vector<std::int64_t> const& at);

/// The same in lines for a reader.
std::string walk_values(proptests::test_case const& c, kit::result const& answer,
                        std::vector<std::int64_t> const& at);

}  // namespace bcast::explain
