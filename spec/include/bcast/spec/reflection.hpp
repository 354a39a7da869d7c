// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <boost/hana/adapt_struct.hpp>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/rule_reflection.hpp"
#include "bcast/spec/theorems.hpp"

// The members of every kind of row with their names.

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

BOOST_HANA_ADAPT_STRUCT(bcast::spec::citations, document, order, clash, zero, unknown, unranked,
                        vectors, no_operands, needs_operands, arity, result_rank, result_known,
                        result_size);
static_assert(bcast::spec::reflected<bcast::spec::citations>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::finding, tag, clause, defect, at, against, title, example,
                        printed, corrected, newest, why);
static_assert(bcast::spec::row<bcast::spec::finding>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::scope_note, tag, at, statement, example);
static_assert(bcast::spec::row<bcast::spec::scope_note>);

BOOST_HANA_ADAPT_STRUCT(bcast::spec::theorem, tag, statement, exceptions_are, scope, cases,
                        exceptions, smallest);
static_assert(bcast::spec::row<bcast::spec::theorem>);
