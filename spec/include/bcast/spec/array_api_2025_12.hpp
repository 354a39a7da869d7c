// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The clauses of the function `broadcast_shapes`, which the Array API standard adds in its 2025.12
/// edition. The function refers to the chapter on broadcasting, which is in `array_api`.
namespace bcast::spec::array_api_2025_12 {

inline constexpr document about{
    "array_api@2025.12",
    "Array API standard: broadcast_shapes",
    "2025.12",
    {"2025.12", "data-apis/array-api", "src/array_api_stubs/_2025_12/manipulation_functions.py",
     "8884c40", "2026-04-23"},
    433,
    7,
    0xd920f24c,
    {"2025.12", "data-apis/array-api", "src/array_api_stubs/_draft/manipulation_functions.py",
     "8884c40", "2026-04-23"},
    "nothing: the draft has the same text"};

inline constexpr std::array clauses{
    clause{"array_api@2025.12.N1", level::must, "broadcast_shapes", "45",
           "broadcast_shapes(*shapes: Tuple[Optional[int], ...]) -> Tuple[Optional[int], ...]",
           "The input shapes, whose sizes may be None, and the resulting shape."},
    clause{"array_api@2025.12.X1", level::must, "broadcast_shapes", "47, 49-52", "",
           "The function takes one or more shapes, any number of them."},
    clause{"array_api@2025.12.X2", level::must, "broadcast_shapes", "54-57", "",
           "The result is one shape: the broadcasting rules are applied to the shapes against one "
           "another."},
    clause{"array_api@2025.12.X3", level::should, "broadcast_shapes", "59-62", "",
           "Incompatible shapes raise a ValueError."},
    clause{"array_api@2025.12.X4", level::must, "broadcast_shapes", "67", "",
           "Without shapes, the result is the empty tuple."},
    clause{"array_api@2025.12.X5", level::may, "broadcast_shapes", "68", "",
           "A library that builds graphs and needs to indicate dimensions of unknown size may "
           "accept a value that is not an integer, such as None."},
    clause{"array_api@2025.12.X6", level::must, "broadcast_shapes", "68", "",
           "A library that does so propagates a dimension of unknown size to the returned shape."},
};

inline constexpr std::array asides{
    aside{"1-44", "other functions"},   aside{"46", "a quotation mark"},
    aside{"64-65", "a heading"},        aside{"69", "a quotation mark"},
    aside{"72-433", "other functions"},
};

inline constexpr std::array rules{document_rule{"array_api@2025.12", "array_api@2025.12.X2", ""}};

inline constexpr std::array cited{
    citations{
        .document = "array_api@2025.12",
        .order = meeting_order::from_last_axis,
        .clash = "array_api@2025.12.X3",
        .unranked = "array_api@2025.12.N1",
        .result_rank = "array_api@2025.12.X2",
        .result_known = "array_api@2025.12.X6",
        .result_size = "array_api@2025.12.X2",
    },
};

inline constexpr std::array given{
    numbers{"array_api@2025.12.D", 2, 2},
    numbers{"array_api@2025.12.N", 1, 1},
    numbers{"array_api@2025.12.X", 6, 6},
};

inline constexpr std::array findings{
    finding{"array_api@2025.12.D1",
            "array_api@2025.12.X2",
            defect::ambiguous,
            "56-57, 68",
            {},
            "Shapes are broadcast against one another, pair by pair or all at once: with an "
            "unknown size between them, two clashing sizes meet in only one of these readings",
            "3 ? 4",
            "?",
            "array_api@2025.12.X3",
            "56-57, 68",
            "The order of the arguments decides whether an error is found."},
};

}  // namespace bcast::spec::array_api_2025_12
