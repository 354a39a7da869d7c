// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "laws/contract.hpp"
#include "oracle/plain.hpp"
#include "tests/support/one_answer.hpp"

// What laws ask, and what they do not: by their own scope, and by what a subject declares.

namespace {

namespace kit = bcast::kit;
using namespace bcast::proptests;
using bcast::tests::answering;
using bcast::tests::no_reason;
using bcast::tests::said;
using bcast::tests::shaped;
using bcast::tests::verdict;
using kind = kit::answer::kind;

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

}  // namespace
