// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/case.hpp"

/// Covering designs: few cases in which every two values of two features occur together, and every
/// three values of three features of shape.
namespace bcast::proptests {

/// Something in which broadcasts differ, and the values that it can have.
struct feature {
  std::string_view name;
  std::vector<std::string_view> values;
  bool of_shape = true;  ///< of the operands' shapes, rather than their elements or layouts
};

/// One value of each feature of a design, by number.
using design_row = std::vector<std::size_t>;

/// The values of a row as text.
class row_values {
 public:
  row_values(std::vector<feature> const& features, design_row const& row)
      : features_(features), row_(row) {}
  std::string_view operator[](std::size_t k) const { return features_[k].values[row_[k]]; }

 private:
  std::vector<feature> const& features_;
  design_row const& row_;
};

/// A condition that some values cannot meet together.
struct constraint {
  std::string_view why;
  bool (*holds)(row_values const&);
};

/// What cases to make, and how.
struct design {
  std::string_view name;
  std::string_view about;  ///< in one line
  family cases_of{};
  std::vector<feature> features;
  std::vector<constraint> constraints;
  test_case (*case_of)(row_values const&);
};

/// All designs of the core cases.
std::vector<design> const& designs();

/// The numbers of two features, or of three.
using combination = std::vector<std::size_t>;

/// The combinations of features whose values a design covers: every two features, and every three
/// of shape.
std::vector<combination> combinations(design const& d);

/// The first constraint that a row does not meet, or null.
constraint const* broken(design const& d, design_row const& row);

/// Calls f with every row of values, whether it meets the constraints or not. The last feature
/// changes fastest.
template <class F>
void each_row(design const& d, F f) {
  design_row row(d.features.size(), 0);
  while (true) {
    f(row);
    std::size_t k = row.size();
    while (k-- > 0) {
      if (++row[k] < d.features[k].values.size()) break;
      row[k] = 0;
    }
    if (k > row.size()) return;
  }
}

/// Rows that meet the constraints and together cover every combination of values that any such row
/// has. Each row is the first of those that cover the most combinations that are left.
std::vector<design_row> covering(design const& d);

/// `pairs: rank 2, lower neither, ...`
std::string to_string(design const& d, design_row const& row);

/// The rows of a design in text of to_string, with `; ` between rows. Rows of other designs are
/// left out. Throws std::invalid_argument for a row of this design that cannot be read.
std::vector<design_row> rows_in(design const& d, std::string_view text);

}  // namespace bcast::proptests
