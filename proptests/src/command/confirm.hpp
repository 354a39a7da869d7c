// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "bcast/proptests/command.hpp"
#include "bcast/proptests/run.hpp"
#include "command/chosen.hpp"

namespace bcast::proptests {

/// Runs the command that replays each failure of a subject in a separate process, as a user would,
/// within some seconds in all. Of one that does not fail, it is said that it was not reproduced:
/// the processes that asked it are children of this one, and have its memory and addresses.
void confirm_replays(std::vector<outcome>& outcomes, subjects const& chosen, built_in const& own);

}  // namespace bcast::proptests
