// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"

/// bcast's own implementations as subjects of its laws.
namespace bcast::subjects {

/// The engine: shapes by bcast::engine::join, values by broadcast, broadcast_to and transform.
/// Throws std::invalid_argument if the environment variable BCAST_CACHE cannot be read.
kit::subject engine();

/// The dynamic-dimension verifier under a profile. Throws std::invalid_argument for a profile that
/// does not exist.
kit::subject verifier(std::string_view profile);

/// The engine, and the verifier under each profile.
std::vector<kit::subject> all();

}  // namespace bcast::subjects
