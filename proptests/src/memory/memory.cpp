// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/memory.hpp"

#include <algorithm>

namespace bcast::proptests {

placement place(std::vector<std::int64_t> const& sizes, layout_flags flags) {
  const std::size_t rank = sizes.size();
  placement p{sizes, std::vector<std::int64_t>(rank, 0), 0, 1};
  std::int64_t step = flags.has(layout_flag::gapped) ? 2 : 1;
  for (std::size_t walked = 0; walked < rank; ++walked) {
    const std::size_t k = flags.has(layout_flag::transposed) ? walked : rank - 1 - walked;
    if (flags.has(layout_flag::repeated) && k == rank - 1) continue;
    p.strides[k] = step;
    step *= std::max<std::int64_t>(sizes[k], 1);
    if (flags.has(layout_flag::padded) && walked == 0) step += 3 * p.strides[k];
  }
  p.places = step + 1;
  if (flags.has(layout_flag::reversed)) {
    for (std::size_t k = 0; k < rank; ++k) {
      p.first += std::max<std::int64_t>(sizes[k] - 1, 0) * p.strides[k];
      p.strides[k] = -p.strides[k];
    }
  }
  if (flags.has(layout_flag::offset)) {
    p.first += 1;
    p.places += 1;
  }
  if (flags.has(layout_flag::unit_axes)) {
    for (std::size_t k = 0; k < rank; ++k) {
      if (sizes[k] == 1) p.strides[k] = 1000003;
    }
  }
  return p;
}

}  // namespace bcast::proptests
