// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/laws.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "laws/guess.hpp"
#include "oracle/plain.hpp"
#include "tests/support/one_answer.hpp"

// The messages of laws for subjects with one wrong answer.

namespace {

namespace kit = bcast::kit;
using namespace bcast::proptests;
using bcast::tests::answering;
using bcast::tests::no_reason;
using bcast::tests::said;
using bcast::tests::shaped;
using bcast::tests::verdict;
using kind = kit::answer::kind;

TEST(Laws, AWrongVerdictIsDescribed) {
  EXPECT_EQ(said("join", answering(shaped(type_of({2}))), "3"), "got 2; expected 3");
  EXPECT_EQ(said("join", answering(verdict(kind::no_answer, "t")), "3"),
            "got no answer by t; expected 3");
  EXPECT_EQ(said("join", answering(verdict(kind::reject)), "3"),
            "got rejection; expected 3" + no_reason);
  kit::answer at = verdict(kind::reject);
  at.axis = 1;
  EXPECT_EQ(said("join", answering(at), "3"), "got rejection at axis 1; expected 3" + no_reason);
}

TEST(Laws, TheBlameOfARejectionIsChecked) {
  kit::answer a = verdict(kind::reject);
  const auto blamed = [&](std::size_t axis, std::vector<std::size_t> operands) {
    a.axis = axis;
    a.operands = std::move(operands);
    return said("join", answering(a), "2x3 2x1 4");
  };
  EXPECT_EQ(blamed(1, {0, 2}), "holds");
  EXPECT_EQ(blamed(2, {0, 2}), "names axis 2, but the result has rank 2");
  EXPECT_EQ(blamed(1, {0, 3}), "names operand 3, but there are 3");
  EXPECT_EQ(blamed(1, {0, 1}), "the named operands do not clash at axis 1");
  EXPECT_EQ(blamed(0, {0, 2}), "the named operands do not clash at axis 0");
}

TEST(Laws, ATextIsHeldToItsVerdictShapeClauseAndAxis) {
  const auto text = [&](kit::answer const& a, char const* c) {
    return said("xla text", answering(a, "xla"), c);
  };
  EXPECT_EQ(text(shaped(type_of({2})), "2 1"), "holds");
  EXPECT_EQ(text(shaped(type_of({3})), "2 1"), "got 3; expected 2");
  EXPECT_EQ(text(verdict(kind::no_answer, "x"), "2 1"), "got no answer by x; expected 2");
  EXPECT_EQ(text(verdict(kind::reject, "xla.X11"), "2 3"), "holds");
  EXPECT_EQ(text(verdict(kind::reject), "2 3"), "holds");
  EXPECT_EQ(text(verdict(kind::reject, "xla.X3"), "2 3"),
            "got rejection by xla.X3; expected rejection by xla.X11 at axis 0");
  kit::answer elsewhere = verdict(kind::reject, "xla.X11");
  elsewhere.axis = 1;
  EXPECT_EQ(text(elsewhere, "2x3 4x3"), "got xla.X11 for axis 1; expected axis 0");
  EXPECT_EQ(text(elsewhere, "2x3 2x4"), "holds");
  elsewhere.tag.clear();  // without a clause, the axis is not compared
  EXPECT_EQ(text(elsewhere, "2x3 4x3"), "holds");
  EXPECT_EQ(said("mlir text", answering(shaped({}), "xla"), "2"),
            "skipped: follows another document");
  EXPECT_EQ(said("xla text", kit::subject{"s", "xla"}, "2 2"), "skipped: does not join shapes");
}

TEST(Laws, TheAxisIsTheOneThatTheTextMeetsFirst) {
  const auto named = [](char const* document, char const* tag, std::size_t axis) {
    kit::answer a = verdict(kind::reject, tag);
    a.axis = axis;
    return said((std::string(document) + " text").c_str(), answering(a, document), "2x2 3x3");
  };
  EXPECT_EQ(named("array_api", "array_api.A14", 1), "holds");
  EXPECT_EQ(named("array_api", "array_api.A14", 0),
            "got array_api.A14 for axis 0; expected axis 1");
  EXPECT_EQ(named("sonnx", "sonnx.C1", 0), "holds");
  EXPECT_EQ(named("sonnx", "sonnx.C1", 1), "got sonnx.C1 for axis 1; expected axis 0");
  EXPECT_EQ(named("mlir", "mlir.I6", 0), "holds");
  EXPECT_EQ(named("mlir", "mlir.I6", 1), "got mlir.I6 for axis 1; expected axis 0");
}

TEST(Laws, AnExampleInPrintHasTheOutcomeInPrint) {
  const auto printed = [&](kit::answer const& a, char const* c) {
    return said("array_api examples", answering(a), c);
  };
  char const* const legal = "8x1x6x1 7x1x5 example=array_api.S1";
  char const* const illegal = "3 4 example=array_api.S7";
  EXPECT_EQ(printed(verdict(kind::reject), legal),
            "array_api.S1 is legal in the document; got rejection" + no_reason +
                "\nif it takes no rank above 3, declare `max_rank = 3` in its kit::contract");
  EXPECT_EQ(printed(shaped(type_of({1})), legal),
            "array_api.S1 gives 8x7x6x5 in the document; got 1");
  EXPECT_EQ(printed(shaped(type_of({4})), illegal),
            "array_api.S7 is illegal in the document; got 4");
  EXPECT_EQ(printed(verdict(kind::reject), illegal), "holds");
}

TEST(Laws, TheAnswerInAnotherOrderIsTheSame) {
  kit::subject s = plain();
  EXPECT_EQ(said("either first", s, "2x1 3"), "holds");
  s.infer = [](auto const& operands, auto const&) { return shaped(operands.front()); };
  EXPECT_EQ(said("either first", s, "2 1"), "1 2 gives 1; expected 2");
  s.profile = "sound";
  EXPECT_EQ(said("any order", s, "2 1 1"), "1 1 2 gives 1; expected 2");
  EXPECT_EQ(said("either first", s, "2"), "skipped: does not apply to this case");
  EXPECT_EQ(said("any order", s, "2 1 dims=0"), "skipped: does not apply to this case");
  EXPECT_EQ(said("any order", s, "? 1"), "skipped: does not apply to this case");
}

TEST(Laws, AShapeThatIsTooWideOrWrongIsShown) {
  EXPECT_EQ(said("soundness", answering(shaped({{2}}), "sound"), "? 1"),
            "inferred 2, but at run time 0 1 gives 0");
  const auto precision = [&](kit::shape inferred, char const* c) {
    return said("precision", answering(shaped(std::move(inferred)), "sound"), c);
  };
  EXPECT_EQ(precision({{std::nullopt}}, "2 1"),
            "axis 0 is inferred as ?, but is 2 at every legal run time");
  EXPECT_EQ(precision({{std::nullopt}}, "N 1"),
            "axis 0 is inferred as ?, but is N at every legal run time");
  EXPECT_EQ(precision({{std::nullopt}}, "<=2 1"),
            "axis 0 is inferred as ?, but is at most 2 at every legal run time");
  EXPECT_EQ(precision({{std::nullopt}}, "2 3"), "inferred ?, but no run time is legal");
  EXPECT_EQ(precision({}, "2 1"), "holds");  // another law checks this
  EXPECT_EQ(precision({{}, false}, "2 1"),
            "the rank is not inferred, but is 1 at every legal run time");
}

TEST(Laws, ADeclaredResultIsPossibleOrNot) {
  const auto possible = [&](kind v, char const* c) {
    return said("possible", answering(verdict(v, "t"), "sound"), c);
  };
  EXPECT_EQ(possible(kind::ok, "2 1 -> 2"), "holds");
  EXPECT_EQ(possible(kind::reject, "2 1 -> 2"), "got rejection by t, but at run time 2 1 gives 2");
  EXPECT_EQ(possible(kind::ok, "2 1 -> 3"), "got (), but no run time gives the declared result");
  EXPECT_EQ(possible(kind::reject, "* 2 -> *"), "got rejection by t, but at run time () 2 gives 2");
  EXPECT_EQ(possible(kind::ok, "2 1"), "skipped: does not apply to this case");
}

/// A subject that answers each question about shapes, and each call, by a function.
kit::subject answering_by(std::function<kit::answer(std::size_t rank)> answer) {
  kit::subject s = plain();
  s.infer = [answer](std::vector<kit::shape> const& x, auto const&) {
    return answer(x.front().sizes.size());
  };
  s.apply = [answer](auto, std::vector<kit::tensor> const& x, auto const&) {
    return answer(x.front().sizes.size());
  };
  return s;
}

TEST(Advice, ARefusalWithoutAReasonSaysWhereToWriteIt) {
  kit::subject s = answering_by([](auto) { return verdict(kind::reject); });
  EXPECT_EQ(said("values", s, "2"), "broadcast was refused" + no_reason);
  EXPECT_EQ(said("join", s, "2"), "got rejection; expected 2" + no_reason);
  s.connected = kit::door::c_table;
  EXPECT_EQ(said("values", s, "2"), "broadcast was refused\nwithout a reason: set `why->text`");
  s.connected = kit::door::pipe;
  EXPECT_EQ(said("elements", s, "2 op=copy"),
            "copy int32 2 -> 2\nwas refused\nwithout a reason: write it as the text of \"reject\"");
  const auto reasoned = answering_by([](auto) {
    kit::answer a = verdict(kind::reject);
    a.why = "not today";
    return a;
  });
  EXPECT_EQ(said("values", reasoned, "2"), "broadcast was refused\nits reason: not today");
  EXPECT_EQ(said("join", reasoned, "2 3"), "holds");
}

TEST(Advice, AnExceptionForWrongShapesSaysHowToRefuse) {
  kit::subject s = answering_by(
      [](auto) -> kit::answer { throw std::invalid_argument("they do not broadcast"); });
  const std::string thrown = "an exception: they do not broadcast";
  EXPECT_EQ(said("join", s, "2 3"), thrown +
                                        "\nto refuse shapes, return a kit::answer whose verdict is "
                                        "kit::answer::kind::reject");
  EXPECT_EQ(said("join", s, "2 1"), thrown);
  s.connected = kit::door::c_table;
  EXPECT_EQ(said("values", s, "2 3"), thrown + "\nto refuse shapes, return BCAST_REJECT");
  s.connected = kit::door::pipe;
  EXPECT_EQ(said("values", s, "2 3"),
            thrown + "\nto refuse shapes, answer {\"reject\": \"the reason\"}");
}

TEST(Advice, AFailureOfAHighRankPointsToTheDeclaration) {
  kit::subject s = answering_by([](std::size_t rank) {
    if (rank > 4) throw std::runtime_error("not implemented for rank > 4");
    return kit::answer{};
  });
  const std::string thrown = "an exception: not implemented for rank > 4";
  const std::string limit = "\nif it takes no rank above 4, declare ";
  EXPECT_EQ(said("values", s, "1x1x1x1x1"), thrown + limit + "`max_rank = 4` in its kit::contract");
  s.connected = kit::door::c_table;
  EXPECT_EQ(said("values", s, "1x1x1x1x1"), thrown + limit + "`max_rank=4` in `caps`");
  s.connected = kit::door::pipe;
  EXPECT_EQ(said("values", s, "1x1x1x1x1"),
            thrown + limit + "\"max_rank\": 4 among its capabilities");
}

TEST(Guess, AKnownMistakeIsNamed) {
  EXPECT_EQ(guess({2, 1}, {2, 2}, {1, 2, 1, 2}),
            "the flat index modulo the operand's element count");
  EXPECT_EQ(guess({2}, {2, 2}, {1, 1, 2, 2}),
            "each element repeated in turn: tiles taken for an interleave");
  EXPECT_EQ(guess({2}, {2, 2}, {2, 1, 1, 1}), "");
  // Outside of the operand there may be anything.
  EXPECT_EQ(guess({2}, {2, 2}, {1, 2, 99, 99}),
            "the result's flat index, as if the shapes were equal");
  EXPECT_EQ(guess({3, 1}, {3, 2}, {1, 2, 2, 3, 3, 99}), "the stride of an axis of size 1 is used");
  EXPECT_EQ(guess({2, 1, 2}, {2, 2, 2}, {1, 2, 3, 4, 3, 4, 9, 9}),
            "the stride of an axis of size 1 is used");
  EXPECT_EQ(guess({0}, {0}, {}), "");
  EXPECT_EQ(guess({1, 1}, {1}, {1}), "");
}

/// Plain, which rounds upwards from then on, before or after it computes.
kit::subject rounding_upwards(bool before) {
  kit::subject s = plain();
  s.apply = [before, right = s.apply](auto op, auto const& operands, auto const& outputs) {
    if (before) std::fesetround(FE_UPWARD);
    const kit::answer a = right(op, operands, outputs);
    std::fesetround(FE_UPWARD);
    return a;
  };
  return s;
}

TEST(Laws, TheKitComputesAsBeforeWhateverASubjectSets) {
  char const* const thirds = "8x1x6x1 7x1x5 type=float";
  EXPECT_EQ(said("arithmetic", rounding_upwards(false), thirds), "holds");
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_NE(said("arithmetic", rounding_upwards(true), thirds)
                .find("is -0.46666667; expected -0.4666667 "),
            std::string::npos)
      << said("arithmetic", rounding_upwards(true), thirds);
}

}  // namespace
