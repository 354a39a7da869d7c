// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shape inference of one's own, under the laws, in one's own doctest.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <bcast/check.hpp>
#include <bcast/proptests/doctest.hpp>

namespace {

using shape = std::vector<std::int64_t>;

/// The function under test.
shape my_inference(std::vector<shape> const& shapes) {
  shape z;
  for (shape x : shapes) {
    z.insert(z.begin(), std::max(z.size(), x.size()) - z.size(), 1);
    x.insert(x.begin(), z.size() - x.size(), 1);
    for (std::size_t k = 0; k < z.size(); ++k) {
      if (z[k] != x[k] && z[k] != 1 && x[k] != 1) throw std::invalid_argument("they clash");
      if (z[k] == 1) z[k] = x[k];
    }
  }
  return z;
}

TEST_CASE("my inference") {
  bcast::subject mine("my inference");
  mine.broadcast_shapes = my_inference;
  BCAST_DOCTEST_SUBCASES(mine, "my inference");
}

}  // namespace
