// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
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

bool repeats(tuple along) {
  std::ranges::sort(along);
  return std::ranges::adjacent_find(along) != along.end();
}

// stablehlo ---------------------------------------------------------------------------------------

bool fits(std::int64_t from, std::int64_t to) { return from == 1 || from == to; }

void are_axes(tuple const& along, shape const& of) {
  for (std::int64_t axis : along) {
    if (!is_axis(axis, of)) throw refusal("there is no such axis");
  }
}

void check(tuple const& along, shape const& from, shape const& to) {
  if (along.size() != from.size()) throw refusal("an entry is missing, or is too many");
  are_axes(along, to);
  if (repeats(along)) throw refusal("an axis is named twice");
}

/// The pieces of a correct rule for the first shape to the second, along axes in any order.
struct placed {
  tuple (*read)(tuple const&, shape const&, shape const&) = [](tuple const& given, shape const&,
                                                               shape const&) { return given; };
  void (*check)(tuple const&, shape const&, shape const&) = mutants::check;
  bool (*fits)(std::int64_t, std::int64_t) = mutants::fits;
  bool stretches = false;  ///< sizes of 1 in the result
};

struct placed_rule : rule {
  explicit placed_rule(placed const& pieces) : o(pieces) {}

  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override {
    auto [from, to] = two_of(operands);
    const tuple along =
        dimensions ? o.read(*dimensions, from, to) : last_axes(from.size(), to.size());
    o.check(along, from, to);
    for (std::size_t k = 0; k < std::min(along.size(), from.size()); ++k) {
      std::int64_t& size = to[static_cast<std::size_t>(along[k])];
      if (!o.fits(from[k], size)) throw refusal("sizes differ");
      if (o.stretches && size == 1) size = from[k];
    }
    return proptests::type_of(to);
  }

 private:
  placed o;
};

mutant stablehlo(std::string const& name, std::string happened, std::string wrong,
                 placed const& other) {
  return of<placed_rule>("stablehlo", "stablehlo/" + name, std::move(happened), std::move(wrong),
                         other);
}

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

/// A rule for the second shape to the first, or to the other one if it is `turned`.
struct one_way_rule : rule {
  using choice = bool(shape const& a, shape const& b);

  explicit one_way_rule(choice* is_turned, bool stretches_both = false, choice* is_given = nullptr)
      : turned(is_turned), both(stretches_both), given(is_given) {}

  kit::shape broadcast_shapes(types const& operands, axes const&) const override {
    auto [to, from] = two_of(operands);
    if (turned(to, from)) std::swap(to, from);
    if (from.size() > to.size()) throw refusal("the rank is higher");
    const shape target = to;
    for (std::size_t k = 0; k < from.size(); ++k) {
      std::int64_t& size = to[to.size() - from.size() + k];
      if (!fits(from[k], size) && !(both && size == 1)) throw refusal("sizes differ");
      if (both && size == 1) size = from[k];
    }
    return proptests::type_of(given != nullptr && given(target, from) ? from : to);
  }

 private:
  choice* turned;
  bool both;
  choice* given;  ///< whether the shape that is stretched is the result
};

mutant one_way(std::string const& name, std::string happened, std::string wrong,
               one_way_rule const& other) {
  return of<one_way_rule>("onnx_uni", "one_way/" + name, std::move(happened), std::move(wrong),
                          other);
}

bool never(shape const&, shape const&) { return false; }

}  // namespace

std::vector<mutant> of_axes() {
  return {
      stablehlo("must_increase", "S18", "broadcast dimensions have to increase",
                {.check =
                     [](tuple const& along, shape const& from, shape const& to) {
                       check(along, from, to);
                       if (!std::ranges::is_sorted(along))
                         throw refusal("the entries do not increase");
                     }}),
      stablehlo("axis_twice", "S18", "two axes of the operand may be one axis of the result",
                {.check =
                     [](tuple const& along, shape const& from, shape const& to) {
                       if (along.size() != from.size() || !repeats(along)) check(along, from, to);
                       are_axes(along, to);
                     }}),
      stablehlo("negative_entries", "S18 Y8", "a negative broadcast dimension counts from the end",
                {.read =
                     [](tuple const& given, shape const&, shape const& to) {
                       tuple along = given;
                       for (std::int64_t& axis : along) {
                         if (axis < 0) axis += static_cast<std::int64_t>(to.size());
                       }
                       return along;
                     }}),
      // Takes entry k for the operand's axis that is axis k of the result, if it is a permutation.
      stablehlo("permutation_inverted", "S18", "a permutation is read in the other direction",
                {.read =
                     [](tuple const& given, shape const& from, shape const& to) {
                       const bool permutes = given.size() == from.size() &&
                                             from.size() == to.size() && !repeats(given) &&
                                             std::ranges::all_of(given, [&](std::int64_t axis) {
                                               return is_axis(axis, to);
                                             });
                       if (!permutes) return given;
                       tuple inverse(given.size());
                       for (std::size_t k = 0; k < given.size(); ++k) {
                         inverse[static_cast<std::size_t>(given[k])] = static_cast<std::int64_t>(k);
                       }
                       return inverse;
                     }}),
      stablehlo("order_ignored", "S18", "broadcast dimensions are taken in increasing order",
                {.read =
                     [](tuple const& given, shape const&, shape const&) {
                       tuple sorted = given;
                       std::ranges::sort(sorted);
                       return sorted;
                     }}),
      stablehlo("last_axes", "S18", "broadcast dimensions are checked, and the last axes are taken",
                {.read =
                     [](tuple const& given, shape const& from, shape const& to) {
                       check(given, from, to);
                       return last_axes(from.size(), to.size());
                     }}),
      stablehlo("entries_may_lack", "S18", "axes without an entry are not checked",
                {.check =
                     [](tuple const& along, shape const& from, shape const& to) {
                       if (along.size() >= from.size()) check(along, from, to);
                       are_axes(along, to);
                     }}),
      stablehlo("zero_to_one", "", "a size of 0 is accepted for a 1 in the result",
                {.fits = [](std::int64_t from,
                            std::int64_t to) { return fits(from, to) || (from == 0 && to == 1); }}),
      stablehlo(
          "result_stretched", "S16", "a size of 1 in the result is stretched",
          {.fits = [](std::int64_t from, std::int64_t to) { return fits(from, to) || to == 1; },
           .stretches = true}),
      of<any_order>("chlo", "chlo/any_order", "S18",
                    "broadcast dimensions are accepted in any order"),
      one_way("exchanged", "", "the first operand is stretched",
              one_way_rule([](shape const&, shape const&) { return true; })),
      one_way("stretches_both", "S16", "sizes of 1 of both operands are stretched",
              one_way_rule(never, true)),
      one_way("larger_shape", "S5", "the result is the shape with more elements",
              one_way_rule(never, false,
                           [](shape const& to, shape const& from) {
                             return count_of(to) < count_of(from);
                           })),
      one_way("smaller_gives_way", "S5",
              "the operand with fewer elements is stretched, whichever it is",
              one_way_rule([](shape const& a, shape const& b) {
                return b.size() > a.size() || (b.size() == a.size() && count_of(b) > count_of(a));
              })),
  };
}

}  // namespace bcast::mutants
