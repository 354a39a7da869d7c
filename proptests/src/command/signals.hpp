// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace bcast::proptests {

/// How a program of ours takes signals: a closed pipe ends it quietly, a file beyond the limit is a
/// write that fails, and an interrupt (status 130) or a termination ends the programs that it has
/// started too.
void take_signals();

}  // namespace bcast::proptests
