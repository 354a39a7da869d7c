// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bcast/proptests/case.hpp"

namespace bcast::proptests {

/// Text that cannot be read; the message quotes it and names the character, from 1.
struct text_error : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// A shape, written as `8x1x6x1`, `8,1,6,1`, `(8, 1, 6, 1)`, `[8,1,6,1]`, as XLA's `f32[8,1,6,1]`
/// or as MLIR's `tensor<8x1x6x1xf32>` or `vector<8xf32>`; a scalar as `()`, `[]`, `scalar`, `f32[]`
/// or `tensor<f32>`; an unknown rank as `*` or `tensor<*xf32>`; an unknown size as `?`, with a
/// bound as `<=8`, with a name as `N` or `N<=8`. A name is of letters, digits and `_`, does not
/// begin with a digit, and holds an `x` only among commas. An element type is any word, and is
/// ignored, and so is the layout of `f32[2,3]{1,0}`. Throws text_error.
kit::shape parse_shape(std::string_view text);

/// `0,2` as a tuple; empty text is the empty tuple. Throws text_error.
kit::broadcast_dimensions parse_tuple(std::string_view text,
                                      std::string_view entry = "broadcast dimension");

/// A case as it is printed with a failure: `2x1~tr 1x3 -> 2x3~g dims=0,2 type=int8`; after the
/// calls before it, `2 1 ; 2x1 3`. Throws text_error.
test_case parse_case(std::string_view text);

std::string to_string(kit::dim const& d);
std::string to_string(kit::shape const& t);
std::string to_string(kit::broadcast_dimensions const& t);
std::string to_string(operand const& o);
std::string to_string(test_case const& c);

/// `8x7`, `rejection by array_api.A14 at axis 1`, `no answer by mlir.G1`, `unsupported`; without
/// the clause or the axis if none is named.
std::string to_string(kit::result const& a);

/// The name of a tag's test suite: `array_api.A7` is ArrayApiA7.
std::string suite_of(std::string_view tag);

/// The alignment of the operands, one row each, drawn for a terminal: a size that is stretched has
/// the result's size after an arrow, a missing axis is a dot, and an axis that clashes is marked.
std::string picture(std::span<kit::shape const> operands,
                    std::optional<kit::broadcast_dimensions> const& dimensions,
                    kit::result const& verdict);

/// The same of a case of a product of two operands: their leading axes, rows and columns.
std::string picture_of_product(test_case const& c);

/// The operands of a product of matrices.
struct product_text {
  kit::shape a, b;
};

/// Whether a text is meant as a product: it has an `@`.
bool is_product(std::string_view text);

/// Reads `(1,2,3)@(0,3,4)`: two shapes whose sizes are known, with an `@` between them. Throws
/// text_error, which says where the text is wrong.
product_text parse_product(std::string_view text);

}  // namespace bcast::proptests
