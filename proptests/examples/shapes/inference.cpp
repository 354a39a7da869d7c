// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiler's shape inference under the laws, with sizes and ranks that are not known. It is sound
// and not the most precise one: what is known of a size elsewhere is not used.
#include <algorithm>

#include "bcast/proptests/command.hpp"

namespace {

using bcast::kit::dim;
using bcast::kit::result;

/// What holds of a size that is one of two: their name if they share it, and the larger bound.
dim either(dim const& a, dim const& b) {
  dim d(std::nullopt, a.symbol == b.symbol ? a.symbol : "");
  if (a.upper && b.upper) d.upper = std::max(*a.upper, *b.upper);
  return d;
}

result broadcast_shapes(std::vector<bcast::kit::shape> const& operands,
                        std::optional<bcast::kit::broadcast_dimensions> const& dimensions) {
  result a;
  if (dimensions) {
    a.verdict = result::kind::unsupported;
    return a;
  }
  std::size_t rank = 0;
  for (auto const& t : operands) {
    a.shape.ranked = a.shape.ranked && t.ranked;
    rank = std::max(rank, t.sizes.size());
  }
  std::vector<dim> sizes;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    std::optional<std::int64_t> fixed;  // the one size that is known not to be 1
    std::optional<dim> unknown;         // what is known of those that are not known
    for (auto const& t : operands) {
      if (!t.ranked || axis + t.sizes.size() < rank) continue;
      const dim& d = t.sizes[axis + t.sizes.size() - rank];
      if (!d) unknown = unknown ? either(*unknown, d) : d;
      if (!d || *d == 1) continue;
      if (fixed && *fixed != *d) {
        a.verdict = result::kind::refused;
        return a;
      }
      fixed = *d;
    }
    sizes.push_back(fixed ? dim(*fixed) : unknown.value_or(dim(1)));
  }
  if (a.shape.ranked) a.shape.sizes = sizes;
  return a;
}

bcast::kit::subject inference() {
  bcast::kit::subject s;
  s.name = "inference";
  s.rule = "sound";
  s.declares.unknown = true;
  s.broadcast_shapes = broadcast_shapes;
  return s;
}

}  // namespace

int main(int argc, char** argv) {
  return bcast::proptests::check_main(argc, argv,
                                      {.subjects = {{"inference", "sound", inference}}});
}
