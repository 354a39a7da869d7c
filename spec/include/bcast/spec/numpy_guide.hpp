// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of the page on broadcasting in NumPy's user guide.
namespace bcast::spec::numpy_guide {

inline constexpr document about{
    "numpy_guide",
    "NumPy user guide: Broadcasting",
    "the development version of August 2026",
    {"", "numpy/numpy", "doc/source/user/basics.broadcasting.rst", "1f90bbb55e", "2026-08-21"},
    314,
    40,
    0x4152507e,
    {"", "numpy/numpy", "doc/source/user/basics.broadcasting.rst", "1f90bbb55e", "2026-08-21"},
    "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"numpy_guide.X1", level::must, "Broadcasting", "12-15", "",
           "Arrays of different shapes become compatible in arithmetic: the smaller one is "
           "broadcast across the larger one."},
    clause{"numpy_guide.X2", level::must, "Broadcasting", "17, 46-49", "",
           "Broadcasting copies no array data without need."},
    clause{"numpy_guide.X3", level::must, "Broadcasting", "22-24", "",
           "Operations go element by element over pairs of arrays; in the simplest case the shapes "
           "are the same."},
    clause{"numpy_guide.X4", level::must, "Broadcasting", "32-34", "",
           "Broadcasting takes other shapes too if they meet its constraints; the simplest are an "
           "array and a scalar."},
    clause{"numpy_guide.X5", level::must, "Broadcasting", "42-47", "",
           "A scalar is stretched to the shape of the other array; each element is a copy of it."},
    clause{"numpy_guide.X6", level::must, "General broadcasting rules", "70-72", "",
           "The shapes of two arrays are compared size by size, from the trailing dimension to the "
           "left."},
    clause{"numpy_guide.X7", level::must, "General broadcasting rules", "72-75", "",
           "Two sizes are compatible if they are equal or one of them is 1."},
    clause{"numpy_guide.E1", level::must, "General broadcasting rules", "77-79", "",
           "Otherwise the shapes are incompatible, and a ValueError is thrown."},
    clause{"numpy_guide.X8", level::must, "General broadcasting rules", "81-83", "",
           "The ranks may differ; the result has the greatest."},
    clause{"numpy_guide.X9", level::must, "General broadcasting rules", "83-84", "",
           "Each size of the result is the largest of the arrays' sizes there."},
    clause{"numpy_guide.X10", level::must, "General broadcasting rules", "84-85", "",
           "A missing dimension has size 1."},
    clause{"numpy_guide.X11", level::must, "General broadcasting rules", "97-98", "",
           "If one of two compared sizes is 1, the other one is used."},
    clause{"numpy_guide.X12", level::must, "General broadcasting rules", "98-99", "",
           "A dimension of size 1 is stretched to match the other one."},
    clause{"numpy_guide.X13", level::must, "Broadcastable arrays", "117-118", "",
           "A set of arrays is broadcastable to one shape if the rules give a result."},
    clause{"numpy_guide.X14", level::must, "Broadcastable arrays", "122-133", "",
           "Each array acts as one of that shape: its values are repeated along its dimensions of "
           "size 1 and the missing ones."},
    clause{"numpy_guide.X15", level::may, "Broadcastable arrays", "211-213, 235-237", "",
           "An inserted axis of size 1 makes an outer operation of two arrays of one dimension."},
};

inline constexpr std::array asides{
    aside{"1-9", "headings"},
    aside{"16", "what it is good for"},
    aside{"18-20", "what it costs"},
    aside{"51-69", "a figure, what it saves, and a heading"},
    aside{"87-91", "the lines that introduce the example"},
    aside{"101-103", "the lines that introduce the example"},
    aside{"110-115", "a heading"},
    aside{"135", "the line that introduces the examples"},
    aside{"157", "the line that introduces the examples"},
    aside{"165", "the line that introduces the example"},
    aside{"183-209", "two figures"},
    aside{"224-233", "a figure"},
    aside{"239-266", "an application"},
    aside{"272-288", "a figure, and the lines that introduce the example"},
    aside{"294-314", "memory, and a footnote"},
};

inline constexpr std::array rules{
    document_rule{"numpy_guide", "numpy_guide.X9", "numpy_guide.X13"},
};

inline constexpr std::array examples{
    example{"numpy_guide.S1", "26-30", "numpy_guide", {{3}, {3}}, shape{3}},
    example{"numpy_guide.S2", "36-40", "numpy_guide", {{3}, {}}, shape{3}},
    example{"numpy_guide.S3", "93-95", "numpy_guide", {{256, 256, 3}, {3}}, shape{256, 256, 3}},
    example{
        "numpy_guide.S4", "105-107", "numpy_guide", {{8, 1, 6, 1}, {7, 1, 5}}, shape{8, 7, 6, 5}},
    example{"numpy_guide.S5", "120-122", "numpy_guide", {{5, 1}, {1, 6}, {6}}, shape{5, 6}},
    example{"numpy_guide.S6", "120-122", "numpy_guide", {{5, 1}, {1, 6}, {}}, shape{5, 6}},
    example{"numpy_guide.S7", "137-139", "numpy_guide", {{5, 4}, {1}}, shape{5, 4}},
    example{"numpy_guide.S8", "141-143", "numpy_guide", {{5, 4}, {4}}, shape{5, 4}},
    example{"numpy_guide.S9", "145-147", "numpy_guide", {{15, 3, 5}, {15, 1, 5}}, shape{15, 3, 5}},
    example{"numpy_guide.S10", "149-151", "numpy_guide", {{15, 3, 5}, {3, 5}}, shape{15, 3, 5}},
    example{"numpy_guide.S11", "153-155", "numpy_guide", {{15, 3, 5}, {3, 1}}, shape{15, 3, 5}},
    example{
        "numpy_guide.S12", "159-160", "numpy_guide", {{3}, {4}}, std::nullopt, "numpy_guide.E1"},
    example{"numpy_guide.S13",
            "162-163",
            "numpy_guide",
            {{2, 1}, {8, 4, 3}},
            std::nullopt,
            "numpy_guide.E1"},
    example{"numpy_guide.S14", "167-177", "numpy_guide", {{4, 3}, {3}}, shape{4, 3}},
    example{
        "numpy_guide.S15", "178-181", "numpy_guide", {{4, 3}, {4}}, std::nullopt, "numpy_guide.E1"},
    example{"numpy_guide.S16", "215-222", "numpy_guide", {{4, 1}, {3}}, shape{4, 3}},
    example{"numpy_guide.S17", "268-270", "numpy_guide", {{4, 2}, {2}}, shape{4, 2}},
    example{"numpy_guide.S18", "290-292", "numpy_guide", {{10, 3}, {5, 1, 3}}, shape{5, 10, 3}},
};

inline constexpr std::array cited{
    citations{
        .document = "numpy_guide",
        .order = meeting_order::from_last_axis,
        .clash = "numpy_guide.E1",
        .unknown = "numpy_guide.G1",
        .unranked = "numpy_guide.G1",
        .no_operands = "numpy_guide.X13",
        .result_rank = "numpy_guide.X8",
        .result_known = "numpy_guide.G1",
        .result_size = "numpy_guide.X9",
    },
};

inline constexpr std::array given{
    numbers{"numpy_guide.D", 1, 1},   numbers{"numpy_guide.E", 1, 1},
    numbers{"numpy_guide.G", 1, 1},   numbers{"numpy_guide.S", 18, 18},
    numbers{"numpy_guide.X", 15, 15},
};

inline constexpr std::array findings{
    finding{
        "numpy_guide.D1",
        "numpy_guide.X9",
        defect::contradicts_itself,
        "83-84",
        {"numpy_guide.X11", "97-98", "97-98"},
        "The result's size is the largest, but next to a 1 the other size is used, and that can "
        "be 0",
        "0 1",
        "1",
        "0",
        "81-84",
        "Whoever takes the maximum gives an array with elements that no operand has. NumPy "
        "gives 0, as the second sentence says."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"numpy_guide.G1", "72-75", "Every size is known.", "? 3"},
};

inline constexpr std::array comparisons{
    comparison{
        "numpy_guide",
        {"bcast.P74", "numpy_guide and array_api give the same shape, or each gives an error.", "",
         "pairs", 24336, 0, ""}},
};

}  // namespace bcast::spec::numpy_guide
