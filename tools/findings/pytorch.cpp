// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/pytorch.hpp"

#include "experiment.hpp"

namespace bcast::findings::of_pytorch {
namespace {

using shape = reference::pytorch::shape<reference::index>;

constexpr char printed[] = "pytorch as printed", corrected[] = "pytorch";

std::string with_warnings(example const& e) {
  return text(reference::pytorch::size_with_warnings(e.sizes<shape>(0), e.sizes<shape>(1)));
}

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{{"pytorch.D1", by<printed>, by<corrected>},
                                           {"pytorch.D2", with_warnings, by<corrected>}};
  return all;
}

}  // namespace bcast::findings::of_pytorch
