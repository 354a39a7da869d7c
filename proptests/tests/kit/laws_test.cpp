// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/laws.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "laws/contract.hpp"
#include "laws/guess.hpp"
#include "oracle/plain.hpp"

// The messages of laws for subjects with one wrong answer, and what laws do not ask.

namespace {

namespace kit = bcast::kit;
using namespace bcast::proptests;
using kind = kit::answer::kind;

/// A law's message about a subject in one case; or "skipped: " and the reason, or "holds".
std::string said(char const* law_name, kit::subject const& s, char const* text) {
  const outcome o = run_case(*find_law(law_name), s, parse_case(text), false);
  if (!o.skipped.empty()) return "skipped: " + o.skipped;
  return o.failure ? o.failure->what : "holds";
}

/// A subject that answers every question about shapes with one answer.
kit::subject answering(kit::answer const& a, char const* profile = "array_api") {
  kit::subject s;
  s.name = "wrong";
  s.profile = profile;
  s.declares.unknown_sizes = true;
  s.infer = [a](auto const&, auto const&) { return a; };
  s.verify = [a](auto const&, auto const&) { return a; };
  return s;
}

kit::answer verdict(kind v, char const* tag = "") {
  kit::answer a;
  a.verdict = v;
  a.tag = tag;
  return a;
}

/// The line about a refusal of shapes that broadcast.
const std::string no_reason = "\nwithout a reason: set `why` of the kit::answer";

kit::answer shaped(kit::shape t) {
  kit::answer a;
  a.common = std::move(t);
  return a;
}

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

TEST(Laws, ACaseBeyondALawsScopeIsNotAsked) {
  struct row {
    char const* law;
    char const* text;
  };
  const std::string skipped = "skipped: does not apply to this case";
  const kit::subject array_api = answering(verdict(kind::no_answer, "array_api.G2"));
  for (row const& r :
       {row{"itself", "* ?"}, row{"unit", "N N"}, row{"join", "2 ?"}, row{"order", "2 1 dims=0"},
        row{"grouping", "2 1 dims="}, row{"array_api text", "2 2 dims=1"},
        row{"array_api text", "2 2 dims="}, row{"array_api examples", "3 4 example=array_api.S1"},
        row{"array_api examples", "8x1x6x1 7x1x5 dims=0 example=array_api.S1"}}) {
    EXPECT_EQ(said(r.law, array_api, r.text), skipped) << r.law << ": " << r.text;
  }
  EXPECT_EQ(said("mlir text", answering(shaped({}), "mlir"), "2 2 dims=7"), skipped);
  EXPECT_EQ(said("sonnx text", answering(shaped({}), "sonnx"), "2 2 dims=7"), skipped);
  EXPECT_EQ(said("xla text", answering(verdict(kind::no_answer, "xla.G2"), "xla"), "2 2 dims=7"),
            "holds");
}

TEST(Laws, ATargetThatOverlapsItselfIsAMatterOfOneLaw) {
  for (char const* name : {"target", "layouts", "strides", "overlap", "repeat"}) {
    EXPECT_EQ(said(name, plain(), "3 -> 2x3~z op=copy"), "skipped: does not apply to this case")
        << name;
    EXPECT_EQ(said(name, plain(), "3 -> 2x3~t op=copy"), "holds") << name;
  }
}

kit::subject declaring(std::function<void(kit::contract&)> const& change) {
  kit::subject s = plain();
  change(s.declares);
  return s;
}

TEST(Laws, NoMoreIsAskedThanIsDeclared) {
  const auto why = [](char const* law_name, std::function<void(kit::contract&)> const& change) {
    return beyond_contract(*find_law(law_name), declaring(change));
  };
  EXPECT_EQ(why("values", [](auto&) {}), "");
  EXPECT_EQ(why("values", [](auto& d) { d.operations = {"copy"}; }),
            "does not compute `broadcast`");
  EXPECT_EQ(why("arithmetic", [](auto& d) { d.exact = false; }),
            "does not declare its arithmetic exact");
  EXPECT_EQ(why("in place", [](auto& d) { d.overlapping = false; }),
            "declares that a target never overlaps an operand");
  EXPECT_EQ(why("elements", [](auto& d) { d.operations = {"frob"}; }),
            "declares no operation that the laws know");
  EXPECT_EQ(why("elements", [](auto& d) { d.elements = {"string"}; }),
            "computes none of the element types");
  EXPECT_EQ(why("elements", [](auto& d) { d.elements = {"float"}; }), "");
  kit::subject none;
  EXPECT_EQ(beyond_contract(*find_law("values"), none), "does not compute values");
  EXPECT_EQ(beyond_contract(*find_law("join"), none), "");
}

TEST(Laws, ACaseBeyondTheContractIsNotAsked) {
  const auto within = [](char const* law_name, std::function<void(kit::contract&)> const& change,
                         char const* text) {
    return within_contract(*find_law(law_name), declaring(change), parse_case(text));
  };
  const auto rank_1 = [](auto& d) { d.max_rank = 1; };
  EXPECT_TRUE(within("join", rank_1, "2 3"));
  EXPECT_FALSE(within("join", rank_1, "2x1 3"));
  EXPECT_FALSE(within("target", rank_1, "2 -> 1x2"));
  const auto all = [](auto&) {};
  EXPECT_FALSE(within("values", all, "2 type=float16"));
  EXPECT_FALSE(within("elements", all, "2 type=float16 op=add"));
  EXPECT_FALSE(within("elements", all, "2 type=string op=copy"));
  EXPECT_TRUE(within("values", all, "2 type=string"));
  const auto with_half = [](auto& d) { d.elements = {"float16", "float", "double"}; };
  EXPECT_TRUE(within("elements", with_half, "2 2 type=float16 op=add"));
  EXPECT_TRUE(within("elements", with_half, "2 2 type=float op=add"));
  EXPECT_TRUE(within("elements", with_half, "2 2 type=double op=add"));
  EXPECT_FALSE(within("elements", with_half, "2 2 type=int8 op=add"));
  EXPECT_FALSE(within("values", with_half, "2 type=float16"));
  const auto dense = [](auto& d) { d.strided = false; };
  EXPECT_TRUE(within("target", dense, "2 -> 2"));
  EXPECT_FALSE(within("target", dense, "2~t -> 2"));
  EXPECT_FALSE(within("target", dense, "2 -> 2~t"));
  const auto trusting = [](auto& d) { d.refusing = false; };
  EXPECT_FALSE(within("values", trusting, "2 3"));
  EXPECT_TRUE(within("values", trusting, "2 1"));
  EXPECT_FALSE(within("target", trusting, "2 -> 3"));
  EXPECT_FALSE(within("target", trusting, "2"));
  EXPECT_TRUE(within("target", trusting, "2 -> 2"));
  EXPECT_TRUE(within("elements", trusting, "2 3 op=add"));
  const auto pairs = [](auto& d) { d.max_operands = 2; };
  EXPECT_FALSE(within("elements", pairs, "2 2 2 op=add"));
  EXPECT_FALSE(within("elements", all, "2 2 op=frob"));
  EXPECT_FALSE(within("elements", all, "2 op=div"));
  EXPECT_FALSE(within("in place", all, "2 2 op=less"));
  EXPECT_FALSE(within("in place", all, "2 2 2 op=where"));
  EXPECT_TRUE(within("in place", all, "2 2 op=and type=bool"));
}

TEST(Laws, NoFewerOperandsAreAskedThanDeclared) {
  const auto pairs = [](auto& d) { d.min_operands = 2; };
  for (char const* name : {"join", "values", "arithmetic", "soundness"}) {
    const law& l = *find_law(name);
    EXPECT_FALSE(within_contract(l, declaring(pairs), parse_case("2"))) << name;
    EXPECT_TRUE(within_contract(l, declaring(pairs), parse_case("2 1"))) << name;
  }
  const auto within = [&](char const* law_name, char const* text) {
    return within_contract(*find_law(law_name), declaring(pairs), parse_case(text));
  };
  EXPECT_FALSE(within("elements", "2 op=add"));
  EXPECT_TRUE(within("elements", "2 op=copy"));
  EXPECT_TRUE(within("target", "2 -> 2"));
  EXPECT_TRUE(within("expand", "2 -> 2"));
  EXPECT_TRUE(within("adjoint", "2"));
  EXPECT_TRUE(within("adjoint layouts", "2"));
  EXPECT_TRUE(within("negative size", "2 -> 2"));

  std::size_t fewest = 9;
  kit::subject s = declaring(pairs);
  s.infer = [&fewest, join = s.infer](auto const& operands, auto const& dimensions) {
    fewest = std::min(fewest, operands.size());
    return join(operands, dimensions);
  };
  for (char const* name : {"join", "order", "grouping", "itself", "unit"}) {
    EXPECT_EQ(said(name, s, "2x1 3 1"), "holds") << name;
  }
  s.profile = "onnx";
  EXPECT_EQ(said("lattice", s, "2x1 3 1"), "holds");
  EXPECT_EQ(fewest, 2U);
  s.declares.min_operands = 3;
  for (char const* name : {"grouping", "itself", "unit"}) {
    s.profile = "array_api";
    EXPECT_EQ(said(name, s, "2 1 1"), "skipped: does not apply to this case") << name;
  }
}

TEST(Laws, ATargetThatOverlapsItselfIsAskedOfWhoRefusesIt) {
  const auto why = [](std::function<void(kit::contract&)> const& change) {
    return find_law("own overlap")->skipped(declaring(change));
  };
  EXPECT_EQ(why([](auto&) {}), "");
  EXPECT_NE(why([](auto& d) { d.overlapping = false; }), "");
  EXPECT_NE(why([](auto& d) { d.refusing = false; }), "");
  EXPECT_NE(why([](auto& d) { d.strided = false; }), "");
  for (char const* unasked : {"2", "() -> ()", "2 -> 0x2", "2 -> 2x1", "? -> 2"}) {
    EXPECT_EQ(said("own overlap", plain(), unasked), "skipped: does not apply to this case")
        << unasked;
  }
}

TEST(Laws, ATargetMayBeLargerThanTheResult) {
  EXPECT_EQ(said("fill", plain(), "3 1 -> 2x3 op=add"), "holds");
  EXPECT_EQ(said("fill", plain(), "3 1 -> 2 op=add"), "holds");
  EXPECT_EQ(said("fill", plain(), "3 -> 2x3 op=copy"), "skipped: does not apply to this case");
  kit::subject s = plain();
  s.apply = [right = s.apply](std::string_view op, std::vector<kit::tensor> const& x,
                              std::vector<kit::tensor> const& z) {
    return z[0].sizes.size() > x[0].sizes.size() ? verdict(kind::reject) : right(op, x, z);
  };
  EXPECT_EQ(said("fill", s, "3 1 -> 2x3 op=add"), "add int32 3 1 -> 2x3\nwas refused" + no_reason);
  s.apply = [](auto, auto const&, auto const&) { return kit::answer{}; };
  EXPECT_EQ(said("fill", s, "3 1 -> 2 op=add"), "add int32 3 1 -> 2\nwas accepted");
}

TEST(Laws, AGradientIsSummedInATypeThatIsDeclared) {
  EXPECT_EQ(said("adjoint", plain(), "2 3x2"), "holds");
  kit::subject s = declaring([](auto& d) { d.elements = {"bool", "int8"}; });
  EXPECT_EQ(said("adjoint", s, "2 3x2 type=bool"), "holds");
  s.adjoint = [](auto const&, auto const&) { return verdict(kind::unsupported); };
  EXPECT_EQ(said("adjoint", s, "2 3x2"), "skipped: does not support this case");
  s.adjoint = [](auto const&, auto const&) { return verdict(kind::ok); };
  EXPECT_EQ(said("adjoint", s, "2 3x2 type=int8"), "3x2 summed back to 2: X[0] is -86; expected 3");
}

TEST(Laws, AGradientMayLieInMemoryInAnyWay) {
  EXPECT_EQ(said("adjoint layouts", plain(), "2~gr 3x2 -> 3x2~tpo"), "holds");
  const kit::subject contiguous = declaring([](auto& d) { d.strided = false; });
  EXPECT_EQ(said("adjoint layouts", contiguous, "2 3x2"),
            "skipped: declares that tensors are contiguous");
  kit::subject s = plain();
  s.adjoint = [right = s.adjoint](kit::tensor gradient, kit::tensor const& out) {
    gradient.strides = {2, 1};
    return right(gradient, out);
  };
  EXPECT_EQ(said("adjoint layouts", s, "2 3x2 -> 3x2"), "holds");
  EXPECT_EQ(said("adjoint layouts", s, "2 3x2 -> 3x2~t"),
            "3x2~t summed back to 2: X[0] is 2; expected 3");
}

TEST(Laws, ATargetWithANegativeSizeIsRefused) {
  EXPECT_EQ(said("negative size", plain(), "3 -> 2x3"), "holds");
  EXPECT_EQ(said("negative size", plain(), "() -> ()"), "skipped: does not apply to this case");
  kit::subject s = plain();
  s.expand = [](kit::shape const& operand, kit::shape const&) { return shaped(operand); };
  EXPECT_EQ(said("negative size", s, "3 -> 3"), "3 to exactly -1 was accepted");
  s.connected = kit::door::pipe;
  EXPECT_EQ(said("negative size", s, "3 -> 3"), "skipped: the pipe has no negative sizes");
  s.expand = nullptr;
  EXPECT_EQ(said("negative size", s, "3 -> 3"), "skipped: does not stretch shapes");
}

/// The plain implementation, except that its `apply` is followed by a change to the first output.
template <class T>
kit::subject spoilt(std::function<void(kit::tensor const& x, T* z)> change) {
  kit::subject s = plain();
  s.apply = [right = s.apply, change](std::string_view op, std::vector<kit::tensor> const& x,
                                      std::vector<kit::tensor> const& z) {
    kit::answer a = right(op, x, z);
    if (a.verdict == kind::ok) change(x.back(), static_cast<T*>(z.back().data));
    return a;
  };
  return s;
}

TEST(Laws, AWrongElementIsShownWithTheOneThatWasRead) {
  const kit::subject s = spoilt<std::int32_t>([](kit::tensor const& x, std::int32_t* z) {
    if (x.sizes == std::vector<std::int64_t>{2, 1}) z[1] = static_cast<std::int32_t*>(x.data)[1];
  });
  EXPECT_EQ(said("values", s, "1x2 2x1"),
            "Z1[0,1] is 16793055; expected 16793054, which X1[0,0] holds       1 of 4 wrong\n"
            "  wrong     Z1[0,1]     offset 1 = 0*2 + 1*1\n"
            "  expected  X1[0,0]     offset 0 = 0*1 + 0*1\n"
            "  read      X1[1,0]     offset 1 = 1*1 + 0*1\n"
            "  Z1     X1\n"
            "  . #    E\n"
            "  . .    R\n"
            "  (# wrong, E expected, R read; offsets and strides in elements)");
}

TEST(Laws, APositionInAGapIsShownAsOne) {
  const auto reads_next = [](kit::tensor const& x, std::int32_t* z) {
    *z = static_cast<std::int32_t*>(x.data)[1];
  };
  EXPECT_NE(said("layouts", spoilt<std::int32_t>(reads_next), "2~g")
                .find("  read      none of the elements of X0, but offset 1\n"),
            std::string::npos);
  const std::string decoded = said("strides", spoilt<std::int32_t>(reads_next), "2~g op=copy");
  EXPECT_NE(decoded.find("Z[0] is -1431655766; expected 1, where X0[0] holds 1       1 of 2 wrong"),
            std::string::npos)
      << decoded;
  EXPECT_NE(decoded.find("  read      none of the elements of X0, but offset 1\n"),
            std::string::npos)
      << decoded;
}

TEST(Laws, AValueThatNoElementHoldsIsShown) {
  const kit::subject s =
      spoilt<std::int32_t>([](kit::tensor const&, std::int32_t* z) { *z += 40; });
  EXPECT_EQ(
      said("elements", s, "1 1 op=add"),
      "add int32 1 1 -> 1\n"
      "Z[0] is 41; expected 1, where X0[0] holds 1, X1 holds 0 everywhere       1 of 1 wrong\n"
      "  wrong     Z[0]        offset 0 = 0*1\n"
      "  expected  X0[0]       offset 0 = 0*1\n"
      "  read      not known: it is not the result of one element of X0\n"
      "  Z    X0\n"
      "  #    E\n"
      "  (# wrong, E expected; offsets and strides in elements)");
  EXPECT_EQ(said("arithmetic", s, "1 1"),
            "Z[0] is -7879; expected -7919 = 16785135 - 16793054       1 of 1 wrong\n"
            "  wrong     Z[0]        offset 0 = 0*1\n"
            "  expected  X0[0]       offset 0 = 0*1\n"
            "  expected  X1[0]       offset 0 = 0*1");
}

TEST(Laws, OfSeveralWrongElementsTheFirstIsShown) {
  const kit::subject read = spoilt<std::int32_t>([](kit::tensor const& x, std::int32_t* z) {
    z[1] = static_cast<std::int32_t*>(x.data)[2];
    z[3] = static_cast<std::int32_t*>(x.data)[0];
  });
  const std::string said_of_reads = said("elements", read, "4 op=copy");
  EXPECT_NE(
      said_of_reads.find("\nZ[1] must come from X0[1], but X0[2] was read       2 of 4 wrong\n"),
      std::string::npos)
      << said_of_reads;
  const kit::subject made = spoilt<std::int32_t>([](kit::tensor const&, std::int32_t* z) {
    z[1] += 40;
    z[3] += 40;
  });
  const std::string said_of_values = said("elements", made, "4 op=copy");
  EXPECT_NE(
      said_of_values.find("\nZ[1] is 40; expected 0, where X0[1] holds 0       2 of 4 wrong\n"),
      std::string::npos)
      << said_of_values;
}

TEST(Laws, AnElementThatWasReadIsNamedUpToTheLast) {
  const auto text = [](std::size_t to, std::size_t from, char const* c) {
    return said("elements", spoilt<std::int32_t>([=](kit::tensor const& x, std::int32_t* z) {
                  z[to] = static_cast<std::int32_t*>(x.data)[from];
                }),
                c);
  };
  const std::string last = text(0, 1, "2 op=copy");
  EXPECT_NE(last.find("\nZ[0] must come from X0[0], but X0[1] was read"), std::string::npos)
      << last;
  // Elements are numbered from 1: 3 and 1 have the same lowest bit, and differ in the next.
  const std::string first = text(2, 0, "3 op=copy");
  EXPECT_NE(first.find("\nfound 0, expected 1, where X0[2] holds 1 and X0[0] holds 0\n"),
            std::string::npos)
      << first;
}

TEST(Laws, AValueThatBeginsAsUnwrittenMemoryDoesWasWritten) {
  const kit::subject s =
      spoilt<std::int16_t>([](kit::tensor const&, std::int16_t* z) { *z = 0x01BB; });
  const std::string text = said("elements", s, "2 op=copy type=int16");
  EXPECT_NE(text.find("\nZ[0] is 443; expected "), std::string::npos) << text;
}

TEST(Laws, APositionInAGapIsCountedInItsOwnOperand) {
  // Wrong where the gap holds what no element holds, and the gap's value where it holds one.
  const kit::subject s = spoilt<std::int32_t>([](kit::tensor const& x, std::int32_t* z) {
    auto const* const own = static_cast<std::int32_t const*>(x.data);
    const bool is_probed = own[1] == 0 || own[1] == 1;
    z[0] += is_probed ? own[1] - own[0] : own[0] != 0 ? 40 : 0;
  });
  const std::string decoded = said("strides", s, "2 2~g op=add");
  EXPECT_NE(decoded.find("  read      none of the elements of X1, but offset 1\n"),
            std::string::npos)
      << decoded;
}

TEST(Laws, WhoRefusesHasWrittenNothing) {
  kit::subject s = plain();
  s.apply = [right = s.apply](std::string_view op, std::vector<kit::tensor> const& x,
                              std::vector<kit::tensor> const& z) {
    const kit::answer a = right(op, x, z);
    if (a.verdict == kind::reject) *static_cast<std::int32_t*>(z[0].data) = 7;
    return a;
  };
  EXPECT_EQ(said("elements", s, "2 3 op=add"),
            "add int32 2 3 -> 3\nrefused, but byte 0 of the target was written");
}

TEST(Laws, ADrawingHasTheSlicesOfBothElements) {
  const kit::subject s = spoilt<std::int32_t>(
      [](kit::tensor const& x, std::int32_t* z) { *z = static_cast<std::int32_t*>(x.data)[119]; });
  const std::string text = said("values", s, "2x3x20");
  EXPECT_NE(text.find("  read      X0[1,2,19]  offset 119 = 1*60 + 2*20 + 19*1\n"
                      "  Z0[0,...]    X0[0,...]    X0[1,...]\n"
                      "  # . .. .     E . .. .     . .. . .\n"
                      "  . . .. .     . . .. .     . .. . .\n"
                      "  . . .. .     . . .. .     . .. . R\n"),
            std::string::npos)
      << text;
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

TEST(Run, EveryCaseThatIsPlannedIsTold) {
  const kit::subject s = plain();
  std::uint64_t told = 0;
  settings with;
  with.random = 600;
  with.sources = {"random"};
  law const* const join = find_law("join");
  law const* const soundness = find_law("soundness");
  EXPECT_EQ(planned_cases(*join, s, with), 600U);
  EXPECT_EQ(planned_cases(*soundness, s, with), 0U);
  EXPECT_EQ(planned_cases(*find_law("values"), answering({}), with), 0U);
  kit::subject costly = s;
  costly.declares.costly = true;
  EXPECT_EQ(planned_cases(*join, costly, with), 0U);
  with.progress = [&](std::uint64_t n) { told += n; };
  const std::vector<law const*> laws{join, soundness};
  EXPECT_EQ(run_all(laws, std::vector{s}, with).size(), 2U);
  EXPECT_EQ(told, 600U);
}

TEST(Run, WhatIsThrownInAThreadIsThrownToTheCaller) {
  settings with;
  with.random = 600;
  with.sources = {"random"};
  with.progress = [](std::uint64_t) { throw std::runtime_error("no"); };
  const std::vector<law const*> laws{find_law("join")};
  EXPECT_THROW(run_all(laws, std::vector{plain()}, with), std::runtime_error);
}

TEST(Run, ACaseThatIsNotSupportedIsNotCounted) {
  const outcome o =
      run_case(*find_law("join"), answering(verdict(kind::unsupported)), parse_case("2 1"), false);
  EXPECT_TRUE(o.failure || !o.skipped.empty());
  kit::subject s = plain();
  s.apply = [](auto, auto const&, auto const&) { return verdict(kind::unsupported); };
  const outcome declined = run_case(*find_law("elements"), s, parse_case("2 1"), false);
  EXPECT_FALSE(declined.skipped.empty());
  EXPECT_EQ(declined.cases(), 0U);
}

TEST(Run, AnExampleIsNotShrunk) {
  const outcome o = run_case(*find_law("array_api examples"), answering(shaped(type_of({1}))),
                             parse_case("8x1x6x1 7x1x5 example=array_api.S1"), true);
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->steps, 0);
  EXPECT_EQ(to_string(o.failure->smallest), "8x1x6x1 7x1x5 example=array_api.S1");
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
