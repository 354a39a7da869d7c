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

/// What a run of the transcription tells that the profile rests on; where it ends elsewhere than in
/// what the profile infers, one line that says so.
std::string walk(std::string_view profile, proptests::test_case const& c);

/// Which size is stretched by which operand; the operands broadcast.
std::string stretches(proptests::test_case const& c, kit::answer const& answer);

/// Which element each operand gives to a position of the result, by SONNX's formulas; `at` is
/// 0-based and inside the result, which is static.
std::string walk_values(proptests::test_case const& c, kit::answer const& answer,
                        std::vector<std::int64_t> const& at);

}  // namespace bcast::explain
