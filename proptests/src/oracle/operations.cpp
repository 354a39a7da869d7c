// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/operations.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "oracle/own_operations.hpp"

namespace bcast::proptests {
namespace {

constexpr std::size_t any_number = SIZE_MAX;

template <int low, int high, int at_low, int at_high>
probe always(operation const&, std::size_t, std::size_t) {
  return {low, high, at_low, at_high};
}

template <int number>
int hold(operation const&, std::size_t, std::size_t) {
  return number;
}

/// The first operand has one probe, and all others have another. While an operand is probed,
/// operand 0 holds `first` and the other operands hold `later`.
template <probe of_first, probe of_later>
probe split(operation const&, std::size_t m, std::size_t) {
  return m == 0 ? of_first : of_later;
}

template <int first, int later>
int by_place(operation const&, std::size_t k, std::size_t) {
  return k == 0 ? first : later;
}

constexpr probe same{0, 1, 0, 1}, inverse{0, 1, 1, 0};

probe mean(operation const&, std::size_t, std::size_t n) { return {0, static_cast<int>(n), 0, 1}; }

/// where(condition, x, y): the condition selects the probed operand.
int selected(operation const&, std::size_t k, std::size_t m) {
  if (k == 0) return m == 1 ? 1 : 0;
  return m == 0 && k == 1 ? 1 : 0;
}

constexpr kinds everything{true, true, true, true}, numbers{false, true, true};
constexpr kinds rings{false, true, true, true};
constexpr kinds booleans{true, false, false}, integers{false, true, false},
    floats{false, false, true};
constexpr bool gives_bool = true;

constexpr std::array all{
    operation{"copy", 1, 1, everything, always<0, 1, 0, 1>, hold<0>},
    operation{"add", 1, any_number, rings, always<0, 1, 0, 1>, hold<0>},
    operation{"sub", 1, any_number, rings, split<same, inverse>, by_place<1, 0>},
    operation{"mul", 1, any_number, rings, always<0, 1, 0, 1>, hold<1>},
    operation{"add_sat", 2, 2, integers, always<0, 1, 0, 1>, hold<0>},
    operation{"sub_sat", 2, 2, integers, split<same, inverse>, by_place<1, 0>},
    operation{"div", 2, 2, numbers, split<same, probe{1, 2, 2, 1}>, by_place<2, 1>},
    operation{"mod", 2, 2, numbers, split<same, probe{1, 2, 0, 1}>, by_place<1, 2>},
    operation{"pow", 2, 2, numbers, split<same, probe{0, 1, 1, 2}>, by_place<2, 1>},
    operation{"min", 1, any_number, numbers, always<0, 1, 0, 1>, hold<1>},
    operation{"max", 1, any_number, numbers, always<0, 1, 0, 1>, hold<0>},
    operation{"mean", 1, 64, floats, mean, hold<0>},
    operation{"sum", 1, any_number, numbers, always<0, 1, 0, 1>, hold<0>},
    operation{"and", 2, 2, booleans, always<0, 1, 0, 1>, hold<1>},
    operation{"or", 2, 2, booleans, always<0, 1, 0, 1>, hold<0>},
    operation{"xor", 2, 2, booleans, always<0, 1, 0, 1>, hold<0>},
    operation{"bitwise_and", 2, 2, integers, always<0, 1, 0, 1>, hold<1>},
    operation{"bitwise_or", 2, 2, integers, always<0, 1, 0, 1>, hold<0>},
    operation{"bitwise_xor", 2, 2, integers, always<0, 1, 0, 1>, hold<0>},
    operation{"shift_left", 2, 2, integers, split<same, probe{0, 1, 1, 2}>, by_place<1, 0>},
    operation{"shift_right", 2, 2, integers, split<same, probe{0, 1, 2, 1}>, by_place<2, 0>},
    operation{"equal", 2, 2, everything, always<0, 1, 0, 1>, hold<1>, gives_bool},
    operation{"not_equal", 2, 2, everything, always<0, 1, 0, 1>, hold<0>, gives_bool},
    operation{"less", 2, 2, numbers, split<inverse, same>, by_place<0, 1>, gives_bool},
    operation{"less_equal", 2, 2, numbers, split<inverse, same>, by_place<1, 0>, gives_bool},
    operation{"greater", 2, 2, numbers, split<same, inverse>, by_place<1, 0>, gives_bool},
    operation{"greater_equal", 2, 2, numbers, split<same, inverse>, by_place<0, 1>, gives_bool},
    operation{"where", 3, 3, everything, always<0, 1, 0, 1>, selected},
};

/// An operation with a mask, by its name.
operation const* find_masked(std::string_view name) {
  static const std::map<std::string, operation, std::less<>> with_masks = [] {
    std::map<std::string, operation, std::less<>> rows;
    for (operation const& o : all) {
      auto& [key, row] = *rows.emplace(std::string(o.name) + "_where", o).first;
      row.name = key;
      row.masked = &o;
      ++row.least;
      if (row.most != any_number) ++row.most;
    }
    return rows;
  }();
  const auto found = with_masks.find(name);
  return found == with_masks.end() ? nullptr : &found->second;
}

}  // namespace

bool operation::computes(element_class e) const {
  switch (e) {
    case element_class::booleans:
      return on.booleans;
    case element_class::integers:
      return on.integers;
    case element_class::complex:
      return on.complex;
    case element_class::floats:
      break;
  }
  return on.floats;
}

element_class class_of(std::string_view element) {
  if (element == "bool") return element_class::booleans;
  if (element.starts_with("complex")) return element_class::complex;
  return element.find("int") != std::string_view::npos ? element_class::integers
                                                       : element_class::floats;
}

std::span<operation const> operations() { return all; }

operation const* find_operation(std::string_view name) {
  for (operation const& o : all) {
    if (o.name == name) return &o;
  }
  operation const* const masked = find_masked(name);
  return masked != nullptr ? masked : find_own_operation(name);
}

}  // namespace bcast::proptests
