// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"

/// What we derive from the documents: true of all of them on sizes of 1 and more, and where a
/// size of 0 occurs, true of `array_api`.
namespace bcast::spec {

inline constexpr std::array properties{
    clause{"bcast.P1", level::derived, "Join", {}, "join = the one size that is not 1, or 1",
           "In each axis at most one size other than 1 occurs, and it is the result's."},
    clause{"bcast.P2", level::derived, "Join", {}, "join(A, B) = join(B, A)",
           "The order of two operands does not matter, errors included."},
    clause{"bcast.P3", level::derived, "Join", {}, "join(join(A, B), C) = join(A, join(B, C))",
           "Folding in any order gives one result, errors included."},
    clause{"bcast.P4", level::derived, "Join", {}, "join(A, A) = A",
           "A shape broadcasts with itself to itself."},
    clause{"bcast.P5", level::derived, "Join", {}, "join(A, ()) = A",
           "The scalar's shape is the unit."},
    clause{"bcast.P6", level::derived, "Values", {}, "Z[i] = X[i'], i'_k = 0 where d_k = 1",
           "An element is read at the operand's own index, 0 along each broadcast axis."},
    clause{"bcast.P7", level::derived, "Values", {}, "",
           "The strides of the operands and of the target do not change the result."},
    clause{"bcast.P8", level::derived, "Target", {}, "join(result, target) = target",
           "A target is never stretched; every element of it is written and nothing else."},
    clause{"bcast.P9", level::derived, "Target", {}, "",
           "Where operand and target overlap, the result is as without overlap, or the call is "
           "refused before anything is written."},
    clause{"bcast.P10", level::derived, "Unknown sizes", {}, "",
           "The result of every legal choice of run-time sizes lies in the inferred shape."},
    // P11 to P25 are theorems between the documents.
    clause{"bcast.P26", level::derived, "Gradients", {}, "<B x, y> = <x, B' y>",
           "What is summed back to an operand is the adjoint of broadcasting it: each element gets "
           "the sum over all places that were copied from it, 0 where there is none."},
    clause{"bcast.P27", level::derived, "Values", {}, "",
           "What a call computes does not depend on the calls before it."},
    clause{"bcast.P40", level::derived, "Unknown sizes", {}, "",
           "A declared result is possible if some legal choice of run-time sizes gives it."},
    clause{"bcast.P41", level::derived, "Unknown sizes", {}, "",
           "A declared result is certain if every legal choice of run-time sizes gives it."},
    clause{"bcast.P42", level::derived, "Unknown sizes", {}, "",
           "The residual conditions hold exactly if the run-time shapes broadcast, and without any "
           "one of them that is not so."},
    clause{"bcast.P43", level::derived, "Unknown sizes", {}, "1 < ? < n",
           "Of two sizes the greater one is inferred: an upper semilattice, an error on its top."},
};

}  // namespace bcast::spec
