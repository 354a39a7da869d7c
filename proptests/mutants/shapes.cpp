// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutants.hpp"

namespace bcast::mutants {
namespace {

using base = implementation;

struct maximum : base {
  std::int64_t join_sizes(std::int64_t a, std::int64_t b) const override {
    return a == 1 || b == 1 ? std::max(a, b) : base::join_sizes(a, b);
  }
};

struct zero_is_wildcard : base {
  std::int64_t join_sizes(std::int64_t a, std::int64_t b) const override {
    return a == 0 || b == 0 ? std::max(a, b) : base::join_sizes(a, b);
  }
};

struct zero_or_one_is_wildcard : base {
  std::int64_t join_sizes(std::int64_t a, std::int64_t b) const override {
    if (a <= 1) return b;
    return b <= 1 ? a : base::join_sizes(a, b);
  }
};

struct zero_refused_against_one : base {
  std::int64_t join_sizes(std::int64_t a, std::int64_t b) const override {
    if (a + b == 1) throw refusal("0 against 1");
    return base::join_sizes(a, b);
  }
};

struct zeros_refused : base {
  std::int64_t join_sizes(std::int64_t a, std::int64_t b) const override {
    if (a == 0 && b == 0) throw refusal("an empty axis");
    return base::join_sizes(a, b);
  }
};

struct branches_swapped : base {
  std::int64_t join_sizes(std::int64_t a, std::int64_t b) const override {
    if (a == 1 || b == 1) return 1;
    return base::join_sizes(a, b);
  }
};

struct no_check : base {
  std::int64_t join_sizes(std::int64_t a, std::int64_t b) const override { return a == 1 ? b : a; }
};

struct only_small_sizes_compared : base {
  std::int64_t join_sizes(std::int64_t a, std::int64_t b) const override {
    return a > 2 && b > 2 ? std::max(a, b) : base::join_sizes(a, b);
  }
};

struct multiples : base {
  std::int64_t join_sizes(std::int64_t a, std::int64_t b) const override {
    if (a != 0 && b != 0 && (a % b == 0 || b % a == 0)) return std::max(a, b);
    return base::join_sizes(a, b);
  }
};

struct only_right : base {
  std::int64_t join_sizes(std::int64_t a, std::int64_t b) const override {
    if (a == 1 && b != 1) throw refusal("the first is not stretched");
    return base::join_sizes(a, b);
  }
};

struct only_left : base {
  std::int64_t join_sizes(std::int64_t a, std::int64_t b) const override {
    if (b == 1 && a != 1) throw refusal("the second is not stretched");
    return base::join_sizes(a, b);
  }
};

struct first_shape : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    base::broadcast_shapes(shapes);
    return shapes.front();
  }
};

struct largest_shape : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    base::broadcast_shapes(shapes);
    return *std::max_element(shapes.begin(), shapes.end(), [](shape const& a, shape const& b) {
      return count_of(a) < count_of(b);
    });
  }
};

struct longest_shape : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    base::broadcast_shapes(shapes);
    return *std::max_element(shapes.begin(), shapes.end(),
                             [](shape const& a, shape const& b) { return a.size() < b.size(); });
  }
};

struct equal_counts : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    const std::int64_t count = count_of(shapes.front());
    for (shape const& s : shapes) {
      if (count_of(s) != count) return base::broadcast_shapes(shapes);
    }
    return shapes.front();
  }
};

struct left_aligned : base {
  std::ptrdiff_t aligned(std::size_t own, std::size_t, std::size_t axis) const override {
    return axis < own ? static_cast<std::ptrdiff_t>(axis) : -1;
  }
};

/// Pads operands at the front, except that one missing two or more axes is padded at the end.
struct tail_padded : base {
  std::ptrdiff_t aligned(std::size_t own, std::size_t rank, std::size_t axis) const override {
    if (own + 1 >= rank) return base::aligned(own, rank, axis);
    return axis < own ? static_cast<std::ptrdiff_t>(axis) : -1;
  }
};

/// Puts a vector along the last axis of the same size.
struct vector_fits_somewhere : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    if (shapes.size() != 2 || shapes[1].size() != 1) return base::broadcast_shapes(shapes);
    for (std::size_t axis = shapes[0].size(); axis-- > 0;) {
      if (shapes[0][axis] == shapes[1][0]) return shapes[0];
    }
    return base::broadcast_shapes(shapes);
  }
};

struct mutual_refused : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    shape result = base::broadcast_shapes(shapes);
    if (std::find(shapes.begin(), shapes.end(), result) == shapes.end()) {
      throw refusal("no operand has the result's shape");
    }
    return result;
  }
};

struct middle_refused : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    shape result = base::broadcast_shapes(shapes);
    for (shape const& s : shapes) {
      for (std::size_t k = 1; k + 1 < s.size(); ++k) {
        const std::size_t axis = result.size() - s.size() + k;
        if (s[k] == 1 && s[k - 1] != 1 && s[k + 1] != 1 && result[axis] != 1) {
          throw refusal("only leading and trailing axes are stretched");
        }
      }
    }
    return result;
  }
};

struct leading_ones_dropped : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    shape result = base::broadcast_shapes(shapes);
    while (!result.empty() && result.front() == 1) result.erase(result.begin());
    return result;
  }
};

struct empty_is_flat : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    shape result = base::broadcast_shapes(shapes);
    return std::find(result.begin(), result.end(), 0) == result.end() ? result : shape{0};
  }
};

struct axis_from_the_end : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    try {
      return base::broadcast_shapes(shapes);
    } catch (refusal& r) {
      std::size_t rank = 0;
      for (shape const& s : shapes) rank = std::max(rank, s.size());
      if (r.axis) r.axis = rank - 1 - *r.axis;
      throw;
    }
  }
};

}  // namespace

std::vector<mutant> of_shapes() {
  return {
      row<maximum>("shape/maximum", "S1", "the join is the larger size, so 0 and 1 give 1"),
      row<zero_is_wildcard>("shape/zero_is_wildcard", "S2",
                            "a size of 0 stretches like a size of 1"),
      row<zero_or_one_is_wildcard>("shape/zero_or_one_is_wildcard", "S2",
                                   "every size below 2 stretches"),
      row<zero_refused_against_one>("shape/zero_refused_against_one", "S1",
                                    "0 against 1 is rejected"),
      row<only_small_sizes_compared>("shape/only_small_sizes_compared", "",
                                     "two sizes above 2 are not compared"),
      row<zeros_refused>("shape/zeros_refused", "S2", "0 against 0 is rejected"),
      row<branches_swapped>("shape/branches_swapped", "S4", "1 and n give 1"),
      row<no_check>("shape/no_check", "S10", "incompatible sizes are not rejected"),
      row<multiples>("shape/multiples", "", "sizes are compatible if one divides the other"),
      row<only_right>("shape/only_right", "S12", "the first operand is never stretched"),
      row<only_left>("shape/only_left", "S12", "the second operand is never stretched"),
      row<first_shape>("shape/first_shape", "S5", "the result has the first operand's shape"),
      row<largest_shape>("shape/largest_shape", "S5",
                         "the result has the shape of the operand with the most elements"),
      row<longest_shape>("shape/longest_shape", "S5",
                         "the result has the shape of the operand with the highest rank"),
      row<equal_counts>("shape/equal_counts", "V2",
                        "shapes with the same number of elements are treated as equal"),
      row<left_aligned>("shape/left_aligned", "S7", "shapes are aligned at the first axis"),
      row<tail_padded>("shape/tail_padded", "S7",
                       "a shape that is missing two or more axes is padded at the end"),
      row<vector_fits_somewhere>("shape/vector_fits_somewhere", "S18 R1",
                                 "a vector is accepted along any axis of the same size"),
      row<mutual_refused>("shape/mutual_refused", "S5",
                          "a result is rejected if no operand has its shape"),
      row<middle_refused>("shape/middle_refused", "V5",
                          "stretching a 1 between two other sizes is rejected"),
      row<leading_ones_dropped>("shape/leading_ones_dropped", "",
                                "leading axes of size 1 are dropped from the result"),
      row<empty_is_flat>("shape/empty_is_flat", "", "an empty result becomes a vector of size 0"),
      row<axis_from_the_end>("shape/axis_from_the_end", "",
                             "a rejection counts its axis from the end"),
  };
}

}  // namespace bcast::mutants
