// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of StableHLO's operations broadcast_in_dim and dynamic_broadcast_in_dim: which axis of
/// the result each axis of an operand is, is said by the list broadcast_dimensions. The inputs and
/// the constraints of the second operation have their numbers after those of the first: I3 to I7
/// are its I1 to I5, and C7 to C16 its C1 to C10.
namespace bcast::spec::stablehlo {

inline constexpr document about{
    "stablehlo",
    "StableHLO: broadcast_in_dim and dynamic_broadcast_in_dim",
    "the main branch of August 2026",
    {"", "openxla/stablehlo", "docs/spec.md", "e548a9844", "2026-08-13"},
    8016,
    22,
    0x5ce2576e,
    {"", "openxla/stablehlo", "docs/spec.md", "e548a9844", "2026-08-13"},
    "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"stablehlo.X1", level::must, "broadcast_in_dim", "1499-1502",
           "Expands the dimensions and/or rank of an input tensor by duplicating the data in the "
           "operand tensor: result[result_index] = operand[operand_index].",
           "An operand's axes and rank are expanded by repeating its elements."},
    clause{"stablehlo.F1", level::must, "broadcast_in_dim", "1504",
           "operand_index[d] = 0 if dim(operand, d) = 1", "An axis of size 1 is read at 0."},
    clause{"stablehlo.F2", level::must, "broadcast_in_dim", "1505",
           "operand_index[d] = result_index[broadcast_dimensions[d]] otherwise",
           "Any other axis is read at the index of the result's axis that it is."},
    clause{"stablehlo.I1", level::must, "broadcast_in_dim", "1511",
           "operand: tensor or quantized tensor; (C1-C2), (C5-C6)",
           "A tensor, and its constraints."},
    clause{"stablehlo.I2", level::must, "broadcast_in_dim", "1512",
           "broadcast_dimensions: 1-dimensional tensor constant of type si64; (C2-C6)",
           "A constant list of integers, and its constraints."},
    clause{"stablehlo.N1", level::must, "broadcast_in_dim", "1518",
           "result: tensor or quantized tensor; (C1), (C3), (C5-C6)",
           "A tensor, and its constraints."},
    clause{"stablehlo.C1", level::must, "broadcast_in_dim", "1522-1527",
           "element_type(result) is given by: element_type(operand), if "
           "!is_per_axis_quantized(operand); element_type(operand) except that "
           "quantization_dimension, scales and zero_points may differ, otherwise.",
           "The element types are the same, except for the parameters of a quantisation along an "
           "axis."},
    clause{"stablehlo.C2", level::must, "broadcast_in_dim", "1528",
           "size(broadcast_dimensions) = rank(operand)",
           "There is an entry for each axis of the operand."},
    clause{"stablehlo.C3", level::must, "broadcast_in_dim", "1529",
           "0 <= broadcast_dimensions < rank(result)", "Each entry is an axis of the result."},
    clause{"stablehlo.C4", level::must, "broadcast_in_dim", "1530",
           "is_unique(broadcast_dimensions)",
           "No two entries are the same; they may be in any order."},
    clause{"stablehlo.C5", level::must, "broadcast_in_dim", "1531-1533",
           "For all d in axes(operand): dim(operand, d) = 1 or dim(operand, d) = dim(result, "
           "broadcast_dimensions[d]).",
           "The operand's size is 1 or the result's."},
    clause{"stablehlo.C6", level::must, "broadcast_in_dim", "1534-1539",
           "If is_per_axis_quantized(result): quantization_dimension(result) = "
           "broadcast_dimensions[quantization_dimension(operand)]. If dim(operand, "
           "quantization_dimension(operand)) = 1, then scales(result)[i] = scales(operand)[0] and "
           "zero_points(result)[i] = zero_points(operand)[0] for i in range(dim(result, "
           "quantization_dimension(result))).",
           "A quantisation along an axis goes along with it, and its one scale and zero point are "
           "repeated where the size is 1."},
    clause{"stablehlo.X2", level::must, "dynamic_broadcast_in_dim", "3016-3018", "",
           "The same operation, with the result's shape as an operand, output_dimensions."},
    clause{"stablehlo.X3", level::may, "dynamic_broadcast_in_dim", "3020-3021", "",
           "Two optional attributes say which axes are known to expand, and which not to."},
    clause{"stablehlo.X4", level::must, "dynamic_broadcast_in_dim", "3022", "",
           "Without them, every axis may expand."},
    clause{"stablehlo.I3", level::must, "dynamic_broadcast_in_dim", "3028",
           "operand: tensor or quantized tensor; (C1-C2), (C5-C6), (C9)",
           "A tensor, and its constraints."},
    clause{"stablehlo.I4", level::must, "dynamic_broadcast_in_dim", "3029",
           "output_dimensions: 1-dimensional tensor of integer type; (C7)",
           "A list of integers, and its constraint."},
    clause{"stablehlo.I5", level::must, "dynamic_broadcast_in_dim", "3030",
           "broadcast_dimensions: 1-dimensional constant tensor of integer type; (C2-C6)",
           "A constant list of integers, and its constraints."},
    clause{"stablehlo.I6", level::may, "dynamic_broadcast_in_dim", "3031",
           "known_expanding_dimensions: 1-dimensional constant tensor of integer type; (C8-C9)",
           "A constant list of integers, and its constraints."},
    clause{"stablehlo.I7", level::may, "dynamic_broadcast_in_dim", "3032",
           "known_nonexpanding_dimensions: 1-dimensional constant tensor of integer type; (C8-C9)",
           "A constant list of integers, and its constraints."},
    clause{"stablehlo.N2", level::must, "dynamic_broadcast_in_dim", "3038",
           "result: tensor or quantized tensor; (C1), (C3), (C5-C7)",
           "A tensor, and its constraints."},
    clause{"stablehlo.C7", level::must, "dynamic_broadcast_in_dim", "3042-3047",
           "(C1) element_type(result) is given by: element_type(operand), if "
           "!is_per_axis_quantized(operand); element_type(operand) except that "
           "quantization_dimension, scales and zero_points may differ, otherwise.",
           "As stablehlo.C1."},
    clause{"stablehlo.C8", level::must, "dynamic_broadcast_in_dim", "3048",
           "(C2) size(broadcast_dimensions) = rank(operand)", "As stablehlo.C2."},
    clause{"stablehlo.C9", level::must, "dynamic_broadcast_in_dim", "3049",
           "(C3) 0 <= broadcast_dimensions < rank(result)", "As stablehlo.C3."},
    clause{"stablehlo.C10", level::must, "dynamic_broadcast_in_dim", "3050",
           "(C4) is_unique(broadcast_dimensions)", "As stablehlo.C4."},
    clause{"stablehlo.C11", level::must, "dynamic_broadcast_in_dim", "3051-3053",
           "(C5) For all d in axes(operand): dim(operand, d) = 1 or dim(operand, d) = dim(result, "
           "broadcast_dimensions[d]).",
           "As stablehlo.C5."},
    clause{"stablehlo.C12", level::must, "dynamic_broadcast_in_dim", "3054-3059",
           "(C6) If is_per_axis_quantized(result): quantization_dimension(result) = "
           "broadcast_dimensions[quantization_dimension(operand)]. If dim(operand, "
           "quantization_dimension(operand)) = 1, then scales(result)[i] = scales(operand)[0] and "
           "zero_points(result)[i] = zero_points(operand)[0] for i in range(dim(result, "
           "quantization_dimension(result))).",
           "As stablehlo.C6."},
    clause{"stablehlo.C13", level::must, "dynamic_broadcast_in_dim", "3060",
           "(C7) size(output_dimensions) = rank(result)",
           "The result's shape has an entry for each of its axes."},
    clause{"stablehlo.C14", level::must, "dynamic_broadcast_in_dim", "3061",
           "(C8) is_unique(known_expanding_dimensions + known_nonexpanding_dimensions)",
           "No axis is in both lists, or twice in one."},
    clause{"stablehlo.C15", level::must, "dynamic_broadcast_in_dim", "3062",
           "(C9) 0 <= known_expanding_dimensions < rank(operand)",
           "An axis that is known to expand is one of the operand's."},
    clause{"stablehlo.C16", level::must, "dynamic_broadcast_in_dim", "3063",
           "(C10) 0 <= known_nonexpanding_dimensions < rank(operand)",
           "An axis that is known not to expand is one of the operand's."},
    clause{"stablehlo.X5", level::may, "Dynamism", "7950-7955", "",
           "Sizes may be unknown. A constraint is verified statically if that is possible, and is "
           "otherwise left to the run time, where breaking it is undefined behaviour."},
};

inline constexpr std::array asides{
    aside{"1-1497", "the specification before this section, its heading and a picture"},
    aside{"1507", "a heading"},
    aside{"1509-1510", "the head of a table"},
    aside{"1514", "a heading"},
    aside{"1516-1517", "the head of a table"},
    aside{"1520", "a heading"},
    aside{"1541", "a heading"},
    aside{"1564-3014", "other operations, and headings"},
    aside{"3024", "a heading"},
    aside{"3026-3027", "the head of a table"},
    aside{"3034", "a heading"},
    aside{"3036-3037", "the head of a table"},
    aside{"3040", "a heading"},
    aside{"3065", "a heading"},
    aside{"3092-7949", "other operations, and the rest of the specification"},
    aside{"7956-8016", "programs whose shapes do not match"},
};

/// An operand, the axes of the result that its axes are, and the result.
struct example {
  std::string_view tag;
  passages at;
  shape operand;
  std::array<int, 2> broadcast_dimensions;
  shape result;
};

inline constexpr std::array examples{
    example{"stablehlo.S1", "1543-1562", {1, 3}, {2, 1}, {2, 3, 2}},
    example{"stablehlo.S2", "3067-3090", {1, 3}, {2, 1}, {2, 3, 2}},
};

inline constexpr std::array rules{
    document_rule{"stablehlo", "stablehlo.C5", "", "stablehlo.I2"},
};

inline constexpr std::array cited{
    citations{
        .document = "stablehlo",
        .order = meeting_order::from_first_axis,
        .clash = "stablehlo.C5",
        .unknown = "stablehlo.G2",
        .unranked = "stablehlo.G2",
        .no_operands = "stablehlo.I1",
        .arity = "stablehlo.I1",
        .result_rank = "stablehlo.C3",
        .result_known = "stablehlo.G2",
        .result_size = "stablehlo.X1",
    },
};

inline constexpr std::array given{
    numbers{"stablehlo.C", 16, 16}, numbers{"stablehlo.D", 3, 1}, numbers{"stablehlo.F", 2, 2},
    numbers{"stablehlo.G", 3, 2},   numbers{"stablehlo.I", 7, 7}, numbers{"stablehlo.N", 2, 2},
    numbers{"stablehlo.S", 2, 2},   numbers{"stablehlo.X", 5, 5},
};

inline constexpr std::array findings{
    finding{"stablehlo.D1",
            "stablehlo.I7",
            defect::contradicts_itself,
            "3028, 3032",
            {"stablehlo.C16", "3063", "3063"},
            "The table names (C9) for known_nonexpanding_dimensions, but (C9) is about "
            "known_expanding_dimensions; (C10), which is about them, is named nowhere",
            "1 2 dims=1",
            "2",
            "stablehlo.C16",
            "3028, 3032",
            "Whoever checks the constraints that the table names accepts an axis that the operand "
            "does not have."},
    finding{"stablehlo.D2",
            "stablehlo.X5",
            defect::implemented_otherwise,
            "7950-7955",
            {"StableHLO 1.17.0", {}, {}},
            "Operands and results may have dynamic sizes, but StableHLO refuses them for the "
            "results of 7 operations, such as broadcast_in_dim, and for operands that hold sizes",
            "3 -> ?",
            "accepted",
            "refused",
            "7950-7955",
            "A frontend that follows the text emits modules that StableHLO does not read."},
    finding{"stablehlo.D3",
            "stablehlo.C14",
            defect::omission,
            "3061-3063",
            {"stablehlo.X3", "3020-3021", "3020-3021"},
            "No constraint holds known_expanding_dimensions and known_nonexpanding_dimensions to "
            "the sizes in the types",
            "1 2 dims=0",
            "2",
            "no answer",
            "3061-3063",
            "An axis of size 1 may be called nonexpanding and have size 2 in the result. A "
            "compiler that relies on what it was told reads past the operand's end."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"stablehlo.G1", "3020-3021",
               "No constraint relates the axes that are known to expand, or not to, to the sizes.",
               std::nullopt},
    scope_note{
        "stablehlo.G2", "7950-7955",
        "Constraints on unknown sizes are verified if possible; which ones that are is not said.",
        "? 3"},
};

inline constexpr std::array comparisons{
    comparison{"stablehlo",
               {"bcast.P58",
                "With the last axes as broadcast_dimensions, stablehlo gives a shape exactly if "
                "array_api gives the shape of the second operand, and it is that shape.",
                "", "pairs", 24336, 0, ""}},
};

}  // namespace bcast::spec::stablehlo
