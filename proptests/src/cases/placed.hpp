// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <span>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"

namespace bcast::proptests {

/// Whether broadcast dimensions say which axes of the result those of operand m are: of the operand
/// of lower rank, or of the first of equal ranks.
bool is_placed(std::span<kit::shape const> operands, kit::broadcast_dimensions const& dimensions,
               std::size_t m);

/// The same of the operands and the broadcast dimensions of a case. Without such dimensions, none
/// is.
bool is_placed(test_case const& c, std::size_t m);

}  // namespace bcast::proptests
