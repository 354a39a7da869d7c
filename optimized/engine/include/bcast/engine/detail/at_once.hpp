// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <span>

#include "bcast/engine/detail/kernel.hpp"
#include "bcast/engine/detail/plan.hpp"

namespace bcast::engine::detail {

/// Applies the kernel with the function `f` to a few elements on up to two axes, if the kernel can
/// use the target and the operands as they are. Making a plan would take longer. The result is the
/// same as with a plan: axes of size 1 have a step of 0, and all other axes advance [bcast.P6,
/// bcast.P8]. Returns false and does nothing if the kernel cannot do this or if there may be an
/// error. Then the plan decides.
bool run_at_once(kernel const& k, void const* f, buffer const& target,
                 std::span<buffer const> operands);

}  // namespace bcast::engine::detail
