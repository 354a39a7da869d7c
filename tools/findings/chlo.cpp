// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/chlo.hpp"

#include <string>

#include "experiment.hpp"

namespace bcast::findings::of_chlo {
namespace {

using shape = reference::chlo::shape<reference::index>;

constexpr char xla[] = "xla";

// G1: with the attribute.
std::string with_dimensions(example const& e) {
  const reference::chlo::dimensions entries(e.dims());
  return text(
      reference::chlo::binary<reference::index>(e.sizes<shape>(0), e.sizes<shape>(1), entries));
}

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{{"chlo.G1", with_dimensions, by<xla>}};
  return all;
}

}  // namespace bcast::findings::of_chlo
