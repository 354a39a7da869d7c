// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"

/// What a document's rows hold besides its clauses: its rules for shapes, their printed examples,
/// how they compare with the Array API, and the clauses that a verdict cites.
namespace bcast::spec {

/// A rule of a document that answers for shapes. Its transcription in reference/ has the same name,
/// and so have its switches, if it has any.
struct document_rule {
  std::string_view name;
  std::string_view clause;      ///< gives the result's shape
  std::string_view examples;    ///< the clause that its printed examples show; empty if it has none
  std::string_view along = "";  ///< the clause of broadcast dimensions; empty if it has none
};

/// Printed shapes, and what a rule of the document makes of them.
struct example {
  std::string_view tag;
  passages at;
  std::string_view rule;
  operands shapes;
  std::optional<shape> result;   ///< none if they do not broadcast
  std::string_view broken = "";  ///< the clause that they break
};

/// What holds between the documents, and where it stops holding.
struct theorem {
  std::string_view tag;
  std::string_view statement;       ///< holds for every case except the exceptions
  std::string_view exceptions_are;  ///< exactly those cases; empty if there are none
  std::string_view scope;
  std::int64_t cases;
  std::int64_t exceptions;
  std::string_view smallest;  ///< the smallest exception
};

/// A theorem that compares a rule with the algorithm of the Array API: under the relation of the
/// rule's switches, both give the same shape, or each gives an error. Where sizes of 0 are illegal,
/// its cases have none.
struct comparison {
  std::string_view rule;
  theorem states;
};

/// The order in which a document's text compares sizes. It decides which of several violations is
/// reported.
enum class meeting_order {
  all_operands,     ///< axis by axis from the first; the sizes of all operands on each axis
  from_first_axis,  ///< operand by operand; in each, axis by axis from the first
  from_last_axis,   ///< operand by operand; in each, axis by axis from the last
};

/// What each rule cites for a decision. If the tag is empty, the decision does not arise.
struct citations {
  std::string_view document;  ///< or a rule that cites other clauses than its document
  meeting_order order;
  std::string_view clash;          ///< two static sizes do not match
  std::string_view zero{};         ///< a static 0, for which the document has no answer
  std::string_view unknown{};      ///< an unknown size that the document does not mention
  std::string_view unranked{};     ///< an unknown rank that the document does not mention
  std::string_view vectors{};      ///< vectors mixed with tensors
  std::string_view no_operands{};  ///< no operands
  bool needs_operands{};           ///< no operands are an error
  std::string_view arity{};        ///< more operands than the document covers
  std::string_view result_rank;    ///< the declared result's rank
  std::string_view result_known;   ///< a static size is declared where `?` is inferred
  std::string_view result_size;    ///< the declared size is not the inferred one
};

}  // namespace bcast::spec
