// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/finding.hpp"
#include "bcast/spec/mlir.hpp"
#include "bcast/spec/rules.hpp"

/// The enumerators as they are printed: in a document's own spelling, or as a rule's switches
/// accept them.
namespace bcast::spec {

template <class Enum>
struct enumerator {
  Enum value;
  std::string_view name;
};
template <class Enum>
enumerator(Enum, std::string_view) -> enumerator<Enum>;

/// The enumerators of an enumeration, in the order of their declaration.
template <class Enum>
inline constexpr std::array<enumerator<Enum>, 0> names{};

template <>
inline constexpr auto names<level> = std::array{
    enumerator{level::must, "must"},       enumerator{level::should, "should"},
    enumerator{level::may, "may"},         enumerator{level::silent, "silent"},
    enumerator{level::derived, "derived"},
};

template <>
inline constexpr auto names<defect> = std::array{
    enumerator{defect::cannot_run, "cannot be run as printed"},
    enumerator{defect::contradicts_itself, "contradicts itself"},
    enumerator{defect::contradicts_another, "contradicts another text"},
    enumerator{defect::implemented_otherwise, "implemented otherwise"},
    enumerator{defect::omission, "omits a constraint"},
    enumerator{defect::ambiguous, "ambiguous"},
};

template <>
inline constexpr auto names<relation_rule> = std::array{
    enumerator{relation_rule::join, "join"},
    enumerator{relation_rule::first, "first"},
    enumerator{relation_rule::second, "second"},
    enumerator{relation_rule::second_by_block, "second_by_block"},
};

template <>
inline constexpr auto names<zero_rule> = std::array{
    enumerator{zero_rule::other, "other"},     enumerator{zero_rule::reject, "reject"},
    enumerator{zero_rule::maximum, "maximum"}, enumerator{zero_rule::gap, "gap"},
    enumerator{zero_rule::illegal, "illegal"}, enumerator{zero_rule::forbidden, "forbidden"},
};

template <>
inline constexpr auto names<meeting_order> = std::array{
    enumerator{meeting_order::all_operands, "all operands, from the first axis"},
    enumerator{meeting_order::from_first_axis, "operand by operand, from the first axis"},
    enumerator{meeting_order::from_last_axis, "operand by operand, from the last axis"},
};

template <>
inline constexpr auto names<rank_rule> = std::array{
    enumerator{rank_rule::pad, "pad"},
    enumerator{rank_rule::equal, "equal"},
    enumerator{rank_rule::explicit_, "explicit"},
};

template <>
inline constexpr auto names<unknown_rule> = std::array{
    enumerator{unknown_rule::gap, "gap"},       enumerator{unknown_rule::infer, "infer"},
    enumerator{unknown_rule::tight, "tight"},   enumerator{unknown_rule::propagate, "propagate"},
    enumerator{unknown_rule::client, "client"}, enumerator{unknown_rule::opaque, "opaque"},
    enumerator{unknown_rule::assume, "assume"},
};

template <>
inline constexpr auto names<symbol_rule> = std::array{
    enumerator{symbol_rule::forget, "forget"},
    enumerator{symbol_rule::axis, "axis"},
    enumerator{symbol_rule::bounds, "bounds"},
    enumerator{symbol_rule::solve, "solve"},
};

template <>
inline constexpr auto names<unknown_result> = std::array{
    enumerator{unknown_result::reject, "reject"},
    enumerator{unknown_result::accept, "accept"},
};

template <>
inline constexpr auto names<leading_result> = std::array{
    enumerator{leading_result::reject, "reject"},
    enumerator{leading_result::accept, "accept"},
};

template <>
inline constexpr auto names<unranked_rule> = std::array{
    enumerator{unranked_rule::gap, "gap"},
    enumerator{unranked_rule::set_aside, "set_aside"},
    enumerator{unranked_rule::absorb, "absorb"},
};

template <>
inline constexpr auto names<vector_rule> = std::array{
    enumerator{vector_rule::compare, "compare"},
    enumerator{vector_rule::unchecked, "unchecked"},
};

template <>
inline constexpr auto names<arity_rule> = std::array{
    enumerator{arity_rule::any, "any"},
    enumerator{arity_rule::two, "two"},
    enumerator{arity_rule::two_or_three, "two or three"},
};

template <>
inline constexpr auto names<tuple_rule> = std::array{
    enumerator{tuple_rule::none, "none"},     enumerator{tuple_rule::gap, "gap"},
    enumerator{tuple_rule::client, "client"}, enumerator{tuple_rule::lower, "lower"},
    enumerator{tuple_rule::axes, "axes"},
};

template <>
inline constexpr auto names<mlir::category> = std::array{
    enumerator{mlir::category::dynamic, "?"},
    enumerator{mlir::category::one, "1"},
    enumerator{mlir::category::more, ">1"},
};

template <>
inline constexpr auto names<mlir::inferred> = std::array{
    enumerator{mlir::inferred::dynamic, "?"},
    enumerator{mlir::inferred::one, "1"},
    enumerator{mlir::inferred::dim0, "dim0"},
    enumerator{mlir::inferred::dim1, "dim1"},
};

template <>
inline constexpr auto names<mlir::knowledge> = std::array{
    enumerator{mlir::knowledge::dynamic, "?"},
    enumerator{mlir::knowledge::fixed, "static"},
};

template <>
inline constexpr auto names<mlir::outcome> = std::array{
    enumerator{mlir::outcome::ok, "OK"},
    enumerator{mlir::outcome::error, "error"},
    enumerator{mlir::outcome::ok_if_equal, "OK if equal"},
};

/// An enumeration whose enumerators have names.
template <class Enum>
concept named = std::is_enum_v<Enum> && !names<Enum>.empty();

/// The name of an enumerator. Throws std::logic_error if it has none.
template <named Enum>
constexpr std::string_view name(Enum value) {
  for (auto const& known : names<Enum>) {
    if (known.value == value) return known.name;
  }
  throw std::logic_error("an enumerator without a name");
}

}  // namespace bcast::spec
