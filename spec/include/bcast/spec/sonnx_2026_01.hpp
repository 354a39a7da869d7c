// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The clauses of SONNX's informal specification of the `Broadcast` operator, as of January 2026.
/// Its numbers differ from those of the first edition, and only this edition has the letter E.
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
    clause{"sonnx@2026-01.N1", level::must, "Contents", "2, 6-8",
           "real, float16, float, double, int8, int16, int32, int64, uint8, uint16, uint32, "
           "uint64, string, boolean",
           "The types that elements may have; each tensor has one of them."},
    clause{"sonnx@2026-01.N2", level::must, "Signature", "11-16",
           "Z0, ..., ZL = Broadcast(X0, ..., XL), L in [0, 2^31 - 1[",
           "The operator takes 1 to 2^31 - 1 tensors, as ONNX's variadic operators do. They are "
           "numbered from 0 to L. Output m belongs to input m."},
    clause{"sonnx@2026-01.X1", level::must, "Restrictions", "24", "", "There are no restrictions."},
    clause{"sonnx@2026-01.X2", level::must, "Informal specification", "28", "",
           "Tensors of different shapes are brought to one shape for element-wise operations."},
    clause{"sonnx@2026-01.X3", level::must, "Informal specification", "30, 32", "",
           "The outputs have one shape, with nZ dimensions of sizes dZ_i, which satisfies two "
           "conditions. Each output holds elements of its own input, repeated as necessary."},
    clause{"sonnx@2026-01.X4", level::must, "Informal specification", "34", "",
           "Every output has as many dimensions as the input with the most dimensions."},
    clause{"sonnx@2026-01.X5", level::must, "Informal specification", "34-35", "",
           "If a tensor gets more dimensions, it is expanded: they are prepended."},
    clause{"sonnx@2026-01.X6", level::must, "Informal specification", "36", "",
           "Each extra dimension has size 1."},
    clause{"sonnx@2026-01.X7", level::must, "Informal specification", "37", "",
           "Access by an index is modified accordingly."},
    clause{"sonnx@2026-01.X8", level::must, "Informal specification", "39", "",
           "After expansion, each output dimension has the maximum of the inputs' sizes, which may "
           "be larger than the size of an input. Beyond its own size, an input provides its data "
           "at index 0, by a copy or through the index. The size of each input dimension is the "
           "maximum or 1."},
    clause{"sonnx@2026-01.X9", level::must, "Informal specification", "45-47", "",
           "Two steps: equal ranks for condition 1, then equal sizes for condition 2."},
    clause{"sonnx@2026-01.N3", level::must, "Informal specification", "49", "",
           "The tensors after step 1, with a common rank and their own sizes."},
    clause{"sonnx@2026-01.F1", level::must, "Description of step 1", "53-57",
           "nY = max_{m in [0,L]} nXm",
           "The common number of dimensions is the largest among the inputs."},
    clause{"sonnx@2026-01.X10", level::must, "Description of step 1", "59", "",
           "A size of 1 is prepended nY - nXm times."},
    clause{"sonnx@2026-01.F2", level::must, "Description of step 1", "61",
           "dYm_i = 1 if i < nY - nXm; dYm_i = dXm_{i-nY+nXm} otherwise, forall m in [0,L], forall "
           "i in [0,nY-1]",
           "Each tensor is completed with sizes of 1 at the lower indexes, and its own sizes are "
           "shifted."},
    clause{"sonnx@2026-01.F3", level::must, "Description of step 1", "63-70",
           "Ym[i] = Xm[i'], where i is nY - nXm zeros, then i'",
           "An element of Xm is in Ym at its own index with zeros in front."},
    clause{"sonnx@2026-01.F4", level::must, "Description of step 2", "73-75", "nZm = nY",
           "Every output has the common number of dimensions."},
    clause{"sonnx@2026-01.X11", level::must, "Description of step 2", "77", "",
           "Each dimension is set to the maximum. If that increases it, the first element is read, "
           "whatever the index."},
    clause{"sonnx@2026-01.F5", level::must, "Setting each dimension to its maximum", "85",
           "dY_i = max_{m in [0,L]} dYm_i",
           "The common size of dimension i is the maximum over all tensors of common rank."},
    clause{"sonnx@2026-01.F6", level::must, "Setting each dimension to its maximum", "87",
           "forall m in [0,L], forall i in [0,nZm-1]: dZm_i = dY_i",
           "Every output has the common sizes."},
    clause{"sonnx@2026-01.F7", level::must, "Access to data", "91-96",
           "f(a,B,C) = a if B = C; f(a,B,C) = 0 otherwise",
           "f is the current index if the size is the common size, and the first index for any "
           "other size."},
    clause{"sonnx@2026-01.X12", level::must, "Access to data", "98", "",
           "Along a dimension whose size is not the maximum, the first element is read."},
    clause{"sonnx@2026-01.F8", level::must, "Access to data", "100-108",
           "Zm[i] = Ym[i'], where i'_k = f(i_k, dYm_k, dY_k)",
           "Each element of an output is the element of its input that f selects."},
    clause{"sonnx@2026-01.E1", level::must, "Error conditions", "116-120",
           "exists m in [0,L], exists i in [0,nY-1] such that dYm_i != dY_i and dYm_i != 1",
           "It is an error if a size is neither the common size nor 1. The rule comes from NumPy, "
           "through ONNX, docs/Broadcasting.md."},
    clause{"sonnx@2026-01.X13", level::must, "Error conditions", "122", "",
           "Each size is the maximum among all tensors or 1; if not, E1 occurs."},
    clause{"sonnx@2026-01.N4", level::must, "Inputs", "126-129", "",
           "The inputs, whose shapes may differ: in print L-1 of them, numbered from 0 to N-1."},
    clause{"sonnx@2026-01.C1", level::must, "Inputs", "133-134, 147",
           "For any m in [0,L] tensors Xm and Zm must have the same type.",
           "An output has the element type of its input."},
    clause{
        "sonnx@2026-01.N5", level::must, "Outputs", "138-142", "",
        "The outputs, whose shapes are identical: in print L-1 of them, numbered like the inputs."},
    clause{"sonnx@2026-01.X14", level::must, "Attributes", "151", "", "There are no attributes."},
    clause{"sonnx@2026-01.X15", level::must, "Numerical Accuracy", "159", "",
           "Accuracy is not a question: the elements of an output are strictly equal to those of "
           "its input."},
};

inline constexpr std::array asides{
    aside{"1", "a heading"},
    aside{"4-5", "where it comes from, and an anchor"},
    aside{"10", "a heading"},
    aside{"18", "a heading"},
    aside{"20", "a link"},
    aside{"22", "a heading"},
    aside{"26", "a heading"},
    aside{"41-43", "a figure of an example"},
    aside{"51", "a heading"},
    aside{"71", "a heading"},
    aside{"79-81", "a figure of an example"},
    aside{"83", "a heading"},
    aside{"89", "a heading"},
    aside{"110-112", "a figure of an example"},
    aside{"114", "a heading"},
    aside{"124", "a heading"},
    aside{"131", "a heading"},
    aside{"136", "a heading"},
    aside{"144-146", "a heading, and the name of C1 again"},
    aside{"149", "a heading"},
    aside{"153", "a heading"},
    aside{"155", "a link in words"},
    aside{"157", "a heading"},
};

inline constexpr std::array rules{document_rule{"sonnx@2026-01", "sonnx@2026-01.E1", ""}};

inline constexpr std::array cited{
    citations{
        .document = "sonnx@2026-01",
        .order = meeting_order::all_operands,
        .clash = "sonnx@2026-01.E1",
        .unknown = "sonnx.G3",
        .unranked = "sonnx.G3",
        .no_operands = "sonnx@2026-01.N2",
        .needs_operands = true,
        .result_rank = "sonnx@2026-01.X4",
        .result_known = "sonnx.G3",
        .result_size = "sonnx@2026-01.X8",
    },
};

inline constexpr std::array given{
    numbers{"sonnx@2026-01.C", 1, 1}, numbers{"sonnx@2026-01.D", 2, 2},
    numbers{"sonnx@2026-01.E", 1, 1}, numbers{"sonnx@2026-01.F", 8, 8},
    numbers{"sonnx@2026-01.N", 5, 5}, numbers{"sonnx@2026-01.X", 15, 15},
};

inline constexpr std::array findings{
    finding{"sonnx@2026-01.D1",
            "sonnx@2026-01.X8",
            defect::contradicts_itself,
            "39",
            {"sonnx@2026-01.F7", "91-96", "91-96"},
            "The text maps indexes larger than the input's size to index 0; counted from 0, the "
            "index equal to the size is already outside the input",
            "1 2",
            "outside the tensor",
            "[a,a]",
            "39",
            "An implementation of this sentence reads one element past the end."},
    finding{"sonnx@2026-01.D2",
            "sonnx@2026-01.N4",
            defect::contradicts_itself,
            "127, 140",
            {"sonnx@2026-01.N2", "14", "14"},
            "The tensors are numbered from 0 to L, but the text counts L-1 of them",
            "()",
            "-1 tensors",
            "1 tensors",
            "127, 140",
            "An array sized by this sentence is two tensors too short."},
};

}  // namespace bcast::spec::sonnx_2026_01
