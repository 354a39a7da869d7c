// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/operations.hpp"

/// Operations that subjects have of their own. What one means is known on a few numbers, and it is
/// asked with these alone.
namespace bcast::proptests {

struct own_operation : operation {
  enum class elements { floats, ints, uints };

  std::string word;
  std::vector<double> table;              ///< the value of each row of own_rows
  std::vector<probe> probes;              ///< of each operand
  std::vector<std::vector<int>> holding;  ///< [m][k]: what operand k holds while m is probed

  /// The value of the operation; NaN where it has none.
  double value(std::span<double const> x) const;

  /// The numbers of each operand: whatever is taken of each list, the operation has a value, which
  /// fits in an element of every width.
  std::vector<std::vector<double>> const& samples_for(elements e) const {
    return samples[static_cast<std::size_t>(e)];
  }
  std::array<std::vector<std::vector<double>>, 3> samples;
};

/// The operands of each question about what an operation of n operands means.
std::vector<std::vector<double>> own_rows(std::size_t n);

/// Defines an operation by its values on own_rows. Throws as define_operation (oracle.hpp) does.
void define_operation(std::string_view name, std::size_t n, std::vector<double> table);

/// Throws std::invalid_argument unless an operation may have 1 to 4 operands and this name.
void expect_own(std::string_view name, std::size_t n);

own_operation const* find_own_operation(std::string_view name);  ///< or null

/// All of them, the oldest first.
std::vector<own_operation const*> own_operations();

}  // namespace bcast::proptests
