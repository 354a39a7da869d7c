// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

/// The operations of MLIR's dialects whose shapes have a rule, and the rule of each.
namespace bcast::proptests {

/// The rule of the operations that a pattern fits, in which `*` stands for any characters.
struct mlir_rule {
  std::string_view operation;
  std::string_view relation = "none";  ///< its name, as `bcast verify --rules` lists them
  /// Of a broadcast its rule, with its switches; of an indexed operation the letters of its axes.
  std::string_view follows = {};
  std::size_t operands = 0;  ///< the first of them, if the others have no part in it
};

/// The table, dialect by dialect; of patterns, the first one that fits.
std::span<mlir_rule const> mlir_rules();

/// Null for an operation that has no rule. One of `mhlo` has that of `stablehlo`.
mlir_rule const* find_mlir_rule(std::string_view operation);

}  // namespace bcast::proptests
