// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"

/// The clauses of SONNX's informal specification of the `Broadcast` operator, as of January 2026.
/// Its numbers are not those of the first edition; its letter E is its own.
namespace bcast::spec::sonnx_2026_01 {

inline constexpr document about{"sonnx@2026-01", "SONNX: Broadcast operator",
                                "2f124d1 of 2026-01-19", "the same, on 2026-08-07"};

inline constexpr std::array clauses{
    clause{"sonnx@2026-01.N1", level::must, "Signature", "X0, ..., XL, L in [0, 2^31 - 1[",
           "One tensor or more, numbered from 0; output m belongs to input m."},
    clause{"sonnx@2026-01.N2", level::must, "Types",
           "real, float16, float, double, int8, int16, int32, int64, uint8, uint16, uint32, "
           "uint64, string, boolean",
           "The types that the elements may have."},
    clause{"sonnx@2026-01.F1", level::must, "Common number of dimensions",
           "nY = max_{m in [0,L]} nXm",
           "The common number of dimensions is the largest among the inputs."},
    clause{"sonnx@2026-01.F2", level::must, "Common number of dimensions",
           "forall i in [0,nY-1]: dYm_i = 1 if i < nY - nXm and dXm_{i-nY+nXm} otherwise",
           "Completed with sizes of 1 at the lower indexes, the other sizes shifted."},
    clause{"sonnx@2026-01.F3", level::must, "Common number of dimensions",
           "Ym[i] = Xm[i'], where i is nY - nXm zeros, then i'",
           "The elements of Ym are those of Xm, behind an index of zeros."},
    clause{"sonnx@2026-01.F4", level::must, "Outputs", "nZm = nY",
           "Every output has the common number of dimensions."},
    clause{"sonnx@2026-01.F5", level::must, "Outputs", "dY_i = max_{m in [0,L]} dYm_i",
           "The common size of dimension i is the maximum over all tensors of common rank."},
    clause{"sonnx@2026-01.F6", level::must, "Outputs", "dZm_i = dY_i",
           "Every output has the common sizes."},
    clause{"sonnx@2026-01.F7", level::must, "Outputs", "f(a,B,C) = a if B = C and 0 otherwise",
           "The current index where the size is the common size, the first where it is not, "
           "whatever it is."},
    clause{"sonnx@2026-01.F8", level::must, "Outputs",
           "Zm[i] = Ym[i'], where i'_k = f(i_k, dYm_k, dY_k)",
           "Each element of an output is the element of its input that f selects."},
    clause{"sonnx@2026-01.X1", level::must, "Outputs", "",
           "The elements of an output are strictly equal to those of its input."},
    clause{"sonnx@2026-01.E1", level::must, "Error conditions",
           "for some m and i: dYm_i != dY_i and dYm_i != 1",
           "It is an error if a size is neither the common size nor 1."},
    clause{"sonnx@2026-01.C1", level::must, "Constraints", "Xm and Zm have the same type",
           "An output has the element type of its input."},
};

}  // namespace bcast::spec::sonnx_2026_01
