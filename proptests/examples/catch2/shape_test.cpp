// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function of one's own against the oracle, and under the laws, in one's own Catch2.
#define CATCH_CONFIG_MAIN
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "bcast/check.hpp"
#include "bcast/proptests/catch2.hpp"
#include "bcast/reference/array_api.hpp"

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

/// What the Array API standard's algorithm gives.
std::optional<shape> oracle(shape const& x, shape const& y) {
  namespace array_api = bcast::reference::array_api;
  try {
    const auto z = array_api::broadcast<std::int64_t>(array_api::tuple<std::int64_t>(x),
                                                      array_api::tuple<std::int64_t>(y));
    return shape(z.begin(), z.end());
  } catch (bcast::reference::violation const&) {
    return std::nullopt;
  }
}

std::vector<shape> shapes_of_rank_up_to(std::size_t rank) {
  std::vector<shape> all{{}};
  for (std::size_t k = 0; k < all.size() && all[k].size() < rank; ++k) {
    for (std::int64_t size = 0; size <= 3; ++size) {
      shape longer = all[k];
      longer.push_back(size);
      all.push_back(longer);
    }
  }
  return all;
}

TEST_CASE("every pair of small shapes") {
  for (shape const& x : shapes_of_rank_up_to(3)) {
    for (shape const& y : shapes_of_rank_up_to(3)) {
      CAPTURE(x, y);
      REQUIRE(broadcast_shape(x, y) == oracle(x, y));
    }
  }
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
