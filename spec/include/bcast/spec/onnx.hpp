// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of ONNX's page on broadcasting.
namespace bcast::spec::onnx {

inline constexpr document about{
    "onnx",
    "ONNX: Broadcasting",
    "1.23.0",
    {"1.23.0", "onnx/onnx", "docs/Broadcasting.md", "a69e5a227", "2025-10-01"},
    79,
    18,
    0xad488201,
    {"1.23.0", "onnx/onnx", "docs/Broadcasting.md", "a69e5a227", "2025-10-01"},
    "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"onnx.X1",
           level::may,
           "Broadcasting in ONNX",
           {{9, 10}},
           "",
           "The inputs of an element-wise operator may have different shapes if they broadcast to "
           "one shape."},
    clause{"onnx.X2",
           level::must,
           "Multidirectional Broadcasting",
           {{17, 18}},
           "",
           "Tensors broadcast in all directions if one of three properties holds."},
    clause{"onnx.X3",
           level::must,
           "Multidirectional Broadcasting",
           {20},
           "",
           "All tensors have the same shape: the first property."},
    clause{"onnx.X4",
           level::must,
           "Multidirectional Broadcasting",
           {{21, 22}},
           "",
           "All tensors have the same rank, and in each dimension every length is 1 or the common "
           "length: the second property."},
    clause{"onnx.X5",
           level::must,
           "Multidirectional Broadcasting",
           {{23, 24}},
           "",
           "After dimensions of length 1 are prepended to the tensors of lower rank, the second "
           "property holds: the third."},
    clause{"onnx.X6",
           level::must,
           "Multidirectional Broadcasting",
           {34},
           "",
           "Broadcasting in all directions is the same as NumPy's."},
    clause{"onnx.X7",
           level::may,
           "Multidirectional Broadcasting",
           {36, {38, 53}},
           "",
           "16 operators broadcast in all directions."},
    clause{"onnx.X8",
           level::must,
           "Unidirectional Broadcasting",
           {{57, 58}},
           "",
           "A tensor B broadcasts in one direction, to a tensor A, if one of three properties "
           "holds."},
    clause{"onnx.X9",
           level::must,
           "Unidirectional Broadcasting",
           {60},
           "",
           "A and B have the same shape: the first property."},
    clause{
        "onnx.X10",
        level::must,
        "Unidirectional Broadcasting",
        {{61, 62}},
        "",
        "A and B have the same rank, and in each dimension they have the same length or B's is 1: "
        "the second property."},
    clause{"onnx.X11",
           level::must,
           "Unidirectional Broadcasting",
           {{63, 64}},
           "",
           "B has no higher rank than A: dimensions of length 1 are prepended to B, and the second "
           "property holds."},
    clause{"onnx.X12",
           level::must,
           "Unidirectional Broadcasting",
           {{66, 67}},
           "",
           "The output has the shape of A."},
    clause{"onnx.X13",
           level::may,
           "Unidirectional Broadcasting",
           {76, {78, 79}},
           "",
           "Gemm and PRelu broadcast in one direction."},
};

inline constexpr std::array asides{
    aside{{1, 5}, "a comment about the licence"},       aside{7, "the title"},
    aside{{11, 13}, "the names of the two kinds"},      aside{15, "a heading"},
    aside{26, "the line that introduces the examples"}, aside{55, "a heading"},
    aside{69, "the line that introduces the examples"},
};

inline constexpr std::array rules{
    document_rule{"onnx_multi", "onnx.X6", "onnx.X6"},
    document_rule{"onnx_uni", "onnx.X12", "onnx.X12"},
};

inline constexpr std::array examples{
    example{"onnx.S1", {28}, "onnx_multi", {{2, 3, 4, 5}, scalar}, shape{2, 3, 4, 5}},
    example{"onnx.S2", {29}, "onnx_multi", {{2, 3, 4, 5}, {5}}, shape{2, 3, 4, 5}},
    example{"onnx.S3", {30}, "onnx_multi", {{4, 5}, {2, 3, 4, 5}}, shape{2, 3, 4, 5}},
    example{"onnx.S4", {31}, "onnx_multi", {{1, 4, 5}, {2, 3, 1, 1}}, shape{2, 3, 4, 5}},
    example{"onnx.S5", {32}, "onnx_multi", {{3, 4, 5}, {2, 1, 1, 1}}, shape{2, 3, 4, 5}},
    example{"onnx.S6", {71}, "onnx_uni", {{2, 3, 4, 5}, scalar}, shape{2, 3, 4, 5}},
    example{"onnx.S7", {72}, "onnx_uni", {{2, 3, 4, 5}, {5}}, shape{2, 3, 4, 5}},
    example{"onnx.S8", {73}, "onnx_uni", {{2, 3, 4, 5}, {2, 1, 1, 5}}, shape{2, 3, 4, 5}},
    example{"onnx.S9", {74}, "onnx_uni", {{2, 3, 4, 5}, {1, 3, 1, 5}}, shape{2, 3, 4, 5}},
};

/// What the page of an operator in docs/Operators.md says, of version 1.23.0.
struct operator_page {
  std::string_view name;
  std::string_view rule;  ///< `onnx_multi` or `onnx_uni`
};

/// The operators whose pages name one of the two kinds. Expand's page has the first kind in words
/// of its own.
inline constexpr std::array operator_pages{
    operator_page{"Add", "onnx_multi"},
    operator_page{"And", "onnx_multi"},
    operator_page{"BitShift", "onnx_multi"},
    operator_page{"BitwiseAnd", "onnx_multi"},
    operator_page{"BitwiseOr", "onnx_multi"},
    operator_page{"BitwiseXor", "onnx_multi"},
    operator_page{"Div", "onnx_multi"},
    operator_page{"Equal", "onnx_multi"},
    operator_page{"Gemm", "onnx_uni"},
    operator_page{"Greater", "onnx_multi"},
    operator_page{"GreaterOrEqual", "onnx_multi"},
    operator_page{"LayerNormalization", "onnx_uni"},
    operator_page{"Less", "onnx_multi"},
    operator_page{"LessOrEqual", "onnx_multi"},
    operator_page{"Max", "onnx_multi"},
    operator_page{"Mean", "onnx_multi"},
    operator_page{"Min", "onnx_multi"},
    operator_page{"Mod", "onnx_multi"},
    operator_page{"Mul", "onnx_multi"},
    operator_page{"Or", "onnx_multi"},
    operator_page{"PRelu", "onnx_uni"},
    operator_page{"Pow", "onnx_multi"},
    operator_page{"RMSNormalization", "onnx_uni"},
    operator_page{"Sub", "onnx_multi"},
    operator_page{"Sum", "onnx_multi"},
    operator_page{"Where", "onnx_multi"},
    operator_page{"Xor", "onnx_multi"},
};

inline constexpr std::array cited{
    citations{
        .document = "onnx_multi",
        .order = meeting_order::all_operands,
        .clash = "onnx.X4",
        .unknown = "onnx.G2",
        .unranked = "onnx.G2",
        .no_operands = "onnx.G1",
        .result_rank = "onnx.X6",
        .result_known = "onnx.G2",
        .result_size = "onnx.X6",
    },
    citations{
        .document = "onnx_uni",
        .order = meeting_order::from_first_axis,
        .clash = "onnx.X10",
        .unknown = "onnx.G2",
        .unranked = "onnx.G2",
        .no_operands = "onnx.X8",
        .arity = "onnx.X8",
        .result_rank = "onnx.X11",
        .result_known = "onnx.G2",
        .result_size = "onnx.X12",
    },
};

inline constexpr std::array given{
    numbers{"onnx.D", 4, 3},
    numbers{"onnx.G", 2, 2},
    numbers{"onnx.S", 9, 9},
    numbers{"onnx.X", 13, 13},
};

inline constexpr std::array findings{
    finding{"onnx.D1",
            "onnx.X5",
            defect::contradicts_itself,
            {{23, 24}, {63, 64}},
            {"onnx.S1", {28}, {28}},
            "A dimension of length 1 is prepended, one, but the first example prepends four",
            "1x1 ()",
            "",
            "onnx.X4",
            "1x1",
            standing::open,
            {{23, 24}, {63, 64}},
            "Read as printed, no scalar broadcasts with a matrix, and every example with a scalar "
            "is illegal.",
            "Print `prepended with dimensions of length 1`, in both sections.",
            "onnx_multi, onnx_uni: as many as the rank needs"},
    finding{"onnx.D2",
            "onnx.X12",
            defect::contradicts_itself,
            {{66, 67}},
            {"onnx.X10", {{61, 62}}, {{61, 62}}},
            "The shape of A is called the larger one of the two, but a B of length 1 may meet an A "
            "of length 0",
            "0 1",
            "",
            "1",
            "0",
            standing::open,
            {{66, 67}},
            "An implementation that takes the larger shape gives an empty input of PRelu an output "
            "with an element, which is read from nowhere.",
            "Delete `(i.e., the larger shape of two input tensors)`.",
            "onnx_uni: 0"},
    finding{"onnx.D3",
            "onnx.X12",
            defect::implemented_otherwise,
            {{66, 67}},
            {"ONNX Runtime 1.32.0", {}, {}},
            "The output has the shape of A, but PRelu broadcasts in all directions and gives a "
            "larger output for a larger slope",
            "3 2x3",
            "",
            "onnx.X11",
            "2x3",
            standing::open,
            {{66, 67}},
            "Shape inference gives PRelu's output the shape of its input and does not look at the "
            "slope, so the run time contradicts it.",
            "Check the slope in the implementation, or list PRelu with the operators that "
            "broadcast in all directions.",
            "onnx_uni: refused; onnx_multi, onnx: 2x3"},
    finding{
        "onnx.D4",
        "onnx.X7",
        defect::implemented_otherwise,
        {36, {38, 53}},
        {"the operators' pages of ONNX 1.23.0", {}, {}},
        "16 operators are listed, and 2 for one direction, but 7 more operators' pages say that "
        "they broadcast in all directions, and 2 more that they do in one",
        "2x1 3",
        "",
        "Mod is not listed",
        "2x3",
        standing::open,
        {36, {38, 53}},
        "Whoever implements broadcasting by the lists refuses models with BitShift, BitwiseAnd, "
        "BitwiseOr, BitwiseXor, GreaterOrEqual, LessOrEqual, Mod, LayerNormalization and "
        "RMSNormalization. The example is of Mod.",
        "Add the nine operators to the lists, or refer to the operators' pages.",
        "onnx_multi: any operator"},
    finding{
        "onnx.G1",
        "onnx.X4",
        defect::silent,
        {{17, 24}},
        {},
        "No sentence says which shape the tensors broadcast to; the examples show it for lengths "
        "of 1 and more, and lengths of 0 are not mentioned",
        "0 1",
        "",
        "no answer",
        "0",
        standing::open,
        {{17, 24}},
        "The properties accept a length of 0 next to a 1. Whoever takes the maximum, as the "
        "examples allow, gets 1; NumPy, to which the page refers, gets 0.",
        "Add: the length of the result is the common length, or 1 if all lengths are 1. A common "
        "length may be 0.",
        "onnx_multi, onnx: 0"},
    finding{"onnx.G2",
            "onnx.X4",
            defect::silent,
            {{21, 22}},
            {},
            "Unknown lengths are not mentioned, although a model may have them in every shape",
            "? 3",
            "",
            "no answer",
            "3",
            standing::open,
            {{21, 22}},
            "Shape inference has to decide before the lengths are known, and each implementation "
            "decides on its own.",
            "Say what is inferred where one length is unknown, and what is left to the run time.",
            "onnx_multi, onnx_uni: no answer; onnx, sound: 3"},
};

inline constexpr std::array readings{
    reading{"onnx.D1", "onnx_multi as printed", "onnx_multi"},
    reading{"onnx.D2", "onnx_uni as printed", "onnx_uni"},
    reading{"onnx.D3", "onnx_uni", "onnx_multi"},
    reading{"onnx.G1", "onnx_multi as printed", "onnx_multi"},
    reading{"onnx.G2", "onnx_multi", "onnx"},
};

inline constexpr std::array comparisons{
    comparison{
        "onnx_multi",
        {"bcast.P51", "onnx_multi and array_api give the same shape, or each gives an error.", "",
         "pairs", 24336, 0, ""}},
    comparison{"onnx_uni",
               {"bcast.P52",
                "onnx_uni gives a shape exactly if array_api gives the shape of the first operand, "
                "and it is that shape.",
                "", "pairs", 24336, 0, ""}},
};

}  // namespace bcast::spec::onnx
