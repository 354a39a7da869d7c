// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function of one's own under the laws, in one's own Catch2.
#define CATCH_CONFIG_MAIN
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "bcast/check.hpp"
#include "bcast/proptests/catch2.hpp"

namespace {

using shape = std::vector<std::int64_t>;

/// The function under test: none where x and y do not broadcast.
std::optional<shape> broadcast_shape(shape x, shape y) {
  if (x.size() < y.size()) x.swap(y);
  for (std::size_t back = 1; back <= y.size(); ++back) {
    std::int64_t &a = x[x.size() - back], b = y[y.size() - back];
    if (a != b && a != 1 && b != 1) return std::nullopt;
    if (a == 1) a = b;
  }
  return x;
}

shape joined(std::vector<shape> const& shapes) {
  shape z;
  for (shape const& x : shapes) z = broadcast_shape(z, x).value();  // throws where they do not
  return z;
}

TEST_CASE("the laws") {
  bcast::subject mine("my function");
  mine.broadcast_shapes = joined;
  BCAST_CATCH2_SECTIONS(mine, "the laws");
}

}  // namespace
