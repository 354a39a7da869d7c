// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "experiment.hpp"

namespace bcast::findings::of_onnx_einsum {

std::vector<experiment> const& experiments() {
  static constexpr char printed[] = "onnx_einsum as printed", corrected[] = "onnx_einsum";
  static const std::vector<experiment> all{{"onnx_einsum.D1", by<printed>, by<corrected>}};
  return all;
}

}  // namespace bcast::findings::of_onnx_einsum
