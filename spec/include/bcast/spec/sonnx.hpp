// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The clauses of SONNX's informal specification of the `Broadcast` operator.
namespace bcast::spec::sonnx {

inline constexpr document about{
    "sonnx",
    "SONNX: Broadcast operator",
    "df76df9 of 2025-11-13",
    {"", "onnx/working-groups",
     "safety-related-profile/sonnx/ops/spec/informal/common/broadcast/broadcast.md", "df76df9",
     "2025-11-13"},
    87,
    22,
    0x7ed55417,
    {"2026-01", "onnx/working-groups",
     "safety-related-profile/sonnx/ops/spec/informal/common/broadcast/broadcast.md", "2f124d1",
     "2026-01-19"},
    "indexes start at 0, so that `<` is right; C1 is an error condition; f is total; formulas give "
    "the outputs' sizes; the element types are listed; the maximum against a size of 0 is "
    "unchanged"};

inline constexpr std::array clauses{
    clause{"sonnx.N1", level::must, "Contents", "3-4", "(anytype)",
           "The operator takes tensors of any type."},
    clause{"sonnx.N2", level::must, "Signature", "7-16", "Z1, ..., ZN = Broadcast(X1, ..., XN)",
           "There are as many outputs as inputs; output m belongs to input m."},
    clause{"sonnx.N3", level::must, "Purpose", "19", "",
           "The outputs have a common number of dimensions nZ and in dimension i a common size "
           "dZ_i; no formula ties them to nY and dY_i."},
    clause{"sonnx.X1", level::must, "Purpose", "20", "",
           "Every output has as many dimensions as the input with the most dimensions."},
    clause{"sonnx.X2", level::must, "Purpose", "21", "",
           "In every dimension each output has the maximum of the inputs' sizes."},
    clause{"sonnx.X3", level::must, "Purpose", "23-24", "",
           "If a tensor gets more dimensions, they are added at the lower indexes."},
    clause{"sonnx.X4", level::must, "Purpose", "25", "", "Each added dimension has size 1."},
    clause{"sonnx.X5", level::must, "Purpose", "26", "",
           "The indexes of the elements are shifted by the number of added dimensions."},
    clause{"sonnx.X6", level::must, "Purpose", "27-28", "",
           "If a size grows, the additional elements equal the element with index 1."},
    clause{"sonnx.N4", level::must, "Notations", "31", "",
           "The tensors with the common number of dimensions nY. They still have their own sizes."},
    clause{"sonnx.N5", level::must, "Constraints", "35", "dY_i = max_{m in [1,N]} dYm_i",
           "The common size of dimension i is the maximum over all tensors of common rank."},
    clause{"sonnx.C1", level::must, "Constraints", "37-41",
           "forall m in [1,N], forall i in [1,nY]: either dYm_i = dY_i or dYm_i = 1",
           "Each size is the common size or 1, as in NumPy. The rule comes from ONNX, "
           "docs/Broadcasting.md."},
    clause{"sonnx.X7", level::must, "Functionality", "46-48", "",
           "The inputs are related to tensors of common rank, and those to the outputs."},
    clause{"sonnx.F1", level::must, "Functionality", "52-56", "nY = max_{m in [1,N]} nXm",
           "The common number of dimensions is the largest among the inputs."},
    clause{"sonnx.X8", level::must, "Functionality", "58", "",
           "The first nY - nXm dimensions have size 1; the others are shifted."},
    clause{"sonnx.F2", level::must, "Functionality", "60",
           "dYm_i = 1 if i < nY - nXm; dYm_i = dXm_{i-nY+nXm} otherwise, forall m in [1,N], forall "
           "i in [1,nY]",
           "Each tensor is completed with sizes of 1 at the lower indexes, and its own sizes are "
           "shifted."},
    clause{"sonnx.X9", level::must, "Functionality", "62", "",
           "The elements' addresses are shifted as the sizes are."},
    clause{"sonnx.F3", level::must, "Functionality", "64-66",
           "forall m in [1,N], forall i_1 in [1,dXm_1], ..., i_nXm in [1,dXm_nXm]: "
           "Ym[s,i_1,...,i_nXm] = Xm[i_1,...,i_nXm], where s is a sequence of nY - nXm ones",
           "An element of Xm is in Ym at its own index with nY - nXm ones in front."},
    clause{"sonnx.F4", level::must, "Functionality", "66-68",
           "Ym[i_1,...,i_{nY-nXm+1},...,i_nY] = Xm[i_{nY-nXm+1},...,i_nY], forall m in [1,N], "
           "forall i_1 in [1,dYm_1], ..., i_nY in [1,dYm_nY]",
           "The same relation without s: the last nXm indexes select the element."},
    clause{"sonnx.F5", level::must, "Functionality", "72-77",
           "f(a,B,C) = a if B = C; f(a,B,C) = 1 if B = 1",
           "f is the current index a (in print: the current element) if the dimension's size B is "
           "the target size C, and the first index if B is 1."},
    clause{"sonnx.X10", level::must, "Functionality", "79", "",
           "If C1 holds, no other case occurs, and f has no value for one."},
    clause{"sonnx.F6", level::must, "Functionality", "81-83",
           "Zm[i_1,...,i_nY] = Ym[f(i_1,dYm_1,dY_1),...,f(i_nY,dYm_nY,dY_nY)], forall m in [1,N], "
           "forall i_1 in [1,dY_1], ..., i_nY in [1,dY_nY]",
           "Each element of an output is the element of its input that f selects."},
    clause{"sonnx.X11", level::must, "Functionality", "85", "",
           "Along a dimension of size 1, the first element is read, whatever the index."},
};

inline constexpr std::array asides{
    aside{"1-2", "the title, and a heading"},
    aside{"6", "a heading"},
    aside{"18", "a heading"},
    aside{"30", "a heading"},
    aside{"33", "a heading"},
    aside{"42", "a row of dots instead of further constraints"},
    aside{"44", "a heading"},
    aside{"50", "a heading"},
    aside{"70", "a heading"},
};

/// A row of the document's constraint table.
struct constraint {
  std::string_view tag;
  formula statement;
  std::string_view origin;
};

inline constexpr std::array constraints{
    constraint{"sonnx.C1",
               "forall m in [1,N], forall i in [1,nY]: either dYm_i = dY_i or dYm_i = 1",
               "ONNX, docs/Broadcasting.md"},
};

inline constexpr std::array rules{document_rule{"sonnx", "sonnx.C1", ""}};

inline constexpr std::array cited{
    citations{
        .document = "sonnx",
        .order = meeting_order::all_operands,
        .clash = "sonnx.C1",
        .unknown = "sonnx.G3",
        .unranked = "sonnx.G3",
        .no_operands = "sonnx.G2",
        .result_rank = "sonnx.X1",
        .result_known = "sonnx.G3",
        .result_size = "sonnx.N5",
    },
};

inline constexpr std::array given{
    numbers{"sonnx.C", 1, 1}, numbers{"sonnx.D", 3, 3}, numbers{"sonnx.F", 6, 6},
    numbers{"sonnx.G", 3, 3}, numbers{"sonnx.N", 5, 5}, numbers{"sonnx.X", 11, 11},
};

inline constexpr std::array findings{
    finding{"sonnx.D1",
            "sonnx.N5",
            defect::contradicts_another,
            "21, 35, 41",
            {"numpy_guide.X11", "97-98", "97-98"},
            "The maximum of 0 and 1 is 1, which is then rejected: a size of 0 cannot meet a size "
            "of 1, so not even a scalar broadcasts with an empty tensor",
            "0 1",
            "sonnx.C1",
            "0",
            "39, 77, 85, 120-122",
            "The text takes its rules from ONNX, and ONNX takes them from NumPy. There the size "
            "beside a 1 is used, whichever it is. A model that adds a constant to an empty batch "
            "is legal in ONNX and an error here."},
    finding{"sonnx.D2",
            "sonnx.F2",
            defect::cannot_run,
            "60",
            {"sonnx.X8", "58", "59"},
            "The padding formula prints `<`, which reads size number 0 of a tensor",
            "() 1",
            "outside the sequence",
            "1",
            {},
            "Indexes begin at 1, so the first nY - nXm dimensions are those with i <= nY - nXm. "
            "The formula as printed reads outside the sizes of each tensor of lower rank."},
    finding{"sonnx.D3",
            "sonnx.F4",
            defect::cannot_run,
            "68",
            {},
            "The index notation assumes rank 1 or more: for a scalar in rank 1 it names i_2, but "
            "there is only one index",
            "() 1",
            "outside the sequence",
            "0 indexes",
            {},
            "Scalars are ONNX tensors, and the formula as printed has no meaning for them."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"sonnx.G2", "7-10", "Without operands, the maximum is taken over an empty set.", ""},
    scope_note{"sonnx.G3", "35", "Unknown sizes and ranks are not covered.", "? 2"},
};

}  // namespace bcast::spec::sonnx
