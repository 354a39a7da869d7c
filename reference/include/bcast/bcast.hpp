// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

/// The oracle: what the documents say, as functions.
///
/// | function | document | answers |
/// | --- | --- | --- |
/// | `reference::sonnx::Broadcast(X1, ..., XN)` | SONNX | the N results, element by element |
/// | `reference::sonnx::Broadcast_sizes(dX)` | SONNX | their common shape |
/// | `reference::array_api::broadcast(shape1, shape2)` | Array API | the shape of two shapes |
/// | `reference::array_api::repeat(A, shape)` | Array API | an array's elements in that shape |
/// | `reference::array_api::in_place(target, source)` | Array API | the shape of an in-place
/// operation | | `reference::array_api_2025_12::broadcast_shapes(shapes)` | Array API 2025.12 | the
/// shape of any number | | `reference::xla::binary(lhs, rhs, broadcast_dimensions)` | XLA | the
/// shape, and each operand's way to it | | `reference::xla::values(X, operand, result)` | XLA | an
/// operand's elements in that shape | | `reference::mlir::InferResultShape(op)` | MLIR | the
/// inferred shape, sizes unknown or not | | `reference::mlir::Verify(op)` | MLIR | whether the
/// operation's types are valid |
///
/// SONNX's draft of January 2026 is `reference::sonnx_2026_01`, with the functions of `sonnx`. Each
/// function throws `reference::violation` where the document gives an error, with the tag of its
/// clause, and `reference::no_answer` where the document does not say. Both are std::domain_error.
namespace bcast {}

#include "bcast/reference/documents.hpp"
