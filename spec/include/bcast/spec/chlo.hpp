// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of CHLO's definitions of operations that broadcast. The text is ChloOps.td alone; what
/// ChloOps.cpp infers is a system's answer.
namespace bcast::spec::chlo {

inline constexpr document about{
    "chlo",
    "CHLO: operations that broadcast",
    "the main branch of August 2026",
    {"", "openxla/stablehlo", "stablehlo/dialect/ChloOps.td", "7b1b15781", "2026-08-04"},
    1016,
    0,
    0x53b4b0d2,
    {"", "openxla/stablehlo", "stablehlo/dialect/ChloOps.td", "7b1b15781", "2026-08-04"},
    "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"chlo.X1", level::must, "Binary elementwise operations", "82-84", "",
           "Each operation broadcasts ranks explicitly, by the attribute broadcast_dimensions, and "
           "degenerate sizes implicitly."},
    clause{"chlo.X2", level::must, "Binary elementwise operations", "86-88", "",
           "The operations without the prefix broadcast_ need operands and results of one shape."},
    clause{"chlo.X3", level::must, "Binary elementwise operations", "90-92", "",
           "XLA's pages on its operations and on broadcasting are referred to."},
    clause{"chlo.X4", level::must, "Binary elementwise operations",
           "102-103, 309-310, 327-328, 444-445", "",
           "Without the attribute, ranks broadcast as NumPy's do: the lower one is padded in "
           "front."},
    clause{"chlo.N1", level::may, "Binary elementwise operations", "104, 311, 329, 446", "",
           "An optional attribute: a list of 64-bit integers."},
    clause{"chlo.X5", level::must, "Binary logical elementwise operations", "318", "",
           "Logical operations broadcast as the arithmetic ones do."},
    clause{"chlo.N2", level::may, "Broadcasting compare op", "788", "",
           "A comparison has the same optional attribute."},
    clause{"chlo.X6", level::may, "Broadcasting select op", "810", "",
           "A selection broadcasts its three operands as NumPy does."},
};

inline constexpr std::array asides{
    aside{"1-81", "the dialect, its operations' base class and a trait"},
    aside{"85", "markup"},
    aside{"89", "markup"},
    aside{"93-101", "markup, and the class with its operands"},
    aside{"105-308", "results, and the operations with their element types"},
    aside{"312-317", "results, and a heading"},
    aside{"319-326", "markup, and the class with its operands"},
    aside{"330-443", "the logical operations, and operations that do not broadcast"},
    aside{"447-787", "results, and operations that do not broadcast"},
    aside{"789-809", "the attributes and the builder of the comparison"},
    aside{"811-1016", "the operands of the selection, and operations that do not broadcast"},
};

inline constexpr std::array rules{
    document_rule{"chlo", "chlo.X4", "", "chlo.N1"},
};

inline constexpr std::array cited{
    citations{
        .document = "chlo",
        .order = meeting_order::from_first_axis,
        .clash = "chlo.X1",
        .unknown = "chlo.G2",
        .unranked = "chlo.G2",
        .no_operands = "chlo.G3",
        .arity = "chlo.G3",
        .result_rank = "chlo.X4",
        .result_known = "chlo.G2",
        .result_size = "chlo.X4",
    },
};

inline constexpr std::array given{
    numbers{"chlo.D", 3, 3},
    numbers{"chlo.G", 3, 2},
    numbers{"chlo.N", 2, 2},
    numbers{"chlo.X", 6, 6},
};

inline constexpr std::array findings{
    finding{"chlo.D3",
            "chlo.X3",
            defect::implemented_otherwise,
            "90-92",
            {"StableHLO 1.17.0", {}, {}},
            "A negative entry of broadcast_dimensions is used as an index, and ends the process "
            "that reads the module",
            "2 2x3 dims=-1",
            "xla.X9",
            "the process ends",
            "90-92",
            "An entry names a dimension of the other operand. A module that is read can end the "
            "process."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"chlo.G1", "104, 311, 329, 446",
               "Which entries broadcast_dimensions may have is not said here; on the page of XLA, "
               "to which the text refers, they increase strictly.",
               "2x2 2x2x3 dims=1,0"},
    scope_note{"chlo.G2", "104, 311, 329, 446", "Unknown sizes are not mentioned.", "? 3"},
    scope_note{"chlo.G3", "82-84, 810",
               "Each operation that broadcasts has two operands, or three: no other number is "
               "mentioned.",
               "2"},
};

inline constexpr std::array comparisons{
    comparison{"chlo",
               {"bcast.P57", "chlo and array_api give the same shape, or each gives an error.", "",
                "pairs", 24336, 0, ""}},
};

}  // namespace bcast::spec::chlo
