// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace bcast::proptests {

/// Keeps this process, and those that it starts, from setting the limits of other processes, which
/// the kernel lets every process of a user do. Whether that is in force; may be called between
/// fork() and exec(). The process must not be able to gain privileges.
bool leave_limits_of_neighbours();

}  // namespace bcast::proptests
