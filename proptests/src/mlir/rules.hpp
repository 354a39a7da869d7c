// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <span>
#include <string_view>

/// The operations of MLIR's dialects whose shapes have a rule, and the rule of each.
namespace bcast::proptests {

/// How the shapes of an operation's operands and results have to fit.
enum class mlir_relation {
  none,              ///< they need not, or not by broadcasting
  constant,          ///< there are no operands; the type of the result is written last
  broadcast,         ///< the operands broadcast to the result by a rule
  chlo,              ///< the same; `broadcast_dimensions` say where the smaller operand goes
  same,              ///< all are the same, by what is known
  identical,         ///< all are the same, and unknown where one is
  choice,            ///< the same; the first operand may also be an i1
  select,            ///< all but the first operand are the same; that may be a scalar
  clamp,             ///< all but the first and the last operand are the same; those may be scalars
  broadcast_sizes,   ///< the result has the sizes that are given, then the operand's
  in_dim,            ///< StableHLO's broadcast_in_dim
  dynamic_in_dim,    ///< StableHLO's dynamic_broadcast_in_dim
  linalg_broadcast,  ///< the input has the init's sizes but for the added dimensions
  vector_broadcast,  ///< the operand's sizes are 1 or the last ones of the result
  stretch,           ///< the same, of the first operand of any kind
  expand_dims,       ///< the result has one more size, of 1, at `axis`
  product,           ///< of matrices, whose leading axes broadcast
  indexed,           ///< the axes of each type are named by a map
};

/// The name of each relation, in the enumeration's order, as it is printed and given.
struct mlir_relation_name {
  mlir_relation relation;
  std::string_view name;
  std::string_view about;
};

inline constexpr std::array mlir_relation_names{
    mlir_relation_name{mlir_relation::none, "none", "nothing to check"},
    mlir_relation_name{mlir_relation::constant, "constant", "nothing to check; its type is known"},
    mlir_relation_name{mlir_relation::broadcast, "broadcast",
                       "the operands broadcast to the result, by a rule"},
    mlir_relation_name{mlir_relation::chlo, "chlo",
                       "the same, with broadcast_dimensions if there are any"},
    mlir_relation_name{mlir_relation::same, "same", "all shapes are the same"},
    mlir_relation_name{mlir_relation::identical, "identical",
                       "all shapes are the same, and unknown where one is"},
    mlir_relation_name{mlir_relation::choice, "choice",
                       "the same, but the first operand may be an i1"},
    mlir_relation_name{mlir_relation::select, "select",
                       "the same, but the first operand may be a scalar"},
    mlir_relation_name{mlir_relation::clamp, "clamp",
                       "the same, but the first and the last operand may be scalars"},
    mlir_relation_name{mlir_relation::broadcast_sizes, "broadcast_sizes",
                       "the result has the sizes that are given, then the operand's"},
    mlir_relation_name{mlir_relation::in_dim, "broadcast_in_dim", "StableHLO's constraints"},
    mlir_relation_name{mlir_relation::dynamic_in_dim, "dynamic_broadcast_in_dim",
                       "StableHLO's constraints"},
    mlir_relation_name{mlir_relation::linalg_broadcast, "linalg.broadcast",
                       "the result has the operand's sizes, and the dimensions that are added"},
    mlir_relation_name{mlir_relation::vector_broadcast, "vector.broadcast",
                       "each size of the operand is 1 or the result's, from the last"},
    mlir_relation_name{mlir_relation::stretch, "stretch", "the same, of the first operand"},
    mlir_relation_name{mlir_relation::expand_dims, "expand_dims",
                       "the result has one more size, of 1, at axis"},
    mlir_relation_name{mlir_relation::product, "product",
                       "a product of matrices, whose leading axes broadcast"},
    mlir_relation_name{mlir_relation::indexed, "indexed",
                       "axes with the same letter, or index, have the same size"},
};

/// The rule of the operations that a pattern fits, in which `*` stands for any characters.
struct mlir_rule {
  std::string_view operation;
  mlir_relation relation = mlir_relation::none;
  /// Of a broadcast its rule, with its switches; of an indexed operation the letters of its axes.
  std::string_view follows = {};
  std::size_t operands = 0;  ///< the first of them, if the others have no part in it
};

/// The table, dialect by dialect; of patterns, the first one that fits.
std::span<mlir_rule const> mlir_rules();

/// Null for an operation that has no rule. One of `mhlo` has that of `stablehlo`.
mlir_rule const* find_mlir_rule(std::string_view operation);

}  // namespace bcast::proptests
