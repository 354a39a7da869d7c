// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "mlir/mlir_text.hpp"

namespace bcast::proptests {
namespace {

std::string tensor(kit::shape const& t) {
  std::string sizes = t.ranked ? "" : "*x";
  for (kit::dim const& d : t.sizes) sizes += (d ? std::to_string(*d) : "?") + "x";
  return "tensor<" + sizes + "i32>";
}

/// The operations with the Broadcastable trait, or whose own definition is the same rule.
constexpr std::array known{
    "onnx.Add",
    "onnx.And",
    "onnx.BitwiseAnd",
    "onnx.BitwiseOr",
    "onnx.BitwiseXor",
    "onnx.Div",
    "onnx.Equal",
    "onnx.Greater",
    "onnx.GreaterOrEqual",
    "onnx.Less",
    "onnx.LessOrEqual",
    "onnx.Max",
    "onnx.Mean",
    "onnx.Min",
    "onnx.Mod",
    "onnx.Mul",
    "onnx.Or",
    "onnx.Pow",
    "onnx.Sub",
    "onnx.Sum",
    "onnx.Where",
    "onnx.Xor",
    "test.broadcastable",
    "tf.Add",
    "tf.AddV2",
    "tf.BitwiseAnd",
    "tf.BitwiseOr",
    "tf.BitwiseXor",
    "tf.Div",
    "tf.DivNoNan",
    "tf.FloorDiv",
    "tf.FloorMod",
    "tf.Greater",
    "tf.GreaterEqual",
    "tf.Less",
    "tf.LessEqual",
    "tf.LogicalAnd",
    "tf.LogicalOr",
    "tf.Maximum",
    "tf.Minimum",
    "tf.Mod",
    "tf.Mul",
    "tf.MulNoNan",
    "tf.Pow",
    "tf.RealDiv",
    "tf.SelectV2",
    "tf.SquaredDifference",
    "tf.Sub",
    "tf.TruncateDiv",
    "tfl.add",
    "tfl.div",
    "tfl.equal",
    "tfl.floor_div",
    "tfl.greater",
    "tfl.greater_equal",
    "tfl.less",
    "tfl.less_equal",
    "tfl.logical_and",
    "tfl.logical_or",
    "tfl.maximum",
    "tfl.minimum",
    "tfl.mul",
    "tfl.not_equal",
    "tfl.pow",
    "tfl.select_v2",
    "tfl.squared_difference",
    "tfl.sub",
    "tosa.add",
    "tosa.arithmetic_right_shift",
    "tosa.bitwise_and",
    "tosa.bitwise_or",
    "tosa.bitwise_xor",
    "tosa.equal",
    "tosa.greater",
    "tosa.greater_equal",
    "tosa.int_div",
    "tosa.logical_and",
    "tosa.logical_left_shift",
    "tosa.logical_or",
    "tosa.logical_right_shift",
    "tosa.logical_xor",
    "tosa.maximum",
    "tosa.minimum",
    "tosa.pow",
    "tosa.select",
    "tosa.sub",
};

}  // namespace

bool is_known_broadcasting(std::string_view name) {
  return std::find(known.begin(), known.end(), name) != known.end();
}

bool matches_pattern(std::string_view name, std::string_view pattern) {
  // After a star, remember the position; on a mismatch, resume the name there one further on.
  std::size_t n = 0, p = 0, star = std::string_view::npos, kept = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      kept = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++kept;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string to_mlir(test_case const& c) {
  std::vector<std::string> parameters, operands, types;
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    types.push_back(tensor(c.operands[m].type));
    operands.push_back(fmt::format("%{}", m));
    parameters.push_back(fmt::format("%{}: {}", m, types.back()));
  }
  return fmt::format(
      "func.func @f({}) {{\n  \"test.broadcastable\"({}) : ({}) -> {}\n  return\n}}\n",
      fmt::join(parameters, ", "), fmt::join(operands, ", "), fmt::join(types, ", "),
      tensor(c.result ? c.result->type : kit::shape{{}, false}));
}

}  // namespace bcast::proptests
