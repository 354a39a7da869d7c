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
    clause{"chlo.X1",
           level::must,
           "Binary elementwise operations",
           {{82, 84}},
           "",
           "Each operation broadcasts ranks explicitly, by the attribute broadcast_dimensions, and "
           "degenerate sizes implicitly."},
    clause{"chlo.X2",
           level::must,
           "Binary elementwise operations",
           {{86, 88}},
           "",
           "The operations without the prefix broadcast_ need operands and results of one shape."},
    clause{"chlo.X3",
           level::must,
           "Binary elementwise operations",
           {{90, 92}},
           "",
           "XLA's pages on its operations and on broadcasting are referred to."},
    clause{"chlo.X4",
           level::must,
           "Binary elementwise operations",
           {{102, 103}, {309, 310}, {327, 328}, {444, 445}},
           "",
           "Without the attribute, ranks broadcast as NumPy's do: the lower one is padded in "
           "front."},
    clause{"chlo.N1",
           level::may,
           "Binary elementwise operations",
           {104, 311, 329, 446},
           "broadcast_dimensions",
           "An optional attribute: a list of 64-bit integers."},
    clause{"chlo.X5",
           level::must,
           "Binary logical elementwise operations",
           {318},
           "",
           "Logical operations broadcast as the arithmetic ones do."},
    clause{"chlo.N2",
           level::may,
           "Broadcasting compare op",
           {788},
           "broadcast_dimensions",
           "A comparison has the same optional attribute."},
    clause{"chlo.X6",
           level::may,
           "Broadcasting select op",
           {810},
           "",
           "A selection broadcasts its three operands as NumPy does."},
};

inline constexpr std::array asides{
    aside{{1, 81}, "the dialect, its operations' base class and a trait"},
    aside{85, "markup"},
    aside{89, "markup"},
    aside{{93, 101}, "markup, and the class with its operands"},
    aside{{105, 308}, "results, and the operations with their element types"},
    aside{{312, 317}, "results, and a heading"},
    aside{{319, 326}, "markup, and the class with its operands"},
    aside{{330, 443}, "the logical operations, and operations that do not broadcast"},
    aside{{447, 787}, "results, and operations that do not broadcast"},
    aside{{789, 809}, "the attributes and the builder of the comparison"},
    aside{{811, 1016}, "the operands of the selection, and operations that do not broadcast"},
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
        .no_operands = "chlo.X1",
        .arity = "chlo.N1",
        .result_rank = "chlo.X4",
        .result_known = "chlo.G2",
        .result_size = "chlo.X4",
    },
};

inline constexpr std::array given{
    numbers{"chlo.D", 1, 1},
    numbers{"chlo.G", 2, 2},
    numbers{"chlo.N", 2, 2},
    numbers{"chlo.X", 6, 6},
};

inline constexpr std::array findings{
    finding{"chlo.D1",
            "chlo.X3",
            defect::ambiguous,
            {{90, 92}, {102, 103}},
            {},
            "A size of 0 against a 1 gives 1 by XLA's page, to which the comment refers, and 0 by "
            "NumPy's rule, which it names",
            "0 1",
            "",
            "1",
            "0",
            standing::open,
            {{90, 92}, {102, 103}},
            "XLA's page gives a degenerate dimension the maximum of both sizes. StableHLO 1.17.0 "
            "infers 0, as NumPy does.",
            "Say here that a size of 1 gives way to any other size, 0 too.",
            "chlo: 0"},
    finding{"chlo.G1",
            "chlo.N1",
            defect::silent,
            {104, 311, 329, 446},
            {},
            "Which entries broadcast_dimensions may have is not said: whether they increase, and "
            "whether one may appear twice",
            "2x2 2x2x3 dims=1,0",
            "",
            "no answer",
            "xla.X10",
            standing::open,
            {104, 311, 329, 446},
            "XLA's page has entries that increase strictly. The inference of StableHLO 1.17.0 "
            "takes them in any order and more than once, XLA's compiler then ignores their order, "
            "and a negative entry ends the process.",
            "Add: the entries increase strictly and are dimensions of the operand of higher rank.",
            "chlo: no answer; xla: refused"},
    finding{"chlo.G2",
            "chlo.N1",
            defect::silent,
            {104, 311, 329, 446},
            {},
            "What an unknown size gives is not said, although operands may have them",
            "? 3",
            "",
            "no answer",
            "3",
            standing::open,
            {104, 311, 329, 446},
            "The inference of StableHLO 1.17.0 gives 3 for `?` and 3, but keeps `?` for `?` and 0, "
            "and has a third rule for bounded sizes.",
            "Say what is inferred where one of two sizes is not known.",
            "chlo: no answer; sound: 3"},
};

inline constexpr std::array readings{
    reading{"chlo.D1", "chlo as printed", "chlo"},
    reading{"chlo.G2", "chlo", "sound"},
};

inline constexpr std::array comparisons{
    comparison{"chlo",
               {"bcast.P57", "chlo and array_api give the same shape, or each gives an error.", "",
                "pairs", 24336, 0, ""}},
};

}  // namespace bcast::spec::chlo
