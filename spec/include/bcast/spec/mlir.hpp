// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The clauses, the tables and the examples of MLIR's document on the `Broadcastable` trait.
namespace bcast::spec::mlir {

inline constexpr document about{
    "mlir",
    "MLIR: The Broadcastable trait",
    "the text of review D153291",
    {"", "llvm/llvm-project", "mlir/docs/Traits/Broadcastable.md", "", ""},
    197,
    39,
    0x214e1a1d,
    {"", "llvm/llvm-project", "mlir/docs/Traits/Broadcastable.md", "0567844be",
     "read on 2026-11-22"},
    "the verification table accepts a static size where `?` is inferred, and Verify no longer "
    "tests for that on its own; its last test and one example still reject it"};

inline constexpr std::array clauses{
    clause{"mlir.X1", level::must, "Description", "9", "", "There is at least one operand."},
    clause{"mlir.X2", level::must, "Description", "11", "", "There is exactly one result."},
    clause{"mlir.X3", level::must, "Description", "13", "",
           "Every operand and the result have tensor or vector type."},
    clause{"mlir.X4", level::must, "Description", "15", "",
           "The result's shape can be inferred from the operands' shapes alone."},
    clause{"mlir.X5", level::must, "Description", "17", "",
           "The operands are broadcast-compatible by the rules of verification."},
    clause{"mlir.X6", level::must, "Description", "19", "",
           "The result's shape is compatible with the inferred one by the rules of verification."},
    clause{"mlir.N1", level::must, "Dimension inference", "24", "",
           "Dimension i of the result is inferred from dimension i of two operands, in either "
           "order; a dimension is dynamic, static and 1, or static and greater than 1."},
    clause{"mlir.A1", level::must, "Dimension inference", "37-55", "InferDim(dim0, dim1)",
           "The size inferred for a dimension of two operands, by cases."},
    clause{"mlir.A2", level::must, "Shape inference", "59-65", "ExpandRank(shape, rank)",
           "Prepends sizes of 1 until the rank is reached."},
    clause{"mlir.A3", level::must, "Shape inference", "67-83", "InferShape(shape0, shape1)",
           "Equalises the ranks, then infers each dimension."},
    clause{"mlir.A4", level::must, "Shape inference", "85-100", "InferResultShape(op)",
           "Sets unranked operands aside and folds the others from the first. A single ranked "
           "operand gives its shape to the result. If all are unranked, the result has no shape."},
    clause{"mlir.X7", level::must, "Verification", "104", "",
           "Inference comes first. If it fails, the operands are not compatible and verification "
           "fails; otherwise verification continues."},
    clause{"mlir.X8", level::must, "Verification", "106", "",
           "If the result or all operands are unranked, verification ends there. If the result and "
           "at least one operand are ranked, the ranks have to match."},
    clause{"mlir.X9", level::must, "Verification", "108", "",
           "Once the ranks match, each inferred dimension is compared with the declared one by the "
           "table."},
    clause{"mlir.A5", level::must, "Verification", "119-139", "Verify(op)",
           "Infers, then compares the rank and each dimension of the declared result."},
    clause{"mlir.X10", level::must, "Examples", "149-150", "",
           "If two dynamic sizes meet, the programmer guarantees that they are equal at run time."},
    clause{"mlir.X11", level::must, "Examples", "164-165", "",
           "Element types are not restricted: those of operands and result may differ."},
    clause{"mlir.X12", level::must, "Examples", "195", "",
           "Nothing is broadcast to the result: it has the inferred size."},
};

inline constexpr std::array asides{
    aside{"1-7", "the title, the contents, a heading, and the line that introduces the properties"},
    aside{"22", "a heading"},
    aside{"27-28", "the head of a table"},
    aside{"57", "a heading"},
    aside{"102", "a heading"},
    aside{"111-112", "the head of a table"},
    aside{"141-145", "a heading, the line that introduces the examples, and a fence"},
    aside{"173", "a fence"},
    aside{"176-178", "the line that introduces the examples, and a fence"},
    aside{"197", "a fence"},
};

/// The printed column headings of the inference table, and the members that hold the columns.
inline constexpr std::array<std::string_view, 4> inference_heads{"dim0", "dim1", "inferredDim",
                                                                 "Notes"};
inline constexpr std::array<std::string_view, 4> inference_members{"dim0", "dim1", "inferred_dim",
                                                                   "note"};

/// The three categories of the inference table.
enum class category { dynamic, one, more };

/// What the inference table gives for a pair: the size of one of them.
enum class inferred { dynamic, one, dim0, dim1 };

struct inference_row {
  std::string_view tag;
  passages at;
  category dim0;
  category dim1;
  inferred inferred_dim;
  std::string_view note;
};

inline constexpr std::array inference_table{
    inference_row{"mlir.I1", "29", category::dynamic, category::dynamic, inferred::dynamic,
                  "A run-time size of 1 is broadcast to the other; undefined if both are greater "
                  "than 1 and differ."},
    inference_row{"mlir.I2", "30", category::dynamic, category::one, inferred::dynamic,
                  "dim1 is broadcast to the run-time size of dim0."},
    inference_row{"mlir.I3", "31", category::dynamic, category::more, inferred::dim1,
                  "A run-time size of 1 is broadcast to dim1; undefined if it is greater than 1 "
                  "and not dim1."},
    inference_row{"mlir.I4", "32", category::one, category::one, inferred::one, ""},
    inference_row{"mlir.I5", "33", category::one, category::more, inferred::dim1,
                  "dim0 is broadcast to dim1."},
    inference_row{"mlir.I6", "34", category::more, category::more, inferred::dim0,
                  "An error at compile time if they differ."},
};

/// The same for the verification table; in print the note follows the outcome.
inline constexpr std::array<std::string_view, 3> verification_heads{"inferredDim", "actualDim",
                                                                    "Verification outcome"};
inline constexpr std::array<std::string_view, 3> verification_members{"inferred_dim", "actual_dim",
                                                                      "verdict"};

/// The two categories of the verification table, and its three outcomes.
enum class knowledge { dynamic, fixed };
enum class outcome { ok, error, ok_if_equal };

struct verification_row {
  std::string_view tag;
  passages at;
  knowledge inferred_dim;
  knowledge actual_dim;
  outcome verdict;
  std::string_view note;
  outcome newest;  ///< the outcome of this row in the newest text that was read
};

inline constexpr std::array verification_table{
    verification_row{"mlir.V1", "113", knowledge::dynamic, knowledge::dynamic, outcome::ok, "",
                     outcome::ok},
    verification_row{"mlir.V2", "114", knowledge::dynamic, knowledge::fixed, outcome::error,
                     "The size cannot be inferred at compile time. A result that has it anyway is "
                     "counterintuitive, and not allowed.",
                     outcome::ok},
    verification_row{"mlir.V3", "115", knowledge::fixed, knowledge::dynamic, outcome::ok,
                     "The result's type may know less than what is inferred.", outcome::ok},
    verification_row{"mlir.V4", "116", knowledge::fixed, knowledge::fixed, outcome::ok_if_equal,
                     "The same size.", outcome::ok_if_equal},
};

/// A printed use of an operation, and the clause that an incorrect use breaks.
struct example {
  std::string_view tag;
  passages at;
  operands inputs;
  shape result;
  std::string_view broken;  ///< empty for a correct use
};

inline constexpr std::array examples{
    example{"mlir.S1", "146-147", {shape{1, 2}, shape{1, 2}}, {1, 2}, ""},
    example{"mlir.S2", "149-151", {shape{unknown}, shape{unknown}}, {unknown}, ""},
    example{"mlir.S3", "153-154", {shape{1}, shape{4}}, {4}, ""},
    example{"mlir.S4", "156-158", {shape{4}}, {unknown}, ""},
    example{"mlir.S5", "160-162", {shape{4}, shape{2, 3, 4}}, {2, 3, 4}, ""},
    example{"mlir.S6", "164-166", {shape{2}, shape{2}}, {2}, ""},
    example{"mlir.S7", "168-169", {shape{2}}, unranked, ""},
    example{"mlir.S8", "171-172", {unranked, unranked}, {2}, ""},
    example{"mlir.S9", "179-180", {shape{3}, shape{2}}, {unknown}, "mlir.I6"},
    example{"mlir.S10", "182-184", {shape{3}, shape{3}}, {1, 3}, "mlir.A5"},
    example{"mlir.S11", "186-188", {shape{unknown}, shape{unknown}}, {4}, "mlir.V2"},
    example{"mlir.S12", "190-192", {shape{2}, shape{2}}, {4}, "mlir.V4"},
    example{"mlir.S13", "194-196", {shape{1}, shape{1}}, {4}, "mlir.V4"},
};

/// The types of the examples, in their order, letter by letter as they are printed (mlir.D12).
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

inline constexpr std::array rules{document_rule{"mlir", "mlir.A4", "mlir.A5"}};

inline constexpr std::array cited{
    citations{
        .document = "mlir",
        .order = meeting_order::from_first_axis,
        .clash = "mlir.I6",
        .zero = "mlir.G1",
        .vectors = "mlir.X3",
        .result_rank = "mlir.A5",
        .result_known = "mlir.V2",
        .result_size = "mlir.V4",
    },
};

inline constexpr std::array given{
    numbers{"mlir.A", 5, 5}, numbers{"mlir.D", 14, 13}, numbers{"mlir.G", 3, 3},
    numbers{"mlir.I", 6, 6}, numbers{"mlir.N", 1, 1},   numbers{"mlir.S", 13, 13},
    numbers{"mlir.V", 4, 4}, numbers{"mlir.X", 12, 12},
};

inline constexpr std::array findings{
    finding{"mlir.D6",
            "mlir.A3",
            defect::ambiguous,
            "81",
            {},
            "The append is indented by eight spaces among tabs: it is after the loop if tab stops "
            "are 8 columns apart, and inside it if they are 4",
            "1 1x1",
            "1",
            "1x1",
            {},
            "In an editor with tabs of 8 the function returns the last dimension only."},
    finding{"mlir.D9",
            "mlir.X8",
            defect::implemented_otherwise,
            "106, 131-133, 182-184",
            {"MLIR 19.1.7", {}, {}},
            "The ranks have to match, but MLIR compares only the last axes of the result, and "
            "accepts leading axes that no operand has",
            "() -> 1",
            "mlir.A5",
            "accepted",
            "106, 131-133, 181-183",
            "A result may have axes for which no operand has values."},
    finding{"mlir.D10",
            "mlir.V2",
            defect::implemented_otherwise,
            "114",
            {"MLIR 19.1.7", {}, {}},
            "A static result is rejected where `?` is inferred, although it can occur at run time "
            "and MLIR accepts it",
            "? -> 1",
            "mlir.V2",
            "accepted",
            "137, 185-187",
            "The newest table (line 114) accepts it, but the pseudo-code and an example still "
            "reject it: a pass that narrows a result before its operands is right by one and wrong "
            "by the other."},
    finding{"mlir.D11",
            "mlir.A5",
            defect::contradicts_itself,
            "125",
            {"mlir.A4", "88, 91", "88, 91"},
            "Verify passes the operands to InferResultShape, which takes the operation and reads "
            "its operands",
            "1 -> 1",
            "no operands",
            "operands: a shape of rank 1",
            "125",
            "The call as printed has no meaning."},
    finding{"mlir.D12",
            "mlir.S1",
            defect::cannot_run,
            "146-166, 179-196",
            {},
            "Eleven of the thirteen printed uses lack a `>` after an operand's type",
            "(tensor<4xi32) -> tensor<?xi32>",
            "does not parse",
            "accepted",
            "146-166, 178-195",
            "None of the eleven can be pasted into a test."},
    finding{"mlir.D13",
            "mlir.X10",
            defect::contradicts_itself,
            "149-150",
            {"mlir.I1", "29", "29"},
            "The second correct use says that run-time sizes must be equal, but the table lets 1 "
            "meet any size",
            "1 2",
            "mlir.X10",
            "2",
            "148-149",
            "A frontend that asserts what the comment says stops legal programs."},
    finding{"mlir.D14",
            "mlir.N1",
            defect::contradicts_another,
            "24",
            {"mlir/include/mlir/IR/BuiltinTypes.td", {}, {}},
            "A static size of 0, which the builtin tensor type has, is in none of the three "
            "categories, so that no case infers a size for it",
            "0 1",
            "no answer",
            "0",
            "24",
            "The trait of MLIR 19 infers 0 for 0 and 1. A pass that is written after the page has "
            "no branch for it."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"mlir.G1", "24",
               "A static size of 0 has no row: it is in none of the three categories.", "0 1"},
    scope_note{"mlir.G2", "24", "A scalable dimension is in none of the three categories.",
               std::nullopt},
    scope_note{"mlir.G3", "29, 31",
               "A run-time size of 0 against n > 1 is neither broadcast nor called undefined.",
               std::nullopt},
};

}  // namespace bcast::spec::mlir
