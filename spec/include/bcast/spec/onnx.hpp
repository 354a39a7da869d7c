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
    clause{"onnx.X1", level::may, "Broadcasting in ONNX", "9-10", "",
           "The inputs of an element-wise operator may have different shapes if they broadcast to "
           "one shape."},
    clause{"onnx.X2", level::must, "Multidirectional Broadcasting", "17-18", "",
           "Tensors broadcast in all directions if one of three properties holds."},
    clause{"onnx.X3", level::must, "Multidirectional Broadcasting", "20", "",
           "All tensors have the same shape: the first property."},
    clause{"onnx.X4", level::must, "Multidirectional Broadcasting", "21-22", "",
           "All tensors have the same rank, and in each dimension every length is 1 or the common "
           "length: the second property."},
    clause{"onnx.X5", level::must, "Multidirectional Broadcasting", "23-24", "",
           "After dimensions of length 1 are prepended to the tensors of lower rank, the second "
           "property holds: the third."},
    clause{"onnx.X6", level::must, "Multidirectional Broadcasting", "34", "",
           "Broadcasting in all directions is the same as NumPy's."},
    clause{"onnx.X7", level::may, "Multidirectional Broadcasting", "36, 38-53", "",
           "16 operators broadcast in all directions."},
    clause{"onnx.X8", level::must, "Unidirectional Broadcasting", "57-58", "",
           "A tensor B broadcasts in one direction, to a tensor A, if one of three properties "
           "holds."},
    clause{"onnx.X9", level::must, "Unidirectional Broadcasting", "60", "",
           "A and B have the same shape: the first property."},
    clause{
        "onnx.X10", level::must, "Unidirectional Broadcasting", "61-62", "",
        "A and B have the same rank, and in each dimension they have the same length or B's is 1: "
        "the second property."},
    clause{"onnx.X11", level::must, "Unidirectional Broadcasting", "63-64", "",
           "B has no higher rank than A: dimensions of length 1 are prepended to B, and the second "
           "property holds."},
    clause{"onnx.X12", level::must, "Unidirectional Broadcasting", "66-67", "",
           "The output has the shape of A."},
    clause{"onnx.X13", level::may, "Unidirectional Broadcasting", "76, 78-79", "",
           "Gemm and PRelu broadcast in one direction."},
};

inline constexpr std::array asides{
    aside{"1-5", "a comment about the licence"},          aside{"7", "the title"},
    aside{"11-13", "the names of the two kinds"},         aside{"15", "a heading"},
    aside{"26", "the line that introduces the examples"}, aside{"55", "a heading"},
    aside{"69", "the line that introduces the examples"},
};

inline constexpr std::array rules{
    document_rule{"onnx_multi", "onnx.X6", "onnx.X6"},
    document_rule{"onnx_uni", "onnx.X12", "onnx.X12"},
};

inline constexpr std::array examples{
    example{"onnx.S1", "28", "onnx_multi", {{2, 3, 4, 5}, scalar}, shape{2, 3, 4, 5}},
    example{"onnx.S2", "29", "onnx_multi", {{2, 3, 4, 5}, {5}}, shape{2, 3, 4, 5}},
    example{"onnx.S3", "30", "onnx_multi", {{4, 5}, {2, 3, 4, 5}}, shape{2, 3, 4, 5}},
    example{"onnx.S4", "31", "onnx_multi", {{1, 4, 5}, {2, 3, 1, 1}}, shape{2, 3, 4, 5}},
    example{"onnx.S5", "32", "onnx_multi", {{3, 4, 5}, {2, 1, 1, 1}}, shape{2, 3, 4, 5}},
    example{"onnx.S6", "71", "onnx_uni", {{2, 3, 4, 5}, scalar}, shape{2, 3, 4, 5}},
    example{"onnx.S7", "72", "onnx_uni", {{2, 3, 4, 5}, {5}}, shape{2, 3, 4, 5}},
    example{"onnx.S8", "73", "onnx_uni", {{2, 3, 4, 5}, {2, 1, 1, 5}}, shape{2, 3, 4, 5}},
    example{"onnx.S9", "74", "onnx_uni", {{2, 3, 4, 5}, {1, 3, 1, 5}}, shape{2, 3, 4, 5}},
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
    operator_page{"StringConcat", "onnx_multi"},
    operator_page{"Sub", "onnx_multi"},
    operator_page{"Sum", "onnx_multi"},
    operator_page{"Where", "onnx_multi"},
    operator_page{"Xor", "onnx_multi"},
};

inline constexpr std::array cited{
    citations{
        .document = "onnx",
        .order = meeting_order::all_operands,
        .clash = "onnx.X4",
        .unknown = "onnx.G2",
        .unranked = "onnx.G2",
        .no_operands = "onnx.G3",
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
    numbers{"onnx.G", 3, 2},
    numbers{"onnx.S", 9, 9},
    numbers{"onnx.X", 13, 13},
};

inline constexpr std::array findings{
    finding{"onnx.D4",
            "onnx.X7",
            defect::contradicts_another,
            "36, 38-53",
            {"docs/Operators.md", {}, {}},
            "The lists leave out 10 operators whose own pages name one of the two kinds of "
            "broadcasting, 8 multidirectional and 2 unidirectional",
            "2x1 3",
            "Mod is not listed",
            "2x3",
            "36, 38-53",
            "Whoever implements broadcasting by the lists refuses models with BitShift, "
            "BitwiseAnd, BitwiseOr, BitwiseXor, GreaterOrEqual, LessOrEqual, Mod, StringConcat, "
            "LayerNormalization or RMSNormalization. The example is of Mod."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"onnx.G3", "17-24", "A set of no tensors is not mentioned.", ""},
    scope_note{"onnx.G2", "21-22", "Unknown lengths are not mentioned.", "? 3"},
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
