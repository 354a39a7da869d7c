// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of TOSA's sections on tensors and broadcasting, and of its pseudocode. The text is the
/// chapter of the introduction, followed by three files of pseudocode: its lines 1 to 847 are the
/// chapter, 848 to 868 broadcast_shape, 869 to 892 apply_broadcast, and 893 to 912
/// ASSERT_EQUAL_SHAPE. The statements and the formulas are in our words.
namespace bcast::spec::tosa {

inline constexpr text introduction_and_pseudocode{
    "",
    "arm/tosa-specification",
    "chapters/introduction.adoc",
    "cd5acdd",
    "2026-08-07",
    "847 pseudocode/library/broadcast_shape.tosac, 868 pseudocode/library/apply_broadcast.tosac, "
    "892 pseudocode/operators/ASSERT_EQUAL_SHAPE.tosac"};

inline constexpr document about{"tosa",
                                "TOSA: Tensors, Broadcasting and its pseudocode",
                                "the main branch of August 2026",
                                introduction_and_pseudocode,
                                912,
                                2,
                                0x7eb1117d,
                                introduction_and_pseudocode,
                                "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"tosa.N1", level::must, "Tensors", "694", "",
           "The rank is the number of a shape's dimensions."},
    clause{"tosa.X1", level::may, "Tensors", "695", "", "A rank of 0 is legal."},
    clause{"tosa.N2", level::must, "Tensors", "696-697", "",
           "A shape is a list of integers, one for each dimension: how many elements it has."},
    clause{"tosa.X2", level::must, "Tensors", "698", "", "Every size is at least 1."},
    clause{"tosa.X3", level::must, "Tensors", "715-716", "",
           "A shape is constant by the time the backend compiles."},
    clause{"tosa.X4", level::may, "Broadcasting", "742", "",
           "An input's dimension of size 1 can be broadcast to the output's."},
    clause{"tosa.X5", level::must, "Broadcasting", "743", "", "The ranks are equal."},
    clause{"tosa.X6", level::may, "Broadcasting", "744", "",
           "A RESHAPE can insert dimensions of size 1."},
    clause{"tosa.X7", level::must, "Broadcasting", "745", "",
           "The helpers map an index of the output to one of an input."},
    clause{"tosa.A1", level::must, "Broadcast Helpers", "857", "",
           "The output's shape, of two shapes."},
    clause{"tosa.A2", level::must, "Broadcast Helpers", "858", "", "An error if the ranks differ."},
    clause{"tosa.A3", level::must, "Broadcast Helpers", "859", "", "Begin with shape1."},
    clause{"tosa.A4", level::must, "Broadcast Helpers", "860", "",
           "Go dimension by dimension, from the first."},
    clause{"tosa.A5", level::must, "Broadcast Helpers", "861-862", "",
           "A size of 1 of the first shape gives way."},
    clause{"tosa.A6", level::must, "Broadcast Helpers", "863-864", "",
           "An error if the second size is neither 1 nor the first one."},
    clause{"tosa.A7", level::must, "Broadcast Helpers", "867", "", "The output's shape."},
    clause{"tosa.N3", level::must, "Broadcast Helpers", "878", "",
           "A position in the output's shape."},
    clause{"tosa.X8", level::must, "Broadcast Helpers", "879-880", "",
           "The input's position whose element the output has there."},
    clause{"tosa.A8", level::must, "Broadcast Helpers", "882", "",
           "An input's position, of an output's."},
    clause{"tosa.A9", level::must, "Broadcast Helpers", "883", "", "An error if the ranks differ."},
    clause{"tosa.A10", level::must, "Broadcast Helpers", "884", "",
           "An error if the position has another rank."},
    clause{"tosa.A11", level::must, "Broadcast Helpers", "885", "",
           "Go dimension by dimension, from the first."},
    clause{"tosa.A12", level::must, "Broadcast Helpers", "886", "",
           "Where the sizes differ, the input is broadcast."},
    clause{"tosa.A13", level::must, "Broadcast Helpers", "887", "",
           "An error if the input's size is not 1."},
    clause{"tosa.A14", level::must, "Broadcast Helpers", "888", "",
           "The one position of the broadcast dimension."},
    clause{"tosa.A15", level::must, "Broadcast Helpers", "891", "", "The input's position."},
    clause{"tosa.A16", level::must, "ASSERT_EQUAL_SHAPE", "902", "",
           "An error if the lengths differ."},
    clause{"tosa.A17", level::must, "ASSERT_EQUAL_SHAPE", "904", "",
           "Go element by element, from the first."},
    clause{"tosa.A18", level::may, "ASSERT_EQUAL_SHAPE", "905", "",
           "The attribute allows shapes that broadcast."},
    clause{"tosa.A19", level::must, "ASSERT_EQUAL_SHAPE", "906-907", "",
           "An error if the sizes differ and neither is 1."},
    clause{"tosa.A20", level::must, "ASSERT_EQUAL_SHAPE", "909-910", "",
           "An error if the sizes differ."},
};

inline constexpr std::array asides{
    aside{"1-693", "the chapter before this section"},
    aside{"699-714", "the type of a shape, and the number of a tensor's elements"},
    aside{"717-741", "the layouts of data"},
    aside{"746-856", "the chapter after this section, and a notice"},
    aside{"865-866", "markup"},
    aside{"868-877", "markup, and a notice"},
    aside{"889-890", "markup"},
    aside{"892-901", "markup, and a notice"},
    aside{"908", "markup"},
    aside{"911-912", "markup"},
};

inline constexpr std::array rules{
    document_rule{"tosa", "tosa.A7", ""},
};

inline constexpr std::array cited{
    citations{
        .document = "tosa",
        .order = meeting_order::from_first_axis,
        .clash = "tosa.A6",
        .zero = "tosa.X2",
        .unknown = "tosa.G1",
        .unranked = "tosa.G1",
        .no_operands = "tosa.A1",
        .arity = "tosa.A1",
        .result_rank = "tosa.A2",
        .result_known = "tosa.G1",
        .result_size = "tosa.A7",
    },
};

inline constexpr std::array given{
    numbers{"tosa.A", 20, 20}, numbers{"tosa.D", 1, 1}, numbers{"tosa.G", 1, 1},
    numbers{"tosa.N", 3, 3},   numbers{"tosa.X", 8, 8},
};

inline constexpr std::array findings{
    finding{"tosa.D1",
            "tosa.A19",
            defect::cannot_run,
            "907",
            {"tosa.A16", "902", "902"},
            "The comparison reads an element of `input`, but the operands are `input1` and "
            "`input2`",
            "2 2",
            "`input` is not an operand",
            "accepted",
            "907",
            "With allow_broadcast, every shape whose first operand has a size other than 1 and "
            "whose second operand has one too reaches this comparison."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"tosa.G1", "715-716",
               "A shape is constant when the backend compiles; unknown sizes before that are not "
               "mentioned.",
               "? 3"},
};

inline constexpr std::array comparisons{
    comparison{"tosa",
               {"bcast.P56",
                "tosa gives a shape exactly if the ranks are equal and array_api gives one, and it "
                "is that shape.",
                "", "pairs without a 0", 7225, 0, ""}},
};

}  // namespace bcast::spec::tosa
