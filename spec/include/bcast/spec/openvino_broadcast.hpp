// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of OpenVINO's page on the operation Broadcast-3. A target shape is an operand here, the
/// second one.
namespace bcast::spec::openvino_broadcast {

inline constexpr text published{"", "openvinotoolkit/openvino",
                                "docs/articles_en/documentation/openvino-ir-format/operation-sets/"
                                "operation-specs/movement/broadcast-3.rst",
                                "473faca331", "read on 2026-11-28"};

inline constexpr document about{"openvino_broadcast",
                                "OpenVINO: Broadcast-3",
                                "the main branch of 2026",
                                published,
                                156,
                                18,
                                0xc2f28e61,
                                published,
                                "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"openvino_broadcast.X1", level::must, "Detailed description", "17, 51", "",
           "The output has the target shape."},
    clause{"openvino_broadcast.X2", level::must, "Detailed description", "19", "",
           "The mode and axes_mapping say which axis of the output each axis of the data is."},
    clause{"openvino_broadcast.X3", level::must, "Detailed description", "19, 35", "",
           "With numpy, the data is broadcast to the target shape, which is not broadcast."},
    clause{"openvino_broadcast.X4", level::must, "Detailed description", "21, 37",
           "numpy.array(input) * numpy.ones(target_shape)",
           "With bidirectional, the output has the shape of NumPy's product."},
    clause{"openvino_broadcast.X5", level::must, "Detailed description", "21, 37", "",
           "The dimensions are aligned at the last one."},
    clause{"openvino_broadcast.X6", level::must, "Detailed description", "21, 37", "",
           "Two sizes are equal, or one of them is 1."},
    clause{"openvino_broadcast.X7", level::should, "Detailed description", "21, 35, 37", "",
           "With numpy and with bidirectional there is no axes_mapping."},
    clause{"openvino_broadcast.X8", level::must, "Detailed description", "23, 36", "",
           "With explicit, each entry of axes_mapping is the axis of the output that an axis of "
           "the data is."},
    clause{"openvino_broadcast.X9", level::should, "Detailed description", "23", "",
           "There is an entry for each axis of the data."},
    clause{"openvino_broadcast.S1", level::must, "Detailed description", "25, 86-107", "",
           "Printed shapes, with axes_mapping = [1]."},
    clause{"openvino_broadcast.S2", level::must, "Detailed description", "25, 109-131", "",
           "Printed shapes, with axes_mapping = [1, 2]."},
    clause{"openvino_broadcast.X10", level::must, "Inputs", "45-46", "",
           "There are the data and a target shape."},
    clause{"openvino_broadcast.X11", level::must, "Inputs", "47", "",
           "With explicit there is axes_mapping."},
    clause{"openvino_broadcast.X12", level::should, "Inputs", "47", "",
           "The entries of axes_mapping are sorted."},
};

inline constexpr std::array asides{
    aside{"1-15", "headings, the page's description, its name and category, and its purpose"},
    aside{"28-33", "a heading, and what the attribute is for"},
    aside{"38-43", "the attribute's type and default, and a heading"},
    aside{"49", "a heading"},
    aside{"53-61", "the element types, and a heading"},
};

inline constexpr std::array rules{
    document_rule{"broadcast3_numpy", "openvino_broadcast.X3", "openvino_broadcast.X3"},
    document_rule{"broadcast3_bi", "openvino_broadcast.X4", "openvino_broadcast.X6"},
    document_rule{"broadcast3_explicit", "openvino_broadcast.X8", "", "openvino_broadcast.X8"},
};

inline constexpr std::array examples{
    example{"openvino_broadcast.S3",
            "63-84",
            "broadcast3_numpy",
            {{16, 1, 1}, {1, 16, 50, 50}},
            shape{1, 16, 50, 50}},
    example{"openvino_broadcast.S4",
            "133-154",
            "broadcast3_bi",
            {{16, 1, 1}, {1, 1, 50, 50}},
            shape{1, 16, 50, 50}},
};

inline constexpr std::array cited{
    citations{
        .document = "broadcast3_numpy",
        .order = meeting_order::from_first_axis,
        .clash = "openvino_broadcast.X3",
        .unknown = "openvino_broadcast.G2",
        .unranked = "openvino_broadcast.G2",
        .no_operands = "openvino_broadcast.G1",
        .arity = "openvino_broadcast.G1",
        .result_rank = "openvino_broadcast.X3",
        .result_known = "openvino_broadcast.G2",
        .result_size = "openvino_broadcast.X1",
    },
    citations{
        .document = "broadcast3_bi",
        .order = meeting_order::from_first_axis,
        .clash = "openvino_broadcast.X6",
        .unknown = "openvino_broadcast.G2",
        .unranked = "openvino_broadcast.G2",
        .no_operands = "openvino_broadcast.G1",
        .arity = "openvino_broadcast.G1",
        .result_rank = "openvino_broadcast.X5",
        .result_known = "openvino_broadcast.G2",
        .result_size = "openvino_broadcast.X4",
    },
};

inline constexpr std::array given{
    numbers{"openvino_broadcast.D", 2, 2},
    numbers{"openvino_broadcast.G", 2, 2},
    numbers{"openvino_broadcast.S", 4, 4},
    numbers{"openvino_broadcast.X", 12, 12},
};

inline constexpr std::array findings{
    finding{"openvino_broadcast.D1",
            "openvino_broadcast.X1",
            defect::contradicts_itself,
            "17, 51",
            {"openvino_broadcast.X4", "21, 37", "21, 37"},
            "The output is said to have the shape target_shape, but with mode=\"bidirectional\" it "
            "may be larger",
            "2 1",
            "1",
            "2",
            "17, 51",
            "Whoever takes target_shape for the output's shape gives the output too little memory. "
            "In the page's last example the two are not the same."},
    finding{"openvino_broadcast.D2",
            "openvino_broadcast.X8",
            defect::omission,
            "23",
            {"openvino_broadcast.X1", "51", "51"},
            "With mode=\"explicit\" nothing holds the dimensions of data to those of target_shape, "
            "or the entries of axes_mapping apart",
            "2x2 2 dims=0,0",
            "2",
            "openvino_broadcast.X8",
            "23",
            "The output cannot be filled with the content of data. OpenVINO accepts two equal "
            "entries, and its output then has values that data does not have."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"openvino_broadcast.G1", "17", "There are a tensor and a target shape.", "2 2 2"},
    scope_note{"openvino_broadcast.G2", "19", "Every size is known.", "? 3"},
};

inline constexpr std::array comparisons{
    comparison{"broadcast3_numpy",
               {"bcast.P87",
                "broadcast3_numpy gives a shape exactly if array_api gives the shape of the "
                "second operand, and it is that shape.",
                "", "pairs", 24336, 0, ""}},
    comparison{"broadcast3_bi",
               {"bcast.P88",
                "broadcast3_bi and array_api give the same shape, or each gives an "
                "error.",
                "", "pairs", 24336, 0, ""}},
};

}  // namespace bcast::spec::openvino_broadcast
