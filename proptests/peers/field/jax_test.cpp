// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "bcast/reference/chlo.hpp"
#include "bcast/reference/stablehlo.hpp"
#include "tables.hpp"

namespace bcast::field {
namespace {

// StableHLO ---------------------------------------------------------------------------------------

/// f(operand, dims, result) for each case of field_jax.py's in_dim_cases.
template <class F>
void each_in_dim(F f) {
  for (shape const& operand : shapes(2, range(0, 3))) {
    for (shape const& result : shapes(3, range(0, 3))) {
      const index own = operand.n();
      for (index count : std::set<index>{own, std::max<index>(own - 1, 0), own + 1}) {
        const auto entries = count == own ? range(-1, result.n() + 1) : range(0, result.n());
        for (shape const& dims : product(entries, count)) f(operand, dims, result);
      }
    }
  }
}

table in_dim() {
  table t;
  each_in_dim([&](shape const& operand, shape const& dims, shape const& result) {
    t.add(text_of(operand) + " " + axes(dims) + " " + text_of(result), [&] {
      return ref::stablehlo::broadcast_in_dim<index>({operand, dims, result});
    });
  });
  return t;
}

/// f(operation, text) for each case of hint_cases.
template <class F>
void each_hinted(F f) {
  using optional_axes = std::optional<shape>;
  for (shape const& operand : shapes(2, range(0, 3))) {
    std::vector<optional_axes> hints{std::nullopt};
    for (index n = 0; n < 3; ++n) {
      for (shape const& h : product(range(-1, operand.n() + 1), n)) hints.emplace_back(h);
    }
    for (shape const& output : shapes(2, range(0, 3), operand.n())) {
      for (shape const& dims : product(range(0, output.n()), operand.n())) {
        const ref::stablehlo::operation<index> op{operand, dims, output};
        try {
          ref::stablehlo::broadcast_in_dim(op);
        } catch (ref::violation const&) {
          continue;
        }
        for (optional_axes const& e : hints) {
          for (optional_axes const& n : hints) {
            const shape expanding = e.value_or(shape{}), nonexpanding = n.value_or(shape{});
            if (expanding.n() + nonexpanding.n() > 2) continue;
            f(ref::stablehlo::dynamic_operation<index>{op, output, expanding, nonexpanding},
              text_of(operand) + " " + text_of(output) + " " + axes(dims) + " " +
                  (e ? axes(*e) : "none") + " " + (n ? axes(*n) : "none"));
          }
        }
      }
    }
  }
}

table hinted() {
  table t;
  each_hinted([&](ref::stablehlo::dynamic_operation<index> const& op, std::string const& text) {
    t.add(text, [&] { return ref::stablehlo::dynamic_broadcast_in_dim(op); });
  });
  return t;
}

// CHLO --------------------------------------------------------------------------------------------

shape chlo(std::vector<shape> const& c) { return by_rule("chlo", c); }

/// The rule with the switch that StableHLO's inference has for unknown sizes.
type chlo_inferring(std::vector<type> const& c) { return by_verifier("chlo unknown=infer", c); }

/// The same, and `*` where sizes clash: the verifier accepts any result for them.
std::string chlo_accepting(std::vector<type> const& c) {
  try {
    return text_of(chlo_inferring(c));
  } catch (ref::violation const&) {
    return "*";
  }
}

/// f(lhs, rhs, dims) for each case of dims_cases(0).
template <class F>
void each_with_dimensions(F f) {
  for (auto const& c : tuples(2, 2, range(1, 4))) {
    const index small = std::min(c[0].n(), c[1].n()), large = std::max(c[0].n(), c[1].n());
    for (index count : std::set<index>{small, std::max<index>(small - 1, 0), small + 1}) {
      for (shape const& dims : product(range(0, large + (count == small ? 1 : 0)), count)) {
        f(c[0], c[1], dims);
      }
    }
  }
}

/// What StableHLO's inference does: the entries may be in any order, and the last one of an axis
/// stands.
shape inferred(shape const& x, shape const& y, shape const& dims) {
  shape const& large = x.n() > y.n() ? x : y;
  shape const& small = x.n() > y.n() ? y : x;
  if (dims.n() != small.n()) return refused();
  for (index d : dims) {
    if (d >= large.n()) return refused();
  }
  shape result = large;
  for (index k = 0; k < small.n(); ++k) {
    result[dims[k]] = ref::chlo::degenerate(small[k], large[dims[k]], k);
  }
  return result;
}

table inferred_with_dimensions() {
  table t;
  each_with_dimensions([&](shape const& x, shape const& y, shape const& dims) {
    t.add(joined<index>({x, y}) + " " + axes(dims), [&] { return inferred(x, y, dims); });
  });
  return t;
}

// The tables --------------------------------------------------------------------------------------

/// Two symbols, and numbers.
std::vector<kit::dim> symbols() { return {{std::nullopt, "a"}, {std::nullopt, "b"}, 0, 1, 2, 3}; }

type jax_symbolic(std::vector<type> const& c) { return by_verifier("jax_symbolic", c); }

TEST(FieldJax, EveryTableIsThatOfATranscriptionOrARule) {
  const tables made{
      {"stablehlo.broadcast_in_dim, verified and interpreted", in_dim},
      {"stablehlo.dynamic_broadcast_in_dim, hints, verified and interpreted", hinted},
      {"stablehlo.dynamic_broadcast_in_dim, hints held against the sizes", hinted},
      {"chlo.broadcast_subtract, inferred",
       [] { return table_of(tuples(2, 3, range(0, 4)), chlo); }},
      {"chlo.broadcast_subtract, inferred, unknown sizes",
       [] {
         const std::vector<kit::dim> some{std::nullopt, 0, 1, 2, 3};
         return table_of(tuples(2, 2, some), chlo_inferring);
       }},
      {"chlo.broadcast_subtract, inferred, with broadcast_dimensions", inferred_with_dimensions},
      {"chlo.broadcast_select, inferred", [] { return table_of(tuples(3, 2, range(0, 3)), chlo); }},
      {"chlo.broadcast_subtract, compiled",
       [] { return table_of(tuples(2, 2, range(0, 3)), chlo); }},
      {"jax.numpy.subtract, symbolic sizes",
       [] { return table_of(tuples(2, 2, symbols()), jax_symbolic); }},
      {"jax.numpy.where, symbolic sizes",
       [] { return table_of(tuples(3, 1, symbols()), jax_symbolic); }},
  };
  expect_tables("jax", made,
                {{"stablehlo.broadcast_in_dim, unknown sizes, verified", "stablehlo.G2"},
                 {"chlo.broadcast_subtract, inferred, bounded sizes", "chlo.G2"},
                 {"chlo.broadcast_subtract, compiled, with broadcast_dimensions", "chlo.G1"}});
}

TEST(FieldJax, EveryVerdictIsThatOfATranscriptionOrARule) {
  EXPECT_EQ(same_verdicts("jax", "chlo.broadcast_subtract", types_from, chlo_accepting), 17);
  EXPECT_EQ(same_verdicts("jax", "jax.numpy.subtract", types_from, jax_symbolic), 18);
}

// Deviations, each with its smallest case ---------------------------------------------------------

// stablehlo.G1: a hint that is not true of the sizes is accepted.
TEST(FieldJax, HintsAreNotHeldAgainstTheSizes) {
  int untrue = 0;
  bool smallest = false;
  const json d =
      deviation("jax", "stablehlo.dynamic_broadcast_in_dim, hints held against the sizes");
  const std::string first = d.at("smallest").at("case");
  each_hinted([&](ref::stablehlo::dynamic_operation<index> const& op, std::string const& text) {
    try {
      ref::stablehlo::constraints(op);
      ref::stablehlo::expect_known(op);
    } catch (ref::no_answer const& gap) {
      EXPECT_EQ(gap.tag, "stablehlo.G1");
      ++untrue;
      smallest = smallest || text == first;
    } catch (ref::violation const&) {
    }
  });
  EXPECT_EQ(untrue, d.at("count"));
  EXPECT_EQ(first, "0 0 [0] [0] []");
  EXPECT_TRUE(smallest);
}

// Entries that do not increase are accepted.
TEST(FieldJax, EntriesMayBeInAnyOrder) {
  int accepted = 0;
  std::vector<std::string> where;
  each_with_dimensions([&](shape const& x, shape const& y, shape const& dims) {
    try {
      ref::chlo::binary(x, y, std::optional(dims));
    } catch (ref::no_answer const& gap) {
      EXPECT_EQ(gap.tag, "chlo.G1");
      try {
        const shape result = inferred(x, y, dims);
        ++accepted;
        where.push_back(joined<index>({x, y}) + " " + axes(dims) + " -> " + text_of(result));
      } catch (std::domain_error const&) {
      }
      return;
    } catch (ref::violation const&) {
      EXPECT_THROW(inferred(x, y, dims), std::domain_error);
      return;
    }
    EXPECT_EQ(inferred(x, y, dims), ref::chlo::binary(x, y, std::optional(dims)));
  });
  const json d = deviation("jax", "chlo.broadcast_subtract, inferred, with broadcast_dimensions");
  EXPECT_EQ(accepted, d.at("count"));
  EXPECT_EQ(d.at("smallest").at("case"), "1x1 1x1 [0, 0]");
  for (std::string const listed : d.at("cases")) {
    EXPECT_NE(std::find(where.begin(), where.end(), listed), where.end()) << listed;
  }
}

}  // namespace
}  // namespace bcast::field
