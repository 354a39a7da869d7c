// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of the page on broadcasting in PyTorch's documentation.
namespace bcast::spec::pytorch {

inline constexpr document about{"pytorch",
                                "PyTorch: Broadcasting semantics",
                                "the main branch of 2026",
                                {"", "pytorch/pytorch", "docs/source/notes/broadcasting.md",
                                 "ff8d55ee44", "read on 2026-11-28"},
                                123,
                                24,
                                0x0f42deec,
                                {"", "pytorch/pytorch", "docs/source/notes/broadcasting.md",
                                 "ff8d55ee44", "read on 2026-11-28"},
                                "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"pytorch.X1", level::may, "Broadcasting semantics", "5-6", "",
           "Many operations broadcast as NumPy does."},
    clause{"pytorch.X2", level::may, "Broadcasting semantics", "8-9", "",
           "The arguments of an operation that broadcasts are expanded to one size, and no data "
           "is copied."},
    clause{"pytorch.X3", level::must, "General semantics", "13", "",
           "Whether two tensors are broadcastable is decided by a rule."},
    clause{"pytorch.X4", level::must, "General semantics", "15-17", "",
           "From the last dimension on, two sizes are equal, or one of them is 1 or missing."},
    clause{"pytorch.X5", level::must, "General semantics", "46-47", "",
           "The size of the result is computed for two tensors that are broadcastable."},
    clause{"pytorch.X6", level::must, "General semantics", "49-50", "",
           "Sizes of 1 are prepended to those of the tensor with fewer dimensions."},
    clause{"pytorch.X7", level::must, "General semantics", "51-52", "",
           "Each size of the result is the greater one of the two."},
    clause{"pytorch.I1", level::must, "In-place semantics", "77-78", "",
           "An in-place operation keeps the shape of the tensor that it writes; the other one "
           "broadcasts to it."},
    clause{"pytorch.X8", level::may, "Backwards compatibility", "97-99", "",
           "Earlier versions view tensors of equally many elements as 1-dimensional in some "
           "pointwise functions."},
    clause{"pytorch.X9", level::must, "Backwards compatibility", "99-101", "",
           "That gives a warning where the tensors are not broadcastable."},
    clause{"pytorch.X10", level::may, "Backwards compatibility", "103-104", "",
           "The result changes where two shapes differ, are broadcastable, and have equally many "
           "elements."},
    clause{"pytorch.X11", level::must, "Backwards compatibility", "112-114", "",
           "There a warning is given if broadcast_warning is enabled."},
};

inline constexpr std::array asides{
    aside{"1-3", "headings"},
    aside{"11", "a heading"},
    aside{"19-21", "the lines that introduce the examples"},
    aside{"54-56", "the lines that introduce the examples"},
    aside{"75", "a heading"},
    aside{"80-82", "the lines that introduce the examples"},
    aside{"95", "a heading"},
    aside{"105", "the line that introduces the example"},
    aside{"116-118", "the lines that introduce the example"},
};

inline constexpr std::array rules{
    document_rule{"pytorch", "pytorch.X7", "pytorch.X4"},
    document_rule{"pytorch_in_place", "pytorch.I1", "pytorch.I1"},
};

inline constexpr std::array examples{
    example{"pytorch.S1", "22-24", "pytorch", {{5, 7, 3}, {5, 7, 3}}, shape{5, 7, 3}},
    example{"pytorch.S2", "26-29", "pytorch", {{0}, {2, 2}}, std::nullopt, "pytorch.X4"},
    example{"pytorch.S3", "31-38", "pytorch", {{5, 3, 4, 1}, {3, 1, 1}}, shape{5, 3, 4, 1}},
    example{
        "pytorch.S4", "40-44", "pytorch", {{5, 2, 4, 1}, {3, 1, 1}}, std::nullopt, "pytorch.X4"},
    example{"pytorch.S5", "57-61", "pytorch", {{5, 1, 4, 1}, {3, 1, 1}}, shape{5, 3, 4, 1}},
    example{"pytorch.S6", "63-67", "pytorch", {{1}, {3, 1, 7}}, shape{3, 1, 7}},
    example{
        "pytorch.S7", "69-73", "pytorch", {{5, 2, 4, 1}, {3, 1, 1}}, std::nullopt, "pytorch.X4"},
    example{
        "pytorch.S8", "83-86", "pytorch_in_place", {{5, 3, 4, 1}, {3, 1, 1}}, shape{5, 3, 4, 1}},
    example{"pytorch.S9",
            "88-93",
            "pytorch_in_place",
            {{1, 3, 1}, {3, 1, 7}},
            std::nullopt,
            "pytorch.I1"},
    example{"pytorch.S10", "107-109, 111", "pytorch", {{4, 1}, {4}}, shape{4, 4}},
    example{"pytorch.S11", "119-123", "pytorch", {{4, 1}, {4}}, shape{4, 4}},
};

inline constexpr std::array cited{
    citations{
        .document = "pytorch",
        .order = meeting_order::from_last_axis,
        .clash = "pytorch.X4",
        .unknown = "pytorch.G2",
        .unranked = "pytorch.G2",
        .no_operands = "pytorch.G1",
        .result_rank = "pytorch.X6",
        .result_known = "pytorch.G2",
        .result_size = "pytorch.X7",
    },
    citations{
        .document = "pytorch_in_place",
        .order = meeting_order::from_last_axis,
        .clash = "pytorch.I1",
        .unknown = "pytorch.G2",
        .unranked = "pytorch.G2",
        .no_operands = "pytorch.G1",
        .arity = "pytorch.I1",
        .result_rank = "pytorch.I1",
        .result_known = "pytorch.G2",
        .result_size = "pytorch.I1",
    },
};

inline constexpr std::array given{
    numbers{"pytorch.D", 2, 2},   numbers{"pytorch.G", 2, 2},   numbers{"pytorch.I", 1, 1},
    numbers{"pytorch.S", 11, 11}, numbers{"pytorch.X", 11, 11},
};

inline constexpr std::array findings{
    finding{"pytorch.D1",
            "pytorch.X7",
            defect::implemented_otherwise,
            "51-52",
            {"PyTorch 2.15.0", {}, {}},
            "The resulting size is the max of the two, but next to a 1 PyTorch takes the other "
            "one, and that can be 0",
            "0 1",
            "1",
            "0",
            "51-52",
            "Whoever takes the maximum gives a tensor with elements that no operand has."},
    finding{"pytorch.D2",
            "pytorch.X9",
            defect::implemented_otherwise,
            "99-101, 112-114",
            {"PyTorch 2.15.0", {}, {}},
            "Tensors of equally many elements that are not broadcastable are said to give a "
            "warning, but they are refused, and broadcast_warning has no effect",
            "2x2 4",
            "2x2",
            "pytorch.X4",
            "99-101, 112-114",
            "Whoever relies on the warnings finds no code that changed its meaning."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"pytorch.G1", "13", "A set of no tensors is not mentioned.", ""},
    scope_note{"pytorch.G2", "15-17", "Every size is known.", "? 3"},
};

inline constexpr std::array comparisons{
    comparison{"pytorch",
               {"bcast.P83", "pytorch and array_api give the same shape, or each gives an error.",
                "", "pairs", 24336, 0, ""}},
    comparison{"pytorch_in_place",
               {"bcast.P84",
                "pytorch_in_place gives a shape exactly if array_api gives the shape of the first "
                "operand, and it is that shape.",
                "", "pairs", 24336, 0, ""}},
};

}  // namespace bcast::spec::pytorch
