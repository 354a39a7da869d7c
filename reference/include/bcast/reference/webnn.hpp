// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// WebNN's section on broadcasting, transcribed step by step, 0-indexed as printed.
///
/// Conventions. shapeFrom is broadcast to shapeTo; shapeA and shapeB are broadcast together. The
/// size of a list is the rank of its shape; a dim is the size of an axis, and index its number.
/// Where the steps return failure or false, the transcription throws violation with their tag.
namespace bcast::reference::webnn {

template <class Size>
using shape = list<Size>;

// Broadcasting ------------------------------------------------------------------------------------

// [webnn.X1] It is heavily influenced by NumPy and follows the numpy-broadcasting-rule.
// [webnn.X2] these element-wise operations allow the scalar constant to be used directly, and
//            broadcast the scalar value across the N-dimensional tensor
template <class Size>
constexpr shape<Size> bidirectionally(shape<Size> const& shapeA, shape<Size> const& shapeB);

// [webnn.X3] repeating the first tensor along an axis with size 1 or repeating across new
//            dimensions, starting from the last (rightmost) dimension
/// How often an axis of shapeTo repeats the first tensor. Meaningful where shapeFrom
/// broadcasts to shapeTo.
template <class Size>
constexpr Size repetitions(shape<Size> const& shapeFrom, shape<Size> const& shapeTo, index axis) {
  const index from = axis - (shapeTo.n() - shapeFrom.n());
  if (from >= 0 && !(shapeFrom[from] == Size(1))) return Size(1);
  return shapeTo[axis];
}

// [webnn.X4] they can be mutually "stretched" (repeated) across their various dimensions, starting
//            from the last dimension
/// Whether each of two shapes, stretched, is `common`.
template <class Size>
constexpr bool stretch_to(shape<Size> const& shapeA, shape<Size> const& shapeB,
                          shape<Size> const& common) {
  const auto stretches = [&](shape<Size> const& s) {
    return forall(0, s.n() - 1, [&](index k) {
      const Size dim = common[common.n() - s.n() + k];
      return s[k] == Size(1) || s[k] == dim;
    });
  };
  return stretches(shapeA) && stretches(shapeB);
}

// [webnn.X5] the all dimensions can be upsampled by integer multiples to the target tensor's shape
/// The shape of the output, which is the target's.
template <class Size>
constexpr shape<Size> upsampled_shape(shape<Size> const& shapeTo) {
  return shapeTo;
}

// [webnn.X6] The matrix multiplication is bidirectionally broadcast across any additional
//            dimensions, treating the input tensors as stacks of matrices to multiply.
/// The additional dimensions of the product. Throws as bidirectionally does.
template <class Size>
constexpr shape<Size> stacked(shape<Size> const& shapeA, shape<Size> const& shapeB) {
  const auto additional = [](shape<Size> const& s) {
    return shape<Size>::of(s.n() - 2, [&](index k) { return s[k]; });
  };
  return bidirectionally(additional(shapeA), additional(shapeB));
}

/// Throws no_answer (webnn.G1) unless all integers are positive.
template <class Size>
constexpr void expect_positive(shape<Size> const& some) {
  for (Size const& dim : some) {
    if (!(Size(0) < dim)) throw no_answer("webnn.G1");
  }
}

// [webnn.N1] shapeFrom and shapeTo are lists of positive integers, representing the dimensions of
//            tensors, and the steps return a new list of positive integers, or failure.
/// The output's shape. Throws violation (webnn.A3, webnn.A10) and no_answer (webnn.G1).
template <class Size>
constexpr shape<Size> unidirectionally(shape<Size> const& shapeFrom, shape<Size> const& shapeTo) {
  expect_positive(shapeFrom);
  expect_positive(shapeTo);
  // [webnn.A1] Let sizeFrom be shapeFrom's size.
  const index sizeFrom = shapeFrom.n();
  // [webnn.A2] Let sizeTo be shapeTo's size.
  const index sizeTo = shapeTo.n();
  // [webnn.A3] If sizeFrom > sizeTo, then return failure.
  if (sizeFrom > sizeTo) throw violation("webnn.A3");
  // [webnn.A4] Let paddedShapeFrom be a clone of shapeFrom.
  shape<Size> paddedShapeFrom = shapeFrom;
  // [webnn.A5] While paddedShapeFrom's size is less than sizeTo, prepend 1 to paddedShapeFrom.
  while (paddedShapeFrom.n() < sizeTo) {
    paddedShapeFrom.prepend(Size(1));
  }
  // [webnn.A6] Let outputShape be a new list.
  shape<Size> outputShape = shape<Size>{};
  // [webnn.A7] For each index in the range 0 to sizeTo, exclusive:
  for (index k = 0; k < sizeTo; ++k) {
    // [webnn.A8] Let dimFrom be paddedShapeFrom[index].
    const Size dimFrom = paddedShapeFrom[k];
    // [webnn.A9] Let dimTo be shapeTo[index].
    const Size dimTo = shapeTo[k];
    // [webnn.A10] If dimTo is not equal to dimFrom and dimFrom is not equal to 1, then return
    //             failure.
    if (!(dimTo == dimFrom) && !(dimFrom == Size(1))) throw violation("webnn.A10", k);
    // [webnn.A11] Append dimTo to outputShape.
    outputShape = outputShape + shape<Size>{dimTo};
  }
  // [webnn.A12] Return outputShape.
  return outputShape;
}

// [webnn.X7] shapeFrom is unidirectionally broadcastable to shapeTo if unidirectionally
//            broadcasting shapeFrom and shapeTo does not result in failure.
template <class Size>
constexpr bool is_unidirectional(shape<Size> const& shapeFrom, shape<Size> const& shapeTo) {
  try {
    unidirectionally(shapeFrom, shapeTo);
    return true;
  } catch (violation const&) {
    return false;
  }
}

// [webnn.N2] shapeA and shapeB are lists of positive integers, representing the dimensions of
//            tensors, and the steps return a new list of positive integers, or failure.
/// The output's shape. Throws violation (webnn.A24) and no_answer (webnn.G1).
template <class Size>
constexpr shape<Size> bidirectionally(shape<Size> const& shapeA, shape<Size> const& shapeB) {
  expect_positive(shapeA);
  expect_positive(shapeB);
  // [webnn.A13] Let sizeA be shapeA's size.
  const index sizeA = shapeA.n();
  // [webnn.A14] Let sizeB be shapeB's size.
  const index sizeB = shapeB.n();
  // [webnn.A15] Let outputSize be the maximum of sizeA and sizeB.
  const index outputSize = max(sizeA, sizeB);
  // [webnn.A16] Let paddedA be a clone of shapeA.
  shape<Size> paddedA = shapeA;
  // [webnn.A17] While paddedA's size is less than outputSize, prepend 1 to paddedA.
  while (paddedA.n() < outputSize) {
    paddedA.prepend(Size(1));
  }
  // [webnn.A18] Let paddedB be a clone of shapeB.
  shape<Size> paddedB = shapeB;
  // [webnn.A19] While paddedB's size is less than outputSize, prepend 1 to paddedB.
  while (paddedB.n() < outputSize) {
    paddedB.prepend(Size(1));
  }
  // [webnn.A20] Let outputShape be a new list.
  shape<Size> outputShape = shape<Size>{};
  // [webnn.A21] For each index in the range 0 to outputSize, exclusive:
  for (index k = 0; k < outputSize; ++k) {
    // [webnn.A22] Let dimA be paddedA[index].
    const Size dimA = paddedA[k];
    // [webnn.A23] Let dimB be paddedB[index].
    const Size dimB = paddedB[k];
    // [webnn.A24] If dimA is not equal to dimB, and dimA is not equal to 1, and dimB is not equal
    //             to 1, then return failure.
    if (!(dimA == dimB) && !(dimA == Size(1)) && !(dimB == Size(1)))
      throw violation("webnn.A24", k);
    // [webnn.A25] Append the maximum of dimA and dimB to outputShape.     gap webnn.G1: no dim is 0
    outputShape = outputShape + shape<Size>{max(dimA, dimB)};
  }
  // [webnn.A26] Return outputShape.
  return outputShape;
}

// [webnn.X8] shapeA is bidirectionally broadcastable to shapeB if bidirectionally broadcasting
//            shapeA and shapeB does not result in failure.
template <class Size>
constexpr bool is_bidirectional(shape<Size> const& shapeA, shape<Size> const& shapeB) {
  try {
    bidirectionally(shapeA, shapeB);
    return true;
  } catch (violation const&) {
    return false;
  }
}

/// As printed, with the other reading of A29: shapeTo's dim divides shapeFrom's.
template <class Size>
constexpr bool blockwise_as_printed(shape<Size> const& shapeFrom, shape<Size> const& shapeTo) {
  expect_positive(shapeFrom);
  expect_positive(shapeTo);
  if (!(shapeFrom.n() == shapeTo.n())) throw violation("webnn.A27");
  for (index k = 0; k < shapeTo.n(); ++k) {
    if (!(shapeFrom[k] % shapeTo[k] == Size(0))) throw violation("webnn.A29", k);
  }
  return true;
}

// [webnn.N3] shapeFrom and shapeTo are lists of positive integers, representing the dimensions of
//            tensors, and the steps return true or false.
/// True. Throws violation (webnn.A27, webnn.A29) and no_answer (webnn.G1).
template <class Size>
constexpr bool blockwise(shape<Size> const& shapeFrom, shape<Size> const& shapeTo) {
  expect_positive(shapeFrom);
  expect_positive(shapeTo);
  // [webnn.A27] If shapeFrom's size is not equal to shapeTo's size, then return false.
  if (!(shapeFrom.n() == shapeTo.n())) throw violation("webnn.A27");
  // [webnn.A28] For each index in the range 0 to shapeTo's size, exclusive:
  for (index k = 0; k < shapeTo.n(); ++k) {
    // [webnn.A29] If shapeFrom[index] is not exactly divisible into shapeTo[index], then return
    //             false.     finding webnn.D1: it does not divide shapeTo[index]
    if (!(shapeTo[k] % shapeFrom[k] == Size(0))) throw violation("webnn.A29", k);
  }
  // [webnn.A30] Return true.
  return true;
}

// [webnn.X9] shapeFrom is blockwise broadcastable to shapeTo if blockwise broadcasting shapeFrom
//            and shapeTo returns true.
template <class Size>
constexpr bool is_blockwise(shape<Size> const& shapeFrom, shape<Size> const& shapeTo) {
  try {
    return blockwise(shapeFrom, shapeTo);
  } catch (violation const&) {
    return false;
  }
}

// The rules by name -------------------------------------------------------------------------------

/// The operands are shapeFrom and shapeTo, or shapeA and shapeB.
template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{"webnn_uni",
                     [](list<list<Size>> const& s) { return unidirectionally(s[0], s[1]); }},
    shape_rule<Size>{"webnn_bi",
                     [](list<list<Size>> const& s) { return bidirectionally(s[0], s[1]); }},
    shape_rule<Size>{"webnn_blocks",
                     [](list<list<Size>> const& s) {
                       blockwise(s[0], s[1]);
                       return upsampled_shape(s[1]);
                     }},
    shape_rule<Size>{"webnn_blocks as printed",
                     [](list<list<Size>> const& s) {
                       blockwise_as_printed(s[0], s[1]);
                       return upsampled_shape(s[1]);
                     }},
};

}  // namespace bcast::reference::webnn
