// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "bcast/engine/detail/schedule.hpp"
#include "bcast/engine/short_floats.hpp"
#include "bcast/engine/view.hpp"
#include "bcast/spec/elements.hpp"

/// Element-wise operations whose name and element type are known only at run time. They are
/// compiled for several instruction sets, and the best one for the processor is used.
namespace bcast::engine {

namespace detail {

template <class List>
struct with_short_floats;
template <class... T>
struct with_short_floats<spec::element_list<T...>> {
  using type = spec::element_list<T..., float16, bfloat16>;
};

}  // namespace detail

/// The element types of the named operations: spec::elements, and floats of 16 bits.
using elements = detail::with_short_floats<spec::elements>::type;

/// One of elements: named as in spec::element_names, or `float16`, or `bfloat16`.
class element_type {
 public:
  /// None if no element type has that name.
  static std::optional<element_type> named(std::string_view name);
  template <class T>
  static constexpr element_type of();

  std::string_view name() const;
  std::size_t place() const { return place_; }
  std::size_t bytes() const;
  friend bool operator==(element_type, element_type) = default;

 private:
  constexpr explicit element_type(std::size_t place) : place_(place) {}
  std::size_t place_;
};

template <class T>
constexpr element_type element_type::of() {
  return []<class... All>(spec::element_list<All...>) {
    static_assert((std::is_same_v<T, All> || ...), "an element type of engine::elements");
    std::size_t place = 0;
    (void)((std::is_same_v<T, All> || (++place, false)) || ...);
    return element_type(place);
  }(elements());
}

/// add, sub, mul, div, mod, pow, min, max, sum; add_sat, sub_sat of integers; mean of floats; and,
/// or, xor of bool; bitwise_and, bitwise_or, bitwise_xor of integers; equal, not_equal, less,
/// less_equal, greater, greater_equal; shift_left, shift_right of unsigned integers; where; copy.
/// Integers wrap around, except that add_sat and sub_sat give the nearest number that fits. Integer
/// division by 0 gives 0, and so does the remainder. Floats of 16 bits have neither mod nor pow,
/// and each step of an operation on several of them rounds once (short_floats.hpp). min and max
/// give NaN if an operand is NaN, and the second of two zeros, whatever their signs. An element has
/// the bits that it has alone, except the sign and the payload of a NaN.
class operation {
 public:
  /// None if no operation has that name.
  static std::optional<operation> named(std::string_view name);
  static std::span<std::string_view const> names();

  std::string_view name() const { return names()[place_]; }
  std::size_t place() const { return place_; }

 private:
  explicit operation(std::size_t place) : place_(place) {}
  std::size_t place_;
};

/// The operation does not exist for these element types or for this number of operands.
struct no_operation : error {
  using error::error;
};

/// Elements in memory that belongs to the caller, with a type that is known at run time.
struct operand {
  void const* data;
  element_type element;
  layout const* where;
};
struct target {
  void* data;
  element_type element;
  layout const* where;
};

/// They refer to the view's layout, which outlives them.
template <class T>
operand operand_of(view<T> const& v) {
  return {v.data(), element_type::of<std::remove_const_t<T>>(), &v.where()};
}
template <class T>
target target_of(view<T> const& v) {
  return {v.data(), element_type::of<T>(), &v.where()};
}
template <class T>
operand operand_of(view<T> const&& v) = delete;
template <class T>
target target_of(view<T> const&& v) = delete;

/// An operation that has been checked and planned, and can be called any number of times. It refers
/// to the elements, which must outlive it, but not to the layouts. add, sub, mul, min, max, sum,
/// mean, and, or, xor and the bitwise operations take one or more operands, from left to right.
class operation_call {
 public:
  /// Throws no_operation for element types that the operation does not support and for a wrong
  /// number of operands, and error in the same cases as plan. It throws before anything is written.
  operation_call(operation op, target const& z, std::span<operand const> x,
                 store how = store::measured);

  void operator()() const;

 private:
  struct chosen;
  friend void apply(operation op, target const& z, std::span<operand const> x, store how);
  operation_call(chosen const& c, target const& z, std::span<operand const> x, store how);

  std::size_t operands_;
  detail::kernel const* step_;
  detail::kernel const* last_;
  detail::schedule schedule_;
};

/// z[i] = op(x1[i1], ..., xN[iN]); see transform. Throws as operation_call does.
void apply(operation op, target const& z, std::span<operand const> x, store how = store::automatic);

}  // namespace bcast::engine
