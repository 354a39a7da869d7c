// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/spec/clause.hpp"

/// The switches in which the documents and the systems differ, and their presets.
namespace bcast::spec {

/// Which sizes give way, and which shape the operands broadcast to. More than two operands give way
/// to the first, or each to the next.
enum class relation_rule {
  join,            ///< any size of 1; the common shape
  first,           ///< a size of 1 of the second operand; the shape of the first
  second,          ///< a size of 1 of the first operand; the shape of the second
  second_by_block  ///< a size of the first operand that divides the second's, whose shape it is
};

/// What a static size of 0 gives against another static size.
enum class zero_rule {
  other,    ///< the size that is not 1: 0 against 1 is 0
  reject,   ///< the maximum, which the constraint then rejects: 0 against 1 is an error
  maximum,  ///< the maximum: 0 against 1 is 1
  gap,      ///< no row: no answer
  illegal,  ///< sizes are positive: no answer, before any two are compared
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
  opaque,     ///< a named size is itself: against 1 and itself alone; no answer without a name
  assume,     ///< n against every static n other than 1, and the first of two names: both are taken
              ///< to be equal, which is checked at run time
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
  gap,     ///< as in XLA's text: no answer between equal ranks, with a scalar, for a bad entry
  client,  ///< as in XlaBuilder: the identity between equal ranks, an error for a bad entry
  lower,   ///< as in CHLO: the axes of the operand of lower rank; no answer unless they increase
  axes,  ///< as in StableHLO: the axes of the first operand, in any order; an error for a bad entry
};

struct profile {
  std::string_view name;      ///< `name` or `name@edition`
  std::string_view document;  ///< the document whose clauses a verdict cites; "bcast" for ours
  relation_rule relation;
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
    profile{"sonnx", "sonnx", relation_rule::join, zero_rule::reject, rank_rule::pad,
            unknown_rule::gap, symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::any, tuple_rule::none,
            "the text, with sonnx.D2"},
    profile{"array_api", "array_api", relation_rule::join, zero_rule::other, rank_rule::pad,
            unknown_rule::gap, symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::any, tuple_rule::none,
            "the text; more than two operands by folding, in any order (bcast.P3)"},
    profile{"array_api@2025.12", "array_api@2025.12", relation_rule::join, zero_rule::other,
            rank_rule::pad, unknown_rule::propagate, symbol_rule::forget, unknown_result::reject,
            leading_result::reject, unranked_rule::gap, vector_rule::compare, arity_rule::any,
            tuple_rule::none, "the function broadcast_shapes"},
    profile{"xla", "xla", relation_rule::join, zero_rule::maximum, rank_rule::explicit_,
            unknown_rule::gap, symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::two, tuple_rule::gap,
            "the text, with xla.D1"},
    profile{"mlir", "mlir", relation_rule::join, zero_rule::gap, rank_rule::pad,
            unknown_rule::infer, symbol_rule::forget, unknown_result::reject,
            leading_result::reject, unranked_rule::set_aside, vector_rule::compare, arity_rule::any,
            tuple_rule::none, "the text"},
    profile{"xla_client", "xla", relation_rule::join, zero_rule::other, rank_rule::explicit_,
            unknown_rule::client, symbol_rule::forget, unknown_result::reject,
            leading_result::reject, unranked_rule::gap, vector_rule::compare, arity_rule::two,
            tuple_rule::client, "XlaBuilder's binary operations"},
    profile{"mlir@19", "mlir", relation_rule::join, zero_rule::other, rank_rule::pad,
            unknown_rule::infer, symbol_rule::forget, unknown_result::accept,
            leading_result::accept, unranked_rule::set_aside, vector_rule::unchecked,
            arity_rule::any, tuple_rule::none, "MLIR 19's trait"},
    profile{"onnx", "array_api", relation_rule::join, zero_rule::other, rank_rule::pad,
            unknown_rule::tight, symbol_rule::axis, unknown_result::accept, leading_result::reject,
            unranked_rule::absorb, vector_rule::compare, arity_rule::any, tuple_rule::none,
            "ONNX's multidirectional broadcasting and its shape inference"},
    profile{"onnx_multi", "onnx", relation_rule::join, zero_rule::other, rank_rule::pad,
            unknown_rule::gap, symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::any, tuple_rule::none,
            "the text: broadcasting in all directions"},
    profile{"onnx_uni", "onnx", relation_rule::first, zero_rule::other, rank_rule::pad,
            unknown_rule::gap, symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::two, tuple_rule::none,
            "the text: the second operand to the shape of the first"},
    profile{"webnn_uni", "webnn", relation_rule::second, zero_rule::illegal, rank_rule::pad,
            unknown_rule::gap, symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::two, tuple_rule::none,
            "the text: the first operand to the shape of the second"},
    profile{"webnn_bi", "webnn", relation_rule::join, zero_rule::illegal, rank_rule::pad,
            unknown_rule::gap, symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::two, tuple_rule::none,
            "the text: in both directions"},
    profile{"webnn_blocks", "webnn", relation_rule::second_by_block, zero_rule::illegal,
            rank_rule::equal, unknown_rule::gap, symbol_rule::forget, unknown_result::reject,
            leading_result::reject, unranked_rule::gap, vector_rule::compare, arity_rule::two,
            tuple_rule::none, "the text: the first operand in blocks of the second"},
    profile{"tosa", "tosa", relation_rule::join, zero_rule::illegal, rank_rule::equal,
            unknown_rule::gap, symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::two, tuple_rule::none,
            "the text: of equal ranks"},
    profile{"chlo", "chlo", relation_rule::join, zero_rule::other, rank_rule::pad,
            unknown_rule::gap, symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::any, tuple_rule::lower,
            "the text, with chlo.D1"},
    profile{"stablehlo", "stablehlo", relation_rule::second, zero_rule::other, rank_rule::pad,
            unknown_rule::gap, symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::two, tuple_rule::axes,
            "the text: the first operand to the shape of the second; without broadcast_dimensions, "
            "along its last axes"},
    profile{"jax_symbolic", "array_api", relation_rule::join, zero_rule::other, rank_rule::pad,
            unknown_rule::opaque, symbol_rule::axis, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::any, tuple_rule::none,
            "JAX's symbolic dimensions"},
    profile{"openvino", "array_api", relation_rule::join, zero_rule::other, rank_rule::pad,
            unknown_rule::tight, symbol_rule::axis, unknown_result::accept, leading_result::reject,
            unranked_rule::absorb, vector_rule::compare, arity_rule::any, tuple_rule::none,
            "OpenVINO's shape inference; `bcast shape 2..8 1` asks about intervals"},
    profile{"torch_unbacked", "array_api", relation_rule::join, zero_rule::other, rank_rule::pad,
            unknown_rule::assume, symbol_rule::axis, unknown_result::accept, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::any, tuple_rule::none,
            "PyTorch's unbacked sizes, axis by axis"},
    profile{"gufunc", "gufunc", relation_rule::join, zero_rule::other, rank_rule::pad,
            unknown_rule::gap, symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::two, tuple_rule::none,
            "the text: the loop dimensions, with the signature (),()->()"},
    profile{"numpy_guide", "numpy_guide", relation_rule::join, zero_rule::other, rank_rule::pad,
            unknown_rule::gap, symbol_rule::forget, unknown_result::reject, leading_result::reject,
            unranked_rule::gap, vector_rule::compare, arity_rule::any, tuple_rule::none,
            "the text, with numpy_guide.D1"},
    profile{"sound", "bcast", relation_rule::join, zero_rule::other, rank_rule::pad,
            unknown_rule::tight, symbol_rule::solve, unknown_result::accept, leading_result::reject,
            unranked_rule::absorb, vector_rule::compare, arity_rule::any, tuple_rule::none,
            "the tightest shape that is right for every legal run time"},
};

}  // namespace bcast::spec
