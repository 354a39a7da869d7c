// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of the node Broadcasting in Octave's manual.
namespace bcast::spec::octave {

inline constexpr text published{"", "gnu-octave/octave", "doc/interpreter/vectorize.txi",
                                "51d6312907", "2024-10-22"};

inline constexpr document about{"octave",
                                "GNU Octave: Broadcasting",
                                "the default branch of October 2024",
                                published,
                                802,
                                9,
                                0x33c4cb31,
                                published,
                                "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"octave.X1", level::must, "Broadcasting", "262-265", "",
           "Element-wise binary operators and functions broadcast operands that differ in size."},
    clause{"octave.X2", level::must, "Broadcasting", "266-275", "",
           "Two corresponding dimensions are equal, or one of them is 1."},
    clause{"octave.X3", level::must, "Broadcasting", "279-280", "",
           "Where all dimensions are equal, nothing is broadcast."},
    clause{"octave.X4", level::must, "Broadcasting", "280-282", "",
           "Dimensions that are missing at the end are 1."},
    clause{"octave.X5", level::must, "Broadcasting", "282-284, 320-325", "",
           "Along a dimension of 1 an array is copied to the other one's dimension."},
    clause{"octave.X6", level::may, "Broadcasting", "344-347", "",
           "An array whose dimensions are all 1 is a scalar, and it is broadcast."},
    clause{"octave.X7", level::must, "Broadcasting", "366-368", "",
           "Two dimensions that differ, neither of them 1, are not broadcast."},
};

inline constexpr std::array asides{
    aside{"1-261", "what is before it, and a heading"},
    aside{"276", "the end of the list"},
    aside{"278", "a mark of the paragraph"},
    aside{"349-364", "an example whose sizes have names, and bsxfun"},
    aside{"383-802", "the operators, programs, words, and what follows it"},
};

inline constexpr std::array rules{
    document_rule{"octave", "octave.X5", "octave.X2"},
};

inline constexpr std::array examples{
    example{"octave.S1", "286-318", "octave", {{3, 3}, {1, 3}}, shape{3, 3}},
    example{"octave.S2", "327-342", "octave", {{1, 3}, {3, 1}}, shape{3, 3}},
    example{"octave.S3", "370-381", "octave", {{2, 3}, {2, 2}}, std::nullopt, "octave.X7"},
};

inline constexpr std::array given{
    numbers{"octave.G", 2, 2},
    numbers{"octave.S", 3, 3},
    numbers{"octave.X", 7, 7},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"octave.G1", "262-265", "There are two operands.", "2 2 2"},
    scope_note{"octave.G2", "266-275", "Every size is known.", "? 3"},
};

}  // namespace bcast::spec::octave
