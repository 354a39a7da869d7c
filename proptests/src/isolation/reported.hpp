// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string_view>

#include "bcast/proptests/run.hpp"
#include "isolation/child.hpp"

namespace bcast::proptests {

inline constexpr char const* forged = "wrote into the report of the process that asks it";

/// What a child reports of a law and a subject. Nothing if it ended otherwise. So it has if its
/// subject wrote into the report, or the report is of another law or subject.
std::optional<outcome> report_in(ending& e, law const& l, std::string_view subject);

}  // namespace bcast::proptests
