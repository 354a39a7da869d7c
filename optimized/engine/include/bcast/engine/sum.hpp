// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include "bcast/engine/short_floats.hpp"
#include "bcast/engine/view.hpp"

namespace bcast::engine {

/// Sums x over the axes along which z is stretched to x's shape: z[j] is the sum of all x[i] whose
/// operand index is j [bcast.P26]. So a gradient of a broadcast operand is summed back to the
/// operand's shape. A sum of no elements is 0.
///
/// T is a float or an integer of spec::elements, float16 or bfloat16. Integers wrap around. A float
/// is added in pairs of blocks: on its way into a sum of n elements it is rounded at most
/// 64 + log2(n) times, so that is the error, in units of T's rounding (of float's, for 16 bits, and
/// once of T's) and of the sum of absolute values. The bits do not depend on the number of threads.
///
/// x may have any strides. Throws error, before anything is written, if z does not broadcast to x's
/// shape, if z overlaps x or itself, and in the other cases of plan.
template <class T>
void sum_to(view<T> const& z, view<T const> const& x);

}  // namespace bcast::engine
