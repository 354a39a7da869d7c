// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/oracle.hpp"

#include <fmt/core.h>

#include "bcast/proptests/text.hpp"
#include "bcast/reference/documents.hpp"
#include "bcast/spec/rules.hpp"

namespace bcast::proptests {
namespace texts = bcast::reference;
}

#include "oracle/transcriptions.hpp"

namespace bcast::proptests {

bool is_document(std::string_view rule) { return registered_document_rule(rule) != nullptr; }

bool takes_dimensions(std::string_view rule) {
  auto const* own = registered_document_rule(rule);
  if (own != nullptr && !own->along.empty()) return true;
  return std::any_of(spec::rules.begin(), spec::rules.end(), [&](spec::rule const& p) {
    return p.name == rule && p.tuple != spec::tuple_rule::none;
  });
}

std::optional<test_case> aligned(std::string_view rule, test_case c) {
  if (!is_document(rule)) return c;
  ref::shape_rule<index> const& reader = rule_named<index>(rule);
  if (reader.place_in_operand == nullptr) return c;
  const std::size_t rank = rank_of(c);
  for (operand& o : c.operands) {
    if (!reader.from_first_axis && o.type.sizes.size() != rank) return std::nullopt;
    o.type.sizes.resize(rank, kit::dim(1));
  }
  return c;
}

std::string picture_of(std::string_view rule, test_case const& c, kit::result const& answer) {
  if (const auto drawn = aligned(rule, c)) {
    return picture(types_of(*drawn), drawn->dimensions, answer);
  }
  std::string out;
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    out += fmt::format("  operand {}  {}\n", m, to_string(c.operands[m].type));
  }
  if (answer.verdict != kind::ok) return out;
  return out + fmt::format("  result     {}\n", to_string(answer.shape));
}

kit::result oracle::broadcast_shapes(std::string_view document, test_case const& c) {
  return with_axis(document, answer_of(document, c, [](std::size_t) {}), c);
}

bool takes_result(std::string_view document) {
  return is_document(document) && rule_named<index>(document).verify != nullptr;
}

kit::result oracle::verify(std::string_view document, test_case const& c) {
  if (!c.result) throw std::invalid_argument("the case to verify declares no result");
  if (!takes_result(document)) {
    throw std::invalid_argument("'" + std::string(document) + "' says nothing of a result");
  }
  kit::result a = with_axis(document, verified(document, c), c);
  if (a.verdict == kind::ok) a.shape = oracle::broadcast_shapes(document, c).shape;
  return a;
}

std::optional<std::array<oracle::site, 2>> oracle::clash(std::string_view document,
                                                         test_case const& c, std::size_t axis) {
  const std::size_t from_last = rank_of(c) - 1 - axis;
  const bool whole = rule_named<index>(document).last_is_written;
  test_case first;
  first.dimensions = c.dimensions;
  for (operand const& next : c.operands) {
    first.operands.push_back(next);
    if (first.operands.size() == 1) continue;
    if (whole && first.operands.size() < c.operands.size()) continue;
    const auto notes = compared(document, first);
    if (!notes || !notes->last) continue;
    if (notes->equal) {
      auto const& [a, b] = *notes->equal;
      if (a.from_last == from_last || b.from_last == from_last) {
        return std::array{site{a.operand, a.size}, site{b.operand, b.size}};
      }
    }
    if (notes->last->from_last != from_last) continue;
    const site found{notes->last->operand, notes->last->size};
    for (std::size_t m = 0; m < first.operands.size(); ++m) {
      kit::shape const& t = first.operands[m].type;
      if (!t.ranked || t.sizes.size() > from_last) continue;
      return m < found.operand ? std::array{site{m, 1}, found} : std::array{found, site{m, 1}};
    }
  }
  return std::nullopt;
}

kit::result oracle::broadcast_shapes(std::vector<std::vector<std::int64_t>> const& operands) {
  test_case c;
  for (auto const& sizes : operands) c.operands.push_back({type_of(sizes), {}});
  return oracle::broadcast_shapes("array_api", c);
}

std::vector<std::int64_t> oracle::operand_index(std::vector<std::int64_t> const& operand,
                                                std::vector<std::int64_t> const& result,
                                                std::vector<std::int64_t> const& at) {
  const ref::seq<index> dXm(operand), dY(result);
  const auto i = ref::seq<index>::of(static_cast<index>(at.size()), [&](index k) {
    return at[static_cast<std::size_t>(k - 1)] + 1;
  });
  const auto dYm = ref::sonnx::dYm(dXm, dY.n());
  std::vector<std::int64_t> source;
  for (index k : ref::sonnx::index_in_Xm(ref::sonnx::index_in_Ym(i, dYm, dY), dXm.n()))
    source.push_back(k - 1);
  return source;
}

}  // namespace bcast::proptests
