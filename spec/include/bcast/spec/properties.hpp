// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"

/// What we derive from the documents. For sizes of 1 and more it holds for every rule that joins
/// any number of operands; with a size of 0 it holds for `array_api`.
namespace bcast::spec {

inline constexpr std::array properties{
    clause{"bcast.P1", level::derived, "Join", "", "join = the one size that is not 1, or 1",
           "Each axis has at most one size other than 1, and the result has that size."},
    clause{"bcast.P2", level::derived, "Join", "", "join(A, B) = join(B, A)",
           "The order of two operands does not matter, errors included."},
    clause{"bcast.P3", level::derived, "Join", "", "join(join(A, B), C) = join(A, join(B, C))",
           "Folding in any order gives the same result, errors included."},
    clause{"bcast.P4", level::derived, "Join", "", "join(A, A) = A",
           "A shape broadcast with itself gives itself."},
    clause{"bcast.P5", level::derived, "Join", "", "join(A, ()) = A",
           "The scalar's shape is the identity element."},
    clause{"bcast.P6", level::derived, "Values", "", "Z[i] = X[i'], i'_k = 0 where d_k = 1",
           "An element is read at the operand's own index, which is 0 along each broadcast axis."},
    clause{"bcast.P7", level::derived, "Values", "", "",
           "The strides of the operands and of the target do not change the result."},
    clause{"bcast.P8", level::derived, "Target", "", "join(result, target) = target",
           "A target is never stretched. Every element of it is written, and nothing else."},
    clause{"bcast.P9", level::derived, "Target", "", "",
           "If an operand and the target overlap, the result is the same as without overlap, or "
           "the call is refused before anything is written."},
    clause{"bcast.P10", level::derived, "Unknown sizes", "", "",
           "The result of every legal choice of run-time sizes fits the inferred shape."},
    // P11 to P25 are theorems between the documents.
    clause{"bcast.P26", level::derived, "Gradients", "", "<B x, y> = <x, B' y>",
           "Summing back to an operand is the adjoint of broadcasting it: each element gets the "
           "sum over all positions that were copied from it, or 0 if there are none."},
    clause{"bcast.P27", level::derived, "Values", "", "",
           "What a call computes does not depend on the calls before it."},
    clause{"bcast.P40", level::derived, "Unknown sizes", "", "",
           "A declared result is possible if some legal choice of run-time sizes gives it."},
    clause{"bcast.P41", level::derived, "Unknown sizes", "", "",
           "A declared result is certain if every legal choice of run-time sizes gives it."},
    clause{"bcast.P42", level::derived, "Unknown sizes", "", "",
           "The residual conditions hold exactly if the run-time shapes broadcast, and none of "
           "them can be left out."},
    clause{"bcast.P43", level::derived, "Unknown sizes", "", "1 < ? < n",
           "The greater of two sizes is inferred: an upper semilattice with an error at its top."},
    clause{"bcast.P44", level::derived, "Unknown sizes", "", "",
           "An opaque size has a name, and joins with 1 and with itself alone."},
    clause{"bcast.P45", level::derived, "Unknown sizes", "", "",
           "An unknown size is assumed to equal the size that it meets, unless that is 1; the "
           "assumption is left for run time."},
    clause{"bcast.P71", level::derived, "Products", "", "(m?,n),(n,p?)->(m?,p?)",
           "The leading axes of a product of matrices broadcast together, and the contracted sizes "
           "are equal."},
    clause{"bcast.P72", level::derived, "Products", "", "Z[i,j] = sum_k A[i,k] B[k,j]",
           "Each element of a product is the sum over the contracted axis, at the operands' own "
           "leading indexes; an empty sum is 0."},
    clause{"bcast.P73", level::derived, "Products", "", "",
           "The strides of the operands and of the target do not change a product."},
    clause{"bcast.P75", level::derived, "Target", "", "",
           "A call writes its target and nothing else: its operands and what lies between their "
           "elements are as they were, unless the target shares their memory."},
    clause{"bcast.P76", level::derived, "Values", "", "Z[i] = op(X1[i1], X2[i2], ...)",
           "A result is the operation's value on the elements that f selects: exactly for copies, "
           "choices, comparisons, minima, maxima, integers and bits; for floats within 4 units in "
           "the last place."},
    clause{"bcast.P77", level::derived, "Values", "", "",
           "What an operation gives for some elements does not depend on where they stand: in a "
           "vector, behind the last one, alone, or repeated."},
    clause{"bcast.P78", level::derived, "Unknown sizes", "", "",
           "On each axis by itself, the inferred size is as tight as the sizes on that axis allow: "
           "the number or the name that it has at every legal run time, and the smallest bound."},
    clause{"bcast.P79", level::derived, "Values", "", "",
           "Two callers at once get what each gets alone."},
    clause{"bcast.P80", level::derived, "Values", "", "Z[i] = op(X1[i1], X2[i2], ...)",
           "An element is found wherever it lies: 2^32 elements and more from the first one too."},
    clause{"bcast.P81", level::derived, "Values", "",
           "D1[j] = sum over the i that read X1[j] of G[i] * (d op / d x1)(X1[j], X2[i2])",
           "The gradient of an operation at an operand is that of its result times the derivative, "
           "summed over the axes along which the operand is stretched. Equal operands of min and "
           "max divide it between them."},
    clause{
        "bcast.P82", level::derived, "Values", "", "",
        "Operands of different element types are computed in the smallest type of the Array API's "
        "table that holds both, whatever their ranks."},
    clause{"bcast.P85", level::derived, "Values", "", "",
           "A bool is true unless all bits of its byte are 0."},
};

}  // namespace bcast::spec
