// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "oracle/operations.hpp"

/// What an element-wise operation gives on real values, special ones included: computed once more,
/// apart from any implementation.
namespace bcast::proptests {

/// z = op(x0, x1, ...), one element of each.
using evaluator = void (*)(std::string_view op, std::span<void const* const> x, void* z);

/// Of elements of a type; null for `string`. The condition of `where` and the result of a
/// comparison are bool.
evaluator evaluator_of(std::string_view element);

/// Writes the k-th sample for operand m of n: ordinary numbers first, then, where every
/// implementation has to agree on them, zeros of both signs, infinities, NaN, and the largest and
/// smallest numbers. No result overflows an integer, divides it by 0, or depends on the order in
/// which more than two operands are taken.
void write_sample(operation const& op, std::string_view element, std::size_t m, std::size_t n,
                  std::uint64_t k, void* to);

/// Whether a result is near enough to what was expected. Copies, choices, comparisons, minima,
/// maxima, integers and bits: the same value. Floats that are computed: within `units` in the last
/// place; a number below the smallest normal one may be 0. Zeros of both signs are alike unless
/// `units` is 0, and so are all NaNs.
bool near_enough(operation const& op, std::string_view element_of_result, void const* got,
                 void const* expected, unsigned units);

}  // namespace bcast::proptests
