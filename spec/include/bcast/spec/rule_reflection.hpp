// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <boost/hana/accessors.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/members.hpp>
#include <boost/hana/tuple.hpp>
#include <concepts>
#include <string_view>
#include <type_traits>
#include <utility>

#include "bcast/spec/rules.hpp"

/// The members of a row with their names, for the programs that walk them; those of a rule.
namespace bcast::spec {

/// Whether `Members` are all of T's members in declaration order: T can be made of them, and no
/// member can follow them.
template <class T, class Members>
inline constexpr bool is_made_of = false;

template <class T, class... Members>
inline constexpr bool is_made_of<T, boost::hana::tuple<Members...>> = requires(Members... members) {
  T{members...};
}
&&!requires(Members... members) { T{members..., {}}; };

/// A struct whose adaptation lists every member.
template <class T>
concept reflected = std::is_aggregate_v<T> && boost::hana::Struct<T>::value &&
    is_made_of<T, decltype(boost::hana::members(std::declval<T>()))>;

/// A reflected struct that has a tag.
template <class T>
concept row = reflected<T> && requires(T r) {
  { r.tag } -> std::same_as<std::string_view&>;
};

}  // namespace bcast::spec

BOOST_HANA_ADAPT_STRUCT(bcast::spec::rule, name, document, relation, zero, rank, unknown, symbols,
                        unknown_result, leading, unranked, vectors, operands, tuple, note);
static_assert(bcast::spec::reflected<bcast::spec::rule>);
