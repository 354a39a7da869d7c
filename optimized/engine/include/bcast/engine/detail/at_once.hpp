// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <span>

#include "bcast/engine/detail/kernel.hpp"
#include "bcast/engine/detail/plan.hpp"

namespace bcast::engine::detail {

/// Applies the kernel with the function `f` to a few elements on up to two axes, if it can take the
/// target and the operands as they are: then a plan is not worth making. The result is the same as
/// the plan's, in which sizes of 1 have steps of 0 and everything else moves along [bcast.P6,
/// bcast.P8]. Returns false and does nothing if that is not so, or if there may be an error; then
/// the plan decides.
bool run_at_once(kernel const& k, void const* f, buffer const& target,
                 std::span<buffer const> operands);

}  // namespace bcast::engine::detail
