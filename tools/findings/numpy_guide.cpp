// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "experiment.hpp"

namespace bcast::findings::of_numpy_guide {
namespace {

constexpr char printed[] = "numpy_guide as printed", corrected[] = "numpy_guide";

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{{"numpy_guide.D1", by<printed>, by<corrected>}};
  return all;
}

}  // namespace bcast::findings::of_numpy_guide
