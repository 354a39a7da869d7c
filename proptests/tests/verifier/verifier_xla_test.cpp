// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/verifier/verifier.hpp"

// Tuples of broadcast dimensions, of XLA, CHLO and StableHLO, and the bounded sizes of XlaBuilder.

namespace verifier_xla_test {
namespace {

using namespace bcast::verifier;
using bcast::spec::unknown;
using tuple = std::vector<std::int64_t>;

dim at_most(std::int64_t upper) { return dim::bounded(upper); }

/// The type, or the tag and the reason.
std::string said(std::string_view profile, std::vector<type> const& operands,
                 std::optional<tuple> const& dimensions = std::nullopt) {
  const verdict v = infer(profile_of(profile), operands, dimensions);
  if (auto const* t = std::get_if<type>(&v)) return to_string(*t);
  if (auto const* bad = std::get_if<violation>(&v)) {
    return std::string(bad->tag) + ": " + reason(*bad);
  }
  return "no answer " + std::string(std::get<gap>(v).tag) + ": " + reason(std::get<gap>(v));
}

TEST(VerifierXla, AReasonNumbersTheTupleAndTheRank) {
  EXPECT_EQ(said("xla", {{{2, 3}}, {{3}}}, tuple{0, 1}),
            "xla.X9: 2 broadcast dimensions for rank 1");
  EXPECT_EQ(said("xla", {{{2, 3}}, {{3}}}, tuple{}),
            "no answer xla.G3: 0 broadcast dimensions for rank 1");
  EXPECT_EQ(said("xla_client", {{{2, 3}}, {{3}}}, tuple{0, 1}),
            "xla.X9: 2 broadcast dimensions for rank 1");
  EXPECT_EQ(said("xla", {{{2, 3}}, {{3}}}, tuple{5}),
            "no answer xla.G4: broadcast dimension 5 of rank 2");
  EXPECT_EQ(said("xla_client", {{{2, 3}}, {{3}}}, tuple{5}),
            "xla.G4: broadcast dimension 5 of rank 2");
}

TEST(VerifierXla, TheDimensionThatIsGivenTwiceIsNamed) {
  for (const std::int64_t twice : {0, 1, 2}) {
    EXPECT_NE(said("stablehlo", {{{2, 2}}, {{2, 2, 2}}}, tuple{twice, twice})
                  .find("broadcast dimension " + std::to_string(twice) + " is given twice"),
              std::string::npos)
        << twice;
  }
}

TEST(VerifierXla, StableHloHasTheAxesOfTheFirstOperandInAnyOrder) {
  EXPECT_EQ(said("stablehlo", {{{1, 3}}, {{2, 3, 2}}}, tuple{2, 1}), "2x3x2");
  EXPECT_EQ(said("stablehlo", {{{2, 3}}, {{3, 2}}}, tuple{1, 0}), "3x2");
  EXPECT_EQ(said("stablehlo", {{{2, 3, 4}}, {{4, 2, 3}}}, tuple{1, 2, 0}), "4x2x3");
  EXPECT_EQ(said("stablehlo", {{{2, 3}}, {{2, 3}}}, tuple{1, 0}),
            "stablehlo.C5: operand 0 has 2, operand 1 has 3");
  EXPECT_EQ(said("stablehlo", {{{0}}, {{1}}}, tuple{0}),
            "stablehlo.C5: operand 0 has 0, operand 1 has 1");
  EXPECT_EQ(said("stablehlo", {{{2}}, {{2}}}, tuple{}),
            "stablehlo.C2: 0 broadcast dimensions for rank 1");
  EXPECT_EQ(said("stablehlo", {{{2}}, {{2}}}, tuple{-1}),
            "stablehlo.C3: broadcast dimension -1 of rank 1");
  EXPECT_EQ(said("stablehlo", {{{2, 2}}, {{2, 2}}}, tuple{1, 1}),
            "stablehlo.C4: broadcast dimension 1 is given twice");
  EXPECT_EQ(said("stablehlo", {{{2}}}, tuple{0}),
            "no answer stablehlo.I1: the text covers only two operands");
  EXPECT_EQ(said("stablehlo unknown=tight", {{{unknown, 1}}, {{3, 2}}}, tuple{1, 0}), "3x2");
  EXPECT_EQ(said("stablehlo unknown=propagate", {{{unknown}}, {{3, 2}}}, tuple{0}), "?x2");
}

TEST(VerifierXla, ChloHasTheAxesOfTheLowerRankWhichIncrease) {
  EXPECT_EQ(said("chlo", {{{2, 3}}, {{2}}}, tuple{0}), "2x3");
  EXPECT_EQ(said("chlo", {{{2}}, {{1, 3}}}, tuple{0}), "2x3");
  EXPECT_EQ(said("chlo", {{{1, 3}}, {{2, 1}}}, tuple{0, 1}), "2x3");
  EXPECT_EQ(said("chlo", {{{2, 3}}, {{2}}}, tuple{1}), "chlo.X1: operand 0 has 3, operand 1 has 2");
  EXPECT_EQ(said("chlo", {{{2, 2}}, {{2, 2, 3}}}, tuple{1, 0}),
            "no answer chlo.G1: the broadcast dimensions do not increase strictly");
  EXPECT_EQ(said("chlo", {{{2, 3}}, {{2}}}, tuple{2}),
            "no answer chlo.G1: broadcast dimension 2 of rank 2");
  EXPECT_EQ(said("chlo", {{{2, 3}}, {{2}}}, tuple{}),
            "no answer chlo.G1: 0 broadcast dimensions for rank 1");
  EXPECT_EQ(said("chlo", {{{2}}, {{2}}, {{2}}}, tuple{0}),
            "no answer chlo.N1: the text covers only two operands");
}

TEST(VerifierXla, EveryEntryIsAsked) {
  const type five{{2, 2, 2, 2, 2}}, four{{2, 2, 2, 2}};
  for (std::string_view profile : {"xla", "xla_client"}) {
    EXPECT_EQ(said(profile, {five, four}, tuple{0, 1, 2, 4}), "2x2x2x2x2");
    EXPECT_EQ(said(profile, {five, four}, tuple{0, 1, 2, 2}),
              "xla.X10: the broadcast dimensions do not increase strictly");
    EXPECT_EQ(said(profile, {five, four}, tuple{1, 0, 2, 3}),
              "xla.X10: the broadcast dimensions do not increase strictly");
  }
  EXPECT_EQ(said("xla_client", {{{2, 3}}, {{2, 3}}}, tuple{1, 1}),
            "xla.G2: broadcast dimensions between equal ranks");
  EXPECT_EQ(said("xla_client", {{{2}}, {{}}}, tuple{}), "2");
  EXPECT_EQ(said("xla operands=any", {{{1}}, {{1}}, {{3}}}), "3");
  EXPECT_EQ(said("xla operands=any", {{{3}}}), "3");
}

TEST(VerifierXla, AMatchThatFailsNamesTheOperandsInTheirOrder) {
  for (std::size_t lower : {0U, 1U}) {
    std::vector<type> operands{{{2, 4}}, {{2, 4}}};
    operands[lower] = {{3}};
    const verdict v = infer(profile_of("xla"), operands, tuple{1});
    auto const& bad = std::get<violation>(v);
    ASSERT_EQ(bad.operands.size(), 2U);
    EXPECT_EQ(bad.operands[0].operand, 0U);
    EXPECT_EQ(bad.operands[1].operand, 1U);
    EXPECT_EQ(reason(bad),
              lower == 0 ? "operand 0 has 3, operand 1 has 4" : "operand 0 has 4, operand 1 has 3");
  }
}

// A bounded size is its bound, marked; one without a bound gives way to any but 1.
TEST(VerifierXla, ABoundIsNotTheSizeThatIsDeclared) {
  const verdict v =
      verify(profile_of("xla_client"), std::vector<type>{{{at_most(4)}}, {{at_most(4)}}}, {{4}});
  ASSERT_TRUE(std::holds_alternative<violation>(v));
  EXPECT_EQ(std::get<violation>(v).tag, "xla.G5");
}

TEST(VerifierXla, AnUnknownSizeIsMatchedOnTheAxisOfItsEntry) {
  EXPECT_EQ(said("xla unknown=propagate", {{{unknown}}, {{2, 3}}}, tuple{1}), "2x?");
}

TEST(VerifierXla, TheBuilderMeetsBoundedSizes) {
  const dim b1 = at_most(1), b4 = at_most(4);
  struct row {
    dim a, b;
    std::string result;
  };
  const std::vector<row> rows{{unknown, unknown, "?"}, {unknown, 3, "3"},    {unknown, 1, "?"},
                              {unknown, b1, "?"},      {unknown, b4, "<=4"}, {3, unknown, "3"},
                              {1, unknown, "?"},       {b1, unknown, "?"},   {b4, unknown, "<=4"},
                              {4, b4, "<=4"},          {b4, 4, "<=4"},       {b4, b4, "<=4"},
                              {1, b4, "<=4"},          {b4, 1, "<=4"},       {1, b1, "<=1"},
                              {b1, 1, "<=1"},          {1, 4, "4"},          {4, 1, "4"}};
  for (row const& r : rows) {
    EXPECT_EQ(said("xla_client", {{{r.a}}, {{r.b}}}), r.result)
        << to_string(r.a) << " " << to_string(r.b);
  }
  // The largest number is a size like any other.
  const std::string largest = std::to_string(INT64_MAX);
  EXPECT_EQ(said("xla_client", {{{INT64_MAX}}, {{unknown}}}), largest);
  EXPECT_EQ(said("xla_client", {{{unknown}}, {{INT64_MAX}}}), largest);
  EXPECT_EQ(said("xla_client", {{{INT64_MAX}}, {{3}}}),
            "xla.X11: operand 0 has " + largest + ", operand 1 has 3");
  EXPECT_EQ(said("xla_client", {{{3}}, {{INT64_MAX}}}),
            "xla.X11: operand 0 has 3, operand 1 has " + largest);
  EXPECT_EQ(said("xla_client", {{{b4}}, {{3}}}), "xla.X11: operand 0 has <=4, operand 1 has 3");
  EXPECT_EQ(said("xla_client", {{{3}}, {{b4}}}), "xla.X11: operand 0 has 3, operand 1 has <=4");
  EXPECT_EQ(said("xla_client", {{{b1}}, {{4}}}), "xla.X11: operand 0 has <=1, operand 1 has 4");
}

TEST(VerifierXla, TheBuilderMatchesBoundedSizes) {
  EXPECT_EQ(said("xla_client", {{{2, 3}}, {{at_most(4)}}}, tuple{1}),
            "xla.X6: operand 0 has 3, operand 1 has <=4");
  EXPECT_EQ(said("xla_client", {{{2, 4}}, {{at_most(4)}}}, tuple{1}), "2x<=4");
  // A 1 is removed from the lower operand, bounded or not.
  EXPECT_EQ(said("xla_client", {{{2, 1}}, {{at_most(1)}}}, tuple{1}), "2x1");
  EXPECT_EQ(said("xla_client", {{{2, at_most(1)}}, {{1}}}, tuple{1}), "2x<=1");
  EXPECT_EQ(said("xla_client", {{{2, 4}}, {{1}}}, tuple{1}), "2x4");
}

}  // namespace
}  // namespace verifier_xla_test
