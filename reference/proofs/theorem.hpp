// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explore.hpp"
#include "symbol.hpp"

namespace bcast::proofs {

/// A property of integers, one for each of `variables`. It is one template with two instantiations,
/// for symbols and for numbers. It holds if it returns true.
struct goal {
  std::string name;
  std::vector<char const*> variables;
  std::function<bool(std::vector<symbol> const&)> of_symbols;
  std::function<bool(std::vector<std::int64_t> const&)> of_numbers;

  template <class Property>
  goal(std::string n, std::vector<char const*> v, Property property)
      : name(std::move(n)), variables(std::move(v)), of_symbols(property), of_numbers(property) {}
};

/// A statement about the code, the goals that it reduces to, and a similar wrong statement.
struct theorem {
  std::string_view tag;  ///< of the clause or property
  std::string_view name;
  std::string_view statement;  ///< for a reader
  std::vector<goal> goals;     ///< the theorem holds if all of them hold
  std::string_view wrong;      ///< what the wrong variant changes
  goal refuted;                ///< does not hold
};

std::vector<theorem> theorems_of_the_join();
std::vector<theorem> theorems_of_the_rank();
std::vector<theorem> theorems_of_the_values();
std::vector<theorem> theorems_of_unknown_sizes();
std::vector<theorem> theorems_of_dimension_maps();

}  // namespace bcast::proofs
