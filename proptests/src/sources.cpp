#include "bcast/proptests/sources.hpp"

#include <algorithm>
#include <array>
#include <boost/hana/for_each.hpp>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bcast/proptests/generate.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/array_api.hpp"
#include "bcast/spec/element_types.hpp"
#include "bcast/spec/mlir.hpp"
#include "bcast/spec/xla.hpp"
#include "corpus_data.hpp"

namespace bcast::proptests {
namespace {

kit::type from_row(spec::shape const& s) {
  kit::type t;
  t.ranked = s.ranked();
  for (spec::dim d : s) t.sizes.push_back(d.known() ? kit::dim(d.size()) : std::nullopt);
  return t;
}

/// An example in print: the case, and what is printed of it.
struct example {
  test_case printed;
  printed_outcome outcome;
};

std::vector<example> read_examples() {
  std::vector<example> all;
  const auto add = [&](std::string_view tag, std::vector<kit::type> const& operands,
                       printed_outcome outcome) -> test_case& {
    test_case c;
    c.example = tag;
    for (kit::type const& t : operands) c.operands.push_back({t, {}});
    all.push_back({std::move(c), std::move(outcome)});
    return all.back().printed;
  };
  for (auto const& row : spec::array_api::examples) {
    std::optional<kit::type> result;
    if (row.result) result = from_row(*row.result);
    add(row.tag, {from_row(row.a), from_row(row.b)},
        {"array_api", row.result.has_value(), result, row.result ? "" : "array_api.A14"});
  }
  for (auto const& row : spec::xla::examples) {
    std::optional<kit::type> result;
    if (row.result) result = from_row(*row.result);
    test_case& c = add(row.tag, {from_row(row.lhs), from_row(row.rhs)},
                       {"xla", row.result.has_value(), result, row.broken});
    if (row.dims) c.dimensions.emplace(row.dims->begin(), row.dims->end());
  }
  for (auto const& row : spec::mlir::examples) {
    std::vector<kit::type> operands;
    for (spec::shape const& s : row.inputs) operands.push_back(from_row(s));
    test_case& c = add(row.tag, operands, {"mlir", row.broken.empty(), std::nullopt, row.broken});
    c.result = operand{from_row(row.result), {}};
  }
  return all;
}

std::vector<example> const& examples() {
  static const std::vector<example> all = read_examples();
  return all;
}

/// The in-place examples: a target and what is assigned to it.
std::vector<test_case> in_place_examples() {
  std::vector<test_case> all;
  for (auto const& row : spec::array_api::in_place_examples) {
    test_case c;
    c.operands.push_back({from_row(row.source), {}});
    c.result = operand{from_row(row.target), {}};
    all.push_back(std::move(c));
  }
  return all;
}

/// All types of rank 0 to `max_rank` whose sizes are among `sizes`; the smaller ranks first.
std::vector<kit::type> all_types(std::size_t max_rank, std::vector<kit::dim> const& sizes) {
  std::vector<kit::type> all{kit::type{}};
  std::size_t begin = 0;
  for (std::size_t rank = 1; rank <= max_rank; ++rank) {
    const std::size_t end = all.size();
    for (std::size_t t = begin; t < end; ++t) {
      for (kit::dim size : sizes) {
        kit::type longer = all[t];
        longer.sizes.push_back(size);
        all.push_back(std::move(longer));
      }
    }
    begin = end;
  }
  return all;
}

std::vector<kit::dim> sizes_to(std::int64_t most) {
  // 1 before 0: what is found first is plainest.
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

/// The digits of i, one for each of `bases`, the last running fastest.
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

source layouts_scope() {
  auto types = all_types(2, sizes_to(3));
  const std::uint64_t n = types.size();
  constexpr std::uint64_t plain_and_flags = 7;
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
  constexpr std::uint64_t plain_and_flags = 6;
  return {"scope", n * n * plain_and_flags, [=, types = std::move(types)](std::uint64_t i) {
            const auto d = digits<3>(i, {n, n, plain_and_flags});
            test_case c;
            c.operands = {{types[d[0]], {}}};
            c.result = operand{types[d[1]], {d[2] == 0 ? 0U : 1U << (d[2] - 1)}};
            c.element = element_of(i);
            return c;
          }};
}

std::vector<kit::type> grid() {
  std::vector<kit::dim> sizes = sizes_to(3);
  sizes.emplace_back(std::nullopt);
  std::vector<kit::type> types = all_types(2, sizes);
  types.push_back({{}, false});
  return types;
}

/// One, two and three types of the grid, then the small scope of static shapes.
source types_scope() {
  auto types = grid();
  const std::uint64_t n = types.size();
  source shapes = shapes_scope();
  const std::uint64_t of_grid = n + n * n + n * n * n;
  return {"scope", of_grid + shapes.count,
          [=, types = std::move(types), shapes = std::move(shapes)](std::uint64_t i) {
            if (i >= of_grid) return shapes.at(i - of_grid);
            test_case c;
            const auto add = [&](std::uint64_t d) { c.operands.push_back({types[d], {}}); };
            if (i < n) {
              add(i);
            } else if (i < n + n * n) {
              for (std::uint64_t d : digits<2>(i - n, {n, n})) add(d);
            } else {
              for (std::uint64_t d : digits<3>(i - n - n * n, {n, n, n})) add(d);
            }
            return c;
          }};
}

source declared_scope() {
  auto types = grid();
  const std::uint64_t n = types.size();
  return {"scope", n * n * n, [=, types = std::move(types)](std::uint64_t i) {
            const auto d = digits<3>(i, {n, n, n});
            test_case c;
            c.operands = {{types[d[0]], {}}, {types[d[1]], {}}};
            c.result = operand{types[d[2]], {}};
            return c;
          }};
}

/// Every pair of shapes of rank <= 3 with sizes 0 to 3, the first of rank <= 2, with no tuple, and
/// with every tuple of up to two entries from -1 to 3.
source tuples_scope() {
  std::vector<std::optional<kit::tuple>> tuples{std::nullopt, kit::tuple{}};
  for (std::int64_t p = -1; p <= 3; ++p) tuples.emplace_back(kit::tuple{p});
  for (std::int64_t p = -1; p <= 3; ++p) {
    for (std::int64_t q = -1; q <= 3; ++q) tuples.emplace_back(kit::tuple{p, q});
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

source from_list(std::string_view name, std::vector<test_case> cases) {
  const std::uint64_t n = cases.size();
  return {name, n, [cases = std::move(cases)](std::uint64_t i) { return cases[i]; }};
}

source examples_of(family f) {
  std::vector<test_case> cases;
  for (example const& e : examples()) {
    test_case c = e.printed;
    if (f == family::examples) {
      cases.push_back(c);
      continue;
    }
    c.example.clear();
    const bool shapes = is_static(c) && !c.dimensions;
    const bool wanted = f == family::tuples                           ? e.outcome.document == "xla"
                        : f == family::declared                       ? c.result.has_value()
                        : f == family::types                          ? !c.dimensions
                        : f == family::shapes || f == family::layouts ? shapes
                                                                      : false;
    if (!wanted) continue;
    if (f != family::declared) c.result.reset();
    cases.push_back(c);
  }
  if (f == family::targets) cases = in_place_examples();
  return from_list("examples", std::move(cases));
}

source corpus_of(family f) {
  std::vector<test_case> cases;
  if (f == family::examples || f == family::tuples) return from_list("corpus", {});
  std::uint64_t i = 0;
  for (corpus_row const& row : corpus()) {
    test_case c;
    for (auto const& sizes : row.operands) c.operands.push_back({type_of(sizes), {}});
    std::int64_t elements = 1;
    for (std::int64_t size : row.result) elements *= size;
    constexpr std::int64_t most = 1 << 16;
    if ((f == family::layouts || f == family::targets) && elements > most) continue;
    if (f == family::targets || f == family::declared) c.result = operand{type_of(row.result), {}};
    if (f == family::types || f == family::declared) {
      // As a compiler sees the model: one axis of every operand, in turn, is not known.
      std::size_t turn = i;
      for (operand& o : c.operands) {
        if (!o.type.sizes.empty()) o.type.sizes[turn++ % o.type.sizes.size()].reset();
      }
    }
    if (f == family::layouts) {
      for (std::size_t m = 0; m < c.operands.size(); ++m) {
        c.operands[m].layout.bits = static_cast<unsigned>(1U << ((i + m) % 5));
      }
    }
    ++i;
    cases.push_back(std::move(c));
  }
  return from_list("corpus", std::move(cases));
}

source scope_of(family f) {
  switch (f) {
    case family::examples:
      break;
    case family::shapes:
      return shapes_scope();
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
  }
  return from_list("scope", {});
}

source random_of(family f, std::uint64_t seed, std::uint64_t count) {
  if (f == family::examples || f == family::tuples) return {"random", 0, nullptr};
  recipe r;
  r.layouts = f == family::layouts || f == family::targets;
  r.unknown = f == family::types || f == family::declared;
  r.result = f == family::layouts || f == family::targets || f == family::declared;
  if (r.unknown) r.max_operands = 3;
  return {"random", count, [=](std::uint64_t i) {
            test_case c = draw(r, seed, i);
            if (f == family::layouts) c.result.reset();
            return c;
          }};
}

}  // namespace

std::vector<source> sources_of(family f, std::uint64_t seed, std::uint64_t random) {
  return {examples_of(f), scope_of(f), random_of(f, seed, random), corpus_of(f)};
}

std::optional<printed_outcome> outcome_in_print(std::string_view tag) {
  for (example const& e : examples()) {
    if (e.printed.example == tag) return e.outcome;
  }
  return std::nullopt;
}

std::vector<corpus_row> const& corpus() {
  static const std::vector<corpus_row> rows = [] {
    std::vector<corpus_row> all;
    for (std::string_view line : corpus_lines()) {
      const nlohmann::json row = nlohmann::json::parse(line);
      corpus_row r;
      r.model = row.at("model");
      r.operation = row.at("operator");
      r.source = row.at("source");
      for (auto const& text : row.at("operands")) {
        r.operands.push_back(sizes_of(parse_type(text.get<std::string>())));
      }
      r.result = sizes_of(parse_type(row.at("result").get<std::string>()));
      all.push_back(std::move(r));
    }
    return all;
  }();
  return rows;
}

}  // namespace bcast::proptests
