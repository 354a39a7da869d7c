// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include "bcast/proptests/case.hpp"

namespace bcast::proptests {

/// The case that a user gives by an option or a variable, with the kit's own words for its
/// operations. Throws std::invalid_argument for text that is no case, or has an operation that
/// there is not; the message begins with the option's name and says where.
test_case given_case(std::string_view option, std::string_view text);

}  // namespace bcast::proptests
