// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include "inference.hpp"
#include "mutants.hpp"

namespace bcast::mutants {
namespace {

// mlir --------------------------------------------------------------------------------------------

struct zero_is_a_size : mlir_rule {
  kit::dim infer_dim(kit::dim a, kit::dim b) const override {
    return a == 0 && b == 0 ? a : mlir_rule::infer_dim(a, b);
  }
};

struct unknown_against_size : mlir_rule {
  kit::dim infer_dim(kit::dim a, kit::dim b) const override {
    const kit::dim known = mlir_rule::infer_dim(a, b);
    return a && b ? known : kit::dim();
  }
};

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

struct declared_for_unknown : mlir_rule {
  bool verified(kit::dim inferred, kit::dim declared) const override {
    return !inferred || mlir_rule::verified(inferred, declared);
  }
};

struct declared_unknown_refused : mlir_rule {
  bool verified(kit::dim inferred, kit::dim declared) const override {
    return inferred == declared;
  }
};

/// Accepts a declared 1 for every size, because an unknown size may be 1.
struct declared_one_accepted : mlir_rule {
  bool verified(kit::dim inferred, kit::dim declared) const override {
    return declared == 1 || mlir_rule::verified(inferred, declared);
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

struct last_axes_matched : xla_rule {
  shape without_tuple(shape const& lower, shape const& higher) const override {
    kit::broadcast_dimensions last(lower.size());
    std::iota(last.begin(), last.end(),
              static_cast<std::int64_t>(higher.size()) - static_cast<std::int64_t>(lower.size()));
    return matched(lower, higher, last);
  }
};

struct tuple_in_any_order : xla_rule {
  void check_tuple(shape const& lower, shape const& higher,
                   kit::broadcast_dimensions const& tuple) const override {
    kit::broadcast_dimensions sorted = tuple;
    try {
      xla_rule::check_tuple(lower, higher, tuple);
    } catch (refusal const&) {
      std::sort(sorted.begin(), sorted.end());
      const bool repeats = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
      const bool beyond =
          !sorted.empty() && (sorted.front() < 0 || sorted.back() >= std::ssize(higher));
      if (tuple.size() != lower.size() || sorted == tuple || repeats || beyond) throw;
    }
  }
};

/// Counts negative entries from the end.
struct negative_entries : xla_rule {
  shape matched(shape const& lower, shape const& higher,
                kit::broadcast_dimensions const& tuple) const override {
    kit::broadcast_dimensions counted = tuple;
    for (std::int64_t& axis : counted) {
      if (axis < 0) axis += static_cast<std::int64_t>(higher.size());
    }
    return xla_rule::matched(lower, higher, counted);
  }
};

struct entry_from_one : xla_rule {
  shape matched(shape const& lower, shape const& higher,
                kit::broadcast_dimensions const& tuple) const override {
    kit::broadcast_dimensions counted = tuple;
    for (std::int64_t& axis : counted) --axis;
    return xla_rule::matched(lower, higher, counted);
  }
};

struct short_tuple_goes_on : xla_rule {
  shape matched(shape const& lower, shape const& higher,
                kit::broadcast_dimensions const& tuple) const override {
    kit::broadcast_dimensions whole = tuple;
    while (!whole.empty() && whole.size() < lower.size()) whole.push_back(whole.back() + 1);
    return xla_rule::matched(lower, higher, whole);
  }
};

struct vector_only : xla_rule {
  shape matched(shape const& lower, shape const& higher,
                kit::broadcast_dimensions const& tuple) const override {
    if (lower.size() > 1) throw refusal("only a vector is matched");
    return xla_rule::matched(lower, higher, tuple);
  }
};

struct tuple_between_equal_ranks : xla_rule {
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override {
    if (operands.size() == 2 && operands[0].sizes.size() == operands[1].sizes.size()) {
      return xla_rule::broadcast_shapes(operands, std::nullopt);
    }
    return xla_rule::broadcast_shapes(operands, dimensions);
  }
};

struct matched_exactly : xla_rule {
  void check_tuple(shape const& lower, shape const& higher,
                   kit::broadcast_dimensions const& tuple) const override {
    xla_rule::check_tuple(lower, higher, tuple);
    for (std::size_t k = 0; k < lower.size(); ++k) {
      if (lower[k] != higher[static_cast<std::size_t>(tuple[k])]) throw refusal("sizes differ");
    }
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
  return {
      of<zero_is_a_size>("mlir", "mlir/zero_is_a_size", "", "0 and 0 give 0 instead of no answer"),
      of<unknown_against_size>("mlir", "mlir/unknown_against_size", "Y6",
                               "an unknown size and n give an unknown size"),
      of<unranked_absorbs>("mlir", "mlir/unranked_absorbs", "",
                           "an unknown rank makes the result's rank unknown"),
      of<result_not_looked_at>("mlir", "mlir/result_not_looked_at", "S10",
                               "the declared result is ignored"),
      of<operands_not_looked_at>(
          "mlir", "mlir/declared_rank_of_operands", "S9",
          "a result of lower rank than an operand is rejected before any other check"),
      of<declared_for_unknown>("mlir", "mlir/declared_for_unknown", "Y2",
                               "any declared size is accepted if the inferred size is unknown"),
      of<declared_unknown_refused>(
          "mlir", "mlir/declared_unknown_refused", "Y2",
          "a declared unknown size is rejected if the inferred size is known"),
      of<declared_one_accepted>("mlir", "mlir/declared_one_accepted", "Y1",
                                "a declared 1 is accepted for any inferred size"),
      of<leading_axes_declared>("mlir", "mlir/leading_axes_declared", "S16",
                                "a declared result may have extra leading axes"),
      of<last_axes_matched>("xla", "xla/last_axes_matched", "S18",
                            "without broadcast dimensions, the last axes are matched"),
      of<tuple_in_any_order>("xla", "xla/tuple_in_any_order", "S18",
                             "broadcast dimensions are accepted in any order"),
      of<negative_entries>("xla", "xla/negative_entries", "S18 Y8",
                           "a negative broadcast dimension counts from the end"),
      of<entry_from_one>("xla", "xla/entry_from_one", "S18", "broadcast dimensions start at 1"),
      of<short_tuple_goes_on>("xla", "xla/short_tuple_goes_on", "S18",
                              "a tuple that is too short continues with the next axes"),
      of<vector_only>("xla", "xla/vector_only", "S18", "only a vector can be matched"),
      of<tuple_between_equal_ranks>(
          "xla", "xla/tuple_between_equal_ranks", "",
          "broadcast dimensions between operands of equal rank are ignored"),
      of<matched_exactly>("xla", "xla/matched_exactly", "S12",
                          "matched sizes must be equal, even if one is 1"),
      of<zero_allowed>("sonnx", "sonnx/zero_allowed", "S1", "0 and 1 give 1"),
      of<first_of_two_allowed>("sonnx", "sonnx/two_operands", "",
                               "operands after the second are ignored"),
  };
}

}  // namespace bcast::mutants
