// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/kit/subject.h"
#include "bcast/kit/subject.hpp"

// A subject is described without a library.
int main() {
  bcast::kit::subject mine{.name = "mine", .rule = "array_api"};
  mine.broadcast_shapes = [](auto const& operands, auto const&) {
    return bcast::kit::result{.shape = operands.front()};
  };
  const bcast::kit::shape shape{{2, 3}};
  return mine.broadcast_shapes({shape}, {}).shape == shape && BCAST_ABI == 1 ? 0 : 1;
}
