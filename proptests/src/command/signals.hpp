// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace bcast::proptests {

/// How bcast's programs handle signals: a closed pipe ends them quietly, a file beyond the size
/// limit is a failed write, and an interrupt (status 130), a hangup or a termination also ends the
/// processes that they started.
void take_signals();

}  // namespace bcast::proptests
