// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "pipe/elements.hpp"

/// Shapes on the pipe: `[8, "?", "N", "<=4", "N<=4"]`, or `"*"` where the rank is not known.
namespace bcast::proptests::pipe {

json to_json(kit::shape const& t);

/// Throws malformed.
kit::shape to_type(json const& value);

/// A shape of known sizes. Throws malformed.
std::vector<std::int64_t> to_sizes(json const& value);

json to_json(std::vector<kit::shape> const& types);
json of_sizes(std::vector<std::int64_t> const& sizes);

/// The value of `key` in an object. Throws malformed if it is missing.
json const& member(json const& object, char const* key);

}  // namespace bcast::proptests::pipe
