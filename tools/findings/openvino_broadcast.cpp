// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "experiment.hpp"

namespace bcast::findings::of_openvino_broadcast {

std::vector<experiment> const& experiments() {
  static constexpr char printed[] = "broadcast3_bi as printed", corrected[] = "broadcast3_bi",
                        free[] = "broadcast3_explicit as printed", held[] = "broadcast3_explicit";
  static const std::vector<experiment> all{
      {"openvino_broadcast.D1", by<printed>, by<corrected>},
      {"openvino_broadcast.D2", by<free>, by<held>},
  };
  return all;
}

}  // namespace bcast::findings::of_openvino_broadcast
