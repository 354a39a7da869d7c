// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

/// The oracle: what the documents say, as functions.
///
/// - SONNX: `reference::sonnx::Broadcast(X1, ..., XN)`, the N results, element by element, and
///   `Broadcast_sizes(dX)`, their shape
/// - the Array API: `reference::array_api::broadcast(shape1, shape2)`, the shape of two shapes,
///   `repeat(A, shape)`, an array's elements in a shape, and `in_place(target, source)`
/// - its edition of 2025.12: `reference::array_api_2025_12::broadcast_shapes(shapes)`
/// - XLA: `reference::xla::binary(lhs, rhs, broadcast_dimensions)`, the shape and each operand's way
///   to it, and `values(X, operand, result)`, an operand's elements in that shape
/// - MLIR: `reference::mlir::InferResultShape(op)`, and `Verify(op)`, whether its types are valid
///
/// Every other document has a header of its own below `bcast/reference/`.
/// SONNX's draft of January 2026 is `reference::sonnx_2026_01`, with the functions of `sonnx`. Each
/// function throws `reference::violation` where the document gives an error, with the tag of its
/// clause, and `reference::no_answer` where the document does not say. Both are std::domain_error.
namespace bcast {}

#include "bcast/reference/documents.hpp"
