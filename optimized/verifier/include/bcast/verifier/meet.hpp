// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <optional>

#include "bcast/spec/profiles.hpp"

/// The verifier's rule for two sizes, over any type of size. The verifier runs it on numbers, and
/// the proofs run it on a solver's symbols.
namespace bcast::verifier {

/// Which of two sizes is the common one, or why neither is.
enum class meeting { left, right, clash, zero_gap };

/// Compares two sizes under a profile; none means an unknown size.
template <class Size>
constexpr meeting meet(spec::profile const& profile, std::optional<Size> const& a,
                       std::optional<Size> const& b) {
  const Size zero(0), one(1);
  if (!a || !b) {
    if (!a && !b) return meeting::left;
    Size const& n = a ? *a : *b;
    if (profile.zero == spec::zero_rule::gap && n == zero) return meeting::zero_gap;
    const bool decides = profile.unknown == spec::unknown_rule::tight ? n != one : one < n;
    return a.has_value() == decides ? meeting::left : meeting::right;
  }
  Size const &x = *a, &y = *b;
  if (profile.zero == spec::zero_rule::gap && (x == zero || y == zero)) return meeting::zero_gap;
  if (x == y) return meeting::left;
  if (x != one && y != one) return meeting::clash;
  if (profile.zero == spec::zero_rule::reject && (x == zero || y == zero)) return meeting::clash;
  if (profile.zero == spec::zero_rule::maximum && (x == zero || y == zero)) {
    return y < x ? meeting::left : meeting::right;
  }
  return x == one ? meeting::right : meeting::left;
}

}  // namespace bcast::verifier
