// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "walk.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

#include "answers/answer.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/reference/documents.hpp"
#include "bcast/reference/sonnx.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/verifier/verifier.hpp"
#include "cases/placed.hpp"
#include "explanation.hpp"

namespace bcast::explain {
namespace {

using proptests::test_case;
using proptests::to_string;
using kind = kit::result::kind;
using reference::index;
using shape = std::vector<std::int64_t>;

/// The rule whose transcription a rule is based on: its own, or the first of its document; bcast's
/// own rules follow the Array API's text.
std::string_view transcription_of(std::string_view rule) {
  const spec::rule p = verifier::rule_of(rule);
  if (proptests::is_document(p.name)) return p.name;
  return p.document == "bcast" ? "array_api" : spec::rows_of(p.document).rules.front().name;
}

bool same(kit::result const& a, kit::result const& b) {
  return a.verdict == b.verdict && (a.verdict != kind::ok || a.shape == b.shape);
}

/// The rule of a document that says where an operand is read; null if none of this name does.
reference::shape_rule<index> const* reader_named(std::string_view rule) {
  for (auto const& rules : reference::documents::shape_rules<index>) {
    for (auto const& each : rules) {
      if (each.name == rule && each.place_in_operand != nullptr) return &each;
    }
  }
  return nullptr;
}

}  // namespace

std::string walk(std::string_view rule, test_case const& c) {
  if (answers::is_transcribed(rule, c)) {
    const run r = run_of(rule, c);
    return lines_of(r.events, r.answer.verdict != kind::ok);
  }
  test_case joined = c;  // the steps do not cover a declared result
  joined.result.reset();
  const run r = run_of(transcription_of(rule), joined);
  if (same(r.answer, answers::broadcast_shapes(rule, joined))) {
    return lines_of(r.events, r.answer.verdict != kind::ok);
  }
  return "its switches override the document; no steps shown\n";
}

std::string stretches(std::string_view rule, test_case const& given, kit::result const& answer) {
  const auto drawn = proptests::aligned(rule, given);
  if (!drawn) return "elements are recycled, along no axis\n";
  test_case const& c = *drawn;
  if (!answer.shape.ranked) return "the rank of the result is not known\n";
  const std::size_t rank = answer.shape.sizes.size();
  std::string out;
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    kit::shape const& t = c.operands[m].type;
    if (!t.ranked) continue;
    std::vector<std::string> parts;
    const bool tuple = proptests::is_placed(c, m) && !t.sizes.empty();
    for (std::size_t axis = 0; axis < rank; ++axis) {
      std::optional<kit::dim> size;
      if (tuple) {
        const auto entry =
            std::find(c.dimensions->begin(), c.dimensions->end(), static_cast<std::int64_t>(axis));
        if (entry != c.dimensions->end()) {
          size = t.sizes.at(static_cast<std::size_t>(entry - c.dimensions->begin()));
        }
      } else if (axis + t.sizes.size() >= rank) {
        size = t.sizes[axis + t.sizes.size() - rank];
      }
      kit::dim const& common = answer.shape.sizes[axis];
      if (size && *size == common) continue;
      if (!size && common == kit::dim(1)) continue;
      parts.push_back(fmt::format("axis {} from {} to {}", axis,
                                  size ? to_string(*size) : std::string("nothing"),
                                  to_string(common)));
    }
    out += fmt::format(
        "operand {} is {}\n", m,
        parts.empty() ? "not stretched" : fmt::format("stretched on {}", fmt::join(parts, ", ")));
  }
  return out;
}

void check_position(test_case const& c, kit::result const& answer, shape const& at) {
  if (answer.verdict != kind::ok || !proptests::is_static(c) ||
      !proptests::is_static(answer.shape)) {
    throw std::invalid_argument("a position needs shapes and a result whose sizes are all known");
  }
  const shape result = proptests::sizes_of(answer.shape);
  if (at.size() != result.size()) {
    throw std::invalid_argument(fmt::format("{} positions, the result {} has rank {}", at.size(),
                                            to_string(answer.shape), result.size()));
  }
  if (std::find(result.begin(), result.end(), 0) != result.end()) {
    throw std::invalid_argument(
        fmt::format("the result {} has no elements", to_string(answer.shape)));
  }
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (at[k] >= 0 && at[k] < result[k]) continue;
    throw std::invalid_argument(
        fmt::format("position {} on axis {} is outside [0, {}]", at[k], k, result[k] - 1));
  }
}

std::vector<element_source> sources_of_element(std::string_view rule, test_case const& c,
                                               kit::result const& answer, shape const& at) {
  namespace sonnx = reference::sonnx;
  const reference::seq<index> dY(proptests::sizes_of(answer.shape));
  std::vector<index> i;
  for (std::int64_t k : at) i.push_back(k + 1);
  const reference::seq<index> i1(i);
  std::vector<element_source> all;
  auto const* const reader = reader_named(rule);
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    if (reader != nullptr) {
      const auto place = reader->place_in_operand(
          reference::list<index>(proptests::sizes_of(c.operands[m].type)),
          reference::list<index>(proptests::sizes_of(answer.shape)), reference::list<index>(at));
      all.push_back({{place.begin(), place.end()}, ""});
      all.back().step = fmt::format("element [{}] of operand {}", fmt::join(place, ","), m);
      continue;
    }
    shape sizes = proptests::sizes_of(c.operands[m].type);
    reference::seq<index> dXm(sizes), dYm;
    const bool tuple = proptests::is_placed(c, m) && !sizes.empty();
    if (tuple) {  // an array with sizes of 1 at the new dimensions
      shape padded(at.size(), 1);
      for (std::size_t k = 0; k < sizes.size(); ++k) {
        padded[static_cast<std::size_t>((*c.dimensions)[k])] = sizes[k];
      }
      dYm = reference::seq<index>(padded);
    } else {
      dYm = sonnx::dYm(dXm, dY.n());
    }
    std::vector<std::string> fs;
    for (index k = 1; k <= dY.n(); ++k) {
      fs.push_back(fmt::format("f({},{},{})", i1[k], dYm[k], dY[k]));
    }
    const auto y = sonnx::index_in_Ym(i1, dYm, dY);
    element_source from;
    if (tuple) {
      for (std::int64_t d : *c.dimensions) from.index.push_back(y[d + 1] - 1);
    } else {
      for (index k : sonnx::index_in_Xm(y, dXm.n())) from.index.push_back(k - 1);
    }
    from.step = fmt::format(
        "[sonnx.F6] Z{0}[{1}] = Y{0}[{2}] = Y{0}[{3}]: element [{4}] of operand {5}", m + 1,
        fmt::join(i, ","), fmt::join(fs, ", "), fmt::join(y, ","), fmt::join(from.index, ","), m);
    all.push_back(std::move(from));
  }
  return all;
}

std::string walk_values(std::string_view rule, test_case const& c, kit::result const& answer,
                        shape const& at) {
  shape from_one = at;
  for (std::int64_t& k : from_one) ++k;
  std::string out = fmt::format("at [{}]", fmt::join(at, ","));
  if (reader_named(rule) == nullptr) {
    out += fmt::format(", in SONNX's numbering [{}]", fmt::join(from_one, ","));
  }
  out += "\n";
  for (element_source const& from : sources_of_element(rule, c, answer, at)) {
    out += from.step + "\n";
  }
  return out;
}

}  // namespace bcast::explain
