// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace bcast::proptests {

/// Refuses four calls to this process and those that it starts: to set the limits of another
/// process, which the kernel lets every process of a user do; to let go of processes whose parents
/// have ended; to make a segment of System V's shared memory, which stays after them; and to change
/// a terminal, its settings, its size, what it shows or what is typed there. Whether that is in
/// force; may be called between fork() and exec(). The process must not be able to gain privileges.
bool filter_calls();

}  // namespace bcast::proptests
