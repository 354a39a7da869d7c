// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <cstddef>
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
  other,      ///< the size that is not 1: 0 against 1 is 0
  reject,     ///< the maximum, which the constraint then rejects: 0 against 1 is an error
  maximum,    ///< the maximum: 0 against 1 is 1
  gap,        ///< no row: no answer
  illegal,    ///< sizes are positive: no answer, before any two are compared
  forbidden,  ///< a size of 0 is an error, before any two are compared
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
  bounds,  ///< within an axis, equal symbols are one size, and bounds hold
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
  two,           ///< no answer for any other number
  two_or_three,  ///< the same
};

constexpr bool takes(arity_rule rule, std::size_t operands) {
  return rule == arity_rule::any || operands == 2 ||
         (rule == arity_rule::two_or_three && operands == 3);
}

/// What happens to a tuple of broadcast dimensions.
enum class tuple_rule {
  none,    ///< the tuple does not exist
  gap,     ///< as in XLA's text: no answer between equal ranks, with a scalar, for a bad entry
  client,  ///< as in XlaBuilder: the identity between equal ranks, an error for a bad entry
  lower,   ///< as in CHLO: the axes of the operand of lower rank; no answer unless they increase
  axes,  ///< as in StableHLO: the axes of the first operand, in any order; an error for a bad entry
};

/// A rule as a set of switches. A row names those that differ from the ones here.
struct rule {
  std::string_view name;      ///< `name` or `name@edition`
  std::string_view document;  ///< the document whose clauses a verdict cites; "bcast" for ours
  relation_rule relation = relation_rule::join;
  zero_rule zero = zero_rule::other;
  rank_rule rank = rank_rule::pad;
  unknown_rule unknown = unknown_rule::gap;
  symbol_rule symbols = symbol_rule::forget;
  spec::unknown_result unknown_result = spec::unknown_result::reject;
  spec::leading_result leading = spec::leading_result::reject;
  unranked_rule unranked = unranked_rule::gap;
  vector_rule vectors = vector_rule::compare;
  arity_rule operands = arity_rule::any;
  tuple_rule tuple = tuple_rule::none;
  std::string_view note;
};

inline constexpr std::array rules{
    rule{
        .name = "sonnx",
        .document = "sonnx",
        .zero = zero_rule::reject,
        .note = "the text, with sonnx.D2",
    },
    rule{
        .name = "sonnx@2026-01",
        .document = "sonnx@2026-01",
        .zero = zero_rule::reject,
        .note = "the text",
    },
    rule{
        .name = "array_api",
        .document = "array_api",
        .note = "the text; more than two operands by folding, in any order (bcast.P3)",
    },
    rule{
        .name = "array_api@2025.12",
        .document = "array_api@2025.12",
        .unknown = unknown_rule::propagate,
        .note = "the function broadcast_shapes",
    },
    rule{
        .name = "xla",
        .document = "xla",
        .zero = zero_rule::maximum,
        .rank = rank_rule::explicit_,
        .operands = arity_rule::two,
        .tuple = tuple_rule::gap,
        .note = "the text, with xla.D1",
    },
    rule{
        .name = "mlir",
        .document = "mlir",
        .zero = zero_rule::gap,
        .unknown = unknown_rule::infer,
        .unranked = unranked_rule::set_aside,
        .note = "the text",
    },
    rule{
        .name = "xla_client",
        .document = "xla",
        .rank = rank_rule::explicit_,
        .unknown = unknown_rule::client,
        .operands = arity_rule::two,
        .tuple = tuple_rule::client,
        .note = "XlaBuilder's binary operations",
    },
    rule{
        .name = "mlir@19",
        .document = "mlir",
        .unknown = unknown_rule::infer,
        .unknown_result = unknown_result::accept,
        .leading = leading_result::accept,
        .unranked = unranked_rule::set_aside,
        .vectors = vector_rule::unchecked,
        .note = "MLIR 19's trait",
    },
    rule{
        .name = "onnx",
        .document = "onnx",
        .unknown = unknown_rule::tight,
        .symbols = symbol_rule::axis,
        .unknown_result = unknown_result::accept,
        .unranked = unranked_rule::absorb,
        .note = "ONNX's multidirectional broadcasting and its shape inference",
    },
    rule{
        .name = "onnx_multi",
        .document = "onnx",
        .note = "the text: broadcasting in all directions",
    },
    rule{
        .name = "onnx_uni",
        .document = "onnx",
        .relation = relation_rule::first,
        .operands = arity_rule::two,
        .note = "the text: the second operand to the shape of the first",
    },
    rule{
        .name = "webnn_uni",
        .document = "webnn",
        .relation = relation_rule::second,
        .zero = zero_rule::illegal,
        .operands = arity_rule::two,
        .note = "the text: the first operand to the shape of the second",
    },
    rule{
        .name = "webnn_bi",
        .document = "webnn",
        .zero = zero_rule::illegal,
        .operands = arity_rule::two,
        .note = "the text: in both directions",
    },
    rule{
        .name = "webnn_blocks",
        .document = "webnn",
        .relation = relation_rule::second_by_block,
        .zero = zero_rule::illegal,
        .rank = rank_rule::equal,
        .operands = arity_rule::two,
        .note = "the text: the first operand in blocks of the second",
    },
    rule{
        .name = "tosa",
        .document = "tosa",
        .zero = zero_rule::forbidden,
        .rank = rank_rule::equal,
        .operands = arity_rule::two,
        .note = "the text: of equal ranks",
    },
    rule{
        .name = "chlo",
        .document = "chlo",
        .operands = arity_rule::two_or_three,
        .tuple = tuple_rule::lower,
        .note = "the text; without broadcast_dimensions, along the last axes",
    },
    rule{
        .name = "stablehlo",
        .document = "stablehlo",
        .relation = relation_rule::second,
        .operands = arity_rule::two,
        .tuple = tuple_rule::axes,
        .note =
            "the text: the first operand to the shape of the second; without broadcast_dimensions, "
            "along its last axes",
    },
    rule{
        .name = "jax_symbolic",
        .document = "array_api",
        .unknown = unknown_rule::opaque,
        .symbols = symbol_rule::axis,
        .note = "JAX's symbolic dimensions",
    },
    rule{
        .name = "openvino",
        .document = "openvino",
        .unknown = unknown_rule::tight,
        .symbols = symbol_rule::axis,
        .unknown_result = unknown_result::accept,
        .unranked = unranked_rule::absorb,
        .note = "OpenVINO's shape inference by its rule numpy",
    },
    rule{
        .name = "broadcast3_numpy",
        .document = "openvino_broadcast",
        .relation = relation_rule::second,
        .operands = arity_rule::two,
        .note = "the text: the first operand to the shape of the second",
    },
    rule{
        .name = "broadcast3_bi",
        .document = "openvino_broadcast",
        .operands = arity_rule::two,
        .note = "the text, with openvino_broadcast.D1: in both directions",
    },
    rule{
        .name = "torch_unbacked",
        .document = "array_api",
        .unknown = unknown_rule::assume,
        .symbols = symbol_rule::axis,
        .unknown_result = unknown_result::accept,
        .note = "PyTorch's unbacked sizes, axis by axis",
    },
    rule{
        .name = "gufunc",
        .document = "gufunc",
        .operands = arity_rule::two,
        .note = "the text: the loop dimensions, with the signature (),()->()",
    },
    rule{
        .name = "numpy_guide",
        .document = "numpy_guide",
        .note = "the text, with numpy_guide.D1",
    },
    rule{
        .name = "pytorch",
        .document = "pytorch",
        .note = "the text, with pytorch.D1; more than two operands by folding, in any order "
                "(bcast.P3)",
    },
    rule{
        .name = "pytorch_in_place",
        .document = "pytorch",
        .relation = relation_rule::first,
        .operands = arity_rule::two,
        .note = "the text: the second operand to the shape of the first, which is written",
    },
    rule{
        .name = "per_axis",
        .document = "bcast",
        .unknown = unknown_rule::tight,
        .symbols = symbol_rule::bounds,
        .unknown_result = unknown_result::accept,
        .unranked = unranked_rule::absorb,
        .note = "the tightest size of each axis by itself, with names and bounds",
    },
    rule{
        .name = "sound",
        .document = "bcast",
        .unknown = unknown_rule::tight,
        .symbols = symbol_rule::solve,
        .unknown_result = unknown_result::accept,
        .unranked = unranked_rule::absorb,
        .note = "the tightest shape that is right for every legal run time",
    },
};

}  // namespace bcast::spec
