// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

namespace bcast::engine::detail {

/// Stands for a processor that is not known.
constexpr int no_processor = -1;

/// The number of the processor that runs the calling thread. It is no_processor if the system does
/// not tell.
int this_processor();

/// Moves the calling thread to another processor if this one runs it and the system lets it run
/// elsewhere. Returns where it went, or no_processor if it did not move. From then on the system
/// does not let the thread run on this processor, until the thread calls this with another one or
/// with no_processor, or sets its affinity itself. Does nothing on systems other than Linux, or
/// with more than 1024 processors.
int avoid(int processor);

}  // namespace bcast::engine::detail
