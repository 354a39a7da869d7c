// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace bcast::explain {

/// What the row of a tag says: a clause's statement, a note of a table, a finding's title. Empty
/// for a tag without a row.
std::string_view statement_of(std::string_view tag);

/// Whether the tag is of a finding: a departure or a gap.
bool is_finding(std::string_view tag);

}  // namespace bcast::explain
