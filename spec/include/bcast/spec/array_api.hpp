// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The clauses and the examples of the Array API standard's chapter on broadcasting.
namespace bcast::spec::array_api {

inline constexpr document about{
    "array_api",
    "Array API standard: Broadcasting",
    "2022.12",
    {"2022.12", "data-apis/array-api", "spec/2022.12/API_specification/broadcasting.rst", "", ""},
    234,
    18,
    0xb2cd60e7,
    {"2025.12", "data-apis/array-api", "spec/2025.12/API_specification/broadcasting.rst", "8884c40",
     "2026-04-23"},
    "the chapter is unchanged, in the draft too; the function `broadcast_shapes` takes any number "
    "of shapes and propagates unknown sizes"};

inline constexpr std::array clauses{
    clause{"array_api.X1", level::must, "Overview", "7", "",
           "Broadcasting is an implicit expansion of dimensions to equal sizes, so that arrays of "
           "different shapes become compatible for element-wise operations."},
    clause{"array_api.X2", level::must, "Overview", "7", "", "Broadcasting copies no array data."},
    clause{"array_api.X3", level::must, "Algorithm", "13", "",
           "A dimension of size 1 is virtually repeated along the other array's dimension if that "
           "does not have size 1."},
    clause{"array_api.X4", level::must, "Algorithm", "15", "",
           "The array of lower rank is promoted by virtually prepending dimensions of size 1 until "
           "the ranks are equal."},
    clause{"array_api.X5", level::must, "Algorithm", "17", "",
           "The results are stored in an array of the shape that the algorithm determines."},
    clause{"array_api.N1", level::must, "Algorithm", "19-25", "Let A and B both be arrays.",
           "Two arrays."},
    clause{"array_api.N2", level::must, "Algorithm", "25-31",
           "Let shape1 be a tuple describing the shape of array A.", "The shape of A."},
    clause{"array_api.N3", level::must, "Algorithm", "31-37",
           "Let shape2 be a tuple describing the shape of array B.", "The shape of B."},
    clause{"array_api.A1", level::must, "Algorithm", "37-45",
           "Let N1 be the number of dimensions of array A.", "The rank of A."},
    clause{"array_api.A2", level::must, "Algorithm", "45-53",
           "Let N2 be the number of dimensions of array B.", "The rank of B."},
    clause{"array_api.A3", level::must, "Algorithm", "53-63",
           "Let N be the maximum value of N1 and N2.", "The rank of the result."},
    clause{"array_api.A4", level::must, "Algorithm", "63-69",
           "Let shape be a temporary list of length N for storing the shape of the result.",
           "Room for the result's shape."},
    clause{"array_api.A5", level::must, "Algorithm", "69-75", "Let i be N-1.",
           "Begin with the last axis."},
    clause{"array_api.A6", level::must, "Algorithm", "75-77", "Repeat, while i >= 0",
           "Go axis by axis, towards the first."},
    clause{"array_api.A7", level::must, "Algorithm", "79-85", "Let n1 be N1 - N + i.",
           "The axis of A, if it has one."},
    clause{"array_api.A8", level::must, "Algorithm", "85-101",
           "If n1 >= 0, let d1 be the size of dimension n1 for array A; else, let d1 be 1.",
           "The size of A along axis i."},
    clause{"array_api.A9", level::must, "Algorithm", "101-107", "Let n2 be N2 - N + i.",
           "The axis of B, if it has one."},
    clause{"array_api.A10", level::must, "Algorithm", "107-123",
           "If n2 >= 0, let d2 be the size of dimension n2 for array B; else, let d2 be 1.",
           "The size of B along axis i."},
    clause{"array_api.A11", level::must, "Algorithm", "123-133",
           "If d1 == 1, then set the ith element of shape to d2.",
           "A size of 1 gives way to the other size, whatever it is."},
    clause{"array_api.A12", level::must, "Algorithm", "133-145",
           "Else, if d2 == 1, then set the ith element of shape to d1.", "The same for B."},
    clause{"array_api.A13", level::must, "Algorithm", "147-159",
           "Else, if d1 == d2, then set the ith element of shape to d1.",
           "Equal sizes stay as they are."},
    clause{"array_api.A14", level::must, "Algorithm", "161", "Else, throw an exception.",
           "Everything else is an error."},
    clause{"array_api.A15", level::must, "Algorithm", "163-169", "Set i to i-1.",
           "Go on to the next axis."},
    clause{"array_api.A16", level::must, "Algorithm", "171-175",
           "Let tuple(shape) be the shape of the result array.", "The result's shape."},
    clause{"array_api.X6", level::must, "Examples", "216", "",
           "Dimensions of size 1 are only prepended, never appended."},
    clause{"array_api.I1", level::must, "In-place Semantics", "221-223", "",
           "An in-place element-wise operation, including `__setitem__`, does not change the shape "
           "of its target as a result of broadcasting."},
    clause{"array_api.I2", level::should, "In-place Semantics", "223", "",
           "An in-place operation is supported only if the right-hand operand can broadcast to "
           "the shape of the target, after indexing."},
};

inline constexpr std::array asides{
    aside{"1-5", "the title, what the chapter is about, and a heading"},
    aside{"9", "what broadcasting is good for"},
    aside{"11", "a heading"},
    aside{"177-179", "a heading, and the line that introduces the examples"},
    aside{"181", "a fence"},
    aside{"206", "a fence"},
    aside{"208-210", "the line that introduces the examples, and a fence"},
    aside{"217", "a fence"},
    aside{"219", "a heading"},
    aside{"225-227", "the line that introduces the example, and a fence"},
    aside{"234", "a fence"},
};

/// Two printed shapes, and the shape that they broadcast to; none if they do not broadcast.
struct example {
  std::string_view tag;
  passages at;
  shape a;
  shape b;
  std::optional<shape> result;
  bool appended = false;      ///< printed with B below the first sizes of A, not the last
  std::string_view why = "";  ///< why they do not broadcast, in our words
};

inline constexpr std::array examples{
    example{"array_api.S1", "182-185", {8, 1, 6, 1}, {7, 1, 5}, shape{8, 7, 6, 5}},
    example{"array_api.S2", "186-189", {5, 4}, {1}, shape{5, 4}},
    example{"array_api.S3", "190-193", {5, 4}, {4}, shape{5, 4}},
    example{"array_api.S4", "194-197", {15, 3, 5}, {15, 1, 5}, shape{15, 3, 5}},
    example{"array_api.S5", "198-201", {15, 3, 5}, {3, 5}, shape{15, 3, 5}},
    example{"array_api.S6", "202-205", {15, 3, 5}, {3, 1}, shape{15, 3, 5}},
    example{"array_api.S7", "211-212", {3}, {4}, std::nullopt, false, "3 and 4 differ"},
    example{"array_api.S8",
            "213-214",
            {2, 1},
            {8, 4, 3},
            std::nullopt,
            false,
            "2 and 4 differ, in the second dimension"},
    example{"array_api.S9",
            "215-216",
            {15, 3, 5},
            {15, 3},
            std::nullopt,
            true,
            "dimensions of size 1 are only prepended, never appended"},
};

/// A printed assignment: the shape of the target after indexing, and the shape of what is assigned.
struct in_place_example {
  std::string_view tag;
  passages at;
  shape target;
  shape source;
  bool allowed;
  shape array;             ///< what is indexed
  std::string_view index;  ///< as it is printed
};

inline constexpr std::array in_place_examples{
    in_place_example{"array_api.S10", "228-231", {2, 3, 4}, {1, 3, 4}, true, {2, 3, 4}, "..."},
    in_place_example{
        "array_api.S11", "228-229, 232-233", {3, 4}, {1, 3, 4}, false, {2, 3, 4}, "1, ..."},
};

inline constexpr std::array rules{document_rule{"array_api", "array_api.A16", "array_api.A16"}};

inline constexpr std::array cited{
    citations{
        .document = "array_api",
        .order = meeting_order::from_last_axis,
        .clash = "array_api.A14",
        .unknown = "array_api.G2",
        .unranked = "array_api.G2",
        .no_operands = "array_api.G1",
        .arity = "array_api.G1",
        .result_rank = "array_api.X5",
        .result_known = "array_api.G2",
        .result_size = "array_api.A16",
    },
};

inline constexpr std::array given{
    numbers{"array_api.A", 16, 16}, numbers{"array_api.G", 2, 2},   numbers{"array_api.I", 2, 2},
    numbers{"array_api.N", 3, 3},   numbers{"array_api.S", 11, 11}, numbers{"array_api.X", 6, 6},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"array_api.G1", "19-25",
               "The algorithm takes two arrays; it says nothing about none, one or many.", ""},
    scope_note{"array_api.G2", "161", "Unknown sizes are not mentioned in this chapter.", "? 3"},
};

}  // namespace bcast::spec::array_api
