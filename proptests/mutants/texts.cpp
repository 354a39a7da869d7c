// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

#include "inference.hpp"
#include "mutants.hpp"

namespace bcast::mutants {
namespace {

// mlir --------------------------------------------------------------------------------------------

struct unranked_absorbs : mlir_rule {
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override {
    for (kit::shape const& t : operands) {
      if (!t.ranked) return kit::shape::unranked();
    }
    return mlir_rule::broadcast_shapes(operands, dimensions);
  }
};

struct result_not_looked_at : mlir_rule {
  void verify(types const& operands, kit::shape const&) const override {
    broadcast_shapes(operands, std::nullopt);
  }
};

struct operands_not_looked_at : mlir_rule {
  void verify(types const& operands, kit::shape const& result) const override {
    for (kit::shape const& t : operands) {
      if (t.ranked && result.ranked && t.sizes.size() > result.sizes.size()) {
        throw refusal("the ranks differ");
      }
    }
    mlir_rule::verify(operands, result);
  }
};

struct leading_axes_declared : mlir_rule {
  void verify(types const& operands, kit::shape const& result) const override {
    const kit::shape inferred = broadcast_shapes(operands, std::nullopt);
    kit::shape last = result;
    while (inferred.ranked && last.sizes.size() > inferred.sizes.size()) {
      last.sizes.erase(last.sizes.begin());
    }
    mlir_rule::verify(operands, last);
  }
};

// xla ---------------------------------------------------------------------------------------------

using tuple = kit::broadcast_dimensions;

struct tuple_between_equal_ranks : xla_rule {
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override {
    if (operands.size() == 2 && operands[0].sizes.size() == operands[1].sizes.size()) {
      return xla_rule::broadcast_shapes(operands, std::nullopt);
    }
    return xla_rule::broadcast_shapes(operands, dimensions);
  }
};

// sonnx -------------------------------------------------------------------------------------------

struct zero_allowed : sonnx_rule {
  bool allowed(std::int64_t size, std::int64_t largest) const override {
    return (size == 0 && largest == 1) || sonnx_rule::allowed(size, largest);
  }
};

struct first_of_two_allowed : sonnx_rule {
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override {
    types kept = operands;
    if (kept.size() > 2) kept.resize(2);
    return sonnx_rule::broadcast_shapes(kept, dimensions);
  }
};

}  // namespace

std::vector<mutant> of_texts() {
  const auto inferred = [](std::string name, std::string happened, std::string wrong, auto join) {
    return of<mlir_rule>("mlir", std::move(name), std::move(happened), std::move(wrong),
                         static_cast<kit::dim (*)(kit::dim, kit::dim)>(join));
  };
  const auto declared = [](std::string name, std::string happened, std::string wrong,
                           bool (*accepts)(kit::dim, kit::dim)) {
    return of<mlir_rule>("mlir", std::move(name), std::move(happened), std::move(wrong), infer_dim,
                         accepts);
  };
  const auto xla = [](std::string name, std::string happened, std::string wrong,
                      xla_pieces const& other) {
    return of<xla_rule>("xla", std::move(name), std::move(happened), std::move(wrong), other);
  };
  return {
      inferred("mlir/zero_is_a_size", "", "0 and 0 give 0 instead of no answer",
               [](kit::dim a, kit::dim b) { return a == 0 && b == 0 ? a : infer_dim(a, b); }),
      inferred("mlir/unknown_against_size", "Y6", "an unknown size and n give an unknown size",
               [](kit::dim a, kit::dim b) {
                 const kit::dim known = infer_dim(a, b);
                 return a && b ? known : kit::dim();
               }),
      of<unranked_absorbs>("mlir", "mlir/unranked_absorbs", "",
                           "an unknown rank makes the result's rank unknown"),
      of<result_not_looked_at>("mlir", "mlir/result_not_looked_at", "S10",
                               "the declared result is ignored"),
      of<operands_not_looked_at>(
          "mlir", "mlir/declared_rank_of_operands", "S9",
          "a result of lower rank than an operand is rejected before any other check"),
      declared("mlir/declared_for_unknown", "Y2",
               "any declared size is accepted if the inferred size is unknown",
               [](kit::dim size, kit::dim given) { return !size || declared_for(size, given); }),
      declared("mlir/declared_unknown_refused", "Y2",
               "a declared unknown size is rejected if the inferred size is known",
               [](kit::dim size, kit::dim given) { return size == given; }),
      // An unknown size may be 1.
      declared(
          "mlir/declared_one_accepted", "Y1", "a declared 1 is accepted for any inferred size",
          [](kit::dim size, kit::dim given) { return given == 1 || declared_for(size, given); }),
      of<leading_axes_declared>("mlir", "mlir/leading_axes_declared", "S16",
                                "a declared result may have extra leading axes"),
      xla("xla/last_axes_matched", "S18", "without broadcast dimensions, the last axes are matched",
          {.without =
               [](shape const& lower, shape const& higher) {
                 tuple last(lower.size());
                 std::iota(last.begin(), last.end(), std::ssize(higher) - std::ssize(lower));
                 return last;
               }}),
      xla("xla/tuple_in_any_order", "S18", "broadcast dimensions are accepted in any order",
          {.check =
               [](shape const& lower, shape const& higher, tuple const& along) {
                 try {
                   check_tuple(lower, higher, along);
                 } catch (refusal const&) {
                   tuple sorted = along;
                   std::ranges::sort(sorted);
                   const bool repeats = std::ranges::adjacent_find(sorted) != sorted.end();
                   const bool beyond = !sorted.empty() &&
                                       (sorted.front() < 0 || sorted.back() >= std::ssize(higher));
                   if (along.size() != lower.size() || sorted == along || repeats || beyond) throw;
                 }
               }}),
      xla("xla/negative_entries", "S18 Y8", "a negative broadcast dimension counts from the end",
          {.read =
               [](shape const&, shape const& higher, tuple const& given) {
                 tuple counted = given;
                 for (std::int64_t& axis : counted) axis += axis < 0 ? std::ssize(higher) : 0;
                 return counted;
               }}),
      xla("xla/entry_from_one", "S18", "broadcast dimensions start at 1",
          {.read =
               [](shape const&, shape const&, tuple const& given) {
                 tuple counted = given;
                 for (std::int64_t& axis : counted) --axis;
                 return counted;
               }}),
      xla("xla/short_tuple_goes_on", "S18",
          "a tuple that is too short continues with the next axes",
          {.read =
               [](shape const& lower, shape const&, tuple const& given) {
                 tuple all = given;
                 while (!all.empty() && all.size() < lower.size()) all.push_back(all.back() + 1);
                 return all;
               }}),
      xla("xla/vector_only", "S18", "only a vector can be matched",
          {.read =
               [](shape const& lower, shape const&, tuple const& given) {
                 if (lower.size() > 1) throw refusal("only a vector is matched");
                 return given;
               }}),
      of<tuple_between_equal_ranks>(
          "xla", "xla/tuple_between_equal_ranks", "",
          "broadcast dimensions between operands of equal rank are ignored"),
      xla("xla/matched_exactly", "S12", "matched sizes must be equal, even if one is 1",
          {.check =
               [](shape const& lower, shape const& higher, tuple const& along) {
                 check_tuple(lower, higher, along);
                 for (std::size_t k = 0; k < lower.size(); ++k) {
                   if (lower[k] != higher[static_cast<std::size_t>(along[k])])
                     throw refusal("sizes differ");
                 }
               }}),
      of<zero_allowed>("sonnx", "sonnx/zero_allowed", "S1", "0 and 1 give 1"),
      of<first_of_two_allowed>("sonnx", "sonnx/two_operands", "",
                               "operands after the second are ignored"),
  };
}

}  // namespace bcast::mutants
