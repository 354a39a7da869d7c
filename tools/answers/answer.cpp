// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "answer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/aliases.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/rules.hpp"
#include "bcast/verifier/type.hpp"
#include "clauses.hpp"
#include "oracle/registered.hpp"
#include "subjects/subjects.hpp"

namespace bcast::answers {
namespace {

using kind = kit::result::kind;
using proptests::test_case;
using proptests::to_string;

spec::dim size_of(kit::dim const& d) { return d ? spec::dim(*d) : spec::unknown; }

/// The verifier's words for a cause, so that a refusal reads the same whoever answers.
std::string worded(verifier::cause why, std::span<proptests::oracle::site const> sites,
                   spec::dim found = {}, spec::dim expected = {}) {
  verifier::violation v{"", std::nullopt, {}, why, found, expected};
  for (auto const& s : sites) v.operands.push_back({s.operand, spec::dim(s.size)});
  return reason(v);
}

/// A row's words for use after a colon, cut at a colon of their own.
std::string phrase(std::string_view words) {
  std::string text(words.substr(0, words.find(": ")));
  if (text.ends_with('.')) text.pop_back();
  const auto is_upper = [&](std::size_t k) {
    return std::isupper(static_cast<unsigned char>(text[k])) != 0;
  };
  if (text.size() > 1 && is_upper(0) && !is_upper(1)) {
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  }
  return text;
}

/// How a declared result differs from the inferred one.
std::optional<std::string> declared(std::string_view document, test_case const& c,
                                    kit::result const& a) {
  if (!c.result) return std::nullopt;
  const kit::result inferred = proptests::oracle::broadcast_shapes(document, c);
  if (inferred.verdict != kind::ok) return std::nullopt;
  auto const &found = c.result->type.sizes, &expected = inferred.shape.sizes;
  const auto rank = [](auto const& sizes) {
    return spec::dim(static_cast<std::int64_t>(sizes.size()));
  };
  return a.axis ? worded(verifier::cause::result_size, {}, size_of(found.at(*a.axis)),
                         size_of(expected.at(*a.axis)))
                : worded(verifier::cause::result_rank, {}, rank(found), rank(expected));
}

/// Names the operands, and gives the reason in words.
void complete(std::string_view document, test_case const& c, kit::result& a) {
  std::optional<std::array<proptests::oracle::site, 2>> sites;
  if (a.verdict == kind::refused && a.axis) sites = proptests::oracle::clash(document, c, *a.axis);
  if (sites) {
    a.operands = {(*sites)[0].operand, (*sites)[1].operand};
    a.why = worded(verifier::cause::sizes_clash, *sites);
  } else if (auto const why = declared(document, c, a)) {
    a.why = *why;
  } else {
    a.why = fmt::format("{}{}", is_note(a.tag) ? "" : "required: ", phrase(statement_of(a.tag)));
  }
}

/// The header of the transcription that has a rule.
std::string file_of(std::string_view rule) {
  std::string file(spec::document_with(rule).about.name);
  for (char& c : file) {
    if (c == '@' || c == '-' || c == '.') c = '_';
  }
  return file + ".hpp";
}

bool has_switches(std::string_view rule) {
  return std::any_of(spec::rules.begin(), spec::rules.end(),
                     [&](spec::rule const& p) { return p.name == rule; });
}

/// What a text that says nothing of a declared result, under a rule without switches, says of one:
/// it is legal where it is the result or less specific.
kit::result held_to_result(std::string_view document, test_case const& c) {
  kit::result a = proptests::oracle::broadcast_shapes(document, c);
  if (a.verdict != kind::ok || !c.result->type.ranked) return a;
  auto const &found = c.result->type.sizes, &expected = a.shape.sizes;
  const auto refuse = [&](std::optional<std::size_t> axis) {
    a.verdict = kind::refused;
    a.tag = spec::find_document_rule(document)->clause;
    a.axis = axis;
  };
  if (found.size() != expected.size()) refuse(std::nullopt);
  for (std::size_t k = 0; a.verdict == kind::ok && k < found.size(); ++k) {
    if (found[k] && found[k] != expected[k]) refuse(k);
  }
  return a;
}

kit::result by_transcription(std::string_view document, test_case const& c) {
  if (c.dimensions && !proptests::takes_dimensions(document)) {
    throw std::invalid_argument(fmt::format("the rule {} has no broadcast dimensions", document));
  }
  kit::result a = !c.result ? proptests::oracle::broadcast_shapes(document, c)
                  : proptests::takes_result(document) ? proptests::oracle::verify(document, c)
                                                      : held_to_result(document, c);
  if (a.verdict != kind::ok) complete(document, c, a);
  a.by = file_of(document);
  return a;
}

kit::result by_verifier(std::string_view rule, test_case const& c) {
  const kit::subject verifier = subjects::verifier(rule);
  const auto operands = proptests::types_of(c);
  kit::result a = c.result ? verifier.verify(operands, c.result->type)
                           : verifier.broadcast_shapes(operands, c.dimensions);
  a.by = "verifier";
  return a;
}

}  // namespace

std::string line_of(kit::result const& refusal) {
  const bool broken = refusal.verdict == kind::refused;
  // A switch may refuse what the rule's document does not mention.
  return fmt::format("{}{} {}{}", broken ? "does not broadcast" : "no answer",
                     refusal.tag.empty() ? ":" : " [" + refusal.tag + "]",
                     refusal.axis ? fmt::format("axis {} of the result: ", *refusal.axis) : "",
                     refusal.why);
}

bool is_transcribed(std::string_view rule, test_case const& c) {
  if (!proptests::is_document(rule)) return false;
  return !c.result || proptests::takes_result(rule) || !has_switches(rule);
}

std::string rule_meant(std::string_view text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  return std::string(proptests::rule_called(text.substr(0, end))) + std::string(text.substr(end));
}

result broadcast_shapes(std::string_view name, test_case const& c) {
  const std::string rule = rule_meant(name);
  return is_transcribed(rule, c) ? by_transcription(rule, c) : by_verifier(rule, c);
}

std::vector<rule_row> const& rules() {
  static const std::vector<rule_row> all = [] {
    std::vector<rule_row> rows;
    for (spec::document_rule const& r : spec::document_rules) {
      rows.push_back({r.name, spec::document_with(r.name).about.name, "the text", file_of(r.name)});
    }
    for (spec::rule const& p : spec::rules) {
      const auto own = std::find_if(rows.begin(), rows.end(),
                                    [&](rule_row const& r) { return r.name == p.name; });
      if (own != rows.end()) {
        own->note = p.note;
      } else {
        rows.push_back({p.name, p.document, p.note, "verifier"});
      }
    }
    for (spec::rule_alias const& a : spec::rule_aliases) {
      const auto own = std::find_if(rows.begin(), rows.end(),
                                    [&](rule_row const& r) { return r.name == a.means; });
      const rule_row same{a.name, own->document, a.note, own->by};
      rows.push_back(same);
    }
    return rows;
  }();
  return all;
}

std::vector<std::int64_t> operand_index(std::vector<std::int64_t> const& operand,
                                        std::vector<std::int64_t> const& at) {
  if (at.size() < operand.size()) {
    throw std::invalid_argument(
        fmt::format("{} positions for an operand of rank {}", at.size(), operand.size()));
  }
  std::vector<std::int64_t> result = at;
  for (std::int64_t& size : result) ++size;  // where the operand has 1, any size
  for (std::size_t k = 0; k < operand.size(); ++k) {
    const std::size_t axis = at.size() - operand.size() + k;
    if (operand[k] == 1) continue;
    if (at[axis] >= operand[k]) {
      throw std::invalid_argument(
          fmt::format("position {} on axis {} is outside [0, {}]", at[axis], axis, operand[k] - 1));
    }
    result[axis] = operand[k];
  }
  return proptests::oracle::operand_index(operand, result, at);
}

}  // namespace bcast::answers
