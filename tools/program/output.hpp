// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "answers/answer.hpp"
#include "bcast/kit/subject.hpp"

namespace bcast::program {

/// Writes a value to standard output, and a new line. Text that is not UTF-8 is replaced.
void print(nlohmann::ordered_json const& value);

/// Writes a row of a table to standard output. On a terminal its last column is folded.
void print_row(std::string_view before, std::string_view text);

/// A shape: its sizes, null for one that is not known; null where the rank is not known.
nlohmann::ordered_json to_json(kit::shape const& t);

/// `verdict` (ok, refused, silent) with `shape`, or with those of `clause`, `axis`, `operands`
/// and `why` that the answer has; and `by`, who answers.
nlohmann::ordered_json to_json(result const& answer);

}  // namespace bcast::program
