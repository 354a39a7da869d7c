// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of WebNN's section on broadcasting.
namespace bcast::spec::webnn {

inline constexpr document about{
    "webnn",
    "Web Neural Network API: Broadcasting",
    "the editor's draft of June 2026",
    {"", "webmachinelearning/webnn", "index.bs", "c515210d", "2026-06-26"},
    11922,
    12,
    0x83c92477,
    {"", "webmachinelearning/webnn", "index.bs", "c515210d", "2026-06-26"},
    "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"webnn.X1", level::must, "Broadcasting", "10947", "",
           "Broadcasting follows NumPy's rule."},
    clause{"webnn.X2", level::may, "Broadcasting", "10949", "",
           "A scalar may be used with a tensor of any rank."},
    clause{"webnn.X3", level::must, "Broadcasting", "10951", "",
           "A tensor broadcasts in one direction if it is repeated along its axes of size 1 and "
           "across new axes in front."},
    clause{"webnn.X4", level::must, "Broadcasting", "10953", "",
           "Two tensors broadcast in both directions if each is repeated so."},
    clause{"webnn.X5", level::must, "Broadcasting", "10955", "",
           "A tensor broadcasts by blocks if each of its sizes divides the target's. The ranks are "
           "equal, and the output has the target's shape."},
    clause{"webnn.X6", level::must, "Broadcasting", "10957", "",
           "A product of matrices broadcasts all dimensions but the last two in both directions."},
    clause{"webnn.N1", level::must, "Broadcasting", "10961",
           "shapeFrom and shapeTo are lists of positive integers, representing the dimensions of "
           "tensors, and the steps return a new list of positive integers, or failure.",
           "Lists of positive integers; the steps give such a list, or failure."},
    clause{"webnn.A1", level::must, "Broadcasting", "10964", "Let sizeFrom be shapeFrom's size.",
           "The rank of shapeFrom."},
    clause{"webnn.A2", level::must, "Broadcasting", "10965", "Let sizeTo be shapeTo's size.",
           "The rank of shapeTo."},
    clause{"webnn.A3", level::must, "Broadcasting", "10966",
           "If sizeFrom > sizeTo, then return failure.",
           "The source has no higher rank than the target."},
    clause{"webnn.A4", level::must, "Broadcasting", "10967",
           "Let paddedShapeFrom be a clone of shapeFrom.", "Begin with a copy of shapeFrom."},
    clause{"webnn.A5", level::must, "Broadcasting", "10968",
           "While paddedShapeFrom's size is less than sizeTo, prepend 1 to paddedShapeFrom.",
           "Prepend 1 until the ranks are equal."},
    clause{"webnn.A6", level::must, "Broadcasting", "10969", "Let outputShape be a new list.",
           "Begin with an empty list."},
    clause{
        "webnn.A7", level::must, "Broadcasting", "10970",
        "For each index in the range 0 to sizeTo, exclusive:", "Go axis by axis, from the first."},
    clause{"webnn.A8", level::must, "Broadcasting", "10971",
           "Let dimFrom be paddedShapeFrom[index].", "The source's size."},
    clause{"webnn.A9", level::must, "Broadcasting", "10972", "Let dimTo be shapeTo[index].",
           "The target's size."},
    clause{"webnn.A10", level::must, "Broadcasting", "10973",
           "If dimTo is not equal to dimFrom and dimFrom is not equal to 1, then return failure.",
           "A size of 1 of the source gives way; all others have to be equal."},
    clause{"webnn.A11", level::must, "Broadcasting", "10974", "Append dimTo to outputShape.",
           "The target's size is the output's."},
    clause{"webnn.A12", level::must, "Broadcasting", "10975", "Return outputShape.",
           "The shape in one direction."},
    clause{"webnn.X7", level::must, "Broadcasting", "10980", "",
           "A shape broadcasts to another in one direction if the steps do not fail."},
    clause{"webnn.N2", level::must, "Broadcasting", "10985",
           "shapeA and shapeB are lists of positive integers, representing the dimensions of "
           "tensors, and the steps return a new list of positive integers, or failure.",
           "Lists of positive integers; the steps give such a list, or failure."},
    clause{"webnn.A13", level::must, "Broadcasting", "10988", "Let sizeA be shapeA's size.",
           "The rank of shapeA."},
    clause{"webnn.A14", level::must, "Broadcasting", "10989", "Let sizeB be shapeB's size.",
           "The rank of shapeB."},
    clause{"webnn.A15", level::must, "Broadcasting", "10990",
           "Let outputSize be the maximum of sizeA and sizeB.", "The rank of the output."},
    clause{"webnn.A16", level::must, "Broadcasting", "10991", "Let paddedA be a clone of shapeA.",
           "Begin with a copy of shapeA."},
    clause{"webnn.A17", level::must, "Broadcasting", "10992",
           "While paddedA's size is less than outputSize, prepend 1 to paddedA.",
           "Prepend 1 to A until it has the output's rank."},
    clause{"webnn.A18", level::must, "Broadcasting", "10993", "Let paddedB be a clone of shapeB.",
           "Begin with a copy of shapeB."},
    clause{"webnn.A19", level::must, "Broadcasting", "10994",
           "While paddedB's size is less than outputSize, prepend 1 to paddedB.",
           "Prepend 1 to B until it has the output's rank."},
    clause{"webnn.A20", level::must, "Broadcasting", "10995", "Let outputShape be a new list.",
           "Begin with an empty list."},
    clause{"webnn.A21", level::must, "Broadcasting", "10996",
           "For each index in the range 0 to outputSize, exclusive:",
           "Go axis by axis, from the first."},
    clause{"webnn.A22", level::must, "Broadcasting", "10997", "Let dimA be paddedA[index].",
           "A's size."},
    clause{"webnn.A23", level::must, "Broadcasting", "10998", "Let dimB be paddedB[index].",
           "B's size."},
    clause{"webnn.A24", level::must, "Broadcasting", "10999",
           "If dimA is not equal to dimB, and dimA is not equal to 1, and dimB is not equal to 1, "
           "then return failure.",
           "A size of 1 gives way; all others have to be equal."},
    clause{"webnn.A25", level::must, "Broadcasting", "11000",
           "Append the maximum of dimA and dimB to outputShape.",
           "The larger size is the output's."},
    clause{"webnn.A26", level::must, "Broadcasting", "11001", "Return outputShape.",
           "The shape in both directions."},
    clause{"webnn.X8", level::must, "Broadcasting", "11006", "",
           "Two shapes broadcast in both directions if the steps do not fail."},
    clause{"webnn.N3", level::must, "Broadcasting", "11011",
           "shapeFrom and shapeTo are lists of positive integers, representing the dimensions of "
           "tensors, and the steps return true or false.",
           "Lists of positive integers; the steps give true or false."},
    clause{"webnn.A27", level::must, "Broadcasting", "11014",
           "If shapeFrom's size is not equal to shapeTo's size, then return false.",
           "The ranks are equal."},
    clause{"webnn.A28", level::must, "Broadcasting", "11015",
           "For each index in the range 0 to shapeTo's size, exclusive:",
           "Go axis by axis, from the first."},
    clause{"webnn.A29", level::must, "Broadcasting", "11016",
           "If shapeFrom[index] is not exactly divisible into shapeTo[index], then return false.",
           "The source's size divides the target's."},
    clause{"webnn.A30", level::must, "Broadcasting", "11017", "Return true.",
           "Everything else fits."},
    clause{"webnn.X9", level::must, "Broadcasting", "11022", "",
           "A shape broadcasts to another by blocks if the steps return true."},
};

inline constexpr std::array asides{
    aside{"1-10946", "the specification before this section, and its heading"},
    aside{"10959-10960", "markup"},
    aside{"10962", "markup"},
    aside{"10977-10979", "markup"},
    aside{"10981-10984", "markup"},
    aside{"10986", "markup"},
    aside{"11003-11005", "markup"},
    aside{"11007-11010", "markup"},
    aside{"11012", "markup"},
    aside{"11019-11021", "markup"},
    aside{"11023-11922", "markup, and the specification after this section"},
};

inline constexpr std::array rules{
    document_rule{"webnn_uni", "webnn.A12", "webnn.X3"},
    document_rule{"webnn_bi", "webnn.A26", "webnn.X4"},
    document_rule{"webnn_blocks", "webnn.X5", "webnn.X5"},
};

inline constexpr std::array examples{
    example{"webnn.S1", "10951", "webnn_uni", {{4}, {5, 4}}, shape{5, 4}},
    example{"webnn.S2", "10951", "webnn_uni", {{1}, {5, 4}}, shape{5, 4}},
    example{"webnn.S3", "10953", "webnn_bi", {{5, 1}, {1, 6}}, shape{5, 6}},
    example{"webnn.S4", "10955", "webnn_blocks", {{4, 5}, {16, 10}}, shape{16, 10}},
    example{"webnn.S5", "10955", "webnn_blocks", {{4, 5}, {9, 3}}, std::nullopt, "webnn.A29"},
};

inline constexpr std::array cited{
    citations{
        .document = "webnn_uni",
        .order = meeting_order::from_first_axis,
        .clash = "webnn.A10",
        .zero = "webnn.G1",
        .unknown = "webnn.G2",
        .unranked = "webnn.G2",
        .no_operands = "webnn.N1",
        .arity = "webnn.N1",
        .result_rank = "webnn.A3",
        .result_known = "webnn.G2",
        .result_size = "webnn.A12",
    },
    citations{
        .document = "webnn_bi",
        .order = meeting_order::from_first_axis,
        .clash = "webnn.A24",
        .zero = "webnn.G1",
        .unknown = "webnn.G2",
        .unranked = "webnn.G2",
        .no_operands = "webnn.N2",
        .arity = "webnn.N2",
        .result_rank = "webnn.A26",
        .result_known = "webnn.G2",
        .result_size = "webnn.A26",
    },
    citations{
        .document = "webnn_blocks",
        .order = meeting_order::from_first_axis,
        .clash = "webnn.A29",
        .zero = "webnn.G1",
        .unknown = "webnn.G2",
        .unranked = "webnn.G2",
        .no_operands = "webnn.N3",
        .arity = "webnn.N3",
        .result_rank = "webnn.A27",
        .result_known = "webnn.G2",
        .result_size = "webnn.X5",
    },
};

inline constexpr std::array given{
    numbers{"webnn.A", 30, 30}, numbers{"webnn.D", 1, 1}, numbers{"webnn.G", 2, 2},
    numbers{"webnn.N", 3, 3},   numbers{"webnn.S", 5, 5}, numbers{"webnn.X", 9, 9},
};

inline constexpr std::array findings{
    finding{"webnn.D1",
            "webnn.A29",
            defect::ambiguous,
            "11016",
            {},
            "`A is not exactly divisible into B` may mean that A does not divide B, or that B does "
            "not divide A",
            "2 4",
            "webnn.A29",
            "4",
            "11016",
            "The two readings exchange the block and the tensor. The prose before the steps, which "
            "mentions integer multiples, and its examples show which one is meant."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"webnn.G1", "10961, 10985, 11000, 11011",
               "Sizes are positive; a size of 0 is not legal.", "0 1"},
    scope_note{"webnn.G2", "10961, 10985, 11011", "Every size is known.", "? 3"},
};

inline constexpr std::array comparisons{
    comparison{"webnn_uni",
               {"bcast.P53",
                "webnn_uni gives a shape exactly if array_api gives the shape of the second "
                "operand, and it is that shape.",
                "", "pairs without a 0", 7225, 0, ""}},
    comparison{"webnn_bi",
               {"bcast.P54", "webnn_bi and array_api give the same shape, or each gives an error.",
                "", "pairs without a 0", 7225, 0, ""}},
    comparison{"webnn_blocks",
               {"bcast.P55",
                "webnn_blocks gives the shape of the second operand exactly if the ranks are equal "
                "and each size of the first divides the second's.",
                "", "pairs without a 0", 7225, 0, ""}},
};

}  // namespace bcast::spec::webnn
