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

#include "bcast/spec/clause.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/profiles.hpp"
#include "bcast/spec/sonnx_requirements.hpp"
#include "bcast/spec/theorems.hpp"

/// The rows' members with their names, for the programs that walk them.
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

BOOST_HANA_ADAPT_STRUCT(bcast::spec::clause, tag, obligation, section, at, formula, statement);
static_assert(bcast::spec::row<bcast::spec::clause>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::text, edition, repository, path, commit, date, then);
static_assert(bcast::spec::reflected<bcast::spec::text>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::document, name, title, edition, transcribed, lines, blank,
                        crc32, newest, changes);
static_assert(bcast::spec::reflected<bcast::spec::document>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::example, tag, at, rule, shapes, result, broken);
static_assert(bcast::spec::row<bcast::spec::example>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::sonnx::constraint, tag, statement, origin);
static_assert(bcast::spec::row<bcast::spec::sonnx::constraint>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::requirement, req_id, clause, zone, title, text, latex, where,
                        repeats);
static_assert(bcast::spec::reflected<bcast::spec::requirement>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::array_api::example, tag, at, a, b, result, appended, why);
static_assert(bcast::spec::row<bcast::spec::array_api::example>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::array_api::in_place_example, tag, at, target, source, allowed,
                        array, index);
static_assert(bcast::spec::row<bcast::spec::array_api::in_place_example>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::xla::example, tag, at, lhs, rhs, dims, intermediate, result,
                        broken);
static_assert(bcast::spec::row<bcast::spec::xla::example>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::mlir::inference_row, tag, at, dim0, dim1, inferred_dim, note);
static_assert(bcast::spec::row<bcast::spec::mlir::inference_row>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::mlir::verification_row, tag, at, inferred_dim, actual_dim,
                        verdict, note, newest);
static_assert(bcast::spec::row<bcast::spec::mlir::verification_row>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::mlir::example, tag, at, inputs, result, broken);
static_assert(bcast::spec::row<bcast::spec::mlir::example>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::profile, name, document, relation, zero, rank, unknown,
                        symbols, unknown_result, leading, unranked, vectors, operands, tuple, note);
static_assert(bcast::spec::reflected<bcast::spec::profile>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::citations, document, order, clash, zero, unknown, unranked,
                        vectors, no_operands, arity, result_rank, result_known, result_size);
static_assert(bcast::spec::reflected<bcast::spec::citations>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::finding, tag, clause, defect, at, against, title, example,
                        witness, printed, corrected, standing, newest, why, mend, profiles);
static_assert(bcast::spec::row<bcast::spec::finding>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::theorem, tag, statement, exceptions_are, scope, cases,
                        exceptions, smallest);
static_assert(bcast::spec::row<bcast::spec::theorem>);
