// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <optional>

#include "bcast/spec/rules.hpp"

/// The verifier's rule for two sizes, over any type of size. The verifier runs it on numbers, and
/// the proofs run it on a solver's symbols.
namespace bcast::verifier {

/// Which of two sizes is the common one, or why neither is.
enum class common_size { left, right, clash, zero_gap };

/// Compares two sizes under a rule in one direction: `giving`, whose 1 gives way, and `kept`. An
/// unknown size is what the other one, if it decides, says.
template <class Size>
constexpr common_size compare_one_way(std::optional<Size> const& giving,
                                      std::optional<Size> const& kept, common_size as_giving,
                                      common_size as_kept) {
  const Size one(1);
  if (!giving || *giving == one) return as_kept;
  if (!kept) return as_giving;
  return *giving == *kept ? as_kept : common_size::clash;
}

/// Compares two sizes under a rule; none means an unknown size.
template <class Size>
constexpr common_size compare_sizes(spec::rule const& rule, std::optional<Size> const& a,
                                    std::optional<Size> const& b) {
  const Size zero(0), one(1);
  if (rule.relation == spec::relation_rule::first) {
    return compare_one_way(b, a, common_size::right, common_size::left);
  }
  if (rule.relation == spec::relation_rule::second) {
    return compare_one_way(a, b, common_size::left, common_size::right);
  }
  if (!a || !b) {
    if (!a && !b) return common_size::left;
    Size const& n = a ? *a : *b;
    if (rule.zero == spec::zero_rule::gap && n == zero) return common_size::zero_gap;
    if (rule.unknown == spec::unknown_rule::opaque && n != one) return common_size::clash;
    const bool above_one =
        rule.unknown == spec::unknown_rule::infer || rule.unknown == spec::unknown_rule::client;
    const bool decides = above_one ? one < n : n != one;
    return a.has_value() == decides ? common_size::left : common_size::right;
  }
  Size const &x = *a, &y = *b;
  if (rule.zero == spec::zero_rule::gap && (x == zero || y == zero)) return common_size::zero_gap;
  if (x == y) return common_size::left;
  if (x != one && y != one) return common_size::clash;
  // One of the two is 1, and the other is not.
  switch (rule.zero) {
    case spec::zero_rule::reject:
      if (x == zero || y == zero) return common_size::clash;
      break;
    case spec::zero_rule::maximum:
      return y < x ? common_size::left : common_size::right;
    case spec::zero_rule::other:
    case spec::zero_rule::gap:      // no size is 0 here
    case spec::zero_rule::illegal:  // nor here: every size was checked before
    case spec::zero_rule::forbidden:
      break;
  }
  return x == one ? common_size::right : common_size::left;
}

}  // namespace bcast::verifier
