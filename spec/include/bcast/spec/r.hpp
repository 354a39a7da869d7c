// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of the R Language Definition on recycling and on dimensional attributes.
namespace bcast::spec::r {

inline constexpr text published{"", "wch/r-source", "doc/manual/R-lang.texi", "0c26529e80",
                                "2024-10-22"};

inline constexpr document about{"r",
                                "R Language Definition: Elementary arithmetic operations",
                                "the trunk of October 2024",
                                published,
                                4622,
                                5,
                                0xca55c146,
                                published,
                                "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"r.X1", level::must, "Recycling rules", "1420-1421", "",
           "Of two structures, the shorter one is recycled to the length of the longer one."},
    clause{"r.S1", level::must, "Recycling rules", "1421-1423", "",
           "Three elements are added twice to six."},
    clause{"r.X2", level::must, "Recycling rules", "1423-1424", "",
           "If the longer length is not a multiple of the shorter one, a warning is given."},
    clause{"r.X3", level::must, "Recycling rules", "1426-1427", "",
           "With a vector of length 0 the result has length 0."},
    clause{"r.X4", level::must, "Dimensional attributes", "1440", "",
           "Two matrices have the same dimensions."},
    clause{"r.X5", level::must, "Dimensional attributes", "1440-1441", "",
           "With a vector and a matrix, the vector is recycled first; then the dimensions fit, or "
           "it is an error."},
};

inline constexpr std::array asides{
    aside{"1-1419", "what is before it, and headings"},
    aside{"1429-1434", "names of elements"},
    aside{"1437-1438", "a heading"},
    aside{"1442-4622", "what follows it"},
};

inline constexpr std::array rules{
    document_rule{"r", "r.X5", ""},
    document_rule{"r_without_warning", "r.X2", ""},
};

inline constexpr std::array given{
    numbers{"r.G", 3, 3},
    numbers{"r.S", 1, 1},
    numbers{"r.X", 5, 5},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"r.G1", "1420-1421", "There are two structures.", "2 2 2"},
    scope_note{"r.G2", "1420-1421", "Every length is known.", "? 3"},
    scope_note{"r.G3", "1440-1441", "R has no structure without dimensions and length.", "() 3"},
};

}  // namespace bcast::spec::r
