// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "events.hpp"

namespace bcast::explain {

/// The events of a run, in lines of at most 100 columns unless a word is longer: each line begins
/// with the tags of its rows, or is indented and continues the previous one. `failed` if the run
/// gave no shape.
std::string lines_of(std::vector<traced::event> const& events, bool failed);

}  // namespace bcast::explain
