// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdio>

namespace bcast::proptests {

/// The columns of the terminal that a stream writes to: COLUMNS, or what the terminal says.
/// Unlimited for a file or a pipe, so that each row stays one line.
std::size_t width_of(std::FILE* to);

/// The width of a help text: that of the terminal, but no more than 80.
std::size_t help_width();

}  // namespace bcast::proptests
