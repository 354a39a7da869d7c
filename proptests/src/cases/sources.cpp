// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/sources.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/generators.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/random_cases.hpp"
#include "cases/source_parts.hpp"

namespace bcast::proptests {
namespace {

source from_list(std::string_view name, std::vector<test_case> cases) {
  const std::uint64_t n = cases.size();
  return {name, n, [cases = std::move(cases)](std::uint64_t i) { return cases[i]; }};
}

source examples_of(family f) {
  std::vector<test_case> cases;
  for (example const& e : examples_in_print()) {
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
  if (f == family::examples || f == family::tuples || f == family::products ||
      f == family::lengths) {
    return from_list("corpus", {});
  }
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
      // Like the compiler's view of the model: one axis of each operand, in rotation, is unknown.
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

/// The design of a core case; empty if it was selected for a mutant.
std::string design_of(core_case const& row) {
  const std::size_t end = row.because.find(": ");
  return end == std::string::npos ? "" : row.because.substr(0, end);
}

/// The core cases of a family. The rows of each design are spread over all of the run, so that one
/// that ends at its first failure has seen a part of every design.
source core_of(family f) {
  std::map<std::string, std::vector<test_case>> designs;
  for (core_case const& row : core_cases()) {
    if (row.cases_of == f) designs[design_of(row)].push_back(parse_case(row.text));
  }
  std::vector<std::pair<double, test_case>> placed;
  for (auto& [name, rows] : designs) {
    const auto count = static_cast<double>(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      placed.emplace_back((static_cast<double>(k) + .5) / count, std::move(rows[k]));
    }
  }
  std::ranges::stable_sort(placed, [](auto const& a, auto const& b) { return a.first < b.first; });
  std::vector<test_case> cases;
  if (f == family::lengths) cases = lengths_by_design();
  for (auto& [place, c] : placed) cases.push_back(std::move(c));
  return from_list("core", std::move(cases));
}

bool has_random_cases(family f) { return f != family::examples && f != family::tuples; }

source random_of(family f, std::uint64_t seed, std::uint64_t count) {
  if (!has_random_cases(f)) return {"random", 0, nullptr};
  return {"random", count, [seed, cases = random_cases(f)](std::uint64_t i) {
            return cases(gen::random_of(seed, i)).value();
          }};
}

}  // namespace

rc::Gen<test_case> random_cases(family f) {
  if (!has_random_cases(f)) throw std::invalid_argument("a family without random cases");
  recipe r;
  r.layouts = f == family::layouts || f == family::targets;
  r.unknown = f == family::types || f == family::declared;
  r.result = f == family::layouts || f == family::targets || f == family::declared;
  r.huge = f == family::shapes;
  if (r.unknown) r.max_operands = 3;
  if (f == family::products) return gen::product_case();
  if (f != family::layouts) return gen::broadcast_case(r);
  return rc::gen::map(gen::broadcast_case(r), [](test_case c) {
    c.result.reset();
    return c;
  });
}

std::vector<source> sources_of(family f, run_size size, std::uint64_t seed,
                               std::optional<std::uint64_t> random) {
  if (size == run_size::core) return {core_of(f)};
  const std::uint64_t drawn = random.value_or(size == run_size::push ? 2000 : 100000);
  return {examples_of(f), core_of(f), scope_of(f), random_of(f, seed, drawn), corpus_of(f)};
}

}  // namespace bcast::proptests
