// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bcast/proptests/run.hpp"

namespace bcast::proptests {

/// Adds the outcome of other cases of the same law and subject.
void add(outcome& to, outcome const& more);

}  // namespace bcast::proptests
