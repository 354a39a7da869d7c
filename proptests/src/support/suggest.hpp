// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace bcast::proptests {

/// "; did you mean 'check'?" for the name among `known` that is nearest to a mistyped one: at most
/// two letters inserted, left out, changed or swapped, and less than half of them. Empty where
/// there is none.
std::string suggestion(std::string_view mistyped, std::span<std::string const> known);

}  // namespace bcast::proptests
