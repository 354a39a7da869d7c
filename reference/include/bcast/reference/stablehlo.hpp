// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"
#include "bcast/reference/tensor.hpp"

/// StableHLO's broadcast_in_dim and dynamic_broadcast_in_dim, transcribed in the text's order,
/// 0-indexed as printed.
///
/// Conventions. operand and result are shapes, and d is an axis of the operand, which is the axis
/// broadcast_dimensions[d] of the result. Where a constraint is broken, `verify` throws violation
/// with its tag, and with the axis of the result that it is about, if there is one.
namespace bcast::reference::stablehlo {

template <class Size>
using shape = list<Size>;

/// Numbers of axes, given as constants.
using dimensions = list<index>;

/// The sizes, and what they are related by.
template <class Size>
struct operation {
  shape<Size> operand;
  dimensions broadcast_dimensions;
  shape<Size> result;
};

/// The same with the operands and attributes of the dynamic operation. The result's type is
/// `of.result`.
template <class Size>
struct dynamic_operation {
  operation<Size> of;
  shape<Size> output_dimensions;
  dimensions known_expanding_dimensions = {};
  dimensions known_nonexpanding_dimensions = {};
};

/// A quantisation along an axis.
struct quantization {
  index quantization_dimension;
  list<double> scales;
  list<index> zero_points;
};

/// The type of a tensor's elements: its name without the parameters of such a quantisation.
struct element_type {
  std::string_view name;
  std::optional<quantization> per_axis = std::nullopt;
};

template <class Size>
constexpr index rank(shape<Size> const& s) {
  return s.n();
}

template <class Size>
constexpr Size dim(shape<Size> const& s, index d) {
  return s[d];
}

constexpr bool is_unique(dimensions const& some) {
  return forall(0, some.n() - 1, [&](index i) {
    return forall(i + 1, some.n() - 1, [&](index j) { return some[i] != some[j]; });
  });
}

constexpr bool in_range(dimensions const& some, index rank) {
  return forall(0, some.n() - 1, [&](index i) { return 0 <= some[i] && some[i] < rank; });
}

// broadcast_in_dim: Semantics ---------------------------------------------------------------------

template <class Size>
constexpr Size operand_index(operation<Size> const& op, shape<Size> const& result_index, index d);

// [stablehlo.X1] Expands the dimensions and/or rank of an input tensor by duplicating the data in
//                the operand tensor: result[result_index] = operand[operand_index].
/// The values. Meaningful where no constraint is broken.
template <class T, class Size>
basic_tensor<T, Size, 0> values(basic_tensor<T, Size, 0> const& operand,
                                dimensions const& broadcast_dimensions, shape<Size> const& result) {
  const operation<Size> op{operand.d(), broadcast_dimensions, result};
  return basic_tensor<T, Size, 0>(result, [&](shape<Size> const& result_index) {
    return operand[shape<Size>::of(operand.n(),
                                   [&](index d) { return operand_index(op, result_index, d); })];
  });
}

// [stablehlo.F1] operand_index[d] = 0 if dim(operand, d) = 1
template <class Size>
constexpr std::optional<Size> index_in_size_1(operation<Size> const& op, index d) {
  if (dim(op.operand, d) == Size(1)) return Size(0);
  return std::nullopt;
}

// [stablehlo.F2] operand_index[d] = result_index[broadcast_dimensions[d]] otherwise
template <class Size>
constexpr Size index_in_other_size(operation<Size> const& op, shape<Size> const& result_index,
                                   index d) {
  return result_index[op.broadcast_dimensions[d]];
}

template <class Size>
constexpr Size operand_index(operation<Size> const& op, shape<Size> const& result_index, index d) {
  if (const auto first = index_in_size_1(op, d)) return *first;
  return index_in_other_size(op, result_index, d);
}

// broadcast_in_dim: Inputs and outputs ------------------------------------------------------------

template <class Size>
constexpr void expect_entry_for_each_axis(operation<Size> const& op);
template <class Size>
constexpr void expect_axes_of_result(operation<Size> const& op);
template <class Size>
constexpr void expect_unique(operation<Size> const& op);
template <class Size>
constexpr void expect_sizes(operation<Size> const& op);

// [stablehlo.I1] operand: tensor or quantized tensor; (C1-C2), (C5-C6)
/// The constraints on its sizes. Like the next two, it is asked after the constraints that it
/// takes for granted: C5 reads an entry of C2, which is an axis of C3.
template <class Size>
constexpr void expect_operand(operation<Size> const& op) {
  expect_entry_for_each_axis(op);
  expect_sizes(op);
}

// [stablehlo.I2] broadcast_dimensions: 1-dimensional tensor constant of type si64; (C2-C6)
template <class Size>
constexpr void expect_broadcast_dimensions(operation<Size> const& op) {
  expect_entry_for_each_axis(op);
  expect_axes_of_result(op);
  expect_unique(op);
  expect_sizes(op);
}

// [stablehlo.N1] result: tensor or quantized tensor; (C1), (C3), (C5-C6)
template <class Size>
constexpr void expect_result(operation<Size> const& op) {
  expect_axes_of_result(op);
  expect_sizes(op);
}

// broadcast_in_dim: Constraints -------------------------------------------------------------------

// [stablehlo.C1] element_type(result) is given by: element_type(operand), if
//                !is_per_axis_quantized(operand); element_type(operand) except that
//                quantization_dimension, scales and zero_points may differ, otherwise.
constexpr bool have_same_element_type(element_type const& operand, element_type const& result) {
  return operand.name == result.name && operand.per_axis.has_value() == result.per_axis.has_value();
}

// [stablehlo.C2] size(broadcast_dimensions) = rank(operand)
template <class Size>
constexpr void expect_entry_for_each_axis(operation<Size> const& op) {
  if (op.broadcast_dimensions.n() != rank(op.operand)) throw violation("stablehlo.C2");
}

// [stablehlo.C3] 0 <= broadcast_dimensions < rank(result)
template <class Size>
constexpr void expect_axes_of_result(operation<Size> const& op) {
  if (!in_range(op.broadcast_dimensions, rank(op.result))) throw violation("stablehlo.C3");
}

// [stablehlo.C4] is_unique(broadcast_dimensions)
template <class Size>
constexpr void expect_unique(operation<Size> const& op) {
  if (!is_unique(op.broadcast_dimensions)) throw violation("stablehlo.C4");
}

// [stablehlo.C5] For all d in axes(operand): dim(operand, d) = 1 or
//                dim(operand, d) = dim(result, broadcast_dimensions[d]).
template <class Size>
constexpr void expect_sizes(operation<Size> const& op) {
  for (index d = 0; d < rank(op.operand); ++d) {
    const index axis = op.broadcast_dimensions[d];
    if (dim(op.operand, d) == Size(1)) continue;
    if (!(dim(op.operand, d) == dim(op.result, axis))) throw violation("stablehlo.C5", axis);
  }
}

// [stablehlo.C6] If is_per_axis_quantized(result): quantization_dimension(result) =
//                broadcast_dimensions[quantization_dimension(operand)]. If dim(operand,
//                quantization_dimension(operand)) = 1, then scales(result)[i] = scales(operand)[0]
//                and zero_points(result)[i] = zero_points(operand)[0] for i in range(dim(result,
//                quantization_dimension(result))).
template <class Size>
constexpr bool have_same_quantization(operation<Size> const& op, quantization const& operand,
                                      quantization const& result) {
  if (result.quantization_dimension != op.broadcast_dimensions[operand.quantization_dimension]) {
    return false;
  }
  if (!(dim(op.operand, operand.quantization_dimension) == Size(1))) return true;
  for (Size i(0); i < dim(op.result, result.quantization_dimension); ++i) {
    if (result.scales[i] != operand.scales[0]) return false;
    if (result.zero_points[i] != operand.zero_points[0]) return false;
  }
  return true;
}

/// The result's shape. Throws violation (stablehlo.C2, stablehlo.C3, stablehlo.C4), and violation
/// (stablehlo.C5) with the axis of the result.
template <class Size>
constexpr shape<Size> broadcast_in_dim(operation<Size> const& op) {
  expect_entry_for_each_axis(op);
  expect_axes_of_result(op);
  expect_unique(op);
  expect_sizes(op);
  return op.result;
}

// dynamic_broadcast_in_dim: Semantics -------------------------------------------------------------

template <class Size>
constexpr void constraints(dynamic_operation<Size> const& op);

// [stablehlo.X2] functionally identical to broadcast_in_dim op, but the result shape is specified
//                dynamically via output_dimensions
/// The result's shape. Throws violation (stablehlo.C8 to stablehlo.C11, stablehlo.C13 to
/// stablehlo.C16).
template <class Size>
constexpr shape<Size> dynamic_broadcast_in_dim(dynamic_operation<Size> const& op) {
  constraints(op);
  return op.output_dimensions;
}

/// Whether an axis of the operand has another size in the result.
template <class Size>
constexpr bool expands(operation<Size> const& op, index d) {
  return !(dim(op.operand, d) == dim(op.result, op.broadcast_dimensions[d]));
}

// [stablehlo.X3] optional attributes known_expanding_dimensions, known_nonexpanding_dimensions to
//                express static knowledge about the expanding behavior of dimensions
//                gap stablehlo.G1: no constraint relates them to the sizes
/// Throws no_answer (stablehlo.G1) if an attribute is not true of the sizes.
template <class Size>
constexpr void expect_known(dynamic_operation<Size> const& op) {
  for (index d : op.known_expanding_dimensions) {
    if (!expands(op.of, d)) throw no_answer("stablehlo.G1");
  }
  for (index d : op.known_nonexpanding_dimensions) {
    if (expands(op.of, d)) throw no_answer("stablehlo.G1");
  }
}

// [stablehlo.X4] If not specified, all dimensions are assumed to be possibly expanding.
template <class Size>
constexpr bool possibly_expanding(dynamic_operation<Size> const& op, index d) {
  return forall(0, op.known_nonexpanding_dimensions.n() - 1,
                [&](index i) { return op.known_nonexpanding_dimensions[i] != d; });
}

// dynamic_broadcast_in_dim: Inputs and outputs ----------------------------------------------------

template <class Size>
constexpr void expect_entry_for_each_axis(dynamic_operation<Size> const& op);
template <class Size>
constexpr void expect_axes_of_result(dynamic_operation<Size> const& op);
template <class Size>
constexpr void expect_unique(dynamic_operation<Size> const& op);
template <class Size>
constexpr void expect_sizes(dynamic_operation<Size> const& op);
template <class Size>
constexpr void expect_size_for_each_axis(dynamic_operation<Size> const& op);
template <class Size>
constexpr void expect_known_unique(dynamic_operation<Size> const& op);
template <class Size>
constexpr void expect_expanding_axes(dynamic_operation<Size> const& op);
template <class Size>
constexpr void expect_nonexpanding_axes(dynamic_operation<Size> const& op);

// [stablehlo.I3] operand: tensor or quantized tensor; (C1-C2), (C5-C6), (C9)
//                finding stablehlo.D1: (C10) reads its rank too
template <class Size>
constexpr void expect_operand(dynamic_operation<Size> const& op) {
  expect_entry_for_each_axis(op);
  expect_sizes(op);
  expect_expanding_axes(op);
}

// [stablehlo.I4] output_dimensions: 1-dimensional tensor of integer type; (C7)
template <class Size>
constexpr void expect_output_dimensions(dynamic_operation<Size> const& op) {
  expect_size_for_each_axis(op);
}

// [stablehlo.I5] broadcast_dimensions: 1-dimensional constant tensor of integer type; (C2-C6)
template <class Size>
constexpr void expect_broadcast_dimensions(dynamic_operation<Size> const& op) {
  expect_entry_for_each_axis(op);
  expect_axes_of_result(op);
  expect_unique(op);
  expect_sizes(op);
}

// [stablehlo.I6] known_expanding_dimensions: 1-dimensional constant tensor of integer type; (C8-C9)
template <class Size>
constexpr void expect_expanding(dynamic_operation<Size> const& op) {
  expect_known_unique(op);
  expect_expanding_axes(op);
}

// [stablehlo.I7] known_nonexpanding_dimensions: 1-dimensional constant tensor of integer type;
//                (C8-C9)     finding stablehlo.D1: (C10) is about them, not (C9)
/// As printed.
template <class Size>
constexpr void expect_nonexpanding_as_printed(dynamic_operation<Size> const& op) {
  expect_known_unique(op);
  expect_expanding_axes(op);
}

// [stablehlo.I7] known_nonexpanding_dimensions: 1-dimensional constant tensor of integer type;
//                (C8-C9)     departure stablehlo.D1: (C8), (C10)
template <class Size>
constexpr void expect_nonexpanding(dynamic_operation<Size> const& op) {
  expect_known_unique(op);
  expect_nonexpanding_axes(op);
}

// [stablehlo.N2] result: tensor or quantized tensor; (C1), (C3), (C5-C7)
template <class Size>
constexpr void expect_result(dynamic_operation<Size> const& op) {
  expect_axes_of_result(op);
  expect_sizes(op);
  expect_size_for_each_axis(op);
}

// dynamic_broadcast_in_dim: Constraints -----------------------------------------------------------

// [stablehlo.C7] (C1) element_type(result) is given by: element_type(operand), if
//                !is_per_axis_quantized(operand); element_type(operand) except that
//                quantization_dimension, scales and zero_points may differ, otherwise.
constexpr bool have_same_element_type_dynamic(element_type const& operand,
                                              element_type const& result) {
  return operand.name == result.name && operand.per_axis.has_value() == result.per_axis.has_value();
}

// [stablehlo.C8] (C2) size(broadcast_dimensions) = rank(operand)
template <class Size>
constexpr void expect_entry_for_each_axis(dynamic_operation<Size> const& op) {
  if (op.of.broadcast_dimensions.n() != rank(op.of.operand)) throw violation("stablehlo.C8");
}

// [stablehlo.C9] (C3) 0 <= broadcast_dimensions < rank(result)
template <class Size>
constexpr void expect_axes_of_result(dynamic_operation<Size> const& op) {
  if (!in_range(op.of.broadcast_dimensions, rank(op.of.result))) throw violation("stablehlo.C9");
}

// [stablehlo.C10] (C4) is_unique(broadcast_dimensions)
template <class Size>
constexpr void expect_unique(dynamic_operation<Size> const& op) {
  if (!is_unique(op.of.broadcast_dimensions)) throw violation("stablehlo.C10");
}

// [stablehlo.C11] (C5) For all d in axes(operand): dim(operand, d) = 1 or
//                 dim(operand, d) = dim(result, broadcast_dimensions[d]).
template <class Size>
constexpr void expect_sizes(dynamic_operation<Size> const& op) {
  for (index d = 0; d < rank(op.of.operand); ++d) {
    const index axis = op.of.broadcast_dimensions[d];
    if (dim(op.of.operand, d) == Size(1)) continue;
    if (!(dim(op.of.operand, d) == dim(op.of.result, axis))) {
      throw violation("stablehlo.C11", axis);
    }
  }
}

// [stablehlo.C12] (C6) If is_per_axis_quantized(result): quantization_dimension(result) =
//                 broadcast_dimensions[quantization_dimension(operand)]. If dim(operand,
//                 quantization_dimension(operand)) = 1, then scales(result)[i] = scales(operand)[0]
//                 and zero_points(result)[i] = zero_points(operand)[0] for i in range(dim(result,
//                 quantization_dimension(result))).
template <class Size>
constexpr bool have_same_quantization(dynamic_operation<Size> const& op,
                                      quantization const& operand, quantization const& result) {
  return have_same_quantization(op.of, operand, result);
}

/// Throws violation (stablehlo.X2) unless the entries are the result's sizes.
template <class Size>
constexpr void expect_output(dynamic_operation<Size> const& op) {
  if (!(op.output_dimensions == op.of.result)) throw violation("stablehlo.X2");
}

// [stablehlo.C13] (C7) size(output_dimensions) = rank(result)
template <class Size>
constexpr void expect_size_for_each_axis(dynamic_operation<Size> const& op) {
  if (op.output_dimensions.n() != rank(op.of.result)) throw violation("stablehlo.C13");
}

// [stablehlo.C14] (C8) is_unique(known_expanding_dimensions + known_nonexpanding_dimensions)
template <class Size>
constexpr void expect_known_unique(dynamic_operation<Size> const& op) {
  if (!is_unique(op.known_expanding_dimensions + op.known_nonexpanding_dimensions)) {
    throw violation("stablehlo.C14");
  }
}

// [stablehlo.C15] (C9) 0 <= known_expanding_dimensions < rank(operand)
template <class Size>
constexpr void expect_expanding_axes(dynamic_operation<Size> const& op) {
  if (!in_range(op.known_expanding_dimensions, rank(op.of.operand))) {
    throw violation("stablehlo.C15");
  }
}

// [stablehlo.C16] (C10) 0 <= known_nonexpanding_dimensions < rank(operand)
template <class Size>
constexpr void expect_nonexpanding_axes(dynamic_operation<Size> const& op) {
  if (!in_range(op.known_nonexpanding_dimensions, rank(op.of.operand))) {
    throw violation("stablehlo.C16");
  }
}

template <class Size>
constexpr void constraints(dynamic_operation<Size> const& op) {
  expect_entry_for_each_axis(op);
  expect_axes_of_result(op);
  expect_unique(op);
  expect_sizes(op);
  expect_size_for_each_axis(op);
  expect_known_unique(op);
  expect_expanding_axes(op);
  expect_nonexpanding_axes(op);
}

// Dynamism ----------------------------------------------------------------------------------------

// [stablehlo.X5] Operands and results are allowed to use dynamic dimension sizes, even if there are
//                constraints on the sizes. Constraints will be verified statically if possible,
//                otherwise they are deferred to runtime     gap stablehlo.G2: which ones
/// Whether two sizes are the same, if both are known.
template <class Size>
constexpr std::optional<bool> verified(std::optional<Size> const& d, std::optional<Size> const& e) {
  if (d && e) return *d == *e;
  return std::nullopt;
}

// The rules by name -------------------------------------------------------------------------------

/// The last axes of the result: where `result` has a lower rank, the first of them are negative.
template <class Size>
dimensions last_axes(shape<Size> const& operand, shape<Size> const& result) {
  return dimensions::of(rank(operand), [&](index d) { return rank(result) - rank(operand) + d; });
}

/// The operands are the operand and the result. Without broadcast_dimensions, the operand's axes
/// are the result's last ones.
template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{"stablehlo",
                     [](list<list<Size>> const& s) {
                       return broadcast_in_dim<Size>({s[0], last_axes(s[0], s[1]), s[1]});
                     },
                     [](list<list<Size>> const& s, dimensions const& broadcast_dimensions) {
                       return broadcast_in_dim<Size>({s[0], broadcast_dimensions, s[1]});
                     }},
};

}  // namespace bcast::reference::stablehlo
