// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <array>

#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/documents.hpp"

/// What holds between the documents, and where it stops holding. Each row is run over a complete
/// scope, and its counts are compared with the counts of that run.
namespace bcast::spec {

/// "Pairs": two operands of rank <= 3 with sizes 0 to 4. "Triples": three with sizes 0 to 3.
/// XLA's operands of unequal rank are matched with the last dimensions.
inline constexpr std::array between_documents{
    theorem{"bcast.P11",
            "sonnx, array_api, mlir and, along the last axes, xla give the same shape, or each "
            "gives an error.",
            "", "pairs without a 0", 7225, 0, ""},
    theorem{"bcast.P12", "sonnx and array_api give the same shape, or each gives an error.",
            "a 0 meets a 1, given or prepended, and no two other sizes clash", "pairs", 24336, 2120,
            "() 0"},
    theorem{"bcast.P13", "xla and array_api give the same shape, or each gives an error.",
            "a 0 meets a given 1, and no two other sizes clash", "pairs", 24336, 1516, "1 0"},
    theorem{"bcast.P14", "sonnx and xla give the same shape, or each gives an error.",
            "a 0 meets a 1, given or prepended, and no two other sizes clash", "pairs", 24336, 2120,
            "() 0"},
    theorem{"bcast.P15", "mlir and array_api give the same shape, or each gives an error.",
            "a 0 meets any size, given or prepended, before two other sizes clash", "pairs", 24336,
            13871, "() 0"},
    theorem{"bcast.P16", "Under each text the order of two operands does not matter.", "", "pairs",
            24336, 0, ""},
    theorem{"bcast.P17",
            "Under array_api three operands give the same outcome in every order and grouping.", "",
            "triples", 614125, 0, ""},
    theorem{"bcast.P18",
            "Under sonnx, joining three operands at once is the same as joining them pair by pair.",
            "", "triples", 614125, 0, ""},
    theorem{"bcast.P19", "Under xla both groupings of three operands give the same outcome.",
            "a 0 and a 1 are joined first, and then meet another size (xla.D4)", "triples", 614125,
            35416, "1 0 2"},
    theorem{"bcast.P20", "Under mlir both groupings of three operands give the same outcome.", "",
            "triples without a 0", 64000, 0, ""},
    theorem{"bcast.P21",
            "Under array_api, joining a shape with the scalar's gives the shape itself.", "",
            "shapes", 156, 0, ""},
    theorem{"bcast.P22", "Under sonnx, joining a shape with the scalar's gives the shape itself.",
            "the shape has a 0 (sonnx.D1)", "shapes", 156, 71, "0"},
    theorem{"bcast.P23",
            "Under sonnx, array_api and xla, joining a shape with itself gives the shape itself.",
            "", "shapes", 156, 0, ""},
    theorem{"bcast.P24", "Under xla every element of the result is an element of each operand.",
            "the result has an element and an operand has none (xla.D4)", "legal pairs", 5160, 1206,
            "1 0"},
    theorem{"bcast.P25",
            "sonnx, array_api, xla and the nested lists read each element of a broadcast operand "
            "from the same position.",
            "", "elements of pairs that are legal under array_api", 93650, 0, ""},
    theorem{"bcast.P30", "sonnx and sonnx@2026-01 give the same shape, or each gives an error.", "",
            "pairs", 24336, 0, ""},
    theorem{"bcast.P31",
            "If sonnx@2026-01.E1 does not occur, sonnx and sonnx@2026-01 read each element of a "
            "broadcast operand from the same position, with indexes shifted by one.",
            "", "elements of pairs that are legal under sonnx", 93650, 0, ""},
    theorem{"bcast.P32",
            "If sonnx@2026-01.E1 occurs, the formulas of sonnx@2026-01 still give all elements of "
            "both results.",
            "an operand has no elements, but the shape of the maximum sizes has some",
            "pairs that are an error under sonnx@2026-01", 21296, 14710, "() 0"},
    theorem{"bcast.P86", "pytorch and pytorch@2.8 give the same shape, or each gives an error.",
            "an operand has no dimensions", "pairs", 24336, 311, "() ()"},
};

/// The same, followed by the comparisons of all documents.
inline constexpr auto theorems = [] {
  constexpr auto comparisons = gathered<&rows::comparisons>();
  std::array<theorem, between_documents.size() + comparisons.size()> all{};
  auto next = std::copy(between_documents.begin(), between_documents.end(), all.begin());
  for (comparison const& c : comparisons) *next++ = c.states;
  return all;
}();

}  // namespace bcast::spec
