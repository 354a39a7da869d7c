// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"

/// The clauses of SONNX's informal specification of the `Broadcast` operator.
namespace bcast::spec::sonnx {

inline constexpr document about{
    "sonnx", "SONNX: Broadcast operator", "df76df9 of 2025-11-13",
    "2f124d1 of 2026-01-19: `<=` for `<`, 0-indexed, C1 an error condition, f made total, the "
    "outputs' sizes given by formulas; the maximum against a size of 0 is unchanged"};

inline constexpr std::array clauses{
    clause{"sonnx.N1", level::must, "Signature", "Z1, ..., ZN = Broadcast(X1, ..., XN)",
           "As many outputs as inputs; output m belongs to input m."},
    clause{"sonnx.X1", level::must, "Purpose", "",
           "Every output has as many dimensions as the input that has most."},
    clause{"sonnx.X2", level::must, "Purpose", "",
           "In every dimension each output has the maximum of the inputs' sizes."},
    clause{"sonnx.X3", level::must, "Purpose", "",
           "Missing dimensions are added at the lower indexes, with size 1, and the indexes of the "
           "elements are shifted by their number."},
    clause{"sonnx.X4", level::must, "Purpose", "",
           "Where a size grows, the additional elements equal the element with index 1."},
    clause{"sonnx.N3", level::must, "Purpose", "nZ, dZ_i",
           "The outputs have a common number of dimensions nZ and in dimension i a common size "
           "dZ_i; no formula ties them to nY and dY_i."},
    clause{"sonnx.N2", level::must, "Constraints", "dY_i = max_{m in [1,N]} dYm_i",
           "The common size of dimension i is the maximum over all tensors of common rank."},
    clause{"sonnx.C1", level::must, "Constraints",
           "forall m in [1,N], forall i in [1,nY]: either dYm_i = dY_i or dYm_i = 1",
           "Each size is the common size or 1."},
    clause{"sonnx.F1", level::must, "Functionality", "nY = max_{m in [1,N]} nXm",
           "The common number of dimensions is the largest among the inputs."},
    clause{"sonnx.F2", level::must, "Functionality",
           "forall m in [1,N] forall i in [1,nY]: dYm_i = 1 if i < nY - nXm and "
           "dXm_{i-nY+nXm} otherwise",
           "Completed with sizes of 1 at the lower indexes, the other sizes shifted."},
    clause{"sonnx.X5", level::must, "Functionality", "",
           "The nY - nXm first dimensions are those of size 1; the others are shifted."},
    clause{"sonnx.F3", level::must, "Functionality",
           "forall m, forall i_1 in [1,dXm_1] ... i_nXm in [1,dXm_nXm]: "
           "Ym[s,i_1,...,i_nXm] = Xm[i_1,...,i_nXm], s = nY - nXm ones",
           "The elements of Ym are those of Xm, behind an index of ones."},
    clause{"sonnx.F4", level::must, "Functionality",
           "forall m, forall i_1 in [1,dYm_1] ... i_nY in [1,dYm_nY]: "
           "Ym[i_1,...,i_{nY-nXm+1},...,i_nY] = Xm[i_{nY-nXm+1},...,i_nY]",
           "The same relation without s: the last nXm indexes select the element."},
    clause{"sonnx.F5", level::must, "Functionality",
           "f(a,B,C) = a if B = C and f(a,B,C) = 1 if B = 1",
           "The current index (in print: the current element) where the size is the common size, "
           "the first where it is 1; no value otherwise, which C1 excludes."},
    clause{"sonnx.F6", level::must, "Functionality",
           "forall m in [1,N], forall i_1 in [1,dY_1] ... i_nY in [1,dY_nY]: "
           "Zm[i_1,...,i_nY] = Ym[f(i_1,dYm_1,dY_1),...,f(i_nY,dYm_nY,dY_nY)]",
           "Each element of an output is the element of its input that f selects."},
    clause{"sonnx.X6", level::must, "Functionality", "f(i_k,1,.) = 1",
           "Along a dimension of size 1 the first element is read whatever the index."},
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

}  // namespace bcast::spec::sonnx
