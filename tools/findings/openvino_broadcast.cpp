// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "experiment.hpp"

namespace bcast::findings::of_openvino_broadcast {

std::vector<experiment> const& experiments() {
  static constexpr char printed[] = "openvino_broadcast_bidirectional as printed",
                        corrected[] = "openvino_broadcast_bidirectional",
                        free[] = "openvino_broadcast_explicit as printed",
                        held[] = "openvino_broadcast_explicit";
  static const std::vector<experiment> all{
      {"openvino_broadcast.D1", by<printed>, by<corrected>},
      {"openvino_broadcast.D2", by<free>, by<held>},
  };
  return all;
}

}  // namespace bcast::findings::of_openvino_broadcast
