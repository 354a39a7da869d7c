// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace bcast::proptests {

/// How results show what one operand holds. The operand holds `low` or `high`, and each other
/// operand holds the number that `operation::others` says. The result is exactly `at_low` or
/// `at_high`: two whole numbers that differ. Every implementation has to compute them without an
/// error of rounding; the probes of two operations may be alike.
struct probe {
  int low, high;
  int at_low, at_high;
};

enum class element_class { booleans, integers, floats, complex };

/// The classes of elements that an operation has.
struct kinds {
  bool booleans, integers, floats, complex = false;
};

/// An element-wise operation whose results show what each operand holds.
struct operation {
  std::string_view name;
  std::size_t least, most;  ///< operands
  kinds on;

  probe (*probe_of)(operation const&, std::size_t m, std::size_t n);
  int (*held_by)(operation const&, std::size_t k, std::size_t m);

  bool predicate = false;  ///< the result's elements are bool

  /// What an operation with a mask (`add_where`) computes where operand 0, the mask, is true. Null
  /// for an operation without a mask.
  operation const* masked = nullptr;

  /// The probe for operand m of n.
  probe probed(std::size_t m, std::size_t n) const { return probe_of(*this, m, n); }

  /// What operand k holds while operand m is probed.
  int others(std::size_t k, std::size_t m) const { return held_by(*this, k, m); }

  bool takes(std::size_t n) const { return least <= n && n <= most; }
  bool computes(element_class e) const;

  /// Whether operand k is always bool: the condition of `where`, and a mask.
  bool condition(std::size_t k) const {
    return masked != nullptr ? k == 0 || masked->condition(k - 1) : name == "where" && k == 0;
  }
};

/// What `apply` has beside element-wise operations: the gradients of some of them, of two operands.
inline constexpr std::array<std::string_view, 6> gradient_names{
    "add_gradient", "sub_gradient", "mul_gradient", "div_gradient", "min_gradient", "max_gradient"};

element_class class_of(std::string_view element);

/// Those without a mask.
std::span<operation const> operations();

/// The operation with a given name, with a mask or without, or null. A subject's own ones
/// (`own_operations.hpp`) are included.
operation const* find_operation(std::string_view name);

}  // namespace bcast::proptests
