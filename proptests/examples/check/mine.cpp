// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bcast/check.hpp>

using shape = std::vector<std::int64_t>;

// Aligned to the right, then the larger size of each axis.
shape my_broadcast_shapes(std::vector<shape> const& shapes) {
  shape z;
  for (shape x : shapes) {
    z.insert(z.begin(), std::max(z.size(), x.size()) - z.size(), 1);
    x.insert(x.begin(), z.size() - x.size(), 1);
    for (std::size_t k = 0; k < z.size(); ++k) z[k] = std::max(z[k], x[k]);
  }
  return z;
}

int main(int argc, char** argv) {
  bcast::subject mine("mine");
  mine.broadcast_shapes = [](auto const& shapes) { return my_broadcast_shapes(shapes); };
  return bcast::check_main(argc, argv, mine);
}
