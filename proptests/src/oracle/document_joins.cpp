// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/document_joins.hpp"

#include <algorithm>
#include <numeric>

#include "bcast/proptests/oracle.hpp"
#include "bcast/reference/array_api.hpp"
#include "bcast/reference/nested.hpp"
#include "bcast/reference/sonnx.hpp"
#include "bcast/reference/sonnx_2026_01.hpp"
#include "bcast/reference/xla.hpp"

namespace bcast::proptests {
namespace {

namespace ref = bcast::reference;
using element = std::int64_t;

/// XLA's tuple that matches the operand of lower rank with the last dimensions of the other. None
/// if the ranks are equal or one operand is a scalar.
std::optional<kit::broadcast_dimensions> last_dimensions(shape const& x, shape const& y) {
  if (x.size() == y.size() || x.empty() || y.empty()) return std::nullopt;
  const std::size_t low = std::min(x.size(), y.size()), high = std::max(x.size(), y.size());
  kit::broadcast_dimensions last(low);
  std::iota(last.begin(), last.end(), static_cast<std::int64_t>(high - low));
  return last;
}

element flat(std::vector<std::int64_t> const& i, shape const& sizes) {
  element position = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) position = position * sizes[k] + i[k];
  return position;
}

template <class Array>
Array numbered(shape const& x) {
  return Array(ref::list<ref::index>(x), [&](auto const& i) {
    return flat({i.begin(), i.end()}, x);
  });
}

ref::nested::value<element> nested(shape const& x, std::size_t axis, element& next) {
  ref::nested::value<element> v;
  if (axis == x.size()) v.element = next++;
  for (std::int64_t k = 0; axis < x.size() && k < x[axis]; ++k) {
    v.items.push_back(nested(x, axis + 1, next));
  }
  return v;
}

void leaves(ref::nested::value<element> const& v, std::size_t depth, std::vector<element>& all) {
  if (depth == 0) all.push_back(v.element);
  for (auto const& item : v.items) leaves(item, depth - 1, all);
}

}  // namespace

outcome_of_join join_under(std::string_view document, shape_list const& operands) {
  test_case c;
  for (shape const& s : operands) c.operands.push_back({type_of(s), {}});
  if (document == "xla") c.dimensions = last_dimensions(operands.at(0), operands.at(1));
  const kit::result a = oracle::broadcast_shapes(document, c);
  if (a.verdict == kit::result::kind::ok) return {sizes_of(a.shape)};
  return {std::nullopt, a.verdict == kit::result::kind::refused};
}

outcome_of_join const& joins::operator()(shape const& a, shape const& b) {
  const auto [entry, missing] = known_.try_emplace({a, b});
  if (missing) entry->second = join_under(document_, {a, b});
  return entry->second;
}

outcome_of_join joins::left(shape_list const& s) {
  const outcome_of_join ab = (*this)(s[0], s[1]);
  return ab.shape ? (*this)(*ab.shape, s[2]) : ab;
}

outcome_of_join joins::right(shape_list const& s) {
  const outcome_of_join bc = (*this)(s[1], s[2]);
  return bc.shape ? (*this)(s[0], *bc.shape) : bc;
}

sources_of_elements values_by_sonnx(shape const& x, shape const& z) {
  const ref::sonnx::tensor<element> X(ref::seq<ref::index>(x), [&](auto const& i) {
    std::vector<std::int64_t> zero_based;
    for (ref::index k : i) zero_based.push_back(k - 1);
    return flat(zero_based, x);
  });
  std::vector<element> all;
  const ref::seq<ref::index> dY(z);
  ref::sonnx::Zm(ref::sonnx::Ym(X, dY.n()), dY).each([&](element e) { all.push_back(e); });
  return all;
}

sources_of_elements values_by_sonnx_2026_01(shape const& x, shape const& z) {
  const auto X = numbered<ref::sonnx_2026_01::tensor<element>>(x);
  std::vector<element> all;
  const ref::list<ref::index> dY(z);
  ref::sonnx_2026_01::Zm(ref::sonnx_2026_01::Ym(X, dY.n()), dY).each([&](element e) {
    all.push_back(e);
  });
  return all;
}

sources_of_elements values_by_array_api(shape const& x, shape const& z) {
  std::vector<element> all;
  ref::array_api::repeat(numbered<ref::array_api::array<element>>(x), ref::list<ref::index>(z))
      .each([&](element e) { all.push_back(e); });
  return all;
}

std::pair<sources_of_elements, sources_of_elements> values_by_xla(shape const& x, shape const& y,
                                                                  shape const& z) {
  std::optional<ref::xla::tuple> dimensions;
  if (const auto last = last_dimensions(x, y)) dimensions.emplace(*last);
  const ref::list<ref::index> result(z);
  const auto b = ref::xla::binary(ref::list<ref::index>(x), ref::list<ref::index>(y), dimensions);
  const auto read = [&](shape const& sizes, auto const& operand) {
    sources_of_elements all;
    ref::xla::values(numbered<ref::xla::array<element>>(sizes), operand, result)
        .each([&](element e) { all.push_back(e); });
    return all;
  };
  return {read(x, b.lhs), read(y, b.rhs)};
}

sources_of_elements values_by_nested_lists(shape const& x, shape const& z) {
  element next = 0;
  std::vector<element> all;
  leaves(ref::nested::stretch(nested(x, 0, next), x.size(), z), z.size(), all);
  return all;
}

}  // namespace bcast::proptests
