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
  kit::shape infer(types const& operands, axes const& dimensions) const override {
    for (kit::shape const& t : operands) {
      if (!t.ranked) return {{}, false};
    }
    return mlir_rule::infer(operands, dimensions);
  }
};

struct result_not_looked_at : mlir_rule {
  void verify(types const& operands, kit::shape const&) const override {
    infer(operands, std::nullopt);
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

/// Because an unknown size may be 1, a declared 1 is taken to fit all sizes.
struct declared_one_accepted : mlir_rule {
  bool verified(kit::dim inferred, kit::dim declared) const override {
    return declared == 1 || mlir_rule::verified(inferred, declared);
  }
};

struct leading_axes_declared : mlir_rule {
  void verify(types const& operands, kit::shape const& result) const override {
    const kit::shape inferred = infer(operands, std::nullopt);
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
      if (tuple.size() != lower.size() || sorted == tuple || repeats) throw;
    }
  }
};

/// Counts negative entries from the last axis.
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
  kit::shape infer(types const& operands, axes const& dimensions) const override {
    if (operands.size() == 2 && operands[0].sizes.size() == operands[1].sizes.size()) {
      return xla_rule::infer(operands, std::nullopt);
    }
    return xla_rule::infer(operands, dimensions);
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
  kit::shape infer(types const& operands, axes const& dimensions) const override {
    types kept = operands;
    if (kept.size() > 2) kept.resize(2);
    return sonnx_rule::infer(kept, dimensions);
  }
};

template <class Wrong>
mutant of(std::string profile, std::string name, std::string happened, std::string wrong) {
  kit::subject s = subject_of(name, std::move(profile), std::make_shared<Wrong const>());
  return {std::move(name), std::move(happened), std::move(wrong), std::move(s)};
}

}  // namespace

std::vector<mutant> of_texts() {
  return {
      of<zero_is_a_size>("mlir", "mlir/zero_is_a_size", "", "0 against 0 is answered"),
      of<unknown_against_size>("mlir", "mlir/unknown_against_size", "Y6",
                               "an unknown size against n is unknown"),
      of<unranked_absorbs>("mlir", "mlir/unranked_absorbs", "",
                           "an unknown rank makes the result's unknown"),
      of<result_not_looked_at>("mlir", "mlir/result_not_looked_at", "S10",
                               "the declared result is not looked at"),
      of<operands_not_looked_at>(
          "mlir", "mlir/declared_rank_of_operands", "S9",
          "a result of lower rank than an operand is an error before any other"),
      of<declared_for_unknown>("mlir", "mlir/declared_for_unknown", "Y2",
                               "any size may be declared where the inferred one is unknown"),
      of<declared_unknown_refused>("mlir", "mlir/declared_unknown_refused", "Y2",
                                   "an unknown size may not be declared where one is inferred"),
      of<declared_one_accepted>("mlir", "mlir/declared_one_accepted", "Y1",
                                "1 may be declared for any size"),
      of<leading_axes_declared>("mlir", "mlir/leading_axes_declared", "S16",
                                "a result may have leading axes that no operand has"),
      of<last_axes_matched>("xla", "xla/last_axes_matched", "S18",
                            "without broadcast dimensions the last axes are matched"),
      of<tuple_in_any_order>("xla", "xla/tuple_in_any_order", "S18",
                             "broadcast dimensions may come in any order"),
      of<negative_entries>("xla", "xla/negative_entries", "S18 Y8",
                           "a negative broadcast dimension counts from the last axis"),
      of<entry_from_one>("xla", "xla/entry_from_one", "S18",
                         "broadcast dimensions are counted from 1"),
      of<short_tuple_goes_on>("xla", "xla/short_tuple_goes_on", "S18",
                              "a tuple that is too short goes on with the axes behind"),
      of<vector_only>("xla", "xla/vector_only", "S18", "only a vector may be matched"),
      of<tuple_between_equal_ranks>("xla", "xla/tuple_between_equal_ranks", "",
                                    "broadcast dimensions between equal ranks are not looked at"),
      of<matched_exactly>("xla", "xla/matched_exactly", "S12",
                          "a matched size may not be 1 against another"),
      of<zero_allowed>("sonnx", "sonnx/zero_allowed", "S1", "0 against 1 is 1"),
      of<first_of_two_allowed>("sonnx", "sonnx/two_operands", "",
                               "operands behind the second are not looked at"),
  };
}

}  // namespace bcast::mutants
