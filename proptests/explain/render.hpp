// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "events.hpp"

namespace bcast::explain {

/// What a run told, in lines of at most 100 columns where a word is not longer: each begins with
/// the tags of its rows, or goes on with an indented one. `failed` where the run gave no shape.
std::string lines_of(std::vector<traced::event> const& events, bool failed);

}  // namespace bcast::explain
