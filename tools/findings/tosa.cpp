// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/tosa.hpp"

#include <string>

#include "experiment.hpp"

namespace bcast::findings::of_tosa {
namespace {

using shape = reference::tosa::shape_t<reference::index>;

// D1: the assertion, which allows shapes that broadcast.
std::string asserted_as_printed(example const& e) {
  reference::tosa::assert_equal_shape_as_printed(e.sizes<shape>(0), e.sizes<shape>(1), true);
  return "accepted";
}

std::string asserted(example const& e) {
  reference::tosa::assert_equal_shape(e.sizes<shape>(0), e.sizes<shape>(1), true);
  return "accepted";
}

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{{"tosa.D1", asserted_as_printed, asserted}};
  return all;
}

}  // namespace bcast::findings::of_tosa
