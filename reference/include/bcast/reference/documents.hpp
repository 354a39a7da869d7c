// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <span>

#include "bcast/reference/array_api.hpp"
#include "bcast/reference/array_api_2025_12.hpp"
#include "bcast/reference/chlo.hpp"
#include "bcast/reference/gufunc.hpp"
#include "bcast/reference/mlir.hpp"
#include "bcast/reference/numpy_guide.hpp"
#include "bcast/reference/onnx.hpp"
#include "bcast/reference/shape_rule.hpp"
#include "bcast/reference/sonnx.hpp"
#include "bcast/reference/sonnx_2026_01.hpp"
#include "bcast/reference/stablehlo.hpp"
#include "bcast/reference/tosa.hpp"
#include "bcast/reference/webnn.hpp"
#include "bcast/reference/xla.hpp"

/// The transcriptions: the one list that a document joins.
namespace bcast::reference::documents {

/// Of every document but MLIR, whose operations may have a declared result.
inline constexpr std::span<shape_rule const> shape_rules[]{
    sonnx::shape_rules,     sonnx_2026_01::shape_rules,
    array_api::shape_rules, array_api_2025_12::shape_rules,
    xla::shape_rules,       onnx::shape_rules,
    webnn::shape_rules,     tosa::shape_rules,
    chlo::shape_rules,      stablehlo::shape_rules,
    gufunc::shape_rules,    numpy_guide::shape_rules};

}  // namespace bcast::reference::documents
