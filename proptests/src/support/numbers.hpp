// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bcast::proptests {

/// A whole number from 0 to 2^64 - 1, in decimal digits. Throws std::invalid_argument, naming
/// `what`.
std::uint64_t number(std::string_view what, std::string_view text);

/// The seed of --seed, or else of the environment's BCAST_SEED; none where neither is given. Throws
/// std::invalid_argument, naming the one that is not a number.
std::optional<std::uint64_t> given_seed(std::optional<std::string> const& option);

}  // namespace bcast::proptests
