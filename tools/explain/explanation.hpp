// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

#include "answers/answer.hpp"
#include "bcast/proptests/case.hpp"

namespace bcast::explain {

/// The alignment of the operands, the source of the answer, the steps of the rule's document,
/// and the verdict, in lines for a reader.
std::string explanation(std::string_view rule, proptests::test_case const& c,
                        bcast::result const& found);

}  // namespace bcast::explain
