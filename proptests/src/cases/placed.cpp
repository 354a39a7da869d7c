// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases/placed.hpp"

namespace bcast::proptests {

bool is_placed(std::span<kit::shape const> operands, kit::broadcast_dimensions const& dimensions,
               std::size_t m) {
  if (operands.size() != 2) return false;
  const std::size_t own = operands[m].sizes.size(), other = operands[1 - m].sizes.size();
  return own < other || (own == other && m == 0 && own == dimensions.size());
}

bool is_placed(test_case const& c, std::size_t m) {
  return c.dimensions && is_placed(types_of(c), *c.dimensions, m);
}

}  // namespace bcast::proptests
