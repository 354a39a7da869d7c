// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// MLIR's `Broadcastable` trait, transcribed pseudo-function by pseudo-function, 0-indexed as
/// printed.
///
/// Conventions. A dimension is dynamic ("?"), static equal to 1 ("1"), or static greater than 1
/// (">1"). A type is a tensor or a vector; without a shape it is unranked ("*"). ERROR_IF throws a
/// violation with the clause that is broken.
namespace bcast::reference::mlir {

template <class Size>
struct dim {
  std::optional<Size> size;  ///< none: dynamic
  constexpr dim() = default;
  constexpr dim(Size s) : size(std::move(s)) {}
  friend constexpr bool operator==(dim const&, dim const&) = default;
};

template <class Size>
using dims = list<dim<Size>>;

enum class kind { tensor, vector, other };

template <class Size>
struct type {
  std::optional<dims<Size>> shape;  ///< none: unranked
  mlir::kind kind = kind::tensor;
  std::string_view element = "i32";
};

template <class Size>
struct operation {
  list<type<Size>> operands;
  list<type<Size>> results;  ///< one, by X2
};

template <class Size>
constexpr bool IsDynamic(dim<Size> const& d) {
  return !d.size;
}

template <class Size>
constexpr bool IsStatic(dim<Size> const& d) {
  return !IsDynamic(d);
}

template <class Size>
constexpr bool IsRanked(type<Size> const& t) {
  return t.shape.has_value();
}

// Description -------------------------------------------------------------------------------------

// [mlir.X1] The operation has at least one input operand.
template <class Size>
constexpr bool has_operands(operation<Size> const& op) {
  return op.operands.n() >= 1;
}

// [mlir.X2] The operation has exactly one result.
template <class Size>
constexpr bool has_one_result(operation<Size> const& op) {
  return op.results.n() == 1;
}

// [mlir.X3] All input operands and result are of type tensor or vector.
template <class Size>
constexpr bool has_allowed_types(operation<Size> const& op) {
  const auto allowed = [](type<Size> const& t) {
    return t.kind == kind::tensor || t.kind == kind::vector;
  };
  return forall(0, op.operands.n() - 1, [&](index m) { return allowed(op.operands[m]); }) &&
         forall(0, op.results.n() - 1, [&](index m) { return allowed(op.results[m]); });
}

template <class Size>
constexpr std::optional<dims<Size>> InferResultShape(operation<Size> const& op);

template <class Size>
constexpr void Verify(operation<Size> const& op);

// [mlir.X4] A shape inference mechanism is able to compute the result shape solely based on input
//           operand shapes
/// Throws violation (mlir.I6) and no_answer (mlir.G1).
template <class Size>
constexpr bool infers_a_shape(operation<Size> const& op) {
  return InferResultShape(op).has_value();
}

// [mlir.X5] Input operands have broadcast-compatible shapes, according to the verification rules.
template <class Size>
constexpr bool has_compatible_operands(operation<Size> const& op) {
  try {
    InferResultShape(op);
  } catch (violation const&) {
    return false;
  }
  return true;
}

// [mlir.X6] The operation's result shape is compatible with - though not necessarily identical to -
//           the shape inferred from its input operands, according to the verification rules.
template <class Size>
constexpr bool has_compatible_result(operation<Size> const& op) {
  try {
    Verify(op);
  } catch (violation const&) {
    return false;
  }
  return true;
}

// Dimension inference -----------------------------------------------------------------------------

// [mlir.N1] the size of dimension i of its result can be inferred from dimension i of the operands,
//           in an interchangeable order. Dimensions are classified in three categories: dynamic
//           ("?"), static equal to 1 ("1"), and static greater than 1 (">1").
//           gap mlir.G1: a static 0 is in none     gap mlir.G2: nor is a scalable dimension
/// Throws no_answer (mlir.G1) for a static 0.
template <class Size>
constexpr bool is_in_category(dim<Size> const& d, std::string_view category) {
  const bool dynamic = IsDynamic(d);
  const bool one = IsStatic(d) && d.size.value() == Size(1);
  const bool more = IsStatic(d) && Size(1) < d.size.value();
  if (!dynamic && !one && !more) throw no_answer("mlir.G1");
  if (category == "?") return dynamic;
  if (category == "1") return one;
  return more;
}

// The table's notes on what happens at run time. Sizes are those of RuntimeSize. No note mentions
// equal sizes other than 1; they stay as they are (gap mlir.G3). `undefined behavior` is a
// violation of the row.

// [mlir.I1] If RuntimeSize(dim0) is 1, dimension dim0 is broadcast to RuntimeSize(dim1). If
//           RuntimeSize(dim1) is 1, dimension dim1 is broadcast to RuntimeSize(dim0). The operation
//           produces undefined behavior if both runtime sizes are greater than 1 and not equal.
//           finding mlir.D13: the second correct use asks for equal sizes
/// Throws no_answer (mlir.G3) for a 0 against a size greater than 1.
template <class Size>
constexpr Size dynamic_with_dynamic(Size const& size0, Size const& size1) {
  if (size0 == Size(1)) return size1;
  // [mlir.I2] Dimension dim1 is broadcast to RuntimeSize(dim0).
  if (size1 == Size(1)) return size0;
  if (Size(1) < size0 && Size(1) < size1 && !(size0 == size1)) throw violation("mlir.I1");
  if (size0 == size1) return size0;
  throw no_answer("mlir.G3");
}

// [mlir.I3] If RuntimeSize(dim0) is 1, dim0 is broadcast to dim1. The operation produces undefined
//           behavior if RuntimeSize(dim0) is greater than 1 and not equal to dim1.
/// Throws no_answer (mlir.G3) for a run-time size of 0.
template <class Size>
constexpr Size dynamic_with_static(Size const& size0, Size const& dim1) {
  // [mlir.I4] no note: 1 against 1
  // [mlir.I5] Dimension dim0 is broadcast to dim1.
  if (size0 == Size(1)) return dim1;
  if (Size(1) < size0 && !(size0 == dim1)) throw violation("mlir.I3");
  if (size0 == dim1) return size0;
  throw no_answer("mlir.G3");
}

// [mlir.I6] The operation verifier produces a compile-time error if dim0 != dim1.
template <class Size>
constexpr Size static_with_static(Size const& dim0, Size const& dim1) {
  if (!(dim0 == dim1)) throw violation("mlir.I6");
  return dim0;
}

// [mlir.A1] InferDim(dim0, dim1)
/// Throws violation (mlir.I6), and no_answer (mlir.G1) for a static 0, which no case covers.
template <class Size>
constexpr dim<Size> InferDim(dim<Size> const& dim0, dim<Size> const& dim1) {
  const auto q = [](dim<Size> const& d) { return IsDynamic(d); };
  const auto one = [](dim<Size> const& d) { return IsStatic(d) && d.size.value() == Size(1); };
  const auto more = [](dim<Size> const& d) { return IsStatic(d) && Size(1) < d.size.value(); };
  // [mlir.I1] case (?, ?)
  if (q(dim0) && q(dim1)) return dim0;
  // [mlir.I2] case (?, 1)
  if (q(dim0) && one(dim1)) return dim0;
  // [mlir.I4] case (1, 1)
  if (one(dim0) && one(dim1)) return dim0;
  // [mlir.I3] case (>1, ?)
  if (more(dim0) && q(dim1)) return dim0;
  // [mlir.I5] case (>1, 1)
  if (more(dim0) && one(dim1)) return dim0;
  // [mlir.I3] case (?, >1)
  if (q(dim0) && more(dim1)) return dim1;
  // [mlir.I2] case (1, ?)
  if (one(dim0) && q(dim1)) return dim1;
  // [mlir.I5] case (1, >1)
  if (one(dim0) && more(dim1)) return dim1;
  // [mlir.I6] case (>1, >1)
  if (more(dim0) && more(dim1)) {
    if (!(*dim0.size == *dim1.size)) throw violation("mlir.I6");  // ERROR_IF(dim0 != dim1)
    return dim0;
  }
  throw no_answer("mlir.G1");
}

// Shape inference ---------------------------------------------------------------------------------

// [mlir.A2] ExpandRank(shape, rank)
template <class Size>
constexpr void ExpandRank(dims<Size>& shape, index rank) {
  while (shape.n() < rank) shape.prepend(dim<Size>(Size(1)));
}

// [mlir.A3] InferShape(shape0, shape1)     finding mlir.D6
/// As printed, with tab stops every 8 columns: the append is after the loop, and the operands' own
/// shapes are expanded. For two scalars the text appends a variable that is not set.
template <class Size>
constexpr dims<Size> InferShape_as_printed(dims<Size>& shape0, dims<Size>& shape1) {
  // Equalize ranks
  const index rank = max(shape0.n(), shape1.n());
  ExpandRank(shape0, rank);
  ExpandRank(shape1, rank);
  // Infer shape
  dims<Size> inferredShape;
  dim<Size> inferredDim;
  for (index i = 0; i < rank; ++i) {
    inferredDim = InferDim(shape0[i], shape1[i]);
  }
  inferredShape.append(inferredDim);
  return inferredShape;
}

// [mlir.A3] InferShape(shape0, shape1)
//           departure mlir.D6: every dimension is appended, not the last one only
template <class Size>
constexpr dims<Size> InferShape(dims<Size> shape0, dims<Size> shape1) {
  // Equalize ranks
  const index rank = max(shape0.n(), shape1.n());
  ExpandRank(shape0, rank);
  ExpandRank(shape1, rank);
  // Infer shape
  dims<Size> inferredShape;
  for (index i = 0; i < rank; ++i) {
    const dim<Size> inferredDim = InferDim(shape0[i], shape1[i]);
    inferredShape.append(inferredDim);
  }
  return inferredShape;
}

// [mlir.A4] InferResultShape(op)
/// None if no operand is ranked.
template <class Size>
constexpr std::optional<dims<Size>> InferResultShape(operation<Size> const& op) {
  // Filter ranked operands
  list<dims<Size>> rankedOperands;
  for (type<Size> const& operand : op.operands) {
    if (IsRanked(operand)) rankedOperands.append(*operand.shape);
  }
  if (rankedOperands.n() == 0) return std::nullopt;
  // Infer result shape
  dims<Size> inferredShape = rankedOperands[0];
  for (index m = 1; m < rankedOperands.n(); ++m) {
    inferredShape = InferShape(inferredShape, rankedOperands[m]);
  }
  return inferredShape;
}

// Verification ------------------------------------------------------------------------------------

// [mlir.X7] verified by first running the shape inference process. If a failure occurs during shape
//           inference, it is concluded that input operands are not broadcast-compatible, and
//           verification fails.
template <class Size>
constexpr bool fails_with_inference(operation<Size> const& op) {
  return has_compatible_operands(op) || !has_compatible_result(op);
}

// [mlir.X8] If either the result is unranked or all input operands are unranked, the process ends
//           here successfully. If both the result and at least one input operand are ranked,
//           verification continues by checking for a matching rank.     finding mlir.D9: MLIR
//           compares the last axes only
template <class Size>
constexpr bool have_matching_ranks(type<Size> const& result,
                                   std::optional<dims<Size>> const& inferredShape) {
  if (!IsRanked(result) || !inferredShape) return true;
  return result.shape->n() == inferredShape->n();
}

template <class Size>
constexpr bool is_OK(dim<Size> const& inferredDim, dim<Size> const& actualDim);

// [mlir.X9] Once a rank match is guaranteed, each dimension of the inferred shape is compared with
//           the corresponding dimension of the actual result shape according to the following table
template <class Size>
constexpr bool have_matching_sizes(dims<Size> const& inferredShape, dims<Size> const& actualShape) {
  return forall(0, inferredShape.n() - 1,
                [&](index i) { return is_OK(inferredShape[i], actualShape[i]); });
}

// The table.
template <class Size>
constexpr bool is_OK(dim<Size> const& inferredDim, dim<Size> const& actualDim) {
  // [mlir.V1] (?, ?) is OK
  if (IsDynamic(inferredDim) && IsDynamic(actualDim)) return true;
  // [mlir.V2] (?, static) is an error     finding mlir.D10: MLIR accepts it
  if (IsDynamic(inferredDim) && IsStatic(actualDim)) return false;
  // [mlir.V3] (static, ?) is OK
  if (IsStatic(inferredDim) && IsDynamic(actualDim)) return true;
  // [mlir.V4] (static, static) is OK if equal
  return inferredDim == actualDim;
}

// [mlir.A5] Verify(op)
/// Throws violation (mlir.I6, mlir.A5, mlir.V2, mlir.V4) and no_answer (mlir.G1).
template <class Size>
constexpr void Verify(operation<Size> const& op) {
  type<Size> const& result = op.results[0];  // op.result: the first one
  // Run shape inference     departure mlir.D11: the text prints InferResultShape(op.operands)
  const std::optional<dims<Size>> inferredShape = InferResultShape(op);
  // Done if result is unranked or all operands are unranked
  if (!IsRanked(result) || !inferredShape) return;
  // Rank must match (after GetShape(op.result) the text prints a colon)
  dims<Size> const& actualShape = *result.shape;
  if (inferredShape->n() != actualShape.n()) throw violation("mlir.A5");
  // Verify
  for (index i = 0; i < actualShape.n(); ++i) {
    // [mlir.V1] (?, ?) is OK   [mlir.V3] (static, ?) is OK
    const dim<Size> inferredDim = (*inferredShape)[i], actualDim = actualShape[i];
    // [mlir.V2] ERROR_IF(IsDynamic(inferredDim) and IsStatic(actualDim))
    if (IsDynamic(inferredDim) && IsStatic(actualDim)) throw violation("mlir.V2", i);
    // [mlir.V4] ERROR_IF(IsStatic(actualDim) and inferredDim != actualDim)
    if (IsStatic(actualDim) && !(inferredDim == actualDim)) throw violation("mlir.V4", i);
  }
}

// Examples ----------------------------------------------------------------------------------------

// [mlir.X10] Dynamic sizes match. The programmer must guarantee that the runtime sizes of %arg0 and
//            %arg1 are equal at runtime.     finding mlir.D13: the table lets 1 meet any size
template <class Size>
constexpr Size equal_at_run_time(Size const& size0, Size const& size1) {
  if (!(size0 == size1)) throw violation("mlir.X10");
  return size0;
}

// [mlir.X11] The 'Broadcastable' trait has no restrictions on element types.
/// The operation without its element types, which is all that is verified.
template <class Size>
constexpr operation<Size> without_element_types(operation<Size> op) {
  for (index m = 0; m < op.operands.n(); ++m) op.operands[m].element = "";
  for (index m = 0; m < op.results.n(); ++m) op.results[m].element = "";
  return op;
}

// [mlir.X12] Broadcast semantics are not applicable for results.
/// Whether a static result has the inferred static size; no 1 gives way.
template <class Size>
constexpr bool is_inferred(dim<Size> const& inferredDim, dim<Size> const& actualDim) {
  return inferredDim == actualDim;
}

// The rules by name -------------------------------------------------------------------------------

/// The type of a tensor; unranked if the rank is not known.
template <class Size>
type<Size> type_with(partly_known<Size> const& sizes) {
  if (!sizes) return {std::nullopt};
  dims<Size> shape;
  for (std::optional<Size> const& size : *sizes)
    shape.append(size ? dim<Size>(*size) : dim<Size>());
  return {shape};
}

template <class Size>
operation<Size> operation_on(list<partly_known<Size>> const& shapes) {
  operation<Size> op;
  for (partly_known<Size> const& sizes : shapes) op.operands.append(type_with(sizes));
  return op;
}

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{
        .name = "mlir",
        .of_unknown = [](list<partly_known<Size>> const& shapes) -> partly_known<Size> {
          const std::optional<dims<Size>> shape = InferResultShape(operation_on(shapes));
          if (!shape) return std::nullopt;
          list<std::optional<Size>> sizes;
          for (dim<Size> const& d : *shape) sizes.append(d.size);
          return sizes;
        },
        .verify =
            [](list<partly_known<Size>> const& shapes, partly_known<Size> const& declared) {
              operation<Size> op = operation_on(shapes);
              op.results.append(type_with(declared));
              Verify(op);
            },
        .names_axis = false},
};

}  // namespace bcast::reference::mlir
