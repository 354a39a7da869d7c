// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "bcast/proptests/case.hpp"
#include "elements.hpp"
#include "inference.hpp"
#include "mutants.hpp"

namespace bcast::mutants {
namespace {

using tuple = kit::broadcast_dimensions;

/// The sizes of two operands that are known.
std::pair<shape, shape> two_of(types const& operands) {
  if (operands.size() != 2) throw silence("it relates two");
  for (kit::shape const& t : operands) {
    if (!proptests::is_static(t)) throw silence("a size is unknown");
  }
  return {proptests::sizes_of(operands[0]), proptests::sizes_of(operands[1])};
}

/// The last axes of a shape of rank `high`, for one of rank `low`.
tuple last_axes(std::size_t low, std::size_t high) {
  tuple last(low);
  std::iota(last.begin(), last.end(),
            static_cast<std::int64_t>(high) - static_cast<std::int64_t>(low));
  return last;
}

bool is_axis(std::int64_t entry, shape const& of) {
  return entry >= 0 && entry < static_cast<std::int64_t>(of.size());
}

bool repeats(tuple axes) {
  std::sort(axes.begin(), axes.end());
  return std::adjacent_find(axes.begin(), axes.end()) != axes.end();
}

// stablehlo ---------------------------------------------------------------------------------------

/// The first shape to the second, along axes that are given in any order.
struct placed_rule : rule {
  virtual tuple read(tuple const& given, shape const&, shape const&) const { return given; }
  virtual void check(tuple const& axes, shape const& from, shape const& to) const {
    if (axes.size() != from.size()) throw refusal("an entry is missing, or is too many");
    for (std::int64_t axis : axes) {
      if (!is_axis(axis, to)) throw refusal("there is no such axis");
    }
    if (repeats(axes)) throw refusal("an axis is named twice");
  }
  virtual bool fits(std::int64_t from, std::int64_t to) const { return from == 1 || from == to; }
  virtual shape result(tuple const&, shape const&, shape const& to) const { return to; }

  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override {
    const auto [from, to] = two_of(operands);
    const tuple along =
        dimensions ? read(*dimensions, from, to) : last_axes(from.size(), to.size());
    check(along, from, to);
    for (std::size_t k = 0; k < std::min(along.size(), from.size()); ++k) {
      if (!fits(from[k], to[static_cast<std::size_t>(along[k])])) throw refusal("sizes differ");
    }
    return proptests::type_of(result(along, from, to));
  }
};

struct must_increase : placed_rule {
  void check(tuple const& axes, shape const& from, shape const& to) const override {
    placed_rule::check(axes, from, to);
    if (!std::is_sorted(axes.begin(), axes.end())) throw refusal("the entries do not increase");
  }
};

struct axis_twice : placed_rule {
  void check(tuple const& axes, shape const& from, shape const& to) const override {
    if (axes.size() != from.size() || !repeats(axes)) placed_rule::check(axes, from, to);
    for (std::int64_t axis : axes) {
      if (!is_axis(axis, to)) throw refusal("there is no such axis");
    }
  }
};

struct counted_from_the_end : placed_rule {
  tuple read(tuple const& given, shape const&, shape const& to) const override {
    tuple axes = given;
    for (std::int64_t& axis : axes) {
      if (axis < 0) axis += static_cast<std::int64_t>(to.size());
    }
    return axes;
  }
};

/// Takes entry k for the operand's axis that is axis k of the result, if it is a permutation.
struct permutation_inverted : placed_rule {
  tuple read(tuple const& given, shape const& from, shape const& to) const override {
    const bool permutes = given.size() == from.size() && from.size() == to.size() &&
                          !repeats(given) &&
                          std::all_of(given.begin(), given.end(),
                                      [&](std::int64_t axis) { return is_axis(axis, to); });
    if (!permutes) return given;
    tuple inverse(given.size());
    for (std::size_t k = 0; k < given.size(); ++k) {
      inverse[static_cast<std::size_t>(given[k])] = static_cast<std::int64_t>(k);
    }
    return inverse;
  }
};

struct order_ignored : placed_rule {
  tuple read(tuple const& given, shape const&, shape const&) const override {
    tuple sorted = given;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }
};

struct last_axes_instead : placed_rule {
  tuple read(tuple const& given, shape const& from, shape const& to) const override {
    check(given, from, to);
    return last_axes(from.size(), to.size());
  }
};

struct entries_may_lack : placed_rule {
  void check(tuple const& axes, shape const& from, shape const& to) const override {
    if (axes.size() >= from.size()) placed_rule::check(axes, from, to);
    for (std::int64_t axis : axes) {
      if (!is_axis(axis, to)) throw refusal("there is no such axis");
    }
  }
};

struct zero_to_one : placed_rule {
  bool fits(std::int64_t from, std::int64_t to) const override {
    return placed_rule::fits(from, to) || (from == 0 && to == 1);
  }
};

struct result_stretched : placed_rule {
  bool fits(std::int64_t from, std::int64_t to) const override {
    return placed_rule::fits(from, to) || to == 1;
  }
  shape result(tuple const& along, shape const& from, shape const& to) const override {
    shape sizes = to;
    for (std::size_t k = 0; k < from.size(); ++k) {
      std::int64_t& size = sizes[static_cast<std::size_t>(along[k])];
      if (size == 1) size = from[k];
    }
    return sizes;
  }
};

// chlo --------------------------------------------------------------------------------------------

/// The operand of lower rank along axes of the other, in any order.
struct any_order : rule {
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override {
    const auto [x, y] = two_of(operands);
    const bool second = y.size() < x.size();
    shape const& lower = second ? y : x;
    shape common = second ? x : y;
    const tuple along = dimensions ? *dimensions : last_axes(lower.size(), common.size());
    if (along.size() != lower.size() || repeats(along)) throw silence("the entries are not axes");
    for (std::int64_t axis : along) {
      if (!is_axis(axis, common)) throw silence("there is no such axis");
    }
    for (std::size_t k = 0; k < lower.size(); ++k) {
      std::int64_t& size = common[static_cast<std::size_t>(along[k])];
      if (size != 1 && lower[k] != 1 && size != lower[k]) throw refusal("sizes differ");
      if (size == 1) size = lower[k];
    }
    return proptests::type_of(common);
  }
};

// onnx_uni ----------------------------------------------------------------------------------------

/// The second shape to the first.
struct one_way_rule : rule {
  virtual shape target(shape const& a, shape const&) const { return a; }
  virtual shape giving(shape const&, shape const& b) const { return b; }
  virtual shape result(shape const& to, shape const&) const { return to; }
  virtual bool fits(std::int64_t from, std::int64_t to) const { return from == 1 || from == to; }

  kit::shape broadcast_shapes(types const& operands, axes const&) const override {
    const auto [a, b] = two_of(operands);
    const shape to = target(a, b), from = giving(a, b);
    if (from.size() > to.size()) throw refusal("the rank is higher");
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (!fits(from[k], to[to.size() - from.size() + k])) throw refusal("sizes differ");
    }
    return proptests::type_of(result(to, from));
  }
};

struct exchanged : one_way_rule {
  shape target(shape const&, shape const& b) const override { return b; }
  shape giving(shape const& a, shape const&) const override { return a; }
};

struct stretches_both : one_way_rule {
  bool fits(std::int64_t from, std::int64_t to) const override {
    return one_way_rule::fits(from, to) || to == 1;
  }
  shape result(shape const& to, shape const& from) const override {
    shape sizes = to;
    for (std::size_t k = 0; k < from.size(); ++k) {
      std::int64_t& size = sizes[to.size() - from.size() + k];
      if (size == 1) size = from[k];
    }
    return sizes;
  }
};

/// The shape with more elements is the result.
struct larger_shape : one_way_rule {
  shape result(shape const& to, shape const& from) const override {
    return count_of(to) < count_of(from) ? from : to;
  }
};

/// Whichever shape is of lower rank, or has fewer elements, gives way.
struct smaller_gives_way : one_way_rule {
  static bool turned(shape const& a, shape const& b) {
    return b.size() > a.size() || (b.size() == a.size() && count_of(b) > count_of(a));
  }
  shape target(shape const& a, shape const& b) const override { return turned(a, b) ? b : a; }
  shape giving(shape const& a, shape const& b) const override { return turned(a, b) ? a : b; }
};

}  // namespace

std::vector<mutant> of_axes() {
  return {
      of<must_increase>("stablehlo", "stablehlo/must_increase", "S18",
                        "broadcast dimensions have to increase"),
      of<axis_twice>("stablehlo", "stablehlo/axis_twice", "S18",
                     "two axes of the operand may be one axis of the result"),
      of<counted_from_the_end>("stablehlo", "stablehlo/negative_entries", "S18 Y8",
                               "a negative broadcast dimension counts from the end"),
      of<permutation_inverted>("stablehlo", "stablehlo/permutation_inverted", "S18",
                               "a permutation is read in the other direction"),
      of<order_ignored>("stablehlo", "stablehlo/order_ignored", "S18",
                        "broadcast dimensions are taken in increasing order"),
      of<last_axes_instead>("stablehlo", "stablehlo/last_axes", "S18",
                            "broadcast dimensions are checked, and the last axes are taken"),
      of<entries_may_lack>("stablehlo", "stablehlo/entries_may_lack", "S18",
                           "axes without an entry are not checked"),
      of<zero_to_one>("stablehlo", "stablehlo/zero_to_one", "",
                      "a size of 0 is accepted for a 1 in the result"),
      of<result_stretched>("stablehlo", "stablehlo/result_stretched", "S16",
                           "a size of 1 in the result is stretched"),
      of<any_order>("chlo", "chlo/any_order", "S18",
                    "broadcast dimensions are accepted in any order"),
      of<exchanged>("onnx_uni", "one_way/exchanged", "", "the first operand is stretched"),
      of<stretches_both>("onnx_uni", "one_way/stretches_both", "S16",
                         "sizes of 1 of both operands are stretched"),
      of<larger_shape>("onnx_uni", "one_way/larger_shape", "S5",
                       "the result is the shape with more elements"),
      of<smaller_gives_way>("onnx_uni", "one_way/smaller_gives_way", "S5",
                            "the operand with fewer elements is stretched, whichever it is"),
  };
}

}  // namespace bcast::mutants
