// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"

/// bcast's own implementations as subjects of its laws.
namespace bcast::subjects {

/// The engine: shapes by bcast::engine::broadcast_shapes, values by broadcast, broadcast_to and
/// transform. Throws std::invalid_argument if the environment variable BCAST_CACHE cannot be read.
kit::subject engine();

/// The dynamic-dimension verifier under a rule. Throws std::invalid_argument for a rule that
/// does not exist.
kit::subject verifier(std::string_view rule);

/// The engine, if it is built, and the verifier under each rule.
std::vector<kit::subject> all();

}  // namespace bcast::subjects
