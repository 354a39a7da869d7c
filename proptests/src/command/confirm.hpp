// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "bcast/proptests/command.hpp"
#include "bcast/proptests/run.hpp"
#include "command/chosen.hpp"

namespace bcast::proptests {

/// Runs the command that replays each failure of a subject in a separate process, as a user would,
/// twice, and then again, ten times at most, until all runs together have taken 3 s. How often it
/// failed is counted in `counterexample::confirmed`. Of one that does not fail each time, it is
/// said that it was not reproduced: the processes that asked it are children of this one, and have
/// its memory and addresses.
void confirm_replays(std::vector<outcome>& outcomes, subjects const& chosen, built_in const& own);

}  // namespace bcast::proptests
