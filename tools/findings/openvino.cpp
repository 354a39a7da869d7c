// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "experiment.hpp"

namespace bcast::findings::of_openvino {

std::vector<experiment> const& experiments() {
  static constexpr char printed[] = "openvino_pdpd as printed", corrected[] = "openvino_pdpd";
  static const std::vector<experiment> all{{"openvino.D1", by<printed>, by<corrected>}};
  return all;
}

}  // namespace bcast::findings::of_openvino
