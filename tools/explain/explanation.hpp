// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answers/answer.hpp"
#include "bcast/proptests/case.hpp"
#include "events.hpp"

namespace bcast::explain {

/// The alignment of the operands, the source of the answer, the steps of the rule's document,
/// and the verdict, in lines for a reader.
std::string explanation(std::string_view rule, proptests::test_case const& c,
                        bcast::result const& found);

/// The events of a run, in lines of at most 100 columns unless a word is longer: each line begins
/// with the tags of its rows, or is indented and continues the previous one. `failed` if the run
/// gave no shape.
std::string lines_of(std::vector<traced::event> const& events, bool failed);

}  // namespace bcast::explain
