// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include "bcast/proptests/run.hpp"

// A join that takes the longest of the shapes is caught by the law of the join.
int main() {
  bcast::kit::subject mine{.name = "mine", .rule = "array_api"};
  mine.broadcast_shapes = [](auto const& operands, auto const&) {
    bcast::kit::result joined;
    for (auto const& shape : operands) {
      if (joined.shape.sizes.size() < shape.sizes.size()) joined.shape = shape;
    }
    return joined;
  };
  const auto outcome = bcast::proptests::run(*bcast::proptests::find_law("shape"), mine, {});
  std::fputs(bcast::proptests::report(outcome).c_str(), stdout);
  return outcome.failure ? 0 : 1;
}
