// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/laws.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "laws/contract.hpp"
#include "laws/guess.hpp"
#include "oracle/plain.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/one_answer.hpp"

// What laws ask, by their own scope and by what a subject declares; and their messages for subjects
// with one wrong answer.

namespace laws_test {

namespace kit = bcast::kit;
using namespace bcast::proptests;
using namespace bcast::tests;
using kind = kit::result::kind;

kit::result rejected_at(std::size_t axis, std::vector<std::size_t> operands = {},
                        char const* tag = "") {
  kit::result a = verdict(kind::refused, tag);
  a.axis = axis;
  a.operands = std::move(operands);
  return a;
}

TEST(Laws, AWrongVerdictIsDescribed) {
  expect_said(answering(shaped(type_of({2}))), "shape: 3 => got 2; expected 3");
  expect_said(answering(verdict(kind::silent, "t")), "shape: 3 => got no answer by t; expected 3");
  EXPECT_EQ(said("shape", answering(verdict(kind::refused)), "3"),
            "got rejection; expected 3" + no_reason);
  EXPECT_EQ(said("shape", answering(rejected_at(1)), "3"),
            "got rejection at axis 1; expected 3" + no_reason);
  struct row {
    std::size_t axis;
    std::vector<std::size_t> operands;
    char const* says;
  };
  for (row const& r :
       {row{1, {0, 2}, "holds"}, row{2, {0, 2}, "names axis 2, but the result has rank 2"},
        row{1, {0, 3}, "names operand 3, but there are 3"},
        row{1, {0, 1}, "the named operands do not clash at axis 1"},
        row{0, {0, 2}, "the named operands do not clash at axis 0"}}) {
    EXPECT_EQ(said("shape", answering(rejected_at(r.axis, r.operands)), "2x3 2x1 4"), r.says);
  }
}

TEST(Laws, ATextIsHeldToItsVerdictShapeClauseAndAxis) {
  const auto xla = [](kit::result const& a, std::string_view table) {
    expect_said(answering(a, "xla"), table);
  };
  xla(shaped(type_of({2})), "xla text: 2 1 => holds");
  xla(shaped(type_of({3})), "xla text: 2 1 => got 3; expected 2");
  xla(shaped({}), "mlir text: 2 => skipped: follows another document");
  xla(verdict(kind::silent, "x"), "xla text: 2 1 => got no answer by x; expected 2");
  xla(verdict(kind::silent, "xla.G2"), "xla text: 2 2 dims=7 => holds");
  xla(verdict(kind::refused, "xla.X11"), "xla text: 2 3 => holds");
  xla(verdict(kind::refused), "xla text: 2 3 => holds");
  xla(verdict(kind::refused, "xla.X3"),
      "xla text: 2 3 => got rejection by xla.X3; expected rejection by xla.X11 at axis 0");
  xla(rejected_at(1, {}, "xla.X11"), R"(
    xla text: 2x3 4x3   => got xla.X11 for axis 1; expected axis 0
    xla text: 2x3 2x4   => holds
  )");
  xla(rejected_at(1), "xla text: 2x3 4x3 => holds");  // without a clause, no axis is compared
  EXPECT_EQ(said("xla text", kit::subject{"s", "xla"}, "2 2"),
            "skipped: does not broadcast shapes");
}

TEST(Laws, TheAxisIsTheOneThatTheTextMeetsFirst) {
  expect_rows(R"(
    array_api array_api.A14 1   => holds
    array_api array_api.A14 0   => got array_api.A14 for axis 0; expected axis 1
    sonnx sonnx.C1 0            => holds
    sonnx sonnx.C1 1            => got sonnx.C1 for axis 1; expected axis 0
    mlir mlir.I6 0              => holds
    mlir mlir.I6 1              => got mlir.I6 for axis 1; expected axis 0
  )",
              [](std::string const& row) {
                const std::size_t first = row.find(' '), last = row.rfind(' ');
                const std::string document = row.substr(0, first),
                                  tag = row.substr(first + 1, last - first - 1);
                const kit::result a = rejected_at(row.back() == '1' ? 1 : 0, {}, tag.c_str());
                return said((document + " text").c_str(), answering(a, document.c_str()),
                            "2x2 3x3");
              });
}

TEST(Laws, AnExampleInPrintHasTheOutcomeInPrint) {
  expect_said(answering(shaped(type_of({1}))), R"(
    array_api examples: 8x1x6x1 7x1x5 example=array_api.S1 => array_api.S1 gives 8x7x6x5 in the document; got 1
    array_api examples: 3 4 example=array_api.S7 => array_api.S7 is illegal in the document; got 1
  )");
  const kit::subject refuses = answering(verdict(kind::refused));
  expect_said(refuses, "array_api examples: 3 4 example=array_api.S7 => holds");
  EXPECT_EQ(said("array_api examples", refuses, "8x1x6x1 7x1x5 example=array_api.S1"),
            "array_api.S1 is legal in the document; got rejection" + no_reason);
}

TEST(Laws, TheAnswerInAnotherOrderIsTheSame) {
  kit::subject s = plain();
  expect_said(s, "either first: 2x1 3 => holds");
  s.broadcast_shapes = [](auto const& operands, auto const&) { return shaped(operands.front()); };
  expect_said(s, R"(
    either first: 2 1       => 1 2 gives 1; expected 2
    either first: 2         => skipped: does not apply to this case
  )");
  s.rule = "sound";
  expect_said(s, R"(
    any order: 2 1 1        => 1 1 2 gives 1; expected 2
    any order: 2 1 dims=0   => skipped: does not apply to this case
    any order: ? 1          => skipped: does not apply to this case
  )");
}

TEST(Laws, AShapeThatIsTooWideOrWrongIsShown) {
  expect_said(answering(shaped({{2}}), "sound"),
              "soundness: ? 1 => inferred 2, but at run time 0 1 gives 0");
  expect_said(answering(shaped({{std::nullopt}}), "sound"), R"(
    precision: 2 1      => axis 0 is inferred as ?, but is 2 at every legal run time
    precision: N 1      => axis 0 is inferred as ?, but is N at every legal run time
    precision: <=2 1    => axis 0 is inferred as ?, but is at most 2 at every legal run time
    precision: 2 3      => inferred ?, but no run time is legal
  )");
  expect_said(answering(shaped({}), "sound"), "precision: 2 1 => holds");  // for another law
  expect_said(answering(shaped(kit::shape::unranked()), "sound"),
              "precision: 2 1 => the rank is not inferred, but is 1 at every legal run time");
}

TEST(Laws, AnAxisThatIsTooWideByItselfIsShown) {
  expect_said(answering(shaped({{std::nullopt}}), "onnx"), R"(
    per axis: N 3     => axis 0 is inferred as ?, but is 3 at every legal run time
    per axis: N 1     => axis 0 is inferred as ?, but is N at every legal run time
    per axis: <=2 1   => holds
    per axis: N M     => holds
    per axis: 2 3     => inferred ?, but axis 0 has no legal run time
    per axis: * 3     => skipped: does not apply to this case
    per axis: 3x1 N   => inferred ?, but the rank is 2
  )");
  expect_said(answering(shaped({{std::nullopt}}), "per_axis"), R"(
    per axis: <=2 1   => axis 0 is inferred as ?, but is at most 2 at every legal run time
    per axis: <=2 <=5 => axis 0 is inferred as ?, but is at most 5 at every legal run time
  )");
  expect_said(answering(verdict(kind::refused), "onnx"), R"(
    per axis: N N 1   => got rejection, but each axis has a legal run time
    per axis: 2 3     => holds
  )");
  expect_said(answering(shaped({{std::nullopt}}), "sound"),
              "per axis: N 3 => skipped: its rule does not claim this");
}

TEST(Laws, ADeclaredResultIsPossibleOrNot) {
  expect_said(answering(verdict(kind::ok, "t"), "sound"), R"(
    possible: 2 1 -> 2  => holds
    possible: 2 1 -> 3  => got (), but no run time gives the declared result
    possible: 2 1       => skipped: does not apply to this case
  )");
  expect_said(answering(verdict(kind::refused, "t"), "sound"), R"(
    possible: 2 1 -> 2  => got rejection by t, but at run time 2 1 gives 2
    possible: * 2 -> *  => got rejection by t, but at run time () 2 gives 2
  )");
}

TEST(Laws, ACaseBeyondALawsScopeIsNotAsked) {
  for (auto const& [rule, table] : std::vector<std::pair<char const*, char const*>>{
           {"array_api", R"(
             itself: * ?                     => skipped: does not apply to this case
             unit: N N                       => skipped: does not apply to this case
             shape: 2 ?                       => skipped: does not apply to this case
             order: 2 1 dims=0               => skipped: does not apply to this case
             grouping: 2 1 dims=             => skipped: does not apply to this case
             array_api text: 2 2 dims=1      => skipped: does not apply to this case
             array_api text: 2 2 dims=       => skipped: does not apply to this case
             array_api examples: 3 4 example=array_api.S1 => skipped: does not apply to this case
             array_api examples: 8x1x6x1 7x1x5 dims=0 example=array_api.S1 => skipped: does not apply to this case
           )"},
           {"mlir", "mlir text: 2 2 dims=7   => skipped: does not apply to this case"},
           {"sonnx", "sonnx text: 2 2 dims=7 => skipped: does not apply to this case"}}) {
    expect_said(answering(verdict(kind::silent, "array_api.G2"), rule), table);
  }
}

TEST(Laws, ATargetThatOverlapsItselfIsAMatterOfOneLaw) {
  for (char const* name : {"target", "layouts", "strides", "overlap", "repeat"}) {
    EXPECT_EQ(said(name, plain(), "3 -> 2x3~z op=copy"), "skipped: does not apply to this case");
    EXPECT_EQ(said(name, plain(), "3 -> 2x3~t op=copy"), "holds") << name;
  }
  for (char const* unasked : {"2", "() -> ()", "2 -> 0x2", "2 -> 2x1", "? -> 2"}) {
    EXPECT_EQ(said("own overlap", plain(), unasked), "skipped: does not apply to this case");
  }
}

kit::subject declaring(std::function<void(kit::capabilities&)> const& change) {
  kit::subject s = plain();
  change(s.declares);
  return s;
}

TEST(Laws, NoMoreIsAskedThanIsDeclared) {
  const auto why = [](char const* law_name, std::function<void(kit::capabilities&)> const& change) {
    return beyond_contract(*find_law(law_name), declaring(change));
  };
  EXPECT_EQ(why("values", [](auto&) {}), "");
  EXPECT_EQ(why("values", [](auto& d) { d.ops = {"copy"}; }), "does not compute `broadcast`");
  EXPECT_EQ(why("arithmetic", [](auto& d) { d.exact = false; }),
            "does not declare its arithmetic exact");
  EXPECT_EQ(why("in place", [](auto& d) { d.overlap = false; }),
            "declares that a target never overlaps an operand");
  EXPECT_EQ(why("elements", [](auto& d) { d.ops = {"frob"}; }),
            "declares no operation that the laws know");
  EXPECT_EQ(why("elements", [](auto& d) { d.dtypes = {"string"}; }),
            "computes none of the element types");
  EXPECT_EQ(why("elements", [](auto& d) { d.dtypes = {"float"}; }), "");
  EXPECT_EQ(beyond_contract(*find_law("values"), {}), "does not compute values");
  EXPECT_EQ(beyond_contract(*find_law("shape"), {}), "");
  law const& own_overlap = *find_law("own overlap");
  EXPECT_EQ(own_overlap.skipped(plain()), "");
  EXPECT_NE(own_overlap.skipped(declaring([](auto& d) { d.overlap = false; })), "");
  EXPECT_NE(own_overlap.skipped(declaring([](auto& d) { d.reject = false; })), "");
  EXPECT_NE(own_overlap.skipped(declaring([](auto& d) { d.strided = false; })), "");
}

TEST(Laws, ACaseBeyondTheContractIsNotAsked) {
  const auto expect = [](std::function<void(kit::capabilities&)> const& change,
                         std::string_view table) {
    expect_rows(table, [&](std::string const& row) {
      const std::size_t colon = row.find(':');
      law const& l = *find_law(row.substr(0, colon));
      return within_contract(l, declaring(change), parse_case(row.substr(colon + 1))) ? "asked"
                                                                                      : "no";
    });
  };
  expect([](auto& d) { d.max_rank = 1; }, R"(
    shape: 2 3                           => asked
    shape: 2x1 3                         => no
    target: 2 -> 1x2                    => no
  )");
  expect([](auto&) {}, R"(
    values: 2 type=float16              => no
    values: 2 type=string               => asked
    elements: 2 type=float16 op=add     => no
    elements: 2 type=string op=copy     => no
    elements: 2 2 op=frob               => no
    elements: 2 op=div                  => no
    in place: 2 2 op=less               => no
    in place: 2 2 2 op=where            => no
    in place: 2 2 op=and type=bool      => asked
  )");
  expect(
      [](auto& d) {
        d.dtypes = {"float16", "float", "double"};
      },
      R"(
    elements: 2 2 type=float16 op=add   => asked
    elements: 2 2 type=float op=add     => asked
    elements: 2 2 type=double op=add    => asked
    elements: 2 2 type=int8 op=add      => no
    values: 2 type=float16              => no
  )");
  expect([](auto& d) { d.strided = false; }, R"(
    target: 2 -> 2                      => asked
    target: 2~t -> 2                    => no
    target: 2 -> 2~t                    => no
  )");
  expect([](auto& d) { d.reject = false; }, R"(
    values: 2 3                         => no
    values: 2 1                         => asked
    target: 2 -> 3                      => no
    target: 2                           => no
    target: 2 -> 2                      => asked
    elements: 2 3 op=add                => asked
  )");
  expect([](auto& d) { d.max_operands = 2; }, "elements: 2 2 2 op=add => no");
  expect([](auto& d) { d.min_operands = 2; }, R"(
    shape: 2                             => no
    shape: 2 1                           => asked
    values: 2                           => no
    values: 2 1                         => asked
    arithmetic: 2                       => no
    arithmetic: 2 1                     => asked
    soundness: 2                        => no
    soundness: 2 1                      => asked
    elements: 2 op=add                  => no
    elements: 2 op=copy                 => asked
    target: 2 -> 2                      => asked
    expand: 2 -> 2                      => asked
    adjoint: 2                          => asked
    adjoint layouts: 2                  => asked
    negative size: 2 -> 2               => asked
  )");
}

TEST(Laws, NoFewerOperandsAreAskedThanDeclared) {
  std::size_t fewest = 9;
  kit::subject s = declaring([](auto& d) { d.min_operands = 2; });
  s.broadcast_shapes = [&fewest, join = s.broadcast_shapes](auto const& operands,
                                                            auto const& dimensions) {
    fewest = std::min(fewest, operands.size());
    return join(operands, dimensions);
  };
  for (char const* name : {"shape", "order", "grouping", "itself", "unit"}) {
    EXPECT_EQ(said(name, s, "2x1 3 1"), "holds") << name;
  }
  s.rule = "onnx";
  EXPECT_EQ(said("lattice", s, "2x1 3 1"), "holds");
  EXPECT_EQ(fewest, 2U);
  s.declares.min_operands = 3;
  s.rule = "array_api";
  for (char const* name : {"grouping", "itself", "unit"}) {
    EXPECT_EQ(said(name, s, "2 1 1"), "skipped: does not apply to this case") << name;
  }
}

TEST(Laws, ATargetMayBeLargerThanTheResult) {
  expect_said(plain(), R"(
    fill: 3 1 -> 2x3 op=add   => holds
    fill: 3 1 -> 2 op=add     => holds
    fill: 3 -> 2x3 op=copy    => skipped: does not apply to this case
  )");
  kit::subject s = plain();
  s.apply = [right = s.apply](std::string_view op, std::vector<kit::tensor> const& x,
                              std::vector<kit::tensor> const& z) {
    return z[0].sizes.size() > x[0].sizes.size() ? verdict(kind::refused) : right(op, x, z);
  };
  EXPECT_EQ(said("fill", s, "3 1 -> 2x3 op=add"), "add int32 3 1 -> 2x3\nwas refused" + no_reason);
  s.apply = [](auto, auto const&, auto const&) { return kit::result{}; };
  EXPECT_EQ(said("fill", s, "3 1 -> 2 op=add"),
            "add int32 3 1 -> 2\nwas accepted; expected a refusal");
}

TEST(Laws, AGradientIsSummedInATypeThatIsDeclaredAndLiesInMemoryInAnyWay) {
  expect_said(plain(), R"(
    adjoint: 2 3x2                          => holds
    adjoint layouts: 2~gr 3x2 -> 3x2~tpo    => holds
  )");
  kit::subject s = declaring([](auto& d) { d.dtypes = {"bool", "int8"}; });
  expect_said(s, "adjoint: 2 3x2 type=bool => holds");
  s.adjoint = [](auto const&, auto const&) { return verdict(kind::unsupported); };
  expect_said(s, "adjoint: 2 3x2 => skipped: does not support this case");
  s.adjoint = [](auto const&, auto const&) { return verdict(kind::ok); };
  expect_said(s, "adjoint: 2 3x2 type=int8 => int8 3x2 summed back to 2: X[0] is -86; expected 3");
  expect_said(declaring([](auto& d) { d.strided = false; }),
              "adjoint layouts: 2 3x2 => skipped: declares that tensors are contiguous");
  s = plain();
  s.adjoint = [right = s.adjoint](kit::tensor gradient, kit::tensor const& out) {
    gradient.strides = {2, 1};
    return right(gradient, out);
  };
  expect_said(s, R"(
    adjoint layouts: 2 3x2 -> 3x2           => holds
    adjoint layouts: 2 3x2 -> 3x2~t         => int32 3x2~t summed back to 2: X[0] is 2; expected 3
  )");
}

TEST(Laws, ATargetWithANegativeSizeIsRefusedOnEveryAxis) {
  expect_said(plain(), R"(
    negative size: 3 -> 2x3    => holds
    negative size: () -> ()    => skipped: does not apply to this case
  )");
  kit::subject s = plain();
  for (std::size_t axis : {0, 1}) {
    s.expand = [=](kit::shape const& operand, kit::shape const& target) {
      return target.sizes[axis] == kit::dim(-1) ? kit::result{} : plain().expand(operand, target);
    };
    EXPECT_EQ(said("negative size", s, "3 -> 2x3"),
              axis == 0 ? "3 to exactly -1x3 was accepted; expected a refusal"
                        : "3 to exactly 2x-1 was accepted; expected a refusal");
  }
  s.connected = kit::binding::pipe;
  expect_said(s, "negative size: 3 -> 3 => skipped: the pipe has no negative sizes");
  s.expand = nullptr;
  expect_said(s, "negative size: 3 -> 3 => skipped: does not stretch shapes");
}

// Targets -----------------------------------------------------------------------------------------

/// Another implementation, which then writes a position, counted from the target's first element.
kit::subject writing(std::int64_t position, kit::subject s) {
  s.apply = [=, before = s.apply](auto op, auto const& x, std::vector<kit::tensor> const& z) {
    const kit::result a = before(op, x, z);
    static_cast<std::int32_t*>(z[0].data)[position] = 7;
    return a;
  };
  return s;
}

TEST(Laws, ATargetIsWrittenWhereItsElementsAreAndNotIfItIsRefused) {
  kit::subject refusing = plain();
  refusing.apply = [](auto, auto const&, auto const&) {
    kit::result a = verdict(kind::refused);
    a.why = "it overlaps itself";
    return a;
  };
  EXPECT_EQ(said("own overlap", refusing, "3 -> 2x3 type=int32"), "holds");
  for (std::int64_t position : {0, 1}) {
    EXPECT_EQ(said("own overlap", writing(position, refusing), "3 -> 2x3 type=int32"),
              "copying 3 into 2x3, whose last axis has stride 0: refused, but written\n"
              "its reason: it overlaps itself");
  }
  // A position beside the elements is counted from the first one.
  for (auto const& [target, position] :
       {std::pair{"3~g", 1}, std::pair{"3~g", 3}, std::pair{"3~gr", -1}, std::pair{"3~gr", -3}}) {
    const std::string text = std::string("3 -> ") + target + " op=copy type=int32";
    EXPECT_EQ(said("target", writing(position, plain()), text.c_str()),
              "3 into 3: wrote position " + std::to_string(position) +
                  " of the target's storage, which is not one of its elements");
  }
}

TEST(Laws, ABoolThatIsNeitherTrueNorFalseIsTold) {
  kit::subject s = plain();
  s.apply = [](auto const&, auto const&, auto const& outputs) {
    std::memset(outputs.front().data, 2, 4);
    return kit::result{};
  };
  const std::string text = said("values", s, "4 type=bool");
  EXPECT_TRUE(text.starts_with("Z0[0] is 2; expected ")) << text;
  expect_parts(text, {"  read      not known: 0 positions of X0 hold it\n"});
}

// Advice ------------------------------------------------------------------------------------------

/// A subject that answers each question about shapes, and each call, by a function.
kit::subject answering_by(std::function<kit::result(std::size_t rank)> answer) {
  kit::subject s = plain();
  s.broadcast_shapes = [answer](std::vector<kit::shape> const& x, auto const&) {
    return answer(x.front().sizes.size());
  };
  s.apply = [answer](auto, std::vector<kit::tensor> const& x, auto const&) {
    return answer(x.front().sizes.size());
  };
  return s;
}

TEST(Advice, ARefusalWithoutAReasonSaysWhereToWriteIt) {
  kit::subject s = answering_by([](auto) { return verdict(kind::refused); });
  EXPECT_EQ(said("values", s, "2"), "broadcast was refused" + no_reason);
  EXPECT_EQ(said("shape", s, "2"), "got rejection; expected 2" + no_reason);
  s.connected = kit::binding::c_table;
  expect_said(s, R"(values: 2 => broadcast was refused\nwithout a reason: set `why->text`)");
  s.connected = kit::binding::pipe;
  expect_said(s, R"(elements: 2 op=copy => copy int32 2 -> 2\nwas refused\n)"
                 R"(without a reason: write it as the text of "reject")");
  const auto reasoned = answering_by([](auto) {
    kit::result a = verdict(kind::refused);
    a.why = "not today";
    return a;
  });
  expect_said(reasoned, R"(
    values: 2   => broadcast was refused\nits reason: not today
    shape: 2 3   => holds
  )");
}

TEST(Advice, AnExceptionForWrongShapesSaysHowToRefuse) {
  kit::subject s = answering_by(
      [](auto) -> kit::result { throw std::invalid_argument("they do not broadcast"); });
  expect_said(s, R"(
    shape: 2 1   => an exception: they do not broadcast
    shape: 2 3   => an exception: they do not broadcast\nto refuse shapes, return a kit::result whose verdict is kit::result::kind::refused
  )");
  s.connected = kit::binding::c_table;
  expect_said(s, R"(values: 2 3 => an exception: they do not broadcast\n)"
                 R"(to refuse shapes, return BCAST_REJECT)");
  s.connected = kit::binding::pipe;
  expect_said(s, R"(values: 2 3 => an exception: they do not broadcast\n)"
                 R"(to refuse shapes, answer {"reject": "the reason"})");
  s.connected = kit::binding::python;
  expect_said(s, R"(values: 2 3 => an exception: they do not broadcast\n)"
                 R"(to refuse shapes, raise ValueError or bcast.BroadcastError)");
  s.connected = kit::binding::system;
  expect_said(s, "values: 2 3 => an exception: they do not broadcast");
}

TEST(Advice, AFailureOfAHighRankPointsToTheDeclaration) {
  kit::subject s = answering_by([](std::size_t rank) {
    if (rank > 4) throw std::runtime_error("not implemented for rank > 4");
    return kit::result{};
  });
  const std::string expected =
      "an exception: not implemented for rank > 4\nif it takes no rank above 4, declare ";
  for (auto const& [binding, where] :
       {std::pair{kit::binding::cpp, "`max_rank = 4` in its kit::capabilities"},
        {kit::binding::c_table, "`max_rank=4` in `caps`"},
        {kit::binding::pipe, "\"max_rank\": 4 among its capabilities"},
        {kit::binding::python, "`max_rank = 4` in its class"}}) {
    s.connected = binding;
    EXPECT_EQ(said("values", s, "1x1x1x1x1"), expected + where);
  }
  s.connected = kit::binding::system;
  EXPECT_EQ(said("values", s, "1x1x1x1x1"), "an exception: not implemented for rank > 4");
}

TEST(Guess, AKnownMistakeIsNamed) {
  EXPECT_EQ(guess({3}, {2, 3}, {1, 1, 1, 1, 1, 1}),
            "only the first element of the operand is read");
  EXPECT_EQ(guess({2, 2}, {2, 2}, {1, 3, 2, 4}), "axes in reverse order");
  EXPECT_EQ(guess({2, 1}, {2, 2}, {1, 2, 1, 2}),
            "the flat index modulo the operand's element count");
  EXPECT_EQ(guess({2}, {2, 2}, {1, 1, 2, 2}),
            "each element repeated in turn: tiles taken for an interleave");
  EXPECT_EQ(guess({2}, {2, 2}, {2, 1, 1, 1}), "");
  // Outside of the operand there may be anything but one of its elements.
  EXPECT_EQ(guess({2}, {2, 2}, {1, 2, 99, 99}),
            "the result's flat index, as if the shapes were equal");
  EXPECT_EQ(guess({2}, {2, 2}, {1, 2, 2, 1}), "");
  EXPECT_EQ(guess({3, 1}, {3, 2}, {1, 2, 2, 3, 3, 99}), "the stride of an axis of size 1 is used");
  EXPECT_EQ(guess({2, 1, 2}, {2, 2, 2}, {1, 2, 3, 4, 3, 4, 9, 9}),
            "the stride of an axis of size 1 is used");
  EXPECT_EQ(guess({0}, {0}, {}), "");
  EXPECT_EQ(guess({1, 1}, {1}, {1}), "");
}

/// Plain, which rounds upwards and lets a division by zero be a signal from then on, before or
/// after it computes.
kit::subject rounding_upwards(bool before) {
  kit::subject s = plain();
  s.apply = [before, right = s.apply](auto op, auto const& operands, auto const& outputs) {
    if (before) std::fesetround(FE_UPWARD);
    const kit::result a = right(op, operands, outputs);
    std::fesetround(FE_UPWARD);
    feenableexcept(FE_DIVBYZERO);
    return a;
  };
  return s;
}

TEST(Laws, TheKitComputesAsBeforeWhateverASubjectSets) {
  char const* const thirds = "8x1x6x1 7x1x5 type=float";
  EXPECT_EQ(said("arithmetic", rounding_upwards(false), thirds), "holds");
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_EQ(fegetexcept(), 0);
  expect_parts(said("arithmetic", rounding_upwards(true), thirds),
               {"is -0.46666667; expected -0.4666667 "});
}

}  // namespace laws_test
