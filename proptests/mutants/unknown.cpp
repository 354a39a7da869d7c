// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "inference.hpp"
#include "mutants.hpp"

namespace bcast::mutants {
namespace {

struct no_check_beside_unknown : sound_rule {
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override {
    try {
      return sound_rule::broadcast_shapes(operands, dimensions);
    } catch (refusal const&) {
      for (kit::shape const& t : operands) {
        if (std::find(t.sizes.begin(), t.sizes.end(), std::nullopt) != t.sizes.end()) {
          return operands.front();
        }
      }
      throw;
    }
  }
};

struct missing_axes_unknown : sound_rule {
  kit::shape broadcast_shapes(kit::shape const& a, kit::shape const& b) const override {
    kit::shape result = sound_rule::broadcast_shapes(a, b);
    const std::size_t n = std::max(a.sizes.size(), b.sizes.size());
    const std::size_t missing = n - std::min(a.sizes.size(), b.sizes.size());
    for (std::size_t k = 0; result.ranked && k < missing; ++k) result.sizes[k] = std::nullopt;
    return result;
  }
};

struct unranked_is_a_scalar : sound_rule {
  kit::shape broadcast_shapes(kit::shape const& a, kit::shape const& b) const override {
    return sound_rule::broadcast_shapes(a.ranked ? a : kit::shape{}, b.ranked ? b : kit::shape{});
  }
};

struct unranked_set_aside : sound_rule {
  kit::shape broadcast_shapes(kit::shape const& a, kit::shape const& b) const override {
    if (!a.ranked) return b;
    return b.ranked ? sound_rule::broadcast_shapes(a, b) : a;
  }
};

// Named sizes -------------------------------------------------------------------------------------

struct declared_one_refused : named_rule {
  bool verifies() const override { return true; }
  bool verified(kit::dim inferred, kit::dim declared) const override {
    return (inferred || declared != 1) && named_rule::verified(inferred, declared);
  }
};

}  // namespace

std::vector<mutant> of_unknown() {
  return {
      joining<sound_rule>("sound", "unknown/is_one", "Y1", "an unknown size is treated as 1",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            return right.join_dims(a.size.value_or(1), b.size.value_or(1));
                          }),
      joining<sound_rule>("sound", "unknown/is_not_one", "Y2",
                          "an unknown size is assumed not to be 1 and is rejected against 1",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            if (!a && b == 1) throw refusal("an unknown size against 1");
                            if (!b && a == 1) throw refusal("1 against an unknown size");
                            return right.join_dims(a, b);
                          }),
      joining<sound_rule>("sound", "unknown/refused", "Y2",
                          "an unknown size is incompatible with every known size",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            if (!a != !b) throw refusal("sizes differ");
                            return right.join_dims(a, b);
                          }),
      joining<sound_rule>("sound", "unknown/wins", "Y6",
                          "an unknown size and n give an unknown size",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            return a && b ? right.join_dims(a, b) : kit::dim();
                          }),
      joining<sound_rule>("sound", "unknown/first_stays", "Y6",
                          "an unknown size that comes first stays unknown",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            return a ? right.join_dims(a, b) : a;
                          }),
      joining<sound_rule>("sound", "unknown/larger_of_minus_one", "Y8",
                          "an unknown size is stored as -1, and the join is the larger size",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            if (a && b) return right.join_dims(a, b);
                            const std::int64_t larger =
                                std::max(a.size.value_or(-1), b.size.value_or(-1));
                            return larger < 0 ? kit::dim() : kit::dim(larger);
                          }),
      joining<sound_rule>("sound", "unknown/zero", "Y8", "a size of 0 is treated as unknown",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            const auto size = [](kit::dim d) { return d == 0 ? kit::dim() : d; };
                            return right.join_dims(size(a), size(b));
                          }),
      joining<sound_rule>("sound", "unknown/against_zero", "Y6",
                          "an unknown size and 0 give an unknown size",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            if ((!a && b == 0) || (!b && a == 0)) return std::nullopt;
                            return right.join_dims(a, b);
                          }),
      joining<sound_rule>("sound", "unknown/refused_against_zero", "Y2",
                          "an unknown size against 0 is rejected",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            if ((!a && b == 0) || (!b && a == 0))
                              throw refusal("an unknown size against 0");
                            return right.join_dims(a, b);
                          }),
      of<no_check_beside_unknown>("sound", "unknown/no_check_beside", "S10",
                                  "nothing is rejected if a size is unknown"),
      of<missing_axes_unknown>("sound", "unknown/missing_axes", "Y6",
                               "axes that one operand lacks get an unknown size"),
      of<unranked_is_a_scalar>("sound", "unknown/unranked_is_a_scalar", "Y1",
                               "an unknown rank is treated as rank 0"),
      of<unranked_set_aside>("sound", "unknown/unranked_set_aside", "Y1",
                             "operands of unknown rank are ignored"),
      joining<opaque_rule>("jax_symbolic", "unknown/opaque_gives_way", "Y2",
                           "an opaque size is taken for every size that it meets",
                           [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                             if (!a && b) return b;
                             if (!b && a) return a;
                             return right.join_dims(a, b);
                           }),
      joining<opaque_rule>("jax_symbolic", "unknown/opaque_names_alike", "Y1",
                           "two opaque sizes are one, whatever their names",
                           [](opaque_rule const& right, kit::dim const& a, kit::dim const& b)
                               -> kit::dim { return !a && !b ? a : right.join_dims(a, b); }),
      joining<opaque_rule>("jax_symbolic", "unknown/opaque_refused_against_one", "Y2",
                           "an opaque size that comes first is refused against 1",
                           [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                             if (!a && b == 1) throw refusal("an opaque size against 1");
                             return right.join_dims(a, b);
                           }),
      joining<assumed_rule>("torch_unbacked", "unknown/assumed_from_two", "Y6",
                            "an unknown size is not taken for a 0",
                            [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                              if (!a && b == 0) return a;
                              if (!b && a == 0) return b;
                              return right.join_dims(a, b);
                            }),
      joining<named_rule>("per_axis", "unknown/number_lost_beside_a_name", "Y6",
                          "a named size and n give an unknown size",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            const bool lost = !a && !a.symbol.empty() && b && b != 1;
                            return lost ? kit::dim() : right.join_dims(a, b);
                          }),
      joining<named_rule>("per_axis", "unknown/name_lost_against_one", "Y6",
                          "the name of a size that meets a 1 is lost",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            return !a && b == 1 ? kit::dim() : right.join_dims(a, b);
                          }),
      joining<named_rule>("per_axis", "unknown/bound_is_the_size", "",
                          "a size with a bound beside a number gives the larger of the two",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            if (a || !a.upper || !b || b == 1) return right.join_dims(a, b);
                            return std::max(*a.upper, *b);
                          }),
      joining<named_rule>("per_axis", "unknown/bound_lost", "", "two sizes with bounds give none",
                          [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                            const kit::dim d = right.join_dims(a, b);
                            return d || a == b ? d : kit::dim(std::nullopt, d.symbol);
                          }),
      joining<assumed_rule>("torch_unbacked", "unknown/assumed_last_name", "",
                            "of two names the last one is kept",
                            [](auto const& right, auto const& a, auto const& b) -> kit::dim {
                              return !a && !b ? b : right.join_dims(a, b);
                            }),
      of<declared_one_refused>("per_axis", "unknown/declared_one_refused", "Y2",
                               "a declared 1 is refused for an unknown size"),
  };
}

}  // namespace bcast::mutants
