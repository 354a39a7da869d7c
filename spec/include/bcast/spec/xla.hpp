// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rules and the examples of XLA's document on broadcasting semantics.
namespace bcast::spec::xla {

inline constexpr document about{
    "xla",
    "XLA: Broadcasting",
    "docs/broadcasting.md",
    {"", "openxla/xla", "docs/broadcasting.md", "", ""},
    187,
    25,
    0x3ab0dd76,
    {"", "tensorflow/tensorflow", "third_party/xla/docs/broadcasting.md", "2b746b8f4f",
     "read on 2026-11-27"},
    "TensorFlow's copy: the wording, and a note that dimension 0 is invalid for a vector of 3 and "
    "a 2x3 matrix"};

inline constexpr std::array clauses{
    clause{"xla.N1", level::must, "What is broadcasting?", "5-9", "",
           "Broadcasting makes arrays of different shapes compatible for arithmetic operations: "
           "their ranks may differ, or their sizes may differ and be compatible."},
    clause{"xla.X1", level::must, "What is broadcasting?", "9-24", "",
           "A vector is broadcast to the rank of a matrix by repeating it."},
    clause{"xla.X2", level::must, "What is broadcasting?", "24-25", "",
           "The length of a vector matches at least one of the matrix's dimensions."},
    clause{"xla.X3", level::must, "Principles", "47", "",
           "Between arrays of different ranks, the broadcast has to be explicit; NumPy infers it."},
    clause{"xla.X4", level::may, "Lower rank onto higher rank", "51-56", "",
           "A scalar broadcasts over any array without broadcast dimensions; it is applied to each "
           "element."},
    clause{"xla.X5", level::may, "Lower rank onto higher rank", "63-66, 99, 113", "",
           "A tuple of broadcast dimensions says which dimensions of the higher-rank array the "
           "lower-rank array is matched with."},
    clause{"xla.N2", level::must, "Lower rank onto higher rank", "101-109", "",
           "The argument of a binary operation that holds the tuple, and the name of this kind of "
           "broadcast in XLA's sources."},
    clause{"xla.X6", level::must, "Formal definition", "113-123", "",
           "A matched dimension has to be equal to its counterpart in the higher-rank array."},
    clause{"xla.X7", level::must, "Formal definition", "123", "",
           "The values are repeated along every dimension that is not matched."},
    clause{"xla.X8", level::must, "Formal definition", "125-133", "",
           "A matrix takes a pair of broadcast dimensions: one entry for each of its dimensions."},
    clause{"xla.X9", level::must, "Formal definition", "135", "",
           "Entry k of the tuple is the dimension that dimension k of the lower-rank array "
           "matches; no dimension has two entries."},
    clause{"xla.X10", level::must, "Formal definition", "135", "",
           "The broadcast dimensions are strictly increasing."},
    clause{"xla.X11", level::must, "Degenerate dimensions", "139-145", "",
           "Arrays of the same rank are compatible if in each dimension the sizes are equal or one "
           "of them is 1. A dimension of size 1 is called degenerate."},
    clause{"xla.X12", level::must, "Degenerate dimensions", "147", "",
           "The result has the maximum of the two sizes in every dimension."},
    clause{"xla.X13", level::may, "Degenerate dimensions", "156", "",
           "Both arrays may have degenerate dimensions, at different indexes; this is an outer "
           "operation."},
    clause{"xla.X14", level::may, "Broadcast composition", "160-161", "",
           "Both kinds of broadcasting can be performed in one operation."},
    clause{"xla.X15", level::must, "Broadcast composition", "169, 187", "",
           "First the lower-rank array is lifted to the higher rank; each dimension that is not "
           "matched gets the other array's size."},
    clause{
        "xla.X16", level::must, "Broadcast composition", "178, 187", "",
        "Then degenerate dimensions are broadcast, in print to the size of the right hand side."},
};

inline constexpr std::array asides{
    aside{"1-3", "what the document is about, and a heading"},
    aside{"41-45", "its name in NumPy, a heading, and the design's aim"},
    aside{"49", "a heading"},
    aside{"111", "a heading"},
    aside{"137", "a heading"},
    aside{"149", "the line that introduces the examples"},
    aside{"158", "a heading"},
};

/// A printed tuple of broadcast dimensions.
class tuple {
 public:
  constexpr tuple() = default;
  constexpr tuple(std::initializer_list<int> dims) : count_(dims.size()) {
    if (dims.size() > dims_.size()) throw std::length_error("a row's tuple has at most 4 entries");
    std::size_t k = 0;
    for (int d : dims) dims_[k++] = d;
  }
  constexpr std::size_t size() const { return count_; }
  constexpr int const* begin() const { return dims_.data(); }
  constexpr int const* end() const { return dims_.data() + count_; }

 private:
  std::array<int, 4> dims_{};
  std::size_t count_ = 0;
};

/// A printed binary operation. `dims` is absent if the text gives none. `broken` is the rule that
/// the text names for an invalid operation, or the finding that explains why it does not give what
/// is printed. `intermediate` is the lower-rank operand after its broadcast dimensions were
/// applied, if the text states it.
struct example {
  std::string_view tag;
  passages at;
  shape lhs;
  shape rhs;
  std::optional<tuple> dims;
  std::optional<shape> intermediate;
  std::optional<shape> result;
  std::string_view broken;
};

inline constexpr std::optional<tuple> no_dims{};
inline constexpr std::optional<shape> unstated{};
inline constexpr std::optional<shape> invalid{};

/// Where the text has letters, MxNxPxQ is 2x3x4x5, and T and V are what they are matched with.
inline constexpr shape lettered{2, 3, 4, 5};
inline constexpr std::string_view letters = "MNPQ";
inline constexpr std::string_view matched_letters = "TV";

inline constexpr std::array examples{
    // printed without broadcast dimensions; those of lines 70 to 73
    example{"xla.S1", "27-39", {2, 3}, {3}, tuple{1}, unstated, shape{2, 3}, ""},
    example{"xla.S2", "54-61", {2, 3}, scalar, no_dims, unstated, shape{2, 3}, ""},
    example{"xla.S3", "68-70", {2, 3}, {3}, no_dims, unstated, invalid, "xla.X3"},
    example{"xla.S4", "70-79", {2, 3}, {3}, tuple{1}, shape{2, 3}, shape{2, 3}, ""},
    example{"xla.S5", "81-89", {3, 3}, {3}, tuple{1}, shape{3, 3}, shape{3, 3}, ""},
    example{"xla.S6", "81, 91-97", {3, 3}, {3}, tuple{0}, shape{3, 3}, shape{3, 3}, ""},
    example{"xla.S7", "99", {2, 3, 4}, {3, 4}, tuple{1, 2}, unstated, shape{2, 3, 4}, ""},
    example{"xla.S8", "116-117", {2, 3, 4, 5}, {5}, tuple{3}, unstated, shape{2, 3, 4, 5}, ""},
    example{"xla.S9", "116, 118", {2, 3, 4, 5}, {4}, tuple{2}, unstated, shape{2, 3, 4, 5}, ""},
    example{"xla.S10", "116, 119", {2, 3, 4, 5}, {3}, tuple{1}, unstated, shape{2, 3, 4, 5}, ""},
    example{"xla.S11", "116, 120", {2, 3, 4, 5}, {2}, tuple{0}, unstated, shape{2, 3, 4, 5}, ""},
    example{
        "xla.S12", "128-129", {2, 3, 4, 5}, {4, 5}, tuple{2, 3}, unstated, shape{2, 3, 4, 5}, ""},
    example{
        "xla.S13", "128, 130", {2, 3, 4, 5}, {3, 4}, tuple{1, 2}, unstated, shape{2, 3, 4, 5}, ""},
    example{
        "xla.S14", "128, 131", {2, 3, 4, 5}, {2, 5}, tuple{0, 3}, unstated, shape{2, 3, 4, 5}, ""},
    example{"xla.S15", "135", {2, 3, 4, 5}, {4, 3}, tuple{2, 1}, unstated, invalid, "xla.X10"},
    example{"xla.S16", "135", {2, 3, 4, 5}, {2, 3}, tuple{0, 1, 2}, unstated, invalid, "xla.X9"},
    example{"xla.S17", "151", {2, 1}, {2, 3}, no_dims, unstated, shape{2, 3}, ""},
    example{"xla.S18", "152", {1, 2, 5}, {7, 2, 5}, no_dims, unstated, shape{7, 2, 5}, ""},
    example{"xla.S19", "153", {7, 2, 5}, {7, 1, 5}, no_dims, unstated, shape{7, 2, 5}, ""},
    example{"xla.S20", "154", {7, 2, 5}, {7, 2, 6}, no_dims, unstated, invalid, "xla.X11"},
    example{"xla.S21", "156", {2, 1}, {1, 3}, no_dims, unstated, shape{2, 3}, ""},
    example{"xla.S22", "162-185", {4}, {1, 2}, tuple{0}, shape{4, 2}, shape{4, 2}, ""},
    example{"xla.S23", "187", {1, 2}, {4, 3, 1}, tuple{1, 2}, shape{4, 1, 2}, shape{4, 3, 2}, ""},
};

/// Sums and intermediate arrays that the text prints, element by element in row-major order. The
/// operands count from the two numbers given.
struct printed_values {
  enum class of { sum, lhs, rhs };
  std::string_view tag;  ///< of the example
  passages at;
  of what;  ///< of an operand: repeated as it is broadcast
  int lhs_from;
  int rhs_from;
  std::array<int, 9> values;  ///< as many as the result has elements
};

inline constexpr std::array values_in_print{
    printed_values{"xla.S1", "36-39", printed_values::of::sum, 1, 7, {8, 10, 12, 11, 13, 15}},
    printed_values{"xla.S2", "58-61", printed_values::of::sum, 1, 7, {8, 9, 10, 11, 12, 13}},
    printed_values{"xla.S4", "76-79", printed_values::of::rhs, 1, 7, {7, 8, 9, 7, 8, 9}},
    printed_values{"xla.S5", "85-89", printed_values::of::rhs, 1, 7, {7, 8, 9, 7, 8, 9, 7, 8, 9}},
    printed_values{"xla.S6", "93-97", printed_values::of::rhs, 1, 7, {7, 7, 7, 8, 8, 8, 9, 9, 9}},
    printed_values{"xla.S22", "171-176", printed_values::of::lhs, 1, 5, {1, 1, 2, 2, 3, 3, 4, 4}},
    printed_values{"xla.S22", "180-185", printed_values::of::sum, 1, 5, {6, 7, 7, 8, 8, 9, 9, 10}},
};

inline constexpr std::array rules{document_rule{"xla", "xla.X12", "xla.X14", "xla.X5"}};

inline constexpr std::array cited{
    citations{
        .document = "xla",
        .order = meeting_order::from_first_axis,
        .clash = "xla.X11",
        .unknown = "xla.G5",
        .unranked = "xla.G5",
        .no_operands = "xla.G1",
        .arity = "xla.G1",
        .result_rank = "xla.X12",
        .result_known = "xla.G5",
        .result_size = "xla.X12",
    },
};

inline constexpr std::array given{
    numbers{"xla.D", 6, 6},   numbers{"xla.G", 5, 5},   numbers{"xla.N", 2, 2},
    numbers{"xla.S", 23, 23}, numbers{"xla.X", 16, 16},
};

inline constexpr std::array findings{
    finding{"xla.D1",
            "xla.X6",
            defect::contradicts_itself,
            "123",
            {"xla.X15", "169, 187", "179-183, 198-206"},
            "Matched dimensions have to be equal, but the composition examples match a 4 with a 1 "
            "and a 2 with a 1",
            "4 1x2 dims=0",
            "xla.X6",
            "4x2",
            "121-122",
            "Taken literally, the formal definition rejects both examples; the other one is `1x2 "
            "4x3x1 dims=1,2`. XlaBuilder accepts both."},
    finding{"xla.D4",
            "xla.X12",
            defect::contradicts_another,
            "147",
            {"numpy_guide.X11", "97-98", "97-98"},
            "The maximum of 0 and 1 is 1: the result has an element that the empty operand does "
            "not have",
            "0 1",
            "1, outside the tensor",
            "0",
            "154-155",
            "An implementation of this sentence reads past the end of an empty array; XLA itself "
            "returns 0."},
    finding{"xla.D6",
            "xla.X16",
            defect::contradicts_itself,
            "178",
            {"xla.X14", "162-166", "174-177"},
            "The first composition example uses the right hand side's size, but the matrix is the "
            "right hand side, and the size is that of the left hand side",
            "4 1x2 dims=0",
            "1",
            "4",
            "190-191",
            "Followed as printed, the matrix is matched with itself and stays 1x2."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"xla.G1", "63-64", "More or fewer than two operands are not mentioned.", "1 1 2"},
    scope_note{"xla.G2", "64-66", "Broadcast dimensions between equal ranks are not mentioned.",
               "2 2 dims=0"},
    scope_note{"xla.G5", "141-145", "Unknown sizes are not mentioned.", "? 2"},
};

}  // namespace bcast::spec::xla
