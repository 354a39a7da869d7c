// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "bcast/check.hpp"
#include "mutants/mutants.hpp"
#include "oracle/plain.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/one_answer.hpp"

// The laws on what operations give, and on what else a call writes.

namespace computed_test {

using namespace bcast::tests;
namespace kit = bcast::kit;
namespace mutants = bcast::mutants;
namespace proptests = bcast::proptests;

std::string said_of(std::string const& mutant, char const* law, char const* text) {
  return said(law, mutants::find("computed/" + mutant).subject, text);
}

TEST(Computed, AnotherOperationIsSeenInTheFirstElementThatDiffers) {
  const std::string text = said_of("add_as_max", "computed", "3 3 type=double op=add");
  EXPECT_TRUE(holds(text, "Z[0] is "));
  EXPECT_TRUE(holds(text, " = add("));
  EXPECT_TRUE(holds(text, "3 of 3 wrong\n4 units in the last place are allowed"));
  EXPECT_EQ(said_of("add_as_max", "computed", "3 3 type=float op=add"), "holds");
}

TEST(Computed, ABranchThatWasNotChosenIsNotSeen) {
  const std::string text = said_of("blended", "computed", "17 17 17 type=float op=where");
  EXPECT_TRUE(holds(text, " is nan; expected ") || holds(text, " is -nan; expected ")) << text;
}

TEST(Computed, AnOperandThatWasWrittenIsNamedWithBothValues) {
  const std::string text = said_of("in_the_operand", "operands", "2x3 3 op=sub");
  EXPECT_TRUE(text.starts_with("the call wrote to operand 0: X0[0,0] held ")) << text;
  EXPECT_TRUE(holds(text, " and holds "));
  kit::subject exact = mutants::find("computed/in_the_operand").subject;
  exact.declares.exact = true;
  EXPECT_EQ(said("arithmetic", exact, "2x3 3"), "holds");
}

TEST(Computed, TheSameElementsGiveTheSameBitsInAVectorAndBehindIt) {
  EXPECT_TRUE(
      holds(said_of("by_reciprocal", "alike", "9 9 type=float op=div"), ", of the same operands"));
  EXPECT_EQ(said_of("by_reciprocal", "computed", "9 9 type=float op=div"), "holds");
}

TEST(Computed, RowsThatAreFarApartAreNamedWithTheirStrides) {
  const auto said_by = [](char const* mutant, char const* text) {
    return said("far", mutants::find(mutant).subject, text);
  };
  std::string text = said_by("reads/position_in_32_bits", "2x3 3 op=sub");
  EXPECT_TRUE(text.starts_with("Z[0,1] is ")) << text;
  EXPECT_TRUE(
      holds(text, "\nstrides in elements: X0 (4294967299, 1), X1 (4294967297), Z (4294967299, 1)"))
      << text;
  text = said_by("reads/target_byte_in_32_bits", "2x1 1x3 op=sub");
  EXPECT_TRUE(text.starts_with("Z[")) << text;
  EXPECT_EQ(said_by("reads/position_in_32_bits", "1 op=sub"),
            "skipped: does not apply to this case");
  kit::subject dense = proptests::plain();
  dense.declares.strided = false;
  EXPECT_EQ(said("far", dense, "2x3 3 op=sub"), "skipped: declares that tensors are contiguous");
}

TEST(Computed, TwoCallersAtOnceAreBothNamed) {
  kit::subject const& shares = mutants::find("callers/shared_scalar").subject;
  bool seen = false;  // each time two threads meet is by chance
  for (int k = 0; k < 100 && !seen; ++k) {
    const std::string text = said("together", shares, "64 () type=int64 op=sub");
    if (text == "holds") continue;
    seen = holds(text, "; alone it is ") && holds(text, ", while another thread calls ");
    EXPECT_TRUE(seen) << text;
  }
  EXPECT_TRUE(seen);
  kit::subject one = shares;
  one.declares.concurrent = false;
  EXPECT_EQ(said("together", one, "64 () op=sub"),
            "skipped: declares that it has one caller at a time");
}

/// Each in the core cases of one of these laws, whatever else notices it.
TEST(Computed, EachMutantBreaksItsLawInCore) {
  proptests::settings with = of_core();
  with.shrinks = false;
  int mutants = 0;
  for (mutants::mutant const& m : mutants::all()) {
    if (!m.name.starts_with("computed/")) continue;
    ++mutants;
    const std::array<char const*, 5> laws{"operands", "alike", "truth", "promotion", "computed"};
    EXPECT_TRUE(std::ranges::any_of(laws, [&](char const* law) {
      return run(*find_law(law), m.subject, with).failure.has_value();
    })) << m.name;
  }
  EXPECT_GT(mutants, 4);
}

TEST(Mask, IsHeldByTheRightOneAndBrokenByEachMutantInCore) {
  for (kit::subject const& right : mutants::right()) {
    const outcome held = in_core("mask", right);
    EXPECT_FALSE(held.failure) << report(held);
    EXPECT_EQ(held.cases() > 100, held.skipped.empty()) << right.name;
  }
  int mutants = 0;
  for (mutants::mutant const& m : mutants::all()) {
    if (!m.name.starts_with("target/mask_")) continue;
    ++mutants;
    EXPECT_TRUE(in_core("mask", m.subject).failure) << m.name;
  }
  EXPECT_EQ(mutants, 4);
  EXPECT_EQ(
      said("mask", mutants::find("target/mask_clears").subject, "2 2 2 type=int8 op=sub_where"),
      "Z[0] is 0; expected -69, which it held, because the mask is false there");
  EXPECT_EQ(said("mask", mutants::find("target/mask_not_checked").subject, "2 3 3 op=sub_where"),
            "sub_where was accepted; expected a refusal");
}

/// A kernel with a mask may also copy or compare.
TEST(Mask, AKernelMayBeAPlainFunction) {
  using bcast::view;
  const auto at = [](auto const& x, auto const& z, std::int64_t flat) {
    std::int64_t place = 0;
    for (std::size_t k = z.rank(); k-- > 0; flat /= z.sizes[k]) {
      const std::size_t missing = z.rank() - x.rank();
      const bool own = k >= missing && x.sizes[k - missing] != 1;
      if (own) place += flat % z.sizes[k] * x.strides[k - missing];
    }
    return x.data + place;
  };
  const auto each = [](auto const& z, auto f) {
    std::int64_t count = 1;
    for (std::int64_t size : z.sizes) count *= size;
    for (std::int64_t flat = 0; flat < count; ++flat) f(flat);
  };
  using out = view<float>;
  using in = view<float const>;
  using mask = view<bool const>;
  bcast::subject mine("mine");
  mine.elementwise<float>("add_where", [=](out z, mask m, in x, in y) {
    each(z, [&](auto k) {
      if (*at(m, z, k)) *at(z, z, k) = *at(x, z, k) + *at(y, z, k);
    });
  });
  mine.elementwise<float>("copy_where", [=](out z, mask m, in x) {
    each(z, [&](auto k) {
      if (*at(m, z, k)) *at(z, z, k) = *at(x, z, k);
    });
  });
  mine.elementwise<float>("less_where", [=](view<bool> z, mask m, in x, in y) {
    each(z, [&](auto k) {
      if (*at(m, z, k)) *at(z, z, k) = *at(x, z, k) < *at(y, z, k);
    });
  });
  for (char const* text : {"2 2x1 2 op=add_where", "2x3 3 op=copy_where", "3 3 1 op=less_where"}) {
    EXPECT_EQ(said("mask", mine, text), "holds") << text;
  }
  const outcome all = in_core("mask", mine);
  EXPECT_FALSE(all.failure) << report(all);
  EXPECT_GT(all.cases(), 50U);
}

TEST(Gradients, AreHeldByTheRightOneAndBrokenByEachMutantInCore) {
  const outcome right = in_core("gradients", mutants::right().front());
  EXPECT_FALSE(right.failure) << report(right);
  EXPECT_GT(right.cases(), 100U);
  int mutants = 0;
  for (mutants::mutant const& m : mutants::all()) {
    if (!m.name.starts_with("gradients/")) continue;
    ++mutants;
    EXPECT_TRUE(in_core("gradients", m.subject).failure) << m.name;
  }
  EXPECT_EQ(mutants, 6);
  EXPECT_EQ(said("gradients", mutants::find("gradients/divided_once").subject, "2 2"),
            "div_gradient of 2 and 2: D1[0] is -0.5; expected -0.25");
  EXPECT_EQ(said("gradients", mutants::find("gradients/used_twice").subject, "1 1"),
            "sub_gradient of 1 and 1, the same memory: D0[0] is -1; expected 1");
}

/// A plain implementation holds them with every operation, in every type that it declares.
TEST(Computed, TheRightOneHoldsThem) {
  kit::subject right = proptests::plain();
  right.declares.dtypes = {"bool",   "int8",    "uint16",    "int64",     "float",
                           "double", "float16", "complex64", "complex128"};
  right.declares.any_bool = true;
  for (char const* law : {"operands", "computed", "truth", "far", "alike", "together"}) {
    const outcome o = in_core(law, right);
    EXPECT_FALSE(o.failure) << report(o);
    EXPECT_GT(o.cases(), 100U) << law;
  }
}

}  // namespace computed_test
