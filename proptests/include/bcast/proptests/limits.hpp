// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstdint>

namespace bcast::proptests {

/// The bytes that a subject may use where nobody sets a limit: the machine's memory divided by
/// twice the number of its processors, as many subjects as which are asked at a time; at least
/// 2 GiB.
std::uint64_t usual_memory();

}  // namespace bcast::proptests
