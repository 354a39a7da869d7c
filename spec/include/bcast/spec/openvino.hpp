// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of OpenVINO's page on broadcast rules.
namespace bcast::spec::openvino {

inline constexpr text published{
    "", "openvinotoolkit/openvino",
    "docs/articles_en/documentation/openvino-ir-format/operation-sets/broadcast-rules.rst",
    "738c5b8ee7", "read on 2026-11-28"};

inline constexpr document about{"openvino",
                                "OpenVINO: Broadcast Rules For Elementwise Operations",
                                "the main branch of 2026",
                                published,
                                159,
                                36,
                                0x6ce54499,
                                published,
                                "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"openvino.X1", level::must, "None broadcast", "21", "", "The shapes are equal."},
    clause{"openvino.X2", level::must, "None broadcast", "22", "", "No tensor is broadcast."},
    clause{"openvino.X3", level::must, "Numpy broadcast", "25", "",
           "The dimensions are compared from the last one on."},
    clause{"openvino.X4", level::must, "Numpy broadcast", "26", "",
           "Sizes of 1 are prepended to the shape of lower rank."},
    clause{"openvino.X5", level::must, "Numpy broadcast", "27", "",
           "Two sizes are equal, or one of them is 1."},
    clause{"openvino.X6", level::must, "Numpy broadcast", "28", "",
           "A size of 1 becomes the size of the other tensor."},
    clause{"openvino.X7", level::must, "Numpy broadcast", "29", "",
           "Two tensors of rank 0 give a scalar."},
    clause{"openvino.X8", level::must, "PDPD broadcast", "32", "",
           "The rank of B is not higher than that of A."},
    clause{"openvino.X9", level::must, "PDPD broadcast", "33", "",
           "The shape of B is a contiguous part of the shape of A."},
    clause{"openvino.X10", level::must, "PDPD broadcast", "34", "",
           "B is broadcast to the shape of A; the part begins at the dimension axis."},
    clause{"openvino.X11", level::must, "PDPD broadcast", "35", "",
           "The default of axis, -1, stands for rank(A) - rank(B); no other axis is negative."},
    clause{"openvino.X12", level::must, "PDPD broadcast", "36", "",
           "Sizes of 1 at the end of B are no part of what is compared."},
    clause{"openvino.S12", level::must, "PDPD examples", "88-90", "",
           "Printed shapes, with axis = 1."},
    clause{"openvino.S13", level::must, "PDPD examples", "92-94", "",
           "Printed shapes with a size of 1 at the end, and axis = 1."},
    clause{"openvino.S15", level::must, "PDPD examples", "100-102", "",
           "Printed shapes with a size of 1 at the front, and axis = 0."},
    clause{"openvino.X13", level::must, "Bidirectional broadcast", "129", "",
           "The dimensions are aligned at the last one."},
    clause{"openvino.X14", level::must, "Bidirectional broadcast", "130",
           "numpy.array(input) * numpy.ones(target_shape)",
           "The result has the shape of NumPy's product of the input and the target."},
    clause{"openvino.X15", level::must, "Bidirectional broadcast", "131", "",
           "Two sizes are equal, or one of them is 1."},
    clause{"openvino.X16", level::may, "Bidirectional broadcast", "132, 134-135", "",
           "The result can differ from the target if that has a size of 1 or a lower rank."},
};

inline constexpr std::array asides{
    aside{"1-2", "headings"},
    aside{"5-10", "the page's description and its purpose"},
    aside{"12-15", "the types that there are"},
    aside{"17-20", "headings"},
    aside{"24", "a heading"},
    aside{"31", "a heading"},
    aside{"38-39", "a heading"},
    aside{"85-86", "a heading"},
    aside{"116-127", "headings, and its purpose"},
    aside{"137-138", "a heading"},
};

inline constexpr std::array rules{
    document_rule{"openvino_none", "openvino.X1", ""},
    document_rule{"openvino_numpy", "openvino.X6", "openvino.X5"},
    document_rule{"openvino_pdpd", "openvino.X10", "openvino.X9", "openvino.X10"},
    document_rule{"openvino_bidirectional", "openvino.X14", "openvino.X15"},
};

inline constexpr std::array examples{
    example{"openvino.S1", "41-43", "openvino_numpy", {{}, {}}, shape{}},
    example{"openvino.S2", "45-47", "openvino_numpy", {{2, 3}, {1}}, shape{2, 3}},
    example{"openvino.S3", "49-51", "openvino_numpy", {{3}, {2, 3}}, shape{2, 3}},
    example{"openvino.S4", "53-55", "openvino_numpy", {{2, 3, 5}, {}}, shape{2, 3, 5}},
    example{"openvino.S5", "57-59", "openvino_numpy", {{2, 1, 5}, {1, 4, 5}}, shape{2, 4, 5}},
    example{"openvino.S6", "61-63", "openvino_numpy", {{6, 5}, {2, 1, 5}}, shape{2, 6, 5}},
    example{"openvino.S7", "65-67", "openvino_numpy", {{2, 1, 5}, {4, 1}}, shape{2, 4, 5}},
    example{"openvino.S8", "69-71", "openvino_numpy", {{3, 2, 1, 4}, {5, 4}}, shape{3, 2, 5, 4}},
    example{"openvino.S9", "73-75", "openvino_numpy", {{1, 5, 3}, {5, 2, 1, 3}}, shape{5, 2, 5, 3}},
    example{"openvino.S10", "77-79", "openvino_numpy", {{3}, {2}}, std::nullopt, "openvino.X5"},
    example{"openvino.S11",
            "81-83",
            "openvino_numpy",
            {{3, 1, 5}, {4, 4, 5}},
            std::nullopt,
            "openvino.X5"},
    example{"openvino.S14", "96-98", "openvino_pdpd", {{2, 3, 4, 5}, {4, 5}}, shape{2, 3, 4, 5}},
    example{"openvino.S16", "104-106", "openvino_pdpd", {{2, 3, 4, 5}, {}}, shape{2, 3, 4, 5}},
    example{"openvino.S17", "108-110", "openvino_pdpd", {{2, 3, 4, 5}, {5}}, shape{2, 3, 4, 5}},
    example{"openvino.S18",
            "112-114",
            "openvino_pdpd",
            {{8, 1, 6, 1}, {7, 1, 5}},
            std::nullopt,
            "openvino.X9"},
    example{"openvino.S19", "140-142", "openvino_bidirectional", {{5}, {1}}, shape{5}},
    example{"openvino.S20", "144-146", "openvino_bidirectional", {{2, 3}, {3}}, shape{2, 3}},
    example{"openvino.S21", "148-150", "openvino_bidirectional", {{3, 1}, {3, 4}}, shape{3, 4}},
    example{"openvino.S22", "152-154", "openvino_bidirectional", {{3, 4}, {}}, shape{3, 4}},
    example{
        "openvino.S23", "156-158", "openvino_bidirectional", {{3, 1}, {2, 1, 6}}, shape{2, 3, 6}},
};

/// Of OpenVINO's shape inference, which follows the rule numpy.
inline constexpr std::array cited{
    citations{
        .document = "openvino",
        .order = meeting_order::from_first_axis,
        .clash = "openvino.X5",
        .result_rank = "openvino.X4",
        .result_known = "openvino.G2",
        .result_size = "openvino.X6",
    },
};

inline constexpr std::array given{
    numbers{"openvino.D", 1, 1},
    numbers{"openvino.G", 2, 2},
    numbers{"openvino.S", 23, 23},
    numbers{"openvino.X", 16, 16},
};

inline constexpr std::array findings{
    finding{"openvino.D1",
            "openvino.X9",
            defect::contradicts_itself,
            "33",
            {"openvino.S15", "100-102", "100-102"},
            "With PDPD the shape of B has to be a contiguous part of that of A, but an example "
            "broadcasts B with a size of 1 that A does not have",
            "2x3 1x3",
            "openvino.X9",
            "2x3",
            "33",
            "Whoever follows the rule refuses what the example and OpenVINO accept."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"openvino.G1", "25", "There are two tensors.", "2 2 2"},
    scope_note{"openvino.G2", "27", "Every size is known.", "? 3"},
};

}  // namespace bcast::spec::openvino
