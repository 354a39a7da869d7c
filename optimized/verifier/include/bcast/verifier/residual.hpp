// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "bcast/verifier/type.hpp"

/// What is left to check at run time, and what is known about a declared result before run time.
/// Both follow the rule "the size that is not 1", which every rule has for sizes of 1 and more.
namespace bcast::verifier {

/// One axis of one operand, from 0.
struct place {
  std::size_t operand;
  std::size_t axis;
  friend bool operator==(place const&, place const&) = default;
};

/// One condition on run-time sizes.
struct condition {
  enum class kind {
    one,         ///< the size is 1
    one_or,      ///< the size is 1 or `size`
    agree,       ///< those of the sizes that are not 1 are equal
    broadcasts,  ///< the shapes broadcast: an operand's rank is unknown
  };
  condition::kind kind;
  std::vector<place> places;
  std::int64_t size = 1;
  friend bool operator==(condition const&, condition const&) = default;
};

/// The conditions under which run-time shapes that fit the operands' types broadcast [bcast.P42].
/// They hold if and only if the shapes broadcast, and none of them follows from the others. If no
/// shapes broadcast, returns the reason, as the rule `sound` cites it. Throws
/// std::invalid_argument for a negative size.
std::variant<std::vector<condition>, violation> residual(std::span<type const> operands);

/// Whether all sizes other than 1 are equal.
template <class Size>
constexpr bool agree(std::vector<Size> const& sizes) {
  const Size one(1);
  Size common = one;
  for (Size const& size : sizes) {
    if (size == one) continue;
    if (common != one && size != common) return false;
    common = size;
  }
  return true;
}

/// Whether the run-time shapes of the operands, each of the rank of its type, meet a condition.
bool holds(condition const& c, std::span<std::vector<std::int64_t> const> shapes);

/// `dim 1 of operand 0 is 1 or 5`.
std::string to_string(condition const& c);

/// What is known about a declared result before run time.
enum class prospect {
  impossible,  ///< no legal run time gives it, or none is legal
  possible,    ///< some legal run time gives it [bcast.P40]
  certain,     ///< every legal run time gives it [bcast.P41]
};

/// The answer is exact, unless deciding `possible` takes more than 65,536 steps. Then `possible` is
/// assumed. Throws std::invalid_argument for a negative size.
prospect prospect_of(std::span<type const> operands, type const& result);

}  // namespace bcast::verifier
