// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "experiment.hpp"

namespace bcast::findings::of_webnn {
namespace {

constexpr char printed[] = "webnn_blocks as printed", corrected[] = "webnn_blocks";

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{{"webnn.D1", by<printed>, by<corrected>}};
  return all;
}

}  // namespace bcast::findings::of_webnn
