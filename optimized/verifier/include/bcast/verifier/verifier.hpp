// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "bcast/spec/rules.hpp"
#include "bcast/verifier/type.hpp"

/// The verifier for dynamic dimensions: what is known about a broadcast before all sizes are known.
namespace bcast::verifier {

/// The rule with a given name and switches: `name@edition switch=value ...`. Throws
/// std::invalid_argument, which names the unknown word.
spec::rule rule_of(std::string_view text);

/// A tuple of broadcast dimensions.
using broadcast_dimensions = std::span<std::int64_t const>;

/// The type to which the operands broadcast. Throws std::invalid_argument for a negative size, and
/// for `dimensions` if the rule does not support them.
verdict broadcast_shapes(spec::rule const& rule, std::span<type const> operands,
                         std::optional<broadcast_dimensions> const& dimensions = std::nullopt);

/// The inferred type, if `result` may be declared for it. Throws as broadcast_shapes does.
verdict verify(spec::rule const& rule, std::span<type const> operands, type const& result);

}  // namespace bcast::verifier
