// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/case.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace bcast::proptests {
namespace {

constexpr std::array<std::pair<family, std::string_view>, 9> families{
    {{family::examples, "examples"},
     {family::shapes, "shapes"},
     {family::layouts, "layouts"},
     {family::targets, "targets"},
     {family::types, "types"},
     {family::declared, "declared"},
     {family::tuples, "tuples"},
     {family::lengths, "lengths"},
     {family::products, "products"}}};

}  // namespace

std::vector<test_case> calls_of(test_case const& c) {
  std::vector<test_case> calls = c.before;
  calls.push_back(c);
  calls.back().before.clear();
  return calls;
}

test_case in_sequence(std::vector<test_case> calls) {
  test_case last = std::move(calls.back());
  calls.pop_back();
  last.before = std::move(calls);
  return last;
}

std::string_view name_of(family f) { return families[static_cast<std::size_t>(f)].second; }

family family_named(std::string_view name) {
  for (auto const& [f, named] : families) {
    if (named == name) return f;
  }
  throw std::invalid_argument("no family of cases is called '" + std::string(name) + "'");
}

bool is_static(kit::shape const& t) {
  return t.ranked && std::all_of(t.sizes.begin(), t.sizes.end(),
                                 [](kit::dim const& d) { return d.has_value(); });
}

bool is_static(test_case const& c) {
  return std::all_of(c.operands.begin(), c.operands.end(),
                     [](operand const& o) { return is_static(o.type); }) &&
         (!c.result || is_static(c.result->type));
}

std::vector<std::int64_t> sizes_of(kit::shape const& t) {
  std::vector<std::int64_t> sizes;
  for (kit::dim const& d : t.sizes) sizes.push_back(d.value());
  return sizes;
}

kit::shape type_of(std::vector<std::int64_t> const& sizes) { return sizes; }

std::vector<std::int64_t> larger_sizes(test_case const& c) {
  std::vector<std::int64_t> larger;
  for (operand const& o : c.operands) {
    std::vector<kit::dim> const& own = o.type.sizes;
    if (own.size() > larger.size()) larger.insert(larger.begin(), own.size() - larger.size(), 1);
    const std::size_t missing = larger.size() - own.size();
    for (std::size_t k = 0; k < own.size(); ++k) {
      larger[missing + k] = std::max(larger[missing + k], own[k].size.value_or(1));
    }
  }
  return larger;
}

std::vector<kit::shape> types_of(test_case const& c) {
  std::vector<kit::shape> types;
  for (operand const& o : c.operands) types.push_back(o.type);
  return types;
}

}  // namespace bcast::proptests
