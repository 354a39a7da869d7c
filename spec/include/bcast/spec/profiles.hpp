// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/spec/clause.hpp"

/// The switches in which the documents and the systems differ, and their presets.
namespace bcast::spec {

/// What a static size of 0 gives against another static size.
enum class zero_rule {
  other,    ///< the size that is not 1: 0 against 1 is 0
  reject,   ///< the maximum, which the constraint then rejects: 0 against 1 is an error
  maximum,  ///< the maximum: 0 against 1 is 1
  gap,      ///< no row: no answer
};

/// What happens to operands of different ranks.
enum class rank_rule {
  pad,       ///< sizes of 1 are prepended
  equal,     ///< an error
  explicit_  ///< an error, unless one is a scalar or broadcast dimensions are given
};

/// What an unknown size gives.
enum class unknown_rule {
  gap,        ///< no answer
  infer,      ///< n against n > 1, unknown otherwise
  tight,      ///< n against every static n other than 1, 0 included; unknown otherwise
  propagate,  ///< always unknown, whatever it meets
  client,     ///< as in XlaBuilder: a bounded size is its bound; an unbounded one gives way to any
              ///< size but 1
};

/// How the symbols and the bounds of unknown sizes are used.
enum class symbol_rule {
  forget,  ///< not at all: each is an unknown size
  axis,    ///< within an axis, equal symbols are one size; bounds are forgotten
  solve,   ///< all axes are considered together, with the declared result
};

/// What happens to a declared static size if the inferred size is unknown.
enum class unknown_result { reject, accept };

/// What happens to leading axes of a declared result that no operand has.
enum class leading_result { reject, accept };

/// What an operand without a known rank does.
enum class unranked_rule {
  gap,        ///< no answer
  set_aside,  ///< it is left out of inference and verification
  absorb,     ///< it makes the result's rank unknown
};

/// How vectors are treated.
enum class vector_rule {
  compare,    ///< they are shapes, like tensors
  unchecked,  ///< between vectors everything passes; vectors and tensors do not mix
};

/// How many operands a join takes.
enum class arity_rule {
  any,
  two,  ///< no answer for more than two
};

/// What happens to a tuple of broadcast dimensions.
enum class tuple_rule {
  none,    ///< the tuple does not exist
  gap,     ///< as in the text: no answer between equal ranks, with a scalar, for a bad entry
  client,  ///< as in XlaBuilder: the identity between equal ranks, an error for a bad entry
};

struct profile {
  std::string_view name;      ///< `name` or `name@edition`
  std::string_view document;  ///< the document whose clauses a verdict cites; "bcast" for ours
  zero_rule zero;
  rank_rule rank;
  unknown_rule unknown;
  symbol_rule symbols;
  spec::unknown_result unknown_result;
  spec::leading_result leading;
  unranked_rule unranked;
  vector_rule vectors;
  arity_rule operands;
  tuple_rule tuple;
  std::string_view note;
};

inline constexpr std::array profiles{
    profile{"sonnx", "sonnx", zero_rule::reject, rank_rule::pad, unknown_rule::gap,
            symbol_rule::forget, unknown_result::reject, leading_result::reject, unranked_rule::gap,
            vector_rule::compare, arity_rule::any, tuple_rule::none, "the text, with sonnx.D2"},
    profile{"array_api", "array_api", zero_rule::other, rank_rule::pad, unknown_rule::gap,
            symbol_rule::forget, unknown_result::reject, leading_result::reject, unranked_rule::gap,
            vector_rule::compare, arity_rule::any, tuple_rule::none,
            "the text; more than two operands by folding, in any order (bcast.P3)"},
    profile{"array_api@2025.12", "array_api@2025.12", zero_rule::other, rank_rule::pad,
            unknown_rule::propagate, symbol_rule::forget, unknown_result::reject,
            leading_result::reject, unranked_rule::gap, vector_rule::compare, arity_rule::any,
            tuple_rule::none, "the function broadcast_shapes"},
    profile{"xla", "xla", zero_rule::maximum, rank_rule::explicit_, unknown_rule::gap,
            symbol_rule::forget, unknown_result::reject, leading_result::reject, unranked_rule::gap,
            vector_rule::compare, arity_rule::two, tuple_rule::gap, "the text, with xla.D1"},
    profile{"mlir", "mlir", zero_rule::gap, rank_rule::pad, unknown_rule::infer,
            symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::set_aside, vector_rule::compare, arity_rule::any, tuple_rule::none,
            "the text"},
    profile{"xla_client", "xla", zero_rule::other, rank_rule::explicit_, unknown_rule::client,
            symbol_rule::forget, unknown_result::reject, leading_result::reject, unranked_rule::gap,
            vector_rule::compare, arity_rule::two, tuple_rule::client,
            "XlaBuilder's binary operations"},
    profile{"mlir@19", "mlir", zero_rule::other, rank_rule::pad, unknown_rule::infer,
            symbol_rule::forget, unknown_result::accept, leading_result::accept,
            unranked_rule::set_aside, vector_rule::unchecked, arity_rule::any, tuple_rule::none,
            "MLIR 19's trait"},
    profile{"onnx", "array_api", zero_rule::other, rank_rule::pad, unknown_rule::tight,
            symbol_rule::axis, unknown_result::accept, leading_result::reject,
            unranked_rule::absorb, vector_rule::compare, arity_rule::any, tuple_rule::none,
            "ONNX's multidirectional broadcasting and its shape inference"},
    profile{"sound", "bcast", zero_rule::other, rank_rule::pad, unknown_rule::tight,
            symbol_rule::solve, unknown_result::accept, leading_result::reject,
            unranked_rule::absorb, vector_rule::compare, arity_rule::any, tuple_rule::none,
            "the tightest shape that is right for every legal run time"},
};

/// The order in which a document's text compares sizes. It decides which of several violations is
/// reported.
enum class meeting_order {
  all_operands,     ///< axis by axis from the first; the sizes of all operands on each axis
  from_first_axis,  ///< operand by operand; in each, axis by axis from the first
  from_last_axis,   ///< operand by operand; in each, axis by axis from the last
};

/// What each profile cites for a decision. If the tag is empty, the decision does not arise.
struct citations {
  std::string_view document;
  meeting_order order;
  std::string_view clash;         ///< two static sizes do not match
  std::string_view zero;          ///< a static 0, for which the document has no row
  std::string_view unknown;       ///< an unknown size that the document does not mention
  std::string_view unranked;      ///< an unknown rank that the document does not mention
  std::string_view vectors;       ///< vectors mixed with tensors
  std::string_view no_operands;   ///< no operands
  std::string_view arity;         ///< more operands than the document covers
  std::string_view result_rank;   ///< the declared result's rank
  std::string_view result_known;  ///< a static size is declared where `?` is inferred
  std::string_view result_size;   ///< the declared size is not the inferred one
};

inline constexpr std::array citation_table{
    citations{"sonnx", meeting_order::all_operands, "sonnx.C1", "", "sonnx.G3", "sonnx.G3", "",
              "sonnx.G2", "", "sonnx.X1", "sonnx.G3", "sonnx.N5"},
    citations{"array_api", meeting_order::from_last_axis, "array_api.A14", "", "array_api.G2",
              "array_api.G2", "", "array_api.G1", "array_api.G1", "array_api.X5", "array_api.G2",
              "array_api.A16"},
    citations{"array_api@2025.12", meeting_order::from_last_axis, "array_api@2025.12.X3", "", "",
              "array_api@2025.12.N1", "", "", "", "array_api@2025.12.X2", "array_api@2025.12.X6",
              "array_api@2025.12.X2"},
    citations{"xla", meeting_order::from_first_axis, "xla.X11", "", "xla.G5", "xla.G5", "",
              "xla.G1", "xla.G1", "xla.X12", "xla.G5", "xla.X12"},
    citations{"mlir", meeting_order::from_first_axis, "mlir.I6", "mlir.G1", "", "", "mlir.X3", "",
              "", "mlir.A5", "mlir.V2", "mlir.V4"},
    citations{"bcast", meeting_order::from_first_axis, "bcast.P1", "", "", "", "", "", "",
              "bcast.P40", "bcast.P40", "bcast.P40"},
};

}  // namespace bcast::spec
