// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace bcast::answers {

/// The text of a tag's row: a clause's statement, a note of a table, a finding's title, a scope
/// note. Empty for a tag without a row.
std::string_view statement_of(std::string_view tag);

/// Whether the tag belongs to a scope note.
bool is_note(std::string_view tag);

}  // namespace bcast::answers
