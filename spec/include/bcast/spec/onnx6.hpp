// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of ONNX's operators before version 7 of the operator set, which have the attributes
/// `broadcast` and `axis`. The text is that of Add-6; it stands in the same words at Add-1, and at
/// Sub, Mul, Div and Pow of these versions.
namespace bcast::spec::onnx6 {

inline constexpr document about{
    "onnx6",
    "ONNX before version 7 of the operator set: Add",
    "1.23.0",
    {"1.23.0", "onnx/onnx", "docs/Changelog.md", "7a4496a47", "2026-08-20"},
    33949,
    2,
    0x69728405,
    {"1.23.0", "onnx/onnx", "docs/Changelog.md", "7a4496a47", "2026-08-20"},
    "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"onnx6.X1", level::must, "Add-6", "5042-5043", "",
           "The second operand is broadcast to the shape of the first."},
    clause{"onnx6.X2", level::may, "Add-6", "5043-5045", "",
           "It has one element and no higher rank,"},
    clause{"onnx6.X3", level::may, "Add-6", "5045-5046", "",
           "or its shape is a contiguous part of the first one's."},
    clause{"onnx6.X4", level::may, "Add-6", "5046-5047, 5068-5069", "",
           "The attribute axis says at which dimension of the first shape the part begins."},
    clause{"onnx6.X5", level::must, "Add-6", "5047-5048", "",
           "Without axis, the part is the end of the first shape."},
    clause{"onnx6.X6", level::must, "Add-6", "5048", "", "A dimension of size 1 is not expanded."},
    clause{"onnx6.S5", level::must, "Add-6", "5056", "", "Printed shapes, with axis=1."},
    clause{"onnx6.S6", level::must, "Add-6", "5057", "", "Printed shapes, with axis=0."},
    clause{"onnx6.X7", level::must, "Add-6", "5059, 5070-5071", "",
           "Operands are broadcast only if the attribute broadcast is 1."},
    clause{"onnx6.X8", level::must, "Add-6", "5080", "",
           "If they are not broadcast, the second operand has the shape of the first."},
    clause{"onnx6.X9", level::must, "Add-6", "5087", "",
           "The result has the shape of the first operand."},
};

inline constexpr std::array asides{
    aside{"1-5041", "the operators before it, and headings"},
    aside{"5050-5051", "the lines that introduce the examples"},
    aside{"5060-5067", "its version, and a heading"},
    aside{"5072-5079", "a heading, and the first operand"},
    aside{"5081-5086", "a heading"},
    aside{"5088-33949", "the element types, and the operators after it"},
};

inline constexpr std::array rules{
    document_rule{"onnx6", "onnx6.X9", "onnx6.X3", "onnx6.X4"},
};

inline constexpr std::array examples{
    example{"onnx6.S1", "5052", "onnx6", {{2, 3, 4, 5}, {}}, shape{2, 3, 4, 5}},
    example{"onnx6.S2", "5053", "onnx6", {{2, 3, 4, 5}, {1, 1}}, shape{2, 3, 4, 5}},
    example{"onnx6.S3", "5054", "onnx6", {{2, 3, 4, 5}, {5}}, shape{2, 3, 4, 5}},
    example{"onnx6.S4", "5055", "onnx6", {{2, 3, 4, 5}, {4, 5}}, shape{2, 3, 4, 5}},
};

inline constexpr std::array given{
    numbers{"onnx6.G", 3, 3},
    numbers{"onnx6.S", 6, 6},
    numbers{"onnx6.X", 9, 9},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"onnx6.G1", "5042-5043", "There are two operands.", "2 2 2"},
    scope_note{"onnx6.G2", "5045-5046", "Every size is known.", "? 3"},
    scope_note{"onnx6.G3", "5046-5047", "A negative axis is not mentioned.", std::nullopt},
};

}  // namespace bcast::spec::onnx6
