// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"
#include "drawing.hpp"

namespace bcast::explain {

/// The operands under the axes of the result. XLA's dimensions position the operand of lower rank,
/// if they fit.
drawing drawing_of(proptests::test_case const& c, kit::result const& a);

}  // namespace bcast::explain
