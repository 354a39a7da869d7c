// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "inference.hpp"
#include "mutants.hpp"

namespace bcast::mutants {
namespace {

struct unknown_is_one : sound_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    return sound_rule::join_dims(a.size.value_or(1), b.size.value_or(1));
  }
};

/// Assumes that an unknown size is not 1, so it must equal the other size.
struct unknown_is_not_one : sound_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if (!a && b == 1) throw refusal("an unknown size against 1");
    if (!b && a == 1) throw refusal("1 against an unknown size");
    return sound_rule::join_dims(a, b);
  }
};

struct unknown_refused : sound_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if (!a != !b) throw refusal("sizes differ");
    return sound_rule::join_dims(a, b);
  }
};

struct unknown_wins : sound_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    return a && b ? sound_rule::join_dims(a, b) : kit::dim();
  }
};

struct first_unknown_stays : sound_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    return a ? sound_rule::join_dims(a, b) : a;
  }
};

/// Stores an unknown size as -1 and takes the larger of two sizes.
struct larger_of_minus_one : sound_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if (a && b) return sound_rule::join_dims(a, b);
    const std::int64_t larger = std::max(a.size.value_or(-1), b.size.value_or(-1));
    return larger < 0 ? kit::dim() : kit::dim(larger);
  }
};

/// Stores an unknown size as 0.
struct zero_is_unknown : sound_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    const auto size = [](kit::dim d) { return d == 0 ? kit::dim() : d; };
    return sound_rule::join_dims(size(a), size(b));
  }
};

struct zero_against_unknown : sound_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if ((!a && b == 0) || (!b && a == 0)) return std::nullopt;
    return sound_rule::join_dims(a, b);
  }
};

struct unknown_is_at_least_two : sound_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if ((!a && b == 0) || (!b && a == 0)) throw refusal("an unknown size against 0");
    return sound_rule::join_dims(a, b);
  }
};

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

/// A correct rule for opaque sizes, as JAX has them.
struct opaque_rule : sound_rule {
  bool takes_names() const override { return true; }
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if ((a && b) || a == 1 || b == 1) return sound_rule::join_dims(a, b);
    if (a != b) throw refusal("an opaque size equals itself alone");
    return a;
  }
};

struct opaque_gives_way : opaque_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if (!a && b) return b;
    if (!b && a) return a;
    return opaque_rule::join_dims(a, b);
  }
};

struct opaque_names_alike : opaque_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    return !a && !b ? a : opaque_rule::join_dims(a, b);
  }
};

struct opaque_refused_against_one : opaque_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if (!a && b == 1) throw refusal("an opaque size against 1");
    return opaque_rule::join_dims(a, b);
  }
};

/// A correct rule for sizes that are assumed to be equal, as PyTorch has them.
struct assumed_rule : sound_rule {
  bool takes_names() const override { return true; }
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if (!a && !b) return a.symbol.empty() ? b : a;
    return sound_rule::join_dims(a, b);
  }
};

struct assumed_from_two : assumed_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if (!a && b == 0) return a;
    if (!b && a == 0) return b;
    return assumed_rule::join_dims(a, b);
  }
};

struct assumed_last_name : assumed_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    return !a && !b ? b : assumed_rule::join_dims(a, b);
  }
};

/// A correct rule for each axis by itself, with names and bounds.
struct named_rule : sound_rule {
  bool takes_names() const override { return true; }
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if (a.upper == 0 || b.upper == 0)
      return sound_rule::join_dims(without_bound(a), without_bound(b));
    if (a || b) return sound_rule::join_dims(a, b);
    const bool alike = a == b && !a.symbol.empty();
    const bool bounded = a.upper && b.upper;
    return {std::nullopt, alike ? a.symbol : "",
            bounded ? std::optional(std::max(*a.upper, *b.upper)) : std::nullopt};
  }

 private:
  static kit::dim without_bound(kit::dim const& d) { return d.upper == 0 ? kit::dim(0) : d; }
};

struct number_lost_beside_a_name : named_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    const bool lost = !a && !a.symbol.empty() && b && b != 1;
    return lost ? kit::dim() : named_rule::join_dims(a, b);
  }
};

struct name_lost_against_one : named_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    return !a && b == 1 ? kit::dim() : named_rule::join_dims(a, b);
  }
};

struct bound_is_the_size : named_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if (a || !a.upper || !b || b == 1) return named_rule::join_dims(a, b);
    return std::max(*a.upper, *b);
  }
};

struct bound_lost : named_rule {
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    const kit::dim right = named_rule::join_dims(a, b);
    return right || a == b ? right : kit::dim(std::nullopt, right.symbol);
  }
};

template <class Wrong>
mutant under(std::string_view rule, std::string name, std::string happened, std::string wrong) {
  kit::subject s = subject_of(name, std::string(rule), std::make_shared<Wrong const>());
  return {std::move(name), std::move(happened), std::move(wrong), std::move(s)};
}

template <class Wrong>
mutant sound(std::string name, std::string happened, std::string wrong) {
  return under<Wrong>("sound", std::move(name), std::move(happened), std::move(wrong));
}

}  // namespace

std::vector<mutant> of_unknown() {
  return {
      sound<unknown_is_one>("unknown/is_one", "Y1", "an unknown size is treated as 1"),
      sound<unknown_is_not_one>("unknown/is_not_one", "Y2",
                                "an unknown size is assumed not to be 1 and is rejected against 1"),
      sound<unknown_refused>("unknown/refused", "Y2",
                             "an unknown size is incompatible with every known size"),
      sound<unknown_wins>("unknown/wins", "Y6", "an unknown size and n give an unknown size"),
      sound<first_unknown_stays>("unknown/first_stays", "Y6",
                                 "an unknown size that comes first stays unknown"),
      sound<larger_of_minus_one>(
          "unknown/larger_of_minus_one", "Y8",
          "an unknown size is stored as -1, and the join is the larger size"),
      sound<zero_is_unknown>("unknown/zero", "Y8", "a size of 0 is treated as unknown"),
      sound<zero_against_unknown>("unknown/against_zero", "Y6",
                                  "an unknown size and 0 give an unknown size"),
      sound<unknown_is_at_least_two>("unknown/refused_against_zero", "Y2",
                                     "an unknown size against 0 is rejected"),
      sound<no_check_beside_unknown>("unknown/no_check_beside", "S10",
                                     "nothing is rejected if a size is unknown"),
      sound<missing_axes_unknown>("unknown/missing_axes", "Y6",
                                  "axes that one operand lacks get an unknown size"),
      sound<unranked_is_a_scalar>("unknown/unranked_is_a_scalar", "Y1",
                                  "an unknown rank is treated as rank 0"),
      sound<unranked_set_aside>("unknown/unranked_set_aside", "Y1",
                                "operands of unknown rank are ignored"),
      under<opaque_gives_way>("jax_symbolic", "unknown/opaque_gives_way", "Y2",
                              "an opaque size is taken for every size that it meets"),
      under<opaque_names_alike>("jax_symbolic", "unknown/opaque_names_alike", "Y1",
                                "two opaque sizes are one, whatever their names"),
      under<opaque_refused_against_one>("jax_symbolic", "unknown/opaque_refused_against_one", "Y2",
                                        "an opaque size that comes first is refused against 1"),
      under<assumed_from_two>("torch_unbacked", "unknown/assumed_from_two", "Y6",
                              "an unknown size is not taken for a 0"),
      under<number_lost_beside_a_name>("onnx", "unknown/number_lost_beside_a_name", "Y6",
                                       "a named size and n give an unknown size"),
      under<name_lost_against_one>("onnx", "unknown/name_lost_against_one", "Y6",
                                   "the name of a size that meets a 1 is lost"),
      under<bound_is_the_size>("onnx", "unknown/bound_is_the_size", "",
                               "a size with a bound beside a number gives the larger of the two"),
      under<bound_lost>("per_axis", "unknown/bound_lost", "", "two sizes with bounds give none"),
      under<assumed_last_name>("torch_unbacked", "unknown/assumed_last_name", "",
                               "of two names the last one is kept"),
  };
}

}  // namespace bcast::mutants
