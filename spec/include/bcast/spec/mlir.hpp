// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"

/// The clauses, the tables and the examples of MLIR's document on the `Broadcastable` trait.
namespace bcast::spec::mlir {

inline constexpr document about{
    "mlir", "MLIR: The Broadcastable trait", "the text of review D153291",
    "0567844be and later: the table accepts a static size where `?` is inferred; the pseudo-code "
    "and one example still reject it"};

inline constexpr std::array clauses{
    clause{"mlir.X1", level::must, "Description", "", "There is at least one operand."},
    clause{"mlir.X2", level::must, "Description", "", "There is exactly one result."},
    clause{"mlir.X3", level::must, "Description", "",
           "Every operand and the result are of type tensor or vector."},
    clause{"mlir.X4", level::must, "Description", "",
           "The result's shape can be inferred from the operands' shapes alone."},
    clause{"mlir.X5", level::must, "Description", "",
           "The operands are broadcast-compatible by the rules of verification."},
    clause{"mlir.X6", level::must, "Description", "",
           "The result's shape is compatible with the inferred one by the rules of verification."},
    clause{"mlir.A1", level::must, "Dimension inference", "InferDim(dim0, dim1)",
           "The size inferred for a dimension of two operands, by cases."},
    clause{"mlir.A2", level::must, "Shape inference", "ExpandRank(shape, rank)",
           "Prepends sizes of 1 until the rank is reached."},
    clause{"mlir.A3", level::must, "Shape inference", "InferShape(shape0, shape1)",
           "Equalises the ranks, then infers each dimension."},
    clause{"mlir.A4", level::must, "Shape inference", "InferResultShape(op)",
           "Sets unranked operands aside and folds the others from the first; none if all are "
           "unranked."},
    clause{"mlir.A5", level::must, "Verification", "Verify(op)",
           "Infers, then compares the rank and each dimension of the declared result."},
};

/// The three categories of the inference table.
enum class category { dynamic, one, more };

/// What the inference table gives for a pair: the size of one of them.
enum class inferred { dynamic, one, dim0, dim1 };

struct inference_row {
  std::string_view tag;
  category dim0;
  category dim1;
  inferred inferred_dim;
  std::string_view note;
};

inline constexpr std::array inference_table{
    inference_row{"mlir.I1", category::dynamic, category::dynamic, inferred::dynamic,
                  "A run-time size of 1 is broadcast to the other; undefined if both are greater "
                  "than 1 and differ."},
    inference_row{"mlir.I2", category::dynamic, category::one, inferred::dynamic,
                  "dim1 is broadcast to the run-time size of dim0."},
    inference_row{"mlir.I3", category::dynamic, category::more, inferred::dim1,
                  "A run-time size of 1 is broadcast to dim1; undefined if it is greater than 1 "
                  "and not dim1."},
    inference_row{"mlir.I4", category::one, category::one, inferred::one, ""},
    inference_row{"mlir.I5", category::one, category::more, inferred::dim1,
                  "dim0 is broadcast to dim1."},
    inference_row{"mlir.I6", category::more, category::more, inferred::dim0,
                  "An error at compile time if they differ."},
};

/// The two categories of the verification table, and its three outcomes.
enum class knowledge { dynamic, fixed };
enum class outcome { ok, error, ok_if_equal };

struct verification_row {
  std::string_view tag;
  knowledge inferred_dim;
  knowledge actual_dim;
  outcome verdict;
  std::string_view note;
};

inline constexpr std::array verification_table{
    verification_row{"mlir.V1", knowledge::dynamic, knowledge::dynamic, outcome::ok, ""},
    verification_row{"mlir.V2", knowledge::dynamic, knowledge::fixed, outcome::error,
                     "The size cannot be inferred, so declaring it is not allowed."},
    verification_row{"mlir.V3", knowledge::fixed, knowledge::dynamic, outcome::ok,
                     "The result's type may know less than what is inferred."},
    verification_row{"mlir.V4", knowledge::fixed, knowledge::fixed, outcome::ok_if_equal,
                     "The same size."},
};

/// A use of an operation in print, and the clause that an incorrect use breaks.
struct example {
  std::string_view tag;
  operands inputs;
  shape result;
  std::string_view broken;  ///< empty for a correct use
};

inline constexpr std::array examples{
    example{"mlir.S1", {shape{1, 2}, shape{1, 2}}, {1, 2}, ""},
    example{"mlir.S2", {shape{unknown}, shape{unknown}}, {unknown}, ""},
    example{"mlir.S3", {shape{1}, shape{4}}, {4}, ""},
    example{"mlir.S4", {shape{4}}, {unknown}, ""},
    example{"mlir.S5", {shape{4}, shape{2, 3, 4}}, {2, 3, 4}, ""},
    example{"mlir.S6", {shape{2}, shape{2}}, {2}, ""},
    example{"mlir.S7", {shape{2}}, unranked, ""},
    example{"mlir.S8", {unranked, unranked}, {2}, ""},
    example{"mlir.S9", {shape{3}, shape{2}}, {unknown}, "mlir.I6"},
    example{"mlir.S10", {shape{3}, shape{3}}, {1, 3}, "mlir.A5"},
    example{"mlir.S11", {shape{unknown}, shape{unknown}}, {4}, "mlir.V2"},
    example{"mlir.S12", {shape{2}, shape{2}}, {4}, "mlir.V4"},
    example{"mlir.S13", {shape{1}, shape{1}}, {4}, "mlir.V4"},
};

/// The types of the examples, in their order, letter by letter as they are printed (mlir.D9).
inline constexpr std::array<std::string_view, examples.size()> printed_types{
    "(tensor<1x2xi32>, tensor<1x2xi32) -> tensor<1x2xi32>",
    "(tensor<?xi32>, tensor<?xi32) -> tensor<?xi32>",
    "(tensor<1xi32>, tensor<4xi32) -> tensor<4xi32>",
    "(tensor<4xi32) -> tensor<?xi32>",
    "(tensor<4xi32>, tensor<2x3x4xi32) -> tensor<2x3x4xi32>",
    "(tensor<2xi1>, tensor<2xi32) -> tensor<2xi64>",
    "(tensor<2xi32>) -> tensor<*xi32>",
    "(tensor<*xi32>, tensor<*xi32>) -> tensor<2xi32>",
    "(tensor<3xi32>, tensor<2xi32) -> tensor<?xi32>",
    "(tensor<3xi32>, tensor<3xi32) -> tensor<1x3xi32>",
    "(tensor<?xi32>, tensor<?xi32) -> tensor<4xi32>",
    "(tensor<2xi32>, tensor<2xi32) -> tensor<4xi32>",
    "(tensor<1xi32>, tensor<1xi32) -> tensor<4xi32>",
};

}  // namespace bcast::spec::mlir
