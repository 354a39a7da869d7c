// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "cases/source_parts.hpp"
#include "laws/law_list.hpp"

namespace bcast::proptests {
namespace {

using kind = kit::result::kind;

/// How two answers differ, if they do. Verdict, shape and clause must agree, and so must the axis
/// if a clause and an axis are named. Only an answer that accepts has a shape.
std::optional<std::string> difference(kit::result const& got, kit::result const& expected) {
  if (got.verdict == expected.verdict && (got.verdict != kind::ok || got.shape == expected.shape) &&
      (got.tag.empty() || expected.tag.empty() || got.tag == expected.tag)) {
    if (got.tag.empty() || !got.axis || got.axis == expected.axis) return std::nullopt;
    return fmt::format("got {} for axis {}; expected {}", got.tag, *got.axis,
                       expected.axis ? fmt::format("axis {}", *expected.axis) : "no axis");
  }
  return fmt::format("got {}; expected {}", to_string(got), to_string(expected));
}

/// Whether a subject claims a document's text.
std::string needs_document(kit::subject const& s, std::string_view document) {
  if (!s.broadcast_shapes) return "does not broadcast shapes";
  return s.rule == document ? "" : "follows another document";
}

// The laws of one rule of a document. Its number is a template argument so that a law stays a plain
// value.
template <std::size_t k>
constexpr std::string_view rule_name = spec::document_rules[k].name;

template <std::size_t k>
std::string needs(kit::subject const& s) {
  return needs_document(s, rule_name<k>);
}

bool within_limits(kit::subject const& s, test_case const& c) {
  return s.declares.unknown || (is_static(c) && !c.dimensions);
}

template <std::size_t k>
bool applies_to_types(kit::subject const& s, test_case const& c) {
  return within_limits(s, c) && (!c.dimensions || takes_dimensions(rule_name<k>));
}

template <std::size_t k>
std::optional<std::string> inference(kit::subject const& s, test_case const& c) {
  return difference(s.broadcast_shapes(types_of(c), c.dimensions),
                    oracle::broadcast_shapes(rule_name<k>, c));
}

std::string needs_verify(kit::subject const& s) {
  if (!s.verify) return "does not verify results";
  return s.rule == "mlir" ? "" : "its rule is not mlir";
}

bool is_declared(kit::subject const&, test_case const& c) { return c.result.has_value(); }

/// A subject's verdict on the declared result. The subject does not give a shape, so the oracle's
/// is used if the result is accepted.
kit::result verdict_on_result(kit::subject const& s, test_case const& c) {
  kit::result a = s.verify(types_of(c), c.result->type);
  if (a.verdict == kit::result::kind::ok) a.shape = oracle::verify("mlir", c).shape;
  return a;
}

std::optional<std::string> verification(kit::subject const& s, test_case const& c) {
  return difference(verdict_on_result(s, c), oracle::verify("mlir", c));
}

/// Whether a case is one of a document's printed examples. Only subjects that claim the document's
/// text are asked.
template <std::size_t k>
bool is_example(kit::subject const& s, test_case const& c) {
  auto const& all = examples_in_print();
  const auto same = [&](example const& e) {
    return e.printed.example == c.example && types_of(e.printed) == types_of(c) &&
           e.printed.result == c.result && e.printed.dimensions == c.dimensions;
  };
  const auto printed = std::ranges::find_if(all, same);
  return printed != all.end() && printed->outcome.document == rule_name<k> &&
         (!c.result || s.verify);
}

std::optional<std::string> printed(kit::subject const& s, test_case const& c) {
  const printed_outcome expected = outcome_in_print(c.example).value();
  const kit::result got =
      c.result ? verdict_on_result(s, c) : s.broadcast_shapes(types_of(c), c.dimensions);
  const bool accepted = got.verdict == kind::ok;
  if (accepted != expected.accepted) {
    return fmt::format("{} is {} in the document; got {}", c.example,
                       expected.accepted ? "legal" : "illegal", to_string(got));
  }
  if (accepted && expected.result && got.shape != *expected.result) {
    return fmt::format("{} gives {} in the document; got {}", c.example,
                       to_string(*expected.result), to_string(got));
  }
  if (!accepted && !expected.broken.empty() && !got.tag.empty() && got.tag != expected.broken) {
    return fmt::format("{} breaks {}; got {}", c.example, expected.broken, got.tag);
  }
  return std::nullopt;
}

/// A law's name, kept for good.
std::string_view named(std::string_view rule, std::string_view law) {
  static std::deque<std::string> kept;
  return kept.emplace_back(fmt::format("{} {}", rule, law));
}

/// The laws of every rule: first those about printed examples, then those about the text, then
/// those about broadcast dimensions.
template <std::size_t... k>
std::vector<law> laws_of_rules(std::index_sequence<k...>) {
  std::vector<law> all;
  const auto add = [&](bool wanted, auto const&... parts) {
    if (wanted) all.push_back({parts...});
  };
  constexpr auto const& rules = spec::document_rules;
  constexpr auto must = spec::level::must;
  (add(!rules[k].examples.empty(), named(rule_name<k>, "examples"), rules[k].examples, must,
       "Each example of the document gives what the document prints.", family::examples, needs<k>,
       is_example<k>, printed),
   ...);
  (add(!spec::is_edition(rule_name<k>), named(rule_name<k>, "text"), rules[k].clause, must,
       "The verdict, shape, clause and axis are those of the document's text.", family::types,
       needs<k>, applies_to_types<k>, inference<k>),
   ...);
  (add(!rules[k].along.empty(), named(rule_name<k>, "dimensions"), rules[k].along, must,
       "For every tuple of dimensions, the verdict, shape, clause and axis are those of the text.",
       family::tuples, needs<k>, within_limits, inference<k>),
   ...);
  return all;
}

}  // namespace

std::vector<law> type_laws() {
  std::vector<law> all = laws_of_rules(std::make_index_sequence<spec::document_rules.size()>());
  all.push_back({"mlir verify", "mlir.A5", spec::level::must,
                 "Every declared result gets the verdict of the document's text.", family::declared,
                 needs_verify, is_declared, verification});
  return all;
}

}  // namespace bcast::proptests
