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

/// The steps of the transcription that the profile is based on; if they do not end in the shape
/// that the profile infers, one line that says so.
std::string walk(std::string_view profile, proptests::test_case const& c);

/// Which sizes of which operands are stretched; the operands must broadcast.
std::string stretches(proptests::test_case const& c, kit::answer const& answer);

/// The element of each operand that a position of the result reads, by SONNX's formulas; `at` is
/// 0-based and inside the static result.
std::string walk_values(proptests::test_case const& c, kit::answer const& answer,
                        std::vector<std::int64_t> const& at);

}  // namespace bcast::explain
