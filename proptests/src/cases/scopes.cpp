// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases/scopes.hpp"

#include <algorithm>
#include <array>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/length.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bcast/spec/element_types.hpp"
#include "cases/source_parts.hpp"

namespace bcast::proptests {
namespace {

std::vector<kit::dim> sizes_to(std::int64_t most) {
  // 1 comes before 0, so that the first failure is the simplest.
  std::vector<kit::dim> sizes{1, 2};
  for (std::int64_t size = 3; size <= most; ++size) sizes.emplace_back(size);
  sizes.emplace_back(0);
  return sizes;
}

std::string element_of(std::uint64_t i) {
  std::string name;
  std::uint64_t k = 0;
  const std::uint64_t count = decltype(boost::hana::length(spec::element_types))::value;
  boost::hana::for_each(spec::element_types, [&](auto const& row) {
    if (k++ == i % count) name = boost::hana::first(row);
  });
  return name;
}

/// The digits of i, one for each of `bases`. The last digit changes fastest.
template <std::size_t N>
std::array<std::uint64_t, N> digits(std::uint64_t i, std::array<std::uint64_t, N> const& bases) {
  std::array<std::uint64_t, N> d{};
  for (std::size_t k = N; k-- > 0;) {
    d[k] = i % bases[k];
    i /= bases[k];
  }
  return d;
}

source shapes_scope() {
  auto two = all_types(3, sizes_to(4)), three = all_types(3, sizes_to(2));
  const std::uint64_t a = two.size(), b = three.size();
  return {"scope", a * a + b * b * b, [=, two = std::move(two), three = std::move(three)](auto i) {
            test_case c;
            if (i < a * a) {
              for (std::uint64_t d : digits<2>(i, {a, a})) c.operands.push_back({two[d], {}});
            } else {
              for (std::uint64_t d : digits<3>(i - a * a, {b, b, b})) {
                c.operands.push_back({three[d], {}});
              }
            }
            c.element = element_of(i);
            return c;
          }};
}

/// Shapes that are too large for what counts in 16 bits, or for a block of threads: along each axis
/// in turn.
std::vector<std::vector<std::vector<std::int64_t>>> const& large_shapes() {
  constexpr std::int64_t many = 70001;
  static const std::vector<std::vector<std::vector<std::int64_t>>> all{
      {{many}, {}},        {{1025}, {1}},          {{3, 1025}, {1025}},    {{1025, 3}, {1025, 1}},
      {{many, 2}, {2}},    {{many, 1}, {1, 2}},    {{2, many}, {2, 1}},    {{2, many}, {many}},
      {{many, 1, 2}, {2}}, {{1, many, 2}, {2, 1}}, {{2, many}, {2, 1, 1}}, {{40, 50, 60}, {50, 1}},
  };
  return all;
}

source large_scope() {
  return {"scope", large_shapes().size(), [](std::uint64_t i) {
            test_case c;
            for (auto const& sizes : large_shapes()[i]) c.operands.push_back({type_of(sizes), {}});
            c.element = element_of(i);
            return c;
          }};
}

source layouts_scope() {
  auto types = all_types(2, sizes_to(3));
  const std::uint64_t n = types.size();
  constexpr std::uint64_t plain_and_flags = 8;
  return {"scope", n * n * plain_and_flags * plain_and_flags,
          [=, types = std::move(types)](std::uint64_t i) {
            const auto d = digits<4>(i, {n, n, plain_and_flags, plain_and_flags});
            const auto flags = [](std::uint64_t k) {
              return layout_flags{k == 0 ? 0U : 1U << (k - 1)};
            };
            test_case c;
            c.operands = {{types[d[0]], flags(d[2])}, {types[d[1]], flags(d[3])}};
            c.element = element_of(i);
            return c;
          }};
}

source targets_scope() {
  auto types = all_types(3, sizes_to(2));
  const std::uint64_t n = types.size();
  constexpr std::array<unsigned, 7> flags{0, 1, 2, 4, 8, 16, 64};  // plain, and each one alone
  return {"scope", n * n * flags.size(), [=, types = std::move(types)](std::uint64_t i) {
            const auto d = digits<3>(i, {n, n, flags.size()});
            test_case c;
            c.operands = {{types[d[0]], {}}};
            c.result = operand{types[d[1]], {flags[d[2]]}};
            c.element = element_of(i);
            return c;
          }};
}

std::vector<kit::shape> grid() {
  std::vector<kit::dim> sizes = sizes_to(3);
  sizes.emplace_back(std::nullopt);
  std::vector<kit::shape> types = all_types(2, sizes);
  types.push_back(kit::shape::unranked());
  return types;
}

/// Every sequence of `count` types. With `declared`, the last one is a declared result.
source sequences(std::vector<kit::shape> types, std::size_t count, bool declared) {
  std::uint64_t all = 1;
  for (std::size_t k = 0; k < count; ++k) all *= types.size();
  return {"scope", all, [=, types = std::move(types)](std::uint64_t i) {
            test_case c;
            for (std::size_t k = 0; k < count; ++k, i /= types.size()) {
              c.operands.push_back({types[i % types.size()], {}});
            }
            std::ranges::reverse(c.operands);
            if (declared) {
              c.result = c.operands.back();
              c.operands.pop_back();
            }
            return c;
          }};
}

/// One scope after the other.
source joined(std::vector<source> parts) {
  std::uint64_t all = 0;
  for (source const& part : parts) all += part.count;
  return {"scope", all, [parts = std::move(parts)](std::uint64_t i) {
            for (source const& part : parts) {
              if (i < part.count) return part.at(i);
              i -= part.count;
            }
            throw std::out_of_range("a case beyond its scope");
          }};
}

/// Unknown sizes with a symbol or a bound, among others.
std::vector<kit::dim> named_sizes() {
  return {1,
          2,
          0,
          kit::dim(std::nullopt, "N"),
          kit::dim(std::nullopt, "M"),
          std::nullopt,
          kit::dim(std::nullopt, "", 1),
          kit::dim(std::nullopt, "N", 2)};
}

/// One, two and three types of the grid, types with symbols and bounds, and the small scope of
/// static shapes.
source types_scope() {
  const auto named = named_sizes();
  return joined({sequences(grid(), 1, false), sequences(grid(), 2, false),
                 sequences(all_types(2, named), 2, false), sequences(grid(), 3, false),
                 sequences(all_types(1, named), 3, false), shapes_scope()});
}

/// Two types of the grid with every result, three types of rank <= 1, and the same with symbols and
/// bounds.
source declared_scope() {
  const std::vector<kit::dim> few{1, 3, kit::dim(std::nullopt, "N"), kit::dim(std::nullopt, "M")};
  auto low = all_types(1, named_sizes());
  low.push_back(kit::shape::unranked());
  std::vector<kit::shape> low_grid;
  for (kit::shape const& t : grid()) {
    if (t.sizes.size() <= 1) low_grid.push_back(t);
  }
  return joined({sequences(grid(), 3, true), sequences(low_grid, 4, true),
                 sequences(std::move(low), 3, true), sequences(all_types(2, few), 3, true)});
}

/// Every pair of shapes of rank <= 3 with sizes 0 to 3, where the first has rank <= 2. Each pair
/// comes without a tuple and with every tuple of up to two entries from -1 to 3.
source tuples_scope() {
  std::vector<std::optional<kit::broadcast_dimensions>> tuples{std::nullopt,
                                                               kit::broadcast_dimensions{}};
  for (std::int64_t p = -1; p <= 3; ++p) tuples.emplace_back(kit::broadcast_dimensions{p});
  for (std::int64_t p = -1; p <= 3; ++p) {
    for (std::int64_t q = -1; q <= 3; ++q) tuples.emplace_back(kit::broadcast_dimensions{p, q});
  }
  auto low = all_types(2, sizes_to(3)), high = all_types(3, sizes_to(3));
  const std::uint64_t a = low.size(), b = high.size(), n = tuples.size();
  return {"scope", a * b * n * 2,
          [=, low = std::move(low), high = std::move(high),
           tuples = std::move(tuples)](std::uint64_t i) {
            const auto d = digits<4>(i, {a, b, n, 2});
            test_case c;
            c.operands = {{low[d[0]], {}}, {high[d[1]], {}}};
            if (d[3] == 1) std::swap(c.operands[0], c.operands[1]);
            c.dimensions = tuples[d[2]];
            return c;
          }};
}

/// Every pair of shapes of rank 1 to 3 with sizes 0 to 3.
source products_scope() {
  auto types = all_types(3, sizes_to(3));
  types.erase(types.begin());
  const std::uint64_t n = types.size();
  return {"scope", n * n, [=, types = std::move(types)](std::uint64_t i) {
            const auto d = digits<2>(i, {n, n});
            test_case c;
            c.operands = {{types[d[0]], {}}, {types[d[1]], {}}};
            c.element = i % 2 == 0 ? "int64" : "double";
            return c;
          }};
}

}  // namespace

std::vector<kit::shape> all_types(std::size_t max_rank, std::vector<kit::dim> const& sizes) {
  std::vector<kit::shape> all{kit::shape{}};
  std::size_t begin = 0;
  for (std::size_t rank = 1; rank <= max_rank; ++rank) {
    const std::size_t end = all.size();
    for (std::size_t t = begin; t < end; ++t) {
      for (kit::dim const& size : sizes) {
        kit::shape longer = all[t];
        longer.sizes.push_back(size);
        all.push_back(std::move(longer));
      }
    }
    begin = end;
  }
  return all;
}

source scope_of(family f) {
  switch (f) {
    case family::examples:
    case family::lengths:
      break;
    case family::shapes:
      return joined({shapes_scope(), large_scope()});
    case family::layouts:
      return layouts_scope();
    case family::targets:
      return targets_scope();
    case family::types:
      return types_scope();
    case family::declared:
      return declared_scope();
    case family::tuples:
      return tuples_scope();
    case family::products:
      return products_scope();
  }
  return {"scope", 0, nullptr};
}

}  // namespace bcast::proptests
