// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of PyTorch's page on broadcasting before September 2025, which excludes tensors without
/// dimensions. Only `pytorch` has the other sections and the findings.
namespace bcast::spec::pytorch_2_8 {

inline constexpr document about{"pytorch@2.8",
                                "PyTorch: Broadcasting semantics",
                                "the main branch before September 2025",
                                {"2.8", "pytorch/pytorch", "docs/source/notes/broadcasting.rst",
                                 "917694a893", "read on 2026-11-28"},
                                113,
                                16,
                                0x28bdff8d,
                                {"", "pytorch/pytorch", "docs/source/notes/broadcasting.md",
                                 "ff8d55ee44", "read on 2026-11-28"},
                                "the rule that each tensor has at least one dimension is gone"};

inline constexpr std::array clauses{
    clause{"pytorch@2.8.X1", level::may, "Broadcasting semantics", "6, 8-9", "",
           "Many operations broadcast as NumPy does, and copy no data."},
    clause{"pytorch@2.8.X2", level::must, "General semantics", "13", "",
           "Whether two tensors are broadcastable is decided by two rules."},
    clause{"pytorch@2.8.X3", level::must, "General semantics", "15", "",
           "Each tensor has at least one dimension."},
    clause{"pytorch@2.8.X4", level::must, "General semantics", "16-18", "",
           "From the last dimension on, two sizes are equal, or one of them is 1 or missing."},
    clause{
        "pytorch@2.8.X5", level::must, "General semantics", "44-45, 47-48", "",
        "Of broadcastable tensors, the sizes of the one with fewer dimensions are completed with "
        "1."},
    clause{"pytorch@2.8.X6", level::must, "General semantics", "49-50", "",
           "Each size of the result is the greater one of the two."},
};

inline constexpr std::array asides{
    aside{"1-4", "a label and a heading"},
    aside{"11-12", "a heading"},
    aside{"20", "the line that introduces the examples"},
    aside{"52", "the line that introduces the examples"},
    aside{"71-113", "what `pytorch` says in the same words, from pytorch.I1 on"},
};

inline constexpr std::array rules{
    document_rule{"pytorch@2.8", "pytorch@2.8.X6", "pytorch@2.8.X4"},
};

inline constexpr std::array examples{
    example{"pytorch@2.8.S1", "22-24", "pytorch@2.8", {{5, 7, 3}, {5, 7, 3}}, shape{5, 7, 3}},
    example{
        "pytorch@2.8.S2", "26-28", "pytorch@2.8", {{0}, {2, 2}}, std::nullopt, "pytorch@2.8.X4"},
    example{"pytorch@2.8.S3", "30-37", "pytorch@2.8", {{5, 3, 4, 1}, {3, 1, 1}}, shape{5, 3, 4, 1}},
    example{"pytorch@2.8.S4",
            "39-42",
            "pytorch@2.8",
            {{5, 2, 4, 1}, {3, 1, 1}},
            std::nullopt,
            "pytorch@2.8.X4"},
    example{"pytorch@2.8.S5", "54-58", "pytorch@2.8", {{5, 1, 4, 1}, {3, 1, 1}}, shape{5, 3, 4, 1}},
    example{"pytorch@2.8.S6", "60-64", "pytorch@2.8", {{1}, {3, 1, 7}}, shape{3, 1, 7}},
    example{"pytorch@2.8.S7",
            "66-69",
            "pytorch@2.8",
            {{5, 2, 4, 1}, {3, 1, 1}},
            std::nullopt,
            "pytorch@2.8.X4"},
};

inline constexpr std::array given{
    numbers{"pytorch@2.8.G", 2, 2},
    numbers{"pytorch@2.8.S", 7, 7},
    numbers{"pytorch@2.8.X", 6, 6},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"pytorch@2.8.G1", "13", "There are two tensors.", "2 2 2"},
    scope_note{"pytorch@2.8.G2", "16-18", "Every size is known.", "? 3"},
};

}  // namespace bcast::spec::pytorch_2_8
