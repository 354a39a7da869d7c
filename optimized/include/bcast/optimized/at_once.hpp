// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <span>

#include "bcast/optimized/kernel.hpp"
#include "bcast/optimized/plan.hpp"

namespace bcast::optimized::detail {

/// Applies the kernel with the function `f` to a few elements, up to two axes of them, where target
/// and operands can be handed to it as they are: then nothing is worth planning. The result is the
/// plan's, in which sizes of 1 have steps of 0 and everything else moves along [bcast.P6,
/// bcast.P8]. False, and nothing is done, where that is not so or may be an error: then it is the
/// plan's to say.
bool run_at_once(kernel const& k, void const* f, buffer const& target,
                 std::span<buffer const> operands);

}  // namespace bcast::optimized::detail
