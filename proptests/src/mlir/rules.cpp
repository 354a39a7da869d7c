// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/rules.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "mlir/mlir_text.hpp"

namespace bcast::proptests {
namespace {

/// TOSA's operands have one rank; otherwise the rule is the trait's, as MLIR runs it.
constexpr std::string_view tosa_rule = "mlir@19 rank=equal leading=reject";
/// The result is inferred as the trait does, and its rank is that of the larger operand.
constexpr std::string_view inferred_rule = "mlir@19 leading=reject";

/// Operations of a dialect that have the same rule; their names have blanks between them.
struct family {
  std::string_view dialect, names;
  std::string_view relation;
  std::string_view follows = {};
  std::size_t operands = 0;
};

// clang-format off
constexpr family table[]{
    // Element-wise, on operands of one type.
    {"arith.", "constant", "literal"},
    {"arith.", "select", "choice"},
    {"arith.",
     "bitcast extf extsi extui fptosi fptoui index_cast index_castui sitofp truncf trunci "
     "uitofp", "identical"},
    {"arith.", "scaling_extf scaling_truncf", "none"},
    {"arith.", "*", "same"},
    // Broadcasting with or without dimensions; the others are element-wise.
    {"chlo.", "broadcast_*", "chlo", inferred_rule},
    {"chlo.", "constant", "literal"},
    {"emitc.", "constant", "literal"},
    {"chlo.", "constant_like ragged_dot scan top_k", "none"},
    {"chlo.", "*", "same"},
    // An operation with a name of its own iterates over the sizes of the init.
    {"linalg.", "broadcast", "linalg.broadcast"},
    {"linalg.", "generic", "indexed"},
    {"linalg.",
     "abs add ceil copy div div_unsigned erf exp floor log map max min mul negf powf "
     "reciprocal round rsqrt select sqrt square sub tanh", "same"},
    {"linalg.", "index pack unpack yield", "none"},
    {"linalg.", "fill fill_rng_2d map softmax winograd_*", "indexed"},
    {"linalg.", "reduce", "reduce"},
    {"linalg.", "transpose", "permuted"},
    // A window moves along each free axis.
    {"linalg.", "conv_1d_ncw_fcw", "indexed", "nc.,fcw,nfx"},
    {"linalg.", "conv_1d_nwc_wcf", "indexed", "n.c,wcf,nxf"},
    {"linalg.", "conv_2d_nchw_fchw", "indexed", "nc..,fchw,nfxy"},
    {"linalg.", "conv_2d_nchw_fchw_q", "indexed", "nc..,fchw,,,nfxy"},
    {"linalg.", "conv_2d_ngchw_fgchw", "indexed", "ngc..,fgchw,ngfxy"},
    {"linalg.", "conv_2d_ngchw_gfchw", "indexed", "ngc..,gfchw,ngfxy"},
    {"linalg.", "conv_2d_ngchw_gfchw_q", "indexed", "ngc..,gfchw,,,ngfxy"},
    {"linalg.", "conv_2d_nhwgc_gfhwc", "indexed", "n..gc,gfhwc,nxygf"},
    {"linalg.", "conv_2d_nhwc_fhwc", "indexed", "n..c,fhwc,nxyf"},
    {"linalg.", "conv_2d_nhwc_fhwc_q", "indexed", "n..c,fhwc,,,nxyf"},
    {"linalg.", "conv_2d_nhwc_hwcf", "indexed", "n..c,hwcf,nxyf"},
    {"linalg.", "conv_2d_nhwc_hwcf_q", "indexed", "n..c,hwcf,,,nxyf"},
    {"linalg.", "conv_3d_ncdhw_fcdhw", "indexed", "nc...,fcdhw,nfxyz"},
    {"linalg.", "conv_3d_ndhwc_dhwcf", "indexed", "n...c,dhwcf,nxyzf"},
    {"linalg.", "depthwise_conv_1d_ncw_cw", "indexed", "nc.,cw,ncx"},
    {"linalg.", "depthwise_conv_1d_nwc_wc", "indexed", "n.c,wc,nxc"},
    {"linalg.", "depthwise_conv_1d_nwc_wcm", "indexed", "n.c,wcm,nxcm"},
    {"linalg.", "depthwise_conv_2d_nchw_chw", "indexed", "nc..,chw,ncxy"},
    {"linalg.", "depthwise_conv_2d_nhwc_hwc", "indexed", "n..c,hwc,nxyc"},
    {"linalg.", "depthwise_conv_2d_nhwc_hwc_q", "indexed", "n..c,hwc,,,nxyc"},
    {"linalg.", "depthwise_conv_2d_nhwc_hwcm", "indexed", "n..c,hwcm,nxycm"},
    {"linalg.", "depthwise_conv_2d_nhwc_hwcm_q", "indexed", "n..c,hwcm,,,nxycm"},
    {"linalg.", "depthwise_conv_3d_ncdhw_cdhw", "indexed", "nc...,cdhw,ncxyz"},
    {"linalg.", "depthwise_conv_3d_ndhwc_dhwc", "indexed", "n...c,dhwc,nxyzc"},
    {"linalg.", "pooling_nchw_*", "indexed", "nc..,hw,ncxy"},
    {"linalg.", "pooling_ncw_*", "indexed", "nc.,w,ncx"},
    {"linalg.", "pooling_ndhwc_*", "indexed", "n...c,dhw,nxyzc"},
    {"linalg.", "pooling_nhwc_*", "indexed", "n..c,hw,nxyc"},
    {"linalg.", "pooling_nwc_*", "indexed", "n.c,w,nxc"},
    {"linalg.", "conv_* depthwise_conv_*", "none"},
    {"linalg.", "batch_matmul", "indexed", "bmk,bkn,bmn"},
    {"linalg.", "batch_matmul_transpose_a", "indexed", "bkm,bkn,bmn"},
    {"linalg.", "batch_matmul_transpose_b", "indexed", "bmk,bnk,bmn"},
    {"linalg.", "batch_matvec", "indexed", "bmk,bk,bm"},
    {"linalg.", "batch_mmt4d", "indexed", "zmkac,znkbc,zmnab"},
    {"linalg.", "batch_reduce_matmul", "indexed", "bmk,bkn,mn"},
    {"linalg.", "batch_vecmat", "indexed", "bk,bkn,bn"},
    {"linalg.", "dot", "indexed", "k,k,"},
    {"linalg.", "matmul matmul_unsigned", "indexed", "mk,kn,mn"},
    {"linalg.", "matmul_transpose_a", "indexed", "km,kn,mn"},
    {"linalg.", "matmul_transpose_b", "indexed", "mk,nk,mn"},
    {"linalg.", "matvec", "indexed", "mk,k,m"},
    {"linalg.", "mmt4d", "indexed", "mkac,nkbc,mnab"},
    {"linalg.", "quantized_batch_matmul", "indexed", "bmk,bkn,,,bmn"},
    {"linalg.", "quantized_matmul", "indexed", "mk,kn,,,mn"},
    {"linalg.", "vecmat", "indexed", "k,kn,n"},
    {"math.", "*", "same"},
    {"spirv.", "Select", "select"},
    {"spirv.", "*Convert*", "same"},
    // The shapes are the same, or a dimension is named for each axis.
    {"stablehlo.", "broadcast", "broadcast_sizes"},
    {"stablehlo.", "broadcast_in_dim", "broadcast_in_dim"},
    {"stablehlo.", "dynamic_broadcast_in_dim", "dynamic_broadcast_in_dim"},
    {"stablehlo.", "clamp", "clamp"},
    {"stablehlo.", "constant", "literal"},
    {"stablehlo.", "select", "select"},
    {"stablehlo.",
     "abs add and atan2 cbrt ceil compare complex convert cosine count_leading_zeros divide "
     "exponential exponential_minus_one floor imag is_finite log log_plus_one logistic maximum "
     "minimum multiply negate not or popcnt power real reduce_precision remainder "
     "round_nearest_afz round_nearest_even rsqrt shift_left shift_right_arithmetic "
     "shift_right_logical sign sine sqrt subtract tan tanh uniform_dequantize uniform_quantize "
     "xor", "same"},
    {"stablehlo.", "batch_norm_grad", "lettered", "abbba>abb"},
    {"stablehlo.", "batch_norm_inference", "lettered", "abbbb>a"},
    {"stablehlo.", "batch_norm_training", "lettered", "abb>abb"},
    {"stablehlo.", "dynamic_update_slice", "lettered", "a*>a"},
    {"stablehlo.", "scatter select_and_scatter", "lettered", "a..>a"},
    {"stablehlo.", "triangular_solve", "lettered", ".a>a"},
    {"stablehlo.", "all_reduce cholesky collective_broadcast collective_permute "
     "optimization_barrier reverse sort while", "pairs"},
    {"stablehlo.", "dynamic_pad dynamic_slice pad real_dynamic_slice slice", "ranks", {}, 1},
    {"stablehlo.", "reduce", "reduce"},
    {"stablehlo.", "reshape", "reshape"},
    {"stablehlo.", "transpose", "permuted"},
    {"stablehlo.",
     "after_all all_gather all_to_all async_done async_start bitcast_convert case "
     "composite concatenate convolution create_token "
     "custom_call dot dot_general dynamic_conv dynamic_gather dynamic_iota "
     "dynamic_reshape einsum fft gather get_dimension_size "
     "get_tuple_element if infeed iota map outfeed partition_id "
     "recv reduce_scatter reduce_window replica_id return "
     "rng rng_bit_generator send set_dimension_size "
     "torch_index_select tuple unary_einsum", "none"},
    // Multidirectional broadcasting.
    {"onnx.",
     "Add And BitwiseAnd BitwiseOr BitwiseXor Div Equal Greater GreaterOrEqual Less "
     "LessOrEqual Max Mean Min Mod Mul Or Pow Sub Sum Where Xor", "broadcast", "onnx"},
    {"onnx.", "PRelu", "broadcast", "onnx relation=first"},
    {"onnx.", "Expand", "stretch"},
    {"onnx.", "MatMul Gemm", "product"},
    {"test.", "broadcastable", "broadcast", "mlir"},
    // The Broadcastable trait.
    {"tf.",
     "Add AddV2 BitwiseAnd BitwiseOr BitwiseXor Div DivNoNan FloorDiv FloorMod Greater "
     "GreaterEqual Less LessEqual LogicalAnd LogicalOr Maximum Minimum Mod Mul MulNoNan Pow "
     "RealDiv SelectV2 SquaredDifference ApproximateEqual Atan2 Complex Equal Igamma Igammac "
     "LeftShift NextAfter NotEqual Polygamma RightShift TruncateMod Xdivy Xlog1py Xlogy Zeta "
     "Sub TruncateDiv", "broadcast", inferred_rule},
    {"tf.", "BroadcastTo", "stretch"},
    {"tf.", "MatMul BatchMatMulV2 BatchMatMulV3", "product"},
    {"tfl.",
     "add div equal floor_div greater greater_equal less less_equal logical_and logical_or "
     "maximum minimum mul not_equal pow select_v2 squared_difference bitwise_xor "
     "floor_mod right_shift sub", "broadcast", inferred_rule},
    {"tfl.", "atan2", "same"},
    {"tfl.", "broadcast_to", "stretch"},
    {"tfl.", "batch_matmul", "product"},
    // PyTorch's broadcasting.
    {"torch.",
     "aten.add.Tensor aten.atan2 aten.bitwise_and.Tensor aten.bitwise_or.Tensor "
     "aten.bitwise_xor.Tensor aten.div.Tensor aten.eq.Tensor aten.fmod.Tensor aten.ge.Tensor "
     "aten.gt.Tensor aten.le.Tensor aten.logical_and aten.logical_or aten.logical_xor "
     "aten.lt.Tensor aten.maximum aten.minimum aten.mul.Tensor aten.ne.Tensor "
     "aten.pow.Tensor_Tensor aten.remainder.Tensor aten.sub.Tensor aten.where.self", "broadcast", "torch"},
    {"torch.", "vtensor.literal", "literal"},
    {"torch.", "aten.expand aten.broadcast_to", "stretch"},
    {"torch.", "aten.matmul", "product"},
    {"torch.", "aten.mm", "indexed", "mk,kn,mn"},
    {"torch.", "aten.bmm", "indexed", "bmk,bkn,bmn"},
    // Operands of one rank, whose sizes broadcast. What follows the first ones is a shift or a zero point.
    {"tosa.", "mul", "broadcast", tosa_rule, 2},
    {"tosa.",
     "add arithmetic_right_shift bitwise_and bitwise_or bitwise_xor equal greater "
     "greater_equal int_div intdiv logical_and logical_left_shift logical_or "
     "logical_right_shift logical_xor maximum minimum pow select sub", "broadcast", tosa_rule},
    {"tosa.",
     "abs bitwise_not cast ceil clamp clz cos erf exp floor identity log logical_not negate "
     "reciprocal rescale rsqrt sigmoid sin tanh", "broadcast", tosa_rule, 1},
    {"tosa.", "const", "literal"},
    {"tosa.", "avg_pool2d concat max_pool2d pad reduce_* resize slice tile", "ranks", {}, 1},
    {"tosa.", "reshape", "reshape"},
    {"tosa.", "reverse", "pairs"},
    {"tosa.", "transpose", "permuted"},
    {"tosa.",
     "apply_scale argmax cond_if const_shape conv2d conv3d custom depthwise_conv2d fft2d gather "
     "rfft2d scatter table transpose_conv2d variable variable.* variable_read "
     "variable_write while_loop yield", "none"},
    {"tosa.", "fully_connected", "indexed", "mk,nk,n?,mn", 3},
    {"tosa.", "matmul", "indexed", "bmk,bkn,bmn", 2},
    // Tensors of Triton.
    {"tt.",
     "addptr bitcast clampf extern_elementwise fp_to_fp int_to_ptr mulhiui precise_divf "
     "precise_sqrt ptr_to_int", "same"},
    {"tt.", "dot", "indexed", "mk,kn,mn,mn"},
    {"tt.", "load", "constant"},
    {"tt.", "broadcast", "stretch", "equal ranks"},
    {"tt.", "expand_dims", "expand_dims"},
    // What follows the operands is where the result is written.
    {"ttir.", "broadcast", "stretch", "equal ranks"},
    {"ttir.", "matmul", "product"},
    {"ttir.", "where", "broadcast", inferred_rule, 3},
    {"ttir.",
     "add atan2 bitwise_and bitwise_or bitwise_xor div eq ge gelu_bw gt le logical_and "
     "logical_left_shift logical_or logical_right_shift logical_xor lt maximum minimum "
     "multiply ne pow remainder right_shift subtract", "broadcast", inferred_rule, 2},
    {"ttir.",
     "abs acos asin asinh atan bitwise_not cbrt ceil cos erf erfc exp exp2 expm1 floor frac "
     "gelu hardsigmoid isfinite leaky_relu log log1p logical_not mish neg reciprocal relu "
     "relu6 rsqrt selu sigmoid sign signbit silu sin softsign sqrt square tan tanh trunc "
     "typecast", "broadcast", inferred_rule, 1},
    // The last axes are the operand's.
    {"vector.", "broadcast", "vector.broadcast"},
    {"vector.", "fma", "same"},
    {"vector.",
     "bitcast bitcast.* contract extract extract_element extract_strided_slice insert_element "
     "insert_strided_slice maskedload maskedstore print reduction scatter shuffle "
     "store transpose vscale yield", "none"},
    {"vector.", "from_elements", "elements"},
    {"vector.", "shape_cast", "reshape"},
    {"vector.", "create_mask constant_mask insert load transfer_read transfer_write", "constant"},
    {"tensor.", "cast bitcast", "same"},
    {"tensor.", "collapse_shape expand_shape", "reshape"},
    {"tensor.", "from_elements", "elements"},
    {"tensor.", "empty splat insert insert_slice generate", "constant"},
    {"tensor.", "*", "none"},
    {"", "module func return call", "none"},
    {"builtin.", "*", "none"},
    {"func.", "*", "none"},
    {"cf.", "*", "none"},
    {"scf.", "*", "none"},
    {"index.", "*", "none"},
    {"llvm.", "*", "none"},
    {"memref.", "cast memory_space_cast", "same"},
    {"memref.", "collapse_shape expand_shape", "reshape"},
    {"memref.", "*", "none"},
    {"shape.", "*", "none"},
    {"bufferization.", "*", "none"},
};
// clang-format on

/// The table, to be searched by name.
struct finder {
  std::deque<std::string> texts;
  std::vector<mlir_rule> all;
  std::unordered_map<std::string_view, mlir_rule const*> names;
  std::vector<mlir_rule const*> patterns;

  finder() {
    for (family const& f : table) {
      for (std::string_view left = f.names; !left.empty();) {
        const std::string_view name = left.substr(0, left.find(' '));
        left.remove_prefix(std::min(name.size() + 1, left.size()));
        texts.push_back(std::string(f.dialect) + std::string(name));
        all.push_back({texts.back(), f.relation, f.follows, f.operands});
      }
    }
    for (mlir_rule const& r : all) {
      if (r.operation.find('*') == std::string_view::npos) {
        names.emplace(r.operation, &r);
      } else {
        patterns.push_back(&r);
      }
    }
  }
};

finder const& rules() {
  static const finder all;
  return all;
}

}  // namespace

std::span<mlir_rule const> mlir_rules() { return rules().all; }

mlir_rule const* find_mlir_rule(std::string_view operation) {
  finder const& all = rules();
  // The older dialect has the operations of the newer one.
  constexpr std::string_view older = "mhlo.";
  std::string newer;
  if (operation.starts_with(older)) {
    newer = "stablehlo." + std::string(operation.substr(older.size()));
    operation = newer;
  }
  const auto found = all.names.find(operation);
  if (found != all.names.end()) return found->second;
  const auto fits = std::ranges::find_if(
      all.patterns, [&](mlir_rule const* r) { return matches_pattern(operation, r->operation); });
  return fits == all.patterns.end() ? nullptr : *fits;
}

}  // namespace bcast::proptests
