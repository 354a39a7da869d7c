// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <span>

#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/rules.hpp"
#include "bcast/verifier/verifier.hpp"
#include "size_system.hpp"

namespace bcast::verifier {

/// Joins all operands in the order in which the rule's document compares their sizes. Shapes are
/// aligned at the last axis, and a missing axis has size 1. Operands of unknown rank are left out.
verdict fold(spec::rule const& rule, std::span<type const> operands);

/// The same for two operands. The lower-rank one has the axes that `dimensions` names. On the other
/// axes, the result has the size of the higher-rank one.
verdict fold_matched(spec::rule const& rule, std::span<type const> operands, std::size_t lower,
                     broadcast_dimensions dimensions);

/// The same, where the first operand has the axes that `dimensions` names, in any order, and a size
/// of 1 on the others.
verdict fold_placed(spec::rule const& rule, std::span<type const> operands,
                    broadcast_dimensions dimensions);

/// CHLO's rule for two operands: the one of lower rank, the first if the ranks are equal, has the
/// axes that `dimensions` names.
verdict infer_along_lower(spec::rule const& rule, std::span<type const> operands,
                          broadcast_dimensions dimensions);

/// StableHLO's rule: axis k of the first operand is axis `dimensions[k]` of the second.
verdict infer_along_axes(spec::rule const& rule, std::span<type const> operands,
                         broadcast_dimensions dimensions);

/// XLA's rule: an error between different ranks, unless one of them is 0 or dimensions are given.
verdict infer_explicit(spec::rule const& rule, std::span<type const> operands,
                       std::optional<broadcast_dimensions> const& dimensions);

/// As spec::citations_of. One unit includes the documents' rows, so that a changed row compiles
/// little else.
spec::citations const& citations_of(spec::rule const& p);

/// Why no legal run time gives a result of the declared type; none if one does. The type's rank
/// must be known.
std::optional<violation> impossible(spec::citations const& cite, size_system const& sizes,
                                    type const& declared);

/// Whether every legal run time gives a result of the declared type. The result must be possible.
bool is_certain(size_system const& sizes, type const& declared);

}  // namespace bcast::verifier
