// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"

/// The clauses of SONNX's informal specification of the `Broadcast` operator, as of January 2026.
/// Its numbers are not those of the first edition; its letter E is its own.
namespace bcast::spec::sonnx_2026_01 {

inline constexpr document about{
    "sonnx@2026-01",
    "SONNX: Broadcast operator",
    "2f124d1 of 2026-01-19",
    {"2026-01", "onnx/working-groups",
     "safety-related-profile/sonnx/ops/spec/informal/common/broadcast/broadcast.md", "2f124d1",
     "2026-01-19"},
    170,
    58,
    0x82766b38,
    {"2026-01", "onnx/working-groups",
     "safety-related-profile/sonnx/ops/spec/informal/common/broadcast/broadcast.md", "652b76b",
     "2026-08-07"},
    "nothing: pull request 119 has the same text"};

inline constexpr std::array clauses{
    clause{"sonnx@2026-01.N1",
           level::must,
           "Contents",
           {2, {6, 8}},
           "real, float16, float, double, int8, int16, int32, int64, uint8, uint16, uint32, "
           "uint64, string, boolean",
           "The types that the elements may have; each tensor is of one of them."},
    clause{"sonnx@2026-01.N2", level::must, "Signature", {{11, 16}},
           "Z0, ..., ZL = Broadcast(X0, ..., XL), L in [0, 2^31 - 1[",
           "1 to 2^31 - 1 tensors, as ONNX's variadic operators take; L is the last of their numbers, which "
           "begin at 0; output m belongs to input m."},
    clause{"sonnx@2026-01.X1", level::must, "Restrictions", {24}, "", "There is no restriction."},
    clause{"sonnx@2026-01.X2", level::must, "Informal specification", {28}, "",
           "Tensors of different shapes are brought to one shape for element-wise operations."},
    clause{"sonnx@2026-01.X3", level::must, "Informal specification", {30, 32}, "nZ, dZ_i",
           "The outputs have one shape, of nZ dimensions of sizes dZ_i, which satisfies two "
           "conditions, and each holds elements of its own input, repeated as necessary."},
    clause{"sonnx@2026-01.X4", level::must, "Informal specification", {34}, "Condition 1",
           "Every output has as many dimensions as the input that has most."},
    clause{"sonnx@2026-01.X5", level::must, "Informal specification", {{34, 35}}, "Condition 1",
           "Where a tensor gets more dimensions, it is expanded: they are prepended."},
    clause{"sonnx@2026-01.X6", level::must, "Informal specification", {36}, "Condition 1",
           "Each extra dimension has size 1."},
    clause{"sonnx@2026-01.X7", level::must, "Informal specification", {37}, "Condition 1",
           "The access by an index is modified accordingly."},
    clause{"sonnx@2026-01.X8", level::must, "Informal specification", {39}, "Condition 2",
           "After expansion, each output dimension has the maximum of the inputs' sizes, which may be "
           "larger than an input's; what is past that one's size is its data at index 0, copied or "
           "found by its index; and the size of each input dimension is the maximum or 1."},
    clause{"sonnx@2026-01.X9", level::must, "Informal specification", {{45, 47}}, "",
           "Two steps: equal ranks for condition 1, then equal sizes for condition 2."},
    clause{"sonnx@2026-01.N3", level::must, "Informal specification", {49}, "Y0, ..., YL, nY",
           "The tensors after step 1, with a common rank and sizes of their own."},
    clause{"sonnx@2026-01.F1", level::must, "Description of step 1", {{53, 57}},
           "nY = max_{m in [0,L]} nXm",
           "The common number of dimensions is the largest among the inputs."},
    clause{"sonnx@2026-01.X10", level::must, "Description of step 1", {59}, "",
           "A size of 1 is prepended nY - nXm times."},
    clause{"sonnx@2026-01.F2", level::must, "Description of step 1", {61},
           "forall m in [0,L] forall i in [0,nY-1]: dYm_i = 1 if i < nY - nXm, dXm_{i-nY+nXm} "
           "otherwise",
           "Completed with sizes of 1 at the lower indexes, the other sizes shifted."},
    clause{"sonnx@2026-01.F3", level::must, "Description of step 1", {{63, 70}},
           "Ym[i] = Xm[i'], where i is nY - nXm zeros, then i'",
           "An element of Xm stands in Ym at its own index with zeros in front."},
    clause{"sonnx@2026-01.F4", level::must, "Description of step 2", {{73, 75}}, "nZm = nY",
           "Every output has the common number of dimensions."},
    clause{"sonnx@2026-01.X11", level::must, "Description of step 2", {77}, "",
           "Each dimension is set to the maximum, and where that increased it the first element is "
           "read whatever the index."},
    clause{"sonnx@2026-01.F5", level::must, "Setting each dimension to its maximum", {85},
           "dY_i = max_{m in [0,L]} dYm_i",
           "The common size of dimension i is the maximum over all tensors of common rank."},
    clause{"sonnx@2026-01.F6", level::must, "Setting each dimension to its maximum", {87},
           "forall m in [0,L] forall i in [0,nZm-1]: dZm_i = dY_i",
           "Every output has the common sizes."},
    clause{"sonnx@2026-01.F7", level::must, "Access to data", {{91, 96}},
           "f(a,B,C) = a if B = C and 0 otherwise",
           "The current index where the size is the common size, the first where it is not, "
           "whatever it is."},
    clause{"sonnx@2026-01.X12", level::must, "Access to data", {98}, "f(i_k,dYm_k,dY_k) = 0",
           "Along a dimension whose size is not the maximum the first element is read."},
    clause{"sonnx@2026-01.F8", level::must, "Access to data", {{100, 108}},
           "Zm[i] = Ym[i'], where i'_k = f(i_k, dYm_k, dY_k)",
           "Each element of an output is the element of its input that f selects."},
    clause{"sonnx@2026-01.E1", level::must, "Error conditions", {{116, 120}},
           "exists m in [0,L], exists i in [0,nY-1] such that dYm_i != dY_i and dYm_i != 1",
           "It is an error if a size is neither the common size nor 1. It comes from NumPy's rules, "
           "by ONNX, docs/Broadcasting.md."},
    clause{"sonnx@2026-01.X13", level::must, "Error conditions", {122}, "",
           "Each size is the maximum among all tensors or 1; if not, E1 occurs."},
    clause{"sonnx@2026-01.N4", level::must, "Inputs", {{126, 129}}, "Xm for m in [0,L]",
           "The inputs, whose shapes may differ: in print L-1 of them, numbered from 0 to N-1."},
    clause{"sonnx@2026-01.C1", level::must, "Inputs", {{133, 134}, 147},
           "for any m in [0,L]: Xm and Zm have the same type",
           "An output has the element type of its input."},
    clause{"sonnx@2026-01.N5", level::must, "Outputs", {{138, 142}}, "Zm for m in [0,L]",
           "The outputs, whose shapes are identical: in print L-1 of them, numbered as the inputs are."},
    clause{"sonnx@2026-01.X14", level::must, "Attributes", {151}, "", "There is no attribute."},
    clause{"sonnx@2026-01.X15", level::must, "Numerical Accuracy", {159}, "",
           "There is no question of accuracy: the elements of an output are strictly equal to those of its "
           "input."},
};

inline constexpr std::array asides{
    aside{1, "a heading"},
    aside{{4, 5}, "where it comes from, and an anchor"},
    aside{10, "a heading"},
    aside{18, "a heading"},
    aside{20, "a link"},
    aside{22, "a heading"},
    aside{26, "a heading"},
    aside{{41, 43}, "a figure of an example"},
    aside{51, "a heading"},
    aside{71, "a heading"},
    aside{{79, 81}, "a figure of an example"},
    aside{83, "a heading"},
    aside{89, "a heading"},
    aside{{110, 112}, "a figure of an example"},
    aside{114, "a heading"},
    aside{124, "a heading"},
    aside{131, "a heading"},
    aside{136, "a heading"},
    aside{{144, 146}, "a heading, and the name of C1 once more"},
    aside{149, "a heading"},
    aside{153, "a heading"},
    aside{155, "a link in words"},
    aside{157, "a heading"},
};

}  // namespace bcast::spec::sonnx_2026_01
