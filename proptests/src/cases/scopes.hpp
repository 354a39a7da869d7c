// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

#include "bcast/proptests/case.hpp"

namespace bcast::proptests {

/// All types of rank 0 to `max_rank` whose sizes are among `sizes`, lower ranks first.
std::vector<kit::shape> all_types(std::size_t max_rank, std::vector<kit::dim> const& sizes);

}  // namespace bcast::proptests
