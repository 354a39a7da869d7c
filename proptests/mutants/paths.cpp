// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutants.hpp"

// Paths that are taken only for some shapes, ranks or numbers of operands.
namespace bcast::mutants {
namespace {

using base = implementation;

/// The position of element `flat` of an operand, modulo its count.
std::int64_t place_of(kit::tensor const& x, std::int64_t flat) {
  const std::int64_t count = std::max<std::int64_t>(count_of(x.sizes), 1);
  const indices own = index_at(x.sizes, flat % count);
  std::int64_t place = 0;
  for (std::size_t k = 0; k < own.size(); ++k) place = wrapped(own[k], x.strides[k], place);
  return place;
}

// Equal shapes, and shapes of another rank -------------------------------------------------------

struct leading_ones_of_the_second_lost : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    shape result = base::broadcast_shapes(shapes);
    if (shapes.size() != 2 || shapes[0].size() >= shapes[1].size()) return result;
    const auto extra = static_cast<std::ptrdiff_t>(shapes[1].size() - shapes[0].size());
    const bool ones = std::all_of(shapes[1].begin(), shapes[1].begin() + extra,
                                  [](std::int64_t size) { return size == 1; });
    if (ones) result.erase(result.begin(), result.begin() + extra);
    return result;
  }
};

struct equal_without_ones : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    const auto without_ones = [](shape s) {
      std::erase(s, 1);
      return s;
    };
    const bool equal = std::all_of(shapes.begin(), shapes.end(), [&](shape const& s) {
      return without_ones(s) == without_ones(shapes.front());
    });
    return equal && shapes.size() == 2 ? shapes.front() : base::broadcast_shapes(shapes);
  }
};

/// Treats shapes with the same sizes in another order as equal.
struct equal_sorted : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    const auto sorted = [](shape s) {
      std::sort(s.begin(), s.end());
      return s;
    };
    const bool equal =
        c.x.size() > 1 && std::all_of(c.x.begin(), c.x.end(), [&](kit::tensor const& x) {
          return x.sizes.size() > 2 && x.sizes.back() == c.x[0].sizes.back() &&
                 sorted(x.sizes) == sorted(c.x[0].sizes);
        });
    return equal ? place_of(c.x[m], flat_of(c.z.sizes, i)) : base::from(c, m, i);
  }
};

/// Pads the first operand at the end if the second one has two more axes.
struct lower_first_padded_behind : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    kit::tensor const& x = c.x[m];
    if (m != 0 || c.x.size() < 2 || c.x[1].sizes.size() < x.sizes.size() + 2) {
      return base::from(c, m, i);
    }
    std::int64_t place = 0;
    for (std::size_t k = 0; k < x.sizes.size(); ++k) {
      place = wrapped(own_index(x.sizes[k], i[k]), x.strides[k], place);
    }
    return place;
  }
};

// Limited ranks ----------------------------------------------------------------------------------

struct five_strided_axes : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    const bool strided = std::any_of(c.x.begin(), c.x.end(), [](kit::tensor const& x) {
      return x.strides != dense_strides(x.sizes);
    });
    indices kept = i;
    for (std::size_t k = 0; strided && k + 5 < i.size(); ++k) kept[k] = 0;
    return base::from(c, m, kept);
  }
};

struct modulo_from_five_axes : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    return i.size() < 5 ? base::from(c, m, i) : place_of(c.x[m], flat_of(c.z.sizes, i));
  }
};

// Many operands ----------------------------------------------------------------------------------

/// If the first four operands have one element each, treats all others so too.
struct scalars_by_the_first_four : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    const bool scalars =
        c.x.size() > 4 && std::all_of(c.x.begin(), c.x.begin() + 4,
                                      [](kit::tensor const& x) { return count_of(x.sizes) == 1; });
    return scalars ? 0 : base::from(c, m, i);
  }
};

/// Joins five operands or more pair by pair, and forgets the last one of an odd number.
struct odd_one_out : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    std::vector<shape> paired = shapes;
    if (shapes.size() > 4 && shapes.size() % 2 == 1) paired.pop_back();
    return base::broadcast_shapes(paired);
  }
};

/// With nine to sixteen operands, each after the eighth is stretched as the one eight before it.
struct eight_masks : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    if (c.x.size() < 9 || c.x.size() > 16 || m < 8) return base::from(c, m, i);
    indices own = i;
    for (std::size_t axis = 0; axis < i.size(); ++axis) {
      if (stretched(c, m - 8, axis)) own[axis] = 0;
    }
    return base::from(c, m, own);
  }
};

// Zeros ------------------------------------------------------------------------------------------

struct third_empty_refused : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    for (std::size_t m = 2; m < shapes.size(); ++m) {
      if (count_of(shapes[m]) == 0) throw refusal("the third operand is empty");
    }
    return base::broadcast_shapes(shapes);
  }
};

/// Takes a size of 0 in a first operand of lower rank as a missing axis.
struct empty_lower_first_ignored : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    std::vector<shape> kept = shapes;
    if (shapes.size() > 1 && shapes[0].size() < shapes[1].size()) {
      std::replace(kept[0].begin(), kept[0].end(), 0, 1);
    }
    return base::broadcast_shapes(kept);
  }
};

struct empty_middle_refused : base {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    shape result = base::broadcast_shapes(shapes);
    for (std::size_t k = 1; k + 1 < result.size(); ++k) {
      if (result[k] == 0) throw refusal("a middle axis is empty");
    }
    return result;
  }
};

}  // namespace

std::vector<mutant> of_paths() {
  return {
      row<leading_ones_of_the_second_lost>(
          "shape/leading_ones_of_the_second_lost", "S5",
          "the result has the first operand's rank if the second has only ones before it"),
      row<equal_without_ones>("shape/equal_without_ones", "V2",
                              "two shapes that differ only in ones are treated as equal"),
      row<equal_sorted>("reads/equal_sorted", "V2",
                        "operands with the same sizes in another order are read in lockstep"),
      row<lower_first_padded_behind>(
          "reads/lower_first_padded_behind", "S7 V9",
          "a first operand that lacks two axes is aligned at the first axis"),
      row<five_strided_axes>("rank/five_strided", "S15",
                             "with a layout that has gaps, only the last five axes are used"),
      row<modulo_from_five_axes>(
          "rank/modulo_from_five", "S15 V1",
          "from rank 5 on, elements are read modulo the operand's element count"),
      row<scalars_by_the_first_four>(
          "operands/scalars_by_the_first_four", "",
          "if the first four operands have one element, so do all others"),
      row<odd_one_out>("operands/odd_one_out", "",
                       "of an odd number of five operands or more, the last is not joined"),
      row<eight_masks>("operands/eight_masks", "S15",
                       "operand 8 is stretched on the same axes as operand 0"),
      row<third_empty_refused>("zeros/third_refused", "S2", "a third operand may not be empty"),
      row<empty_lower_first_ignored>("zeros/lower_first_ignored", "S1 S2",
                                     "a size of 0 in a first operand of lower rank counts as 1"),
      row<empty_middle_refused>("zeros/middle_refused", "S2", "a middle axis may not be empty"),
  };
}

}  // namespace bcast::mutants
