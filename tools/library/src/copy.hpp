// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bcast/kit/subject.hpp"

namespace bcast::capi {

/// z = x, repeated to z's shape: each element is fetched by SONNX's formulas [sonnx.F6]. Rejects
/// where x does not broadcast to z's shape without changing it, and memory that the engine's plan
/// refuses: an output that overlaps itself, an operand that overlaps it other than element by
/// element, offsets beyond 64 bits. Throws std::invalid_argument for a negative size, and for a
/// null pointer where there are elements.
kit::result reference_copy(kit::tensor const& x, kit::tensor const& z);

}  // namespace bcast::capi
