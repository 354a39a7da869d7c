// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/spec/documents.hpp"

/// The numbers that tags have been given. A number is never reused: when a row is removed, its tag
/// is listed in `retired`.
namespace bcast::spec {

/// Of all documents, in their order.
inline constexpr auto given_numbers = gathered<&rows::given>();

/// Tags that used to have a row.
inline constexpr std::array<std::string_view, 23> retired{"sonnx.G1",     "array_api@2025.12.D2",
                                                          "xla.D2",       "xla.D3",
                                                          "xla.D5",       "xla.G3",
                                                          "xla.G4",       "mlir.D1",
                                                          "mlir.D2",      "mlir.D3",
                                                          "mlir.D4",      "mlir.D5",
                                                          "mlir.D7",      "mlir.D8",
                                                          "onnx.D1",      "onnx.D2",
                                                          "onnx.D3",      "onnx.G1",
                                                          "chlo.D1",      "chlo.D2",
                                                          "stablehlo.G3", "gufunc.D2",
                                                          "gufunc.G1"};

}  // namespace bcast::spec
