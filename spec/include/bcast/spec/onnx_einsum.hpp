// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of ONNX's operator Einsum, whose ellipsis broadcasts.
namespace bcast::spec::onnx_einsum {

inline constexpr text published{"1.23.0", "onnx/onnx", "docs/Operators.md", "299ec33f2",
                                "2026-08-20"};

inline constexpr document about{"onnx_einsum", "ONNX: Einsum", "1.23.0",
                                published,     45168,          7,
                                0x9c84d557,    published,      "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"onnx_einsum.F1", level::must, "Einsum", "13766, 13769",
           "output[output-term] = reduce-sum( input1[term1] * input2[term2] )",
           "A character is one index, wherever it stands: its dimensions have one size."},
    clause{"onnx_einsum.X1", level::must, "Einsum", "13772-13773", "",
           "The sum is over the indices that the output does not have."},
    clause{"onnx_einsum.X2", level::must, "Einsum", "13775-13777", "",
           "An operand has a term, and each character of it is one of its dimensions."},
    clause{"onnx_einsum.X3", level::must, "Einsum", "13778-13779", "",
           "A letter in upper case and the same in lower case are two symbols."},
    clause{"onnx_einsum.X4", level::may, "Einsum", "13781-13783", "",
           "After an arrow, the indices are the output's dimensions."},
    clause{"onnx_einsum.X5", level::must, "Einsum", "13783-13786", "",
           "Without an arrow, the output has the indices that occur once, by their ASCII values."},
    clause{"onnx_einsum.X6", level::must, "Einsum", "13788", "",
           "A character that is repeated is summed over."},
    clause{"onnx_einsum.X7", level::may, "Einsum", "13790", "",
           "The dimensions of an ellipsis broadcast."},
    clause{"onnx_einsum.X8", level::must, "Einsum", "13790-13791", "",
           "Every ellipsis is equally many dimensions."},
    clause{"onnx_einsum.X9", level::must, "Einsum", "13792-13793", "",
           "The output has one ellipsis, which is its beginning if there is no arrow."},
    clause{"onnx_einsum.X10", level::may, "Einsum", "13793", "",
           "Spaces in the equation say nothing."},
};

inline constexpr std::array asides{
    aside{"1-13764", "the operators before it, and a heading"},
    aside{"13768", "a mark of the formula"},
    aside{"13770", "a mark of the formula"},
    aside{"13794-45168", "its version, types and examples, and the operators after it"},
};

inline constexpr std::array rules{
    document_rule{"onnx_einsum", "onnx_einsum.X7", ""},
};

inline constexpr std::array given{
    numbers{"onnx_einsum.D", 1, 1},
    numbers{"onnx_einsum.F", 1, 1},
    numbers{"onnx_einsum.G", 2, 2},
    numbers{"onnx_einsum.X", 10, 10},
};

inline constexpr std::array findings{
    finding{"onnx_einsum.D1",
            "onnx_einsum.X7",
            defect::ambiguous,
            "13790",
            {},
            "The ellipsis broadcasts, but the text does not say what a size of 1 next to one of 0 "
            "gives: the shape inference takes 1, the evaluators take 0",
            "1 0",
            "1",
            "0",
            "13790",
            "A graph's inferred shape is not the one that it computes."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"onnx_einsum.G1", "13775-13777", "An equation has a term.", ""},
    scope_note{"onnx_einsum.G2", "13775-13777", "Every size is known.", "? 3"},
};

}  // namespace bcast::spec::onnx_einsum
