// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "bcast/verifier/type.hpp"

namespace bcast::verifier {

/// What a size can be at a legal run time: only 1; 1 or `other`; or anything from 0 to `other`.
/// Each of them contains 1.
struct domain {
  enum class kind : std::uint8_t { one, pair, free };
  domain::kind kind = kind::one;
  std::int64_t other = 1;

  /// The domain of an unknown size that no axis restricts; `upper` >= 1.
  static domain up_to(std::int64_t upper) {
    if (upper == 1) return {kind::pair, 0};
    return {kind::free, upper};
  }

  /// Whether it contains `size`, which is not negative.
  bool holds(std::int64_t size) const {
    if (size == 1) return true;
    if (kind == kind::free) return size <= other;
    return kind == kind::pair && size == other;
  }

  /// Keeps only what is compatible with a fixed size other than 1.
  domain meeting(std::int64_t fixed) const {
    return holds(fixed) ? domain{kind::pair, fixed} : domain{};
  }

  friend bool operator==(domain const&, domain const&) = default;
};

/// An unknown size of an operand. Those with the same symbol are one variable.
struct variable {
  std::size_t operand;
  std::size_t axis;  ///< of the operand, from 0
  std::uint32_t symbol;
  domain can_be;

  /// Whether another size is the same variable; a size without a symbol equals no other.
  bool is(variable const& other) const { return symbol != 0 && symbol == other.symbol; }
};

/// The sizes of all operands as one system: each axis has at most one size other than 1.
///
/// A choice of run-time sizes is legal if and only if this holds on every axis for every two sizes.
/// Every variable's domain contains 1. So a legal choice exists if and only if no two known sizes
/// clash, and one variable can have any size in its domain while all others are 1.
class size_system {
 public:
  struct clash {
    std::size_t axis;
    site first, second;
  };

  explicit size_system(std::span<type const> operands);

  std::size_t rank() const { return fixed_.size(); }

  /// Whether an operand has no known rank.
  bool any_rank() const { return any_rank_; }

  /// The first axis on which two known sizes other than 1 differ.
  std::optional<clash> const& first_clash() const { return clash_; }

  /// The known size other than 1 of an axis of the result, or 1.
  std::int64_t fixed(std::size_t axis) const { return fixed_[axis].size.size(); }

  /// The variables of an axis that can differ from 1, each listed once.
  small_list<variable, 8> open(std::size_t axis) const;

  /// Calls f with every unknown size of an axis of the result, as declared. The variable's domain
  /// is the part that all axes allow.
  template <class F>
  void each_variable(std::size_t axis, F f) const {
    for (std::size_t m = 0; m < operands_.size(); ++m) {
      auto const& sizes = operands_[m].sizes;
      if (axis + sizes.size() < rank()) continue;
      const std::size_t own = axis + sizes.size() - rank();
      const dim d = bounded(sizes[own]);
      if (!d.known()) f(variable{m, own, d.symbol(), domain_of(d, axis)}, d);
    }
  }

  struct symbol_size {
    std::uint32_t symbol;
    std::int64_t upper;
    domain can_be;
  };

  /// A symbol of the operands, or none if they do not have it. If its bound is at most 0, it is 0.
  symbol_size const* find(std::uint32_t symbol) const;

  /// The inferred type: the tightest one that holds at every legal run time. There must be no
  /// clash.
  type inferred() const;

 private:
  /// The size with the smallest bound that its symbol has anywhere. If that is at most 0, the size
  /// is 0.
  dim bounded(dim d) const;
  domain domain_of(dim d, std::size_t axis) const;

  std::span<type const> operands_;
  bool any_rank_ = false;
  small_list<site, 8> fixed_;
  std::optional<clash> clash_;
  small_list<symbol_size, 8> symbols_;  ///< in increasing order
};

}  // namespace bcast::verifier
