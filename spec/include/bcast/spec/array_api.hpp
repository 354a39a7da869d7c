// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <optional>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"

/// The clauses and the examples of the Array API standard's chapter on broadcasting.
namespace bcast::spec::array_api {

inline constexpr document about{
    "array_api", "Array API standard: Broadcasting", "2022.12",
    "2025.12: the chapter is unchanged; the function `broadcast_shapes` propagates unknown sizes"};

inline constexpr std::array clauses{
    clause{"array_api.X4", level::must, "Overview", "",
           "Broadcasting is an expansion of dimensions to equal sizes."},
    clause{"array_api.X1", level::must, "Algorithm", "",
           "A dimension of size 1 is virtually repeated along the other array's dimension."},
    clause{"array_api.X2", level::must, "Algorithm", "",
           "The array of lower rank is promoted by virtually prepending dimensions of size 1."},
    clause{"array_api.X3", level::must, "Algorithm", "",
           "The results are stored in an array of the shape that the algorithm determines."},
    clause{"array_api.N1", level::must, "Algorithm", "A, B, shape1, shape2",
           "Two arrays and the tuples that describe their shapes."},
    clause{"array_api.A1", level::must, "Algorithm", "N1 = len(shape1)", "The rank of A."},
    clause{"array_api.A2", level::must, "Algorithm", "N2 = len(shape2)", "The rank of B."},
    clause{"array_api.A3", level::must, "Algorithm", "N = max(N1, N2)", "The rank of the result."},
    clause{"array_api.A4", level::must, "Algorithm", "shape: a list of length N",
           "Room for the result's shape."},
    clause{"array_api.A5", level::must, "Algorithm", "i = N-1", "Begin with the last axis."},
    clause{"array_api.A6", level::must, "Algorithm", "repeat, while i >= 0",
           "Axis by axis, towards the first."},
    clause{"array_api.A7", level::must, "Algorithm", "n1 = N1 - N + i", "The axis of A, if any."},
    clause{"array_api.A8", level::must, "Algorithm", "if n1 >= 0, d1 = shape1[n1]; else d1 = 1",
           "The size of A along axis i."},
    clause{"array_api.A9", level::must, "Algorithm", "n2 = N2 - N + i", "The axis of B, if any."},
    clause{"array_api.A10", level::must, "Algorithm", "if n2 >= 0, d2 = shape2[n2]; else d2 = 1",
           "The size of B along axis i."},
    clause{"array_api.A11", level::must, "Algorithm", "if d1 == 1, shape[i] = d2",
           "A size of 1 gives way to the other one, whatever that is."},
    clause{"array_api.A12", level::must, "Algorithm", "else, if d2 == 1, shape[i] = d1",
           "Likewise for B."},
    clause{"array_api.A13", level::must, "Algorithm", "else, if d1 == d2, shape[i] = d1",
           "Equal sizes stay."},
    clause{"array_api.A14", level::must, "Algorithm", "else, throw an exception",
           "Everything else is an error."},
    clause{"array_api.A15", level::must, "Algorithm", "i = i-1", "On to the next axis."},
    clause{"array_api.A16", level::must, "Algorithm", "tuple(shape)", "The result's shape."},
    clause{"array_api.I1", level::must, "In-place Semantics", "",
           "An in-place operation does not change the shape of its target."},
    clause{"array_api.I2", level::should, "In-place Semantics", "",
           "An in-place operation is supported only if the right-hand operand can broadcast to "
           "the shape of the target, after indexing."},
};

/// Two shapes in print, and the shape that they broadcast to; none where they do not.
struct example {
  std::string_view tag;
  shape a;
  shape b;
  std::optional<shape> result;
};

inline constexpr std::array examples{
    example{"array_api.S1", {8, 1, 6, 1}, {7, 1, 5}, shape{8, 7, 6, 5}},
    example{"array_api.S2", {5, 4}, {1}, shape{5, 4}},
    example{"array_api.S3", {5, 4}, {4}, shape{5, 4}},
    example{"array_api.S4", {15, 3, 5}, {15, 1, 5}, shape{15, 3, 5}},
    example{"array_api.S5", {15, 3, 5}, {3, 5}, shape{15, 3, 5}},
    example{"array_api.S6", {15, 3, 5}, {3, 1}, shape{15, 3, 5}},
    example{"array_api.S7", {3}, {4}, std::nullopt},
    example{"array_api.S8", {2, 1}, {8, 4, 3}, std::nullopt},
    example{"array_api.S9", {15, 3, 5}, {15, 3}, std::nullopt},
};

/// An assignment in print: the shape of the target after indexing, and of what is assigned.
struct in_place_example {
  std::string_view tag;
  shape target;
  shape source;
  bool allowed;
};

inline constexpr std::array in_place_examples{
    in_place_example{"array_api.S10", {2, 3, 4}, {1, 3, 4}, true},
    in_place_example{"array_api.S11", {3, 4}, {1, 3, 4}, false},
};

}  // namespace bcast::spec::array_api
