#pragma once

#include <optional>
#include <utility>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"

/// MLIR's `Broadcastable` trait, transcribed pseudo-function by pseudo-function, 0-indexed as
/// printed.
///
/// Conventions. A dimension is dynamic ("?"), static equal to 1 ("1"), or static greater than 1
/// (">1"); a static 0 is in none of the three categories. A type is a tensor or a vector; without a
/// shape it is unranked ("*"). ERROR_IF throws a violation with the clause that is broken.
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
};

template <class Size>
struct operation {
  list<type<Size>> operands;
  list<type<Size>> results;
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
constexpr bool X1(operation<Size> const& op) {
  return op.operands.n() >= 1;
}

// [mlir.X2] The operation has exactly one result.
template <class Size>
constexpr bool X2(operation<Size> const& op) {
  return op.results.n() == 1;
}

// [mlir.X3] All input operands and result are of type tensor or vector.
template <class Size>
constexpr bool X3(operation<Size> const& op) {
  const auto allowed = [](type<Size> const& t) {
    return t.kind == kind::tensor || t.kind == kind::vector;
  };
  return forall(0, op.operands.n() - 1, [&](index m) { return allowed(op.operands[m]); }) &&
         forall(0, op.results.n() - 1, [&](index m) { return allowed(op.results[m]); });
}

// Dimension inference -----------------------------------------------------------------------------

// [mlir.A1] InferDim(dim0, dim1)
/// Throws violation (mlir.I6), and no_answer (mlir.G1) for a static 0, which no case names.
template <class Size>
constexpr dim<Size> InferDim(dim<Size> const& dim0, dim<Size> const& dim1) {
  const auto q = [](dim<Size> const& d) { return IsDynamic(d); };
  const auto one = [](dim<Size> const& d) { return IsStatic(d) && *d.size == Size(1); };
  const auto more = [](dim<Size> const& d) { return IsStatic(d) && Size(1) < *d.size; };
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

// [mlir.A3] InferShape(shape0, shape1)
template <class Size>
constexpr dims<Size> InferShape(dims<Size> shape0, dims<Size> shape1) {
  // Equalize ranks
  const index rank = shape0.n() < shape1.n() ? shape1.n() : shape0.n();
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
/// None where no operand is ranked.
template <class Size>
constexpr std::optional<dims<Size>> InferResultShape(list<type<Size>> const& operands) {
  // Filter ranked operands
  list<dims<Size>> rankedOperands;
  for (type<Size> const& operand : operands) {
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

// [mlir.A5] Verify(op)
// [mlir.X4] [mlir.X5] a failure during shape inference is a failure of verification
// [mlir.X6] the result's shape is compatible with the inferred one
/// Throws violation (mlir.I6, mlir.A5, mlir.V2, mlir.V4) and no_answer (mlir.G1).
template <class Size>
constexpr void Verify(list<type<Size>> const& operands, type<Size> const& result) {
  // Run shape inference
  const std::optional<dims<Size>> inferredShape = InferResultShape(operands);
  // Done if result is unranked or all operands are unranked
  if (!IsRanked(result) || !inferredShape) return;
  // Rank must match
  dims<Size> const& actualShape = *result.shape;
  if (inferredShape->n() != actualShape.n()) throw violation("mlir.A5");
  // Verify
  for (index i = 0; i < actualShape.n(); ++i) {
    const dim<Size> inferredDim = (*inferredShape)[i], actualDim = actualShape[i];
    // [mlir.V1] (?, ?) is OK   [mlir.V3] (static, ?) is OK
    // [mlir.V2] ERROR_IF(IsDynamic(inferredDim) and IsStatic(actualDim))
    if (IsDynamic(inferredDim) && IsStatic(actualDim)) throw violation("mlir.V2", i);
    // [mlir.V4] ERROR_IF(IsStatic(actualDim) and inferredDim != actualDim)
    if (IsStatic(actualDim) && !(inferredDim == actualDim)) throw violation("mlir.V4", i);
  }
}

}  // namespace bcast::reference::mlir
