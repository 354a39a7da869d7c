// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/verifier/verifier.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/spec/profiles.hpp"
#include "tests/support/verdicts.hpp"

namespace verifier_test {
namespace {

using namespace bcast::verifier;
using bcast::spec::unknown;
using verdicts::text;
using verdicts::verified;
using tuple = std::vector<std::int64_t>;

std::string inferred(std::string_view profile, std::vector<type> const& operands,
                     std::optional<tuple> const& dimensions = std::nullopt) {
  return text(infer(profile_of(profile), operands, dimensions));
}

const type any_rank{{}, false};

TEST(Verifier, AViolationNamesTheAxisAndTheOperands) {
  const auto v = infer(profile_of("array_api"), std::vector<type>{{{2, 3}}, {{1}}, {{4, 1}}});
  auto const& bad = std::get<violation>(v);
  EXPECT_EQ(bad.tag, "array_api.A14");
  EXPECT_EQ(bad.axis, 0U);
  ASSERT_EQ(bad.operands.size(), 2U);
  EXPECT_EQ(bad.operands[0].operand, 0U);
  EXPECT_EQ(bad.operands[1].operand, 2U);
  EXPECT_EQ(reason(bad), "operand 0 has 2, operand 2 has 4");
}

TEST(Verifier, OfSeveralAxesThatClashItNamesTheOneThatTheDocumentMeetsFirst) {
  struct row {
    std::string_view profile;
    std::size_t axis, first, second;
  };
  const auto expect = [](std::vector<type> const& operands, std::vector<row> const& rows) {
    for (row const& r : rows) {
      const auto v = infer(profile_of(r.profile), operands);
      auto const& bad = std::get<violation>(v);
      EXPECT_EQ(bad.axis, r.axis) << r.profile;
      ASSERT_EQ(bad.operands.size(), 2U) << r.profile;
      EXPECT_EQ(bad.operands[0].operand, r.first) << r.profile;
      EXPECT_EQ(bad.operands[1].operand, r.second) << r.profile;
    }
  };
  // SONNX checks all operands on the first axis; the others join the first two on both axes.
  expect({{{2, 4}}, {{3, 5}}, {{1}}}, {{"sonnx", 0, 0, 1},
                                       {"sonnx zero=other", 0, 0, 1},
                                       {"array_api", 1, 0, 1},
                                       {"onnx", 1, 0, 1},
                                       {"mlir", 0, 0, 1},
                                       {"mlir@19", 0, 0, 1}});
  expect({{{2, 4}}, {{5}}, {{3, 1}}}, {{"sonnx", 0, 0, 2},
                                       {"array_api", 1, 0, 1},
                                       {"mlir", 1, 0, 1},
                                       {"sound symbols=axis", 1, 0, 1}});
  expect({{{2, 4}}, {{3, 5}}}, {{"xla", 0, 0, 1}, {"xla_client", 0, 0, 1}});
}

std::string why(std::string_view profile, std::vector<type> const& operands,
                std::optional<tuple> const& dimensions = std::nullopt) {
  return reason(std::get<violation>(infer(profile_of(profile), operands, dimensions)));
}

// Whether the sizes of a clash are known decides whose clause it breaks.
TEST(Verifier, AnOpaqueSizeBreaksAClauseOfItsOwn) {
  const auto n = dim::named(1), m = dim::named(2);
  for (char const* profile : {"jax_symbolic", "sonnx unknown=opaque symbols=axis"}) {
    EXPECT_EQ(inferred(profile, {{{n}}, {{m}}}), "bcast.P44") << profile;
    EXPECT_EQ(inferred(profile, {{{n}}, {{3}}}), "bcast.P44") << profile;
    EXPECT_EQ(inferred(profile, {{{3}}, {{n}}}), "bcast.P44") << profile;
  }
  EXPECT_EQ(inferred("jax_symbolic", {{{2}}, {{3}}}), "array_api.A14");
  EXPECT_EQ(inferred("sonnx unknown=opaque symbols=axis", {{{2}}, {{3}}}), "sonnx.C1");
}

// Whichever operand an unknown size belongs to, and whether or not the other one has that axis.
TEST(Verifier, AnUnknownSizeIsPropagatedThroughATuple) {
  EXPECT_EQ(inferred("xla unknown=propagate", {{{unknown, 3}}, {{3}}}, tuple{1}), "?x3");
  EXPECT_EQ(inferred("xla unknown=propagate", {{{3}}, {{3, unknown}}}, tuple{0}), "3x?");
  EXPECT_EQ(inferred("xla unknown=propagate", {{{2, 3}}, {{unknown}}}, tuple{1}), "2x?");
}

// A size that a bound alone keeps from being larger is unknown to a rule without bounds.
TEST(Verifier, ABoundOf0IsNoSizeOf0) {
  EXPECT_EQ(inferred("tosa unknown=infer", {{{dim::bounded(0)}}, {{1}}}), "?");
  EXPECT_EQ(inferred("tosa unknown=infer", {{{0}}, {{1}}}), "no answer tosa.X2");
}

// The first shape is repeated as whole blocks of the second.
TEST(Verifier, OfBlocksTheSizeOfTheSecondIsTheResultsAlsoWhereOneIsUnknown) {
  for (char const* profile : {"webnn_blocks unknown=infer", "webnn_blocks unknown=tight"}) {
    EXPECT_EQ(inferred(profile, {{{unknown}}, {{6}}}), "6") << profile;
    EXPECT_EQ(inferred(profile, {{{3}}, {{unknown}}}), "?") << profile;
  }
}

TEST(Verifier, OfBlocksA0DividesNothing) {
  EXPECT_EQ(inferred("webnn_blocks zero=other", {{{0}}, {{0}}}), "webnn.A29");
  EXPECT_EQ(inferred("webnn_blocks zero=other", {{{3}}, {{0}}}), "0");
}

TEST(Verifier, InOneDirectionAnUnknownSizeThatIsKeptIsWhatTheOtherOneIs) {
  for (char const* profile : {"onnx_uni unknown=tight", "webnn_uni unknown=tight relation=first"}) {
    EXPECT_EQ(inferred(profile, {{{unknown}}, {{3}}}), "3") << profile;
    EXPECT_EQ(inferred(profile, {{{unknown}}, {{1}}}), "?") << profile;
    EXPECT_EQ(inferred(profile, {{{3}}, {{unknown}}}), "3") << profile;
    EXPECT_EQ(inferred(profile, {{{1}}, {{unknown}}}), "1") << profile;
  }
  EXPECT_EQ(inferred("onnx_uni unknown=tight", {{{unknown}}, {{0}}}), "0");
  EXPECT_EQ(inferred("onnx_uni unknown=tight", {{{0}}, {{unknown}}}), "0");
  EXPECT_EQ(inferred("webnn_uni unknown=tight", {{{3}}, {{unknown}}}), "3");
  EXPECT_EQ(inferred("webnn_uni unknown=tight", {{{1}}, {{unknown}}}), "?");
}

TEST(Verifier, InOneDirectionARankThatIsUnknownIsNotTooLarge) {
  EXPECT_EQ(inferred("onnx_uni unranked=set_aside", {any_rank, {{2, 3}}}), "2x3");
  EXPECT_EQ(inferred("onnx_uni unranked=set_aside", {{{2}}, any_rank}), "2");
  EXPECT_EQ(inferred("onnx_uni unranked=absorb", {any_rank, {{2, 3}}}), "*");
  EXPECT_EQ(inferred("webnn_uni unranked=set_aside", {{{2, 3}}, any_rank}), "2x3");
}

TEST(Verifier, InOneDirectionTheSizesAreNotSolvedAsAJoin) {
  const auto n = dim::named(1);
  const std::string profile = "onnx_uni unknown=tight unknown_result=accept symbols=solve";
  EXPECT_EQ(verified(profile, {{{n}}, {{3}}}, {{3}}), "3");
  EXPECT_EQ(verified(profile, {{{n}}, {{1}}}, {{7}}), "s1");
}

TEST(Verifier, AnAxisThatATupleDoesNotNameIsComparedToo) {
  EXPECT_EQ(inferred("stablehlo relation=join zero=reject", {{{2}}, {{2, 0}}}, tuple{0}),
            "stablehlo.C5");
  EXPECT_EQ(inferred("stablehlo relation=join", {{{2}}, {{2, 0}}}, tuple{0}), "2x0");
}

TEST(Verifier, OfTwoRanksTheOneThatIsKeptIsNamedFirst) {
  EXPECT_EQ(why("onnx_uni", {{{3}}, {{2, 3}}}), "rank 1 against rank 2");
  EXPECT_EQ(why("webnn_uni", {{{2, 3, 4}}, {{4}}}), "rank 1 against rank 3");
  EXPECT_EQ(why("tosa", {{{2, 3}}, {{3}}}), "rank 2 against rank 1");
}

TEST(Verifier, OperandsAreNamedInTheirOrderAlthoughATupleTurnsThem) {
  EXPECT_EQ(why("xla", {{{5, 3}}, {{2}}}, tuple{0}), "operand 0 has 5, operand 1 has 2");
  EXPECT_EQ(why("xla", {{{2}}, {{5, 3}}}, tuple{0}), "operand 0 has 2, operand 1 has 5");
}

TEST(Verifier, ARuleOfTwoOperandsHasNoAnswerForOneOrThree) {
  for (std::string_view profile : {"xla", "xla_client"}) {
    EXPECT_EQ(inferred(profile, {{{3}}}), "no answer xla.G1") << profile;
    EXPECT_EQ(inferred(profile, {{{3}}, {{3}}, {{3}}}), "no answer xla.G1") << profile;
  }
}

TEST(Verifier, ARuleOfTwoOperandsCitesItsOwnClause) {
  EXPECT_EQ(inferred("webnn_blocks", {{{4}}, {{4}}, {{4}}}), "no answer webnn.N3");
  EXPECT_EQ(inferred("webnn_blocks", {}), "no answer webnn.N3");
}

TEST(Verifier, OfManyOperandsEachGivesWayToTheNext) {
  EXPECT_EQ(inferred("webnn_uni operands=any", {{{1, 4}}, {{4}}, {{3, 4}}}), "webnn.A3");
  EXPECT_EQ(why("webnn_uni operands=any", {{{1, 4}}, {{4}}, {{3, 4}}}), "rank 1 against rank 2");
}

TEST(Verifier, ZeroAgainstOneInEveryProfile) {
  const std::map<std::string_view, std::string> other_than_zero{
      {"sonnx", "sonnx.C1"},
      {"xla", "1"},
      {"mlir", "no answer mlir.G1"},
      {"webnn_uni", "no answer webnn.G1"},
      {"webnn_bi", "no answer webnn.G1"},
      {"webnn_blocks", "no answer webnn.G1"},
      {"tosa", "no answer tosa.X2"},
      {"stablehlo", "stablehlo.C5"},
  };
  std::size_t others = 0;
  for (bcast::spec::profile const& p : bcast::spec::profiles) {
    const auto other = other_than_zero.find(p.name);
    others += other != other_than_zero.end();
    const std::string expected = other == other_than_zero.end() ? "0" : other->second;
    EXPECT_EQ(inferred(p.name, {{{0}}, {{1}}}), expected) << p.name;
  }
  EXPECT_EQ(others, other_than_zero.size());
}

TEST(Verifier, UnknownAgainstZero) {
  const std::vector<type> operands{{{unknown}}, {{0}}};
  EXPECT_EQ(inferred("array_api", operands), "no answer array_api.G2");
  EXPECT_EQ(inferred("mlir", operands), "no answer mlir.G1");
  EXPECT_EQ(inferred("mlir@19", operands), "?");
  EXPECT_EQ(inferred("sound", operands), "0");
}

TEST(Verifier, UnderMlir19TheOrderOfTheOperandsMatters) {
  EXPECT_EQ(inferred("mlir@19", {{{unknown}}, {{0}}, {{3}}}), "3");
  EXPECT_EQ(inferred("mlir@19", {{{unknown}}, {{3}}, {{0}}}), "mlir.I6");
  EXPECT_EQ(inferred("mlir@19", {{{0}}, {{unknown}}, {{3}}}), "3");
  EXPECT_EQ(inferred("sound", {{{unknown}}, {{0}}, {{3}}}), "bcast.P1");
}

TEST(Verifier, ASwitchChangesOneThing) {
  const std::vector<type> operands{{{0}}, {{1}}};
  EXPECT_EQ(inferred("mlir zero=other", operands), "0");
  EXPECT_EQ(inferred("array_api zero=maximum", operands), "1");
  EXPECT_EQ(inferred("array_api rank=equal", {{{2, 3}}, {{3}}}), "array_api.X5");
  EXPECT_EQ(inferred("array_api operands=two", {{{3}}, {{3}}, {{3}}}), "no answer array_api.G1");
  EXPECT_EQ(verified("mlir unknown_result=accept", {{{unknown}}}, {{4}}), "?");
  EXPECT_EQ(verified("mlir", {{{unknown}}}, {{4}}), "mlir.V2");
  EXPECT_EQ(verified("mlir leading=accept", {{{3}}}, {{1, 3}}), "3");
  EXPECT_EQ(verified("mlir", {{{3}}}, {{1, 3}}), "mlir.A5");
  EXPECT_EQ(verified("mlir@19", {{{1, 3}}}, {{3}}), "mlir.A5");
  EXPECT_EQ(inferred("array_api unknown=infer", {{{unknown}}, {{3}}}), "3");
  EXPECT_EQ(inferred("onnx symbols=forget", {{{dim::named(1)}}, {{dim::named(1)}}}), "?");
  EXPECT_EQ(inferred("array_api unranked=absorb", {any_rank, {{2}}}), "*");
  EXPECT_EQ(inferred("xla tuple=client", {{{2, 3}}, {{2, 3}}}, tuple{0, 1}), "2x3");
  EXPECT_EQ(inferred("xla operands=any", {{{3}}, {{1}}, {{3}}}), "3");
}

TEST(Verifier, RanksThatHaveToBeEqual) {
  EXPECT_EQ(inferred("array_api rank=equal", {{{2, 3}}, {{1, 3}}}), "2x3");
  EXPECT_EQ(inferred("array_api rank=equal unranked=set_aside", {any_rank, {{2}}, {{1}}}), "2");
  EXPECT_EQ(inferred("array_api rank=equal unranked=set_aside", {any_rank, {{2}}, {{}}}),
            "array_api.X5");
  EXPECT_EQ(verified("xla", {{{3}}, {{3}}}, {{3}}), "3");
  EXPECT_EQ(verified("array_api operands=two", {{{3}}, {{1}}}, {{3}}), "3");
}

TEST(Verifier, ASymbolsResultMayHaveLeadingAxesWhereTheProfileSaysSo) {
  EXPECT_EQ(verified("sound leading=accept", {{{3}}}, {{1, 3}}), "3");
  EXPECT_EQ(verified("sound leading=accept", {{{3}}}, {{7, 4}}), "bcast.P40");
  EXPECT_EQ(verified("sound leading=accept", {{{dim::named(1)}}}, {{dim::named(1)}}), "s1");
  EXPECT_EQ(verified("sound", {{{3}}}, {{1, 3}}), "bcast.P40");
}

TEST(Verifier, EachReasonAsText) {
  const type v2{{2}, true, container::vector};
  const auto why = [](std::string_view profile, std::vector<type> const& operands) {
    const verdict v = infer(profile_of(profile), operands);
    auto const* wrong = std::get_if<violation>(&v);
    return wrong != nullptr ? reason(*wrong) : reason(std::get<gap>(v));
  };
  EXPECT_EQ(why("array_api rank=equal", {{{2, 3}}, {{3}}}), "rank 2 against rank 1");
  EXPECT_EQ(why("mlir@19", {v2, {{2}}}), "vectors and tensors are mixed");
  EXPECT_EQ(why("sonnx", {}), "no operands");
  EXPECT_EQ(reason(std::get<violation>(
                infer(profile_of("xla"), std::vector<type>{{{3}}, {{2, 4}}}, tuple{1}))),
            "operand 0 has 3, operand 1 has 4");
  // Two operands belong to a violation, not to a gap.
  EXPECT_THROW(reason(gap{"xla.G5", {}, cause::sizes_clash}), std::logic_error);
  EXPECT_THROW(reason(gap{"xla.G5", {}, cause::sizes_matched}), std::logic_error);
}

TEST(Verifier, AReasonNamesTheSizesOfBothSides) {
  const auto n = dim::named(1), m = dim::named(2);
  const std::vector<std::string> names{"N", "M"};
  const auto why = [&](verdict const& v) { return reason(std::get<violation>(v), names); };
  EXPECT_EQ(why(infer(profile_of("jax_symbolic"), std::vector<type>{{{n}}, {{m}}})),
            "operand 0 has N, operand 1 has M");
  EXPECT_EQ(why(infer(profile_of("jax_symbolic"), std::vector<type>{{{m}}, {{4}}})),
            "operand 0 has M, operand 1 has 4");
  violation wrong;
  wrong.cause = cause::result_size;
  wrong.found = m;
  wrong.expected = n;
  EXPECT_EQ(reason(wrong, names), "the result has M, not the inferred N");
}

TEST(Verifier, ASizeWithANameIsWrittenWithIt) {
  const std::vector<std::string> names{"N", "M"};
  EXPECT_EQ(to_string(dim::named(1), names), "N");
  EXPECT_EQ(to_string(dim::named(2), names), "M");
  EXPECT_EQ(to_string(dim::named(3), names), "s3");
  EXPECT_EQ(to_string(dim::bounded(4, 2), names), "M<=4");
  EXPECT_EQ(to_string(unknown, names), "?");
  EXPECT_EQ(to_string(dim(5), names), "5");
}

TEST(Verifier, AProfileOfAnotherDocumentHasNothingToCite) {
  bcast::spec::profile unlisted = profile_of("sound");
  unlisted.document = "unlisted";
  EXPECT_THROW(infer(unlisted, std::vector<type>{{{2}}, {{3}}}), std::logic_error);
}

TEST(Verifier, ATypeCopiedIsTheOthersAndApartFromIt) {
  type small{{4}}, large{{1, 2, 3, 4, 5, 6, 7, 8, 9}}, t;
  for (type const* other : {&small, &large, &small}) {
    t = *other;
    EXPECT_EQ(t, *other);
  }
  large = small;
  large.sizes[0] = 5;
  EXPECT_EQ(to_string(small), "4");
  t = small;
  t.ranked = false;
  EXPECT_FALSE(t == small);
  t = small;
  t.container = container::vector;
  EXPECT_FALSE(t == small);
  t = small;
  t.sizes[0] = 5;
  EXPECT_FALSE(t == small);
}

TEST(Verifier, ATypeMovedOrCopiedToItselfStays) {
  type t{{1, 2, 3, 4, 5, 6, 7, 8, 9}};
  type& same = t;
  t = same;
  t = std::move(same);
  EXPECT_EQ(to_string(t), "1x2x3x4x5x6x7x8x9");
}

TEST(Verifier, AnUnknownWordInAProfileIsNamed) {
  const auto wrong = [](std::string_view text) {
    try {
      profile_of(text);
    } catch (std::invalid_argument const& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  std::string listed;
  for (auto const& p : bcast::spec::profiles) {
    listed += (listed.empty() ? "" : ", ") + std::string(p.name);
  }
  EXPECT_EQ(wrong("numpy"), "no profile is called 'numpy'; there are " + listed);
  EXPECT_NE(wrong("").find("''"), std::string::npos);
  EXPECT_EQ(wrong("mlir zero"), "'zero' is not of the form switch=value");
  EXPECT_EQ(wrong("mlir zero=wild"),
            "the switch zero has no value 'wild'; it has other, reject, maximum, gap, illegal");
  EXPECT_NE(wrong("mlir size=0").find("no switch is called 'size'"), std::string::npos);
  EXPECT_EQ(wrong("mlir zero=other zero=reject"), "the switch zero is given twice");
  EXPECT_EQ(wrong("mlir zero=other rank=pad zero=other"), "the switch zero is given twice");
  EXPECT_EQ(wrong("sound zero=reject"), "zero=reject has no effect with symbols=solve");
  EXPECT_EQ(wrong("xla_client zero=gap"), "zero=gap has no effect with unknown=client");
  EXPECT_EQ(wrong("onnx_uni zero=maximum"), "zero=maximum has no effect with relation=first");
  for (char const* effective : {"sound zero=reject symbols=axis", "sound zero=other",
                                "onnx_uni zero=illegal", "onnx_uni zero=gap relation=join"}) {
    EXPECT_EQ(wrong(effective), "") << effective;
  }
}

TEST(Verifier, UnrankedOperands) {
  EXPECT_EQ(inferred("mlir", {any_rank, {{2}}}), "2");
  EXPECT_EQ(inferred("sound", {any_rank, {{2}}}), "*");
  EXPECT_EQ(inferred("sound", {any_rank, {{2}}, {{3}}}), "bcast.P1");
  EXPECT_EQ(inferred("array_api", {any_rank}), "no answer array_api.G2");
  EXPECT_EQ(verified("mlir", {any_rank, any_rank}, {{2}}), "*");
}

TEST(Verifier, NoOperands) {
  EXPECT_EQ(inferred("sonnx", {}), "no answer sonnx.G2");
  EXPECT_EQ(inferred("array_api", {}), "no answer array_api.G1");
  EXPECT_EQ(inferred("xla", {}), "no answer xla.G1");
  EXPECT_EQ(inferred("mlir", {}), "*");
  EXPECT_EQ(inferred("sound", {}), "()");
  EXPECT_EQ(verified("mlir", {}, {{3}}), "*");
  EXPECT_EQ(verified("mlir@19", {}, {{3}}), "*");
  EXPECT_EQ(verified("sound", {}, {{}}), "()");
  EXPECT_EQ(verified("sound", {}, {{3}}), "bcast.P40");
}

TEST(Verifier, XlaClientHasAnAnswerWhereTheTextIsSilent) {
  EXPECT_EQ(inferred("xla_client", {{{2, 3}}, {{2, 3}}}, tuple{0, 1}), "2x3");
  EXPECT_EQ(inferred("xla_client", {{{2, 3}}, {{2, 3}}}, tuple{}), "2x3");
  EXPECT_EQ(inferred("xla_client", {{{2, 3}}, {{2, 3}}}, tuple{1, 0}), "xla.G2");
  EXPECT_EQ(inferred("xla_client", {{{2, 3}}, {{2, 3}}}, tuple{0}), "xla.G2");
  EXPECT_EQ(inferred("xla_client", {{{2, 3}}, {{3}}}, tuple{}), "xla.X3");
  EXPECT_EQ(inferred("xla_client", {{{2, 3}}, {{3}}}, tuple{0, 1}), "xla.X9");
  EXPECT_EQ(inferred("xla_client", {{{2, 3}}, {{3}}}, tuple{2}), "xla.G4");
  EXPECT_EQ(inferred("xla_client", {{{2, 3}}, {{3}}}, tuple{-1}), "xla.G4");
  // The sizes are checked before the order.
  EXPECT_EQ(inferred("xla_client", {{{16, 8, 4}}, {{8, 4}}}, tuple{2, 1}), "xla.X6");
  EXPECT_EQ(inferred("xla_client", {{{8, 8, 8}}, {{8, 8}}}, tuple{0, 0}), "xla.X10");
  // The text checks one rule after the other, XlaBuilder one entry after the other.
  EXPECT_EQ(inferred("xla", {{{2, 3, 4}}, {{3, 9}}}, tuple{1, 1}), "xla.X6");
  EXPECT_EQ(inferred("xla", {{{8, 8, 8}}, {{8, 8}}}, tuple{1, 1}), "xla.X10");
  EXPECT_EQ(inferred("xla", {{{2, 3}}, {{9}}}, tuple{-1}), "no answer xla.G4");
  EXPECT_EQ(inferred("xla", {{{2}}, {{}}}, tuple{}), "2");
  EXPECT_EQ(inferred("xla", {{{2}}, {{}}}, tuple{0}), "xla.X9");
}

TEST(Verifier, ATuplesEntryIsMatchedBeforeTheSizesMeet) {
  // An unknown size matches anything.
  EXPECT_EQ(inferred("xla unknown=infer", {{{2, 3}}, {{unknown}}}, tuple{1}), "2x3");
  EXPECT_EQ(inferred("xla unknown=infer", {{{2, unknown}}, {{3}}}, tuple{1}), "2x3");
  EXPECT_EQ(inferred("xla unknown=infer", {{{2, 4}}, {{3}}}, tuple{1}), "xla.X6");
  EXPECT_EQ(inferred("xla zero=reject", {{{2, 0}}, {{1}}}, tuple{1}), "xla.X11");
  EXPECT_EQ(inferred("xla", {{{2, 0}}, {{1}}}, tuple{1}), "2x1");
}

TEST(Verifier, AMatchThatFailsNamesBothOperands) {
  const auto v = infer(profile_of("xla"), std::vector<type>{{{3}}, {{2, 4}}}, tuple{1});
  auto const& bad = std::get<violation>(v);
  EXPECT_EQ(bad.tag, "xla.X6");
  EXPECT_EQ(bad.axis, 1U);
  ASSERT_EQ(bad.operands.size(), 2U);
  EXPECT_EQ(bad.operands[0].operand, 0U);
  EXPECT_EQ(bad.operands[1].operand, 1U);
  EXPECT_EQ(bad.operands[1].size, bcast::spec::dim(4));
}

TEST(Verifier, EachRuleForAnUnknownSizeHasItsExample) {
  const dim q = bcast::spec::unknown;
  EXPECT_EQ(inferred("torch_unbacked", {{{q}}, {{0}}}), "0");
  EXPECT_EQ(verified("torch_unbacked", {{{q}}}, {{4}}), "?");
  EXPECT_EQ(inferred("onnx", {{{dim::bounded(8, 1)}}}), "s1");
  EXPECT_EQ(inferred("onnx", {{{dim::bounded(8, 1)}}, {{dim::bounded(5, 1)}}}), "s1");
  EXPECT_EQ(inferred("array_api@2025.12", {{{q}}, {{3}}}), "?");
  EXPECT_EQ(verified("array_api@2025.12", {{{q}}, {{3}}}, {{3}}), "array_api@2025.12.X6");
}

TEST(Verifier, UnderOnnxSymbolsMeetInOneAxis) {
  const auto n = dim::named(1), m = dim::named(2);
  EXPECT_EQ(inferred("onnx", {{{3}}, {{n}}}), "3");
  EXPECT_EQ(inferred("onnx", {{{1}}, {{n}}}), "s1");
  EXPECT_EQ(inferred("onnx", {{{n}}, {{n}}}), "s1");
  EXPECT_EQ(inferred("onnx", {{{n}}, {{m}}}), "?");
  EXPECT_EQ(inferred("onnx", {{{0}}, {{n}}}), "0");
  EXPECT_EQ(inferred("onnx", {{{0}}, {{3}}}), "array_api.A14");
  EXPECT_EQ(inferred("onnx", {{{n, n}}, {{3, 1}}}), "3xs1");
  EXPECT_EQ(inferred("mlir", {{{n}}, {{n}}}), "?");
}

TEST(Verifier, VectorsAndTensors) {
  const type v2{{2}, true, container::vector}, v3{{3}, true, container::vector}, t2{{2}};
  EXPECT_EQ(verified("mlir", {v2, v2}, v3), "mlir.V4");
  EXPECT_EQ(verified("mlir@19", {v2, v3}, v3), "*");
  EXPECT_EQ(verified("mlir@19", {v2, t2}, t2), "mlir.X3");
  EXPECT_EQ(verified("mlir@19", {v2, v2}, t2), "mlir.X3");
  EXPECT_EQ(verified("mlir@19", {t2, t2}, v2), "mlir.X3");
  EXPECT_EQ(verified("mlir@19", {v2}, any_rank), "mlir.X3");
  EXPECT_EQ(verified("mlir@19 vectors=compare", {v2, v2}, v3), "mlir.V4");
}

TEST(Verifier, BadInputIsRefused) {
  EXPECT_THROW(infer(profile_of("sound"), std::vector<type>{{{-1}}}), std::invalid_argument);
  EXPECT_THROW(infer(profile_of("mlir"), std::vector<type>{{{1}}}, tuple{0}),
               std::invalid_argument);
  EXPECT_THROW(verify(profile_of("sound"), std::vector<type>{{{unknown}}}, {{-1}}),
               std::invalid_argument);
  EXPECT_EQ(verified("array_api", {{{unknown}}}, {{unknown}}), "no answer array_api.G2");
}

// A size that is not known has a bound, and no size is at most a negative number.
TEST(Verifier, ANegativeBoundIsRefusedAsANegativeSizeIs) {
  const auto told = [](std::vector<type> const& operands, type const& result) {
    try {
      verify(profile_of("sound"), operands, result);
    } catch (std::invalid_argument const& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  for (dim negative : {dim(-2), dim::bounded(-2), dim::bounded(-2, 1)}) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      type t{{1, 2, 3}};
      t.sizes[axis] = negative;
      const std::string had = " has the negative size -2 on axis " + std::to_string(axis);
      EXPECT_EQ(told({t, {{3}}}, {{1, 2, 3}}), "operand 0" + had);
      EXPECT_EQ(told({{{3}}, t}, {{1, 2, 3}}), "operand 1" + had);
      EXPECT_EQ(told({{{3}}, {{2, 3}}}, t), "the result" + had);
      EXPECT_THROW(infer(profile_of("sound"), std::vector<type>{t}), std::invalid_argument);
    }
  }
}

}  // namespace
}  // namespace verifier_test
