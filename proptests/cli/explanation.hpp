// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"

namespace bcast::cli {

/// The alignment of the operands, the steps of the profile's document, and the verdict, in lines
/// for a reader.
std::string explanation(std::string_view profile, proptests::test_case const& c,
                        kit::answer const& answer);

}  // namespace bcast::cli
