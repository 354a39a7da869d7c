// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <span>

#include "bcast/reference/array_api.hpp"
#include "bcast/reference/array_api_2025_12.hpp"
#include "bcast/reference/chlo.hpp"
#include "bcast/reference/gufunc.hpp"
#include "bcast/reference/mlir.hpp"
#include "bcast/reference/numpy_guide.hpp"
#include "bcast/reference/octave.hpp"
#include "bcast/reference/onnx.hpp"
#include "bcast/reference/onnx6.hpp"
#include "bcast/reference/onnx_einsum.hpp"
#include "bcast/reference/openvino.hpp"
#include "bcast/reference/openvino_broadcast.hpp"
#include "bcast/reference/pytorch.hpp"
#include "bcast/reference/pytorch_2_8.hpp"
#include "bcast/reference/r.hpp"
#include "bcast/reference/shape_rule.hpp"
#include "bcast/reference/sonnx.hpp"
#include "bcast/reference/sonnx_2026_01.hpp"
#include "bcast/reference/stablehlo.hpp"
#include "bcast/reference/tosa.hpp"
#include "bcast/reference/ufunc.hpp"
#include "bcast/reference/webnn.hpp"
#include "bcast/reference/xla.hpp"

/// The transcriptions: the one list that a document joins.
namespace bcast::reference::documents {

template <class Size>
inline constexpr std::span<shape_rule<Size> const> shape_rules[]{
    sonnx::shape_rules<Size>,       sonnx_2026_01::shape_rules<Size>,
    array_api::shape_rules<Size>,   array_api_2025_12::shape_rules<Size>,
    xla::shape_rules<Size>,         mlir::shape_rules<Size>,
    onnx::shape_rules<Size>,        webnn::shape_rules<Size>,
    tosa::shape_rules<Size>,        chlo::shape_rules<Size>,
    stablehlo::shape_rules<Size>,   gufunc::shape_rules<Size>,
    numpy_guide::shape_rules<Size>, pytorch::shape_rules<Size>,
    pytorch_2_8::shape_rules<Size>, onnx6::shape_rules<Size>,
    openvino::shape_rules<Size>,    openvino_broadcast::shape_rules<Size>,
    r::shape_rules<Size>,           octave::shape_rules<Size>,
    ufunc::shape_rules<Size>,       onnx_einsum::shape_rules<Size>};

}  // namespace bcast::reference::documents
