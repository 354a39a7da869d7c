// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/gufunc.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "bcast/reference/array_api.hpp"
#include "bcast/spec/gufunc.hpp"
#include "tests/support/broken.hpp"

namespace gufunc_test {

namespace gufunc = bcast::reference::gufunc;
using bcast::reference::index;
using bcast::reference::list;

using sizes = list<index>;
using all_sizes = list<sizes>;

sizes result(std::string_view signature, all_sizes const& inputs, all_sizes const& outputs = {}) {
  return gufunc::applied(gufunc::parse_signature(signature), inputs, outputs)[0];
}

std::string wrong(std::string_view signature, all_sizes const& inputs,
                  all_sizes const& outputs = {}) {
  return broken([&] { result(signature, inputs, outputs); });
}

std::string unread(std::string_view signature) {
  return broken([&] { gufunc::parse_signature(signature); });
}

/// The signature of a row of the printed table.
std::string_view printed(std::string_view name) {
  for (auto const& row : bcast::spec::gufunc::signatures) {
    if (row.name == name) return row.signature;
  }
  throw std::invalid_argument("no such row");
}

// The text ----------------------------------------------------------------------------------------

TEST(GufuncN1, ASignatureListsTheCoreDimensionsOfEachArgument) {
  const gufunc::signature s = gufunc::parse_signature("(m?,n),(n,p?)->(m?,p?)");
  EXPECT_EQ(s.inputs, (list<gufunc::argument>{{"m?", "n"}, {"n", "p?"}}));
  EXPECT_EQ(s.outputs, (list<gufunc::argument>{{"m?", "p?"}}));
}

TEST(GufuncX1, AUfuncWithoutCoreDimensionsIsAJoin) {
  EXPECT_EQ(gufunc::add(sizes{8, 1, 6, 1}, sizes{7, 1, 5}), (sizes{8, 7, 6, 5}));
  EXPECT_EQ(gufunc::add(sizes{0}, sizes{1}), sizes{0});
  EXPECT_EQ(broken([] { gufunc::add(sizes{2, 3}, sizes{4}); }), "gufunc.X6 at 1");
}

TEST(GufuncX2, TheLastAxesAreContractedAndTheOthersAreLooped) {
  EXPECT_EQ(gufunc::inner1d(sizes{3, 5, 7}, sizes{5, 7}), (sizes{3, 5}));
  EXPECT_EQ(broken([] { gufunc::inner1d(sizes{3, 5, 7}, sizes{5, 6}); }), "gufunc.X5 at -1");
  EXPECT_EQ(broken([] { gufunc::inner1d(sizes{3, 5, 7}, sizes{4, 7}); }), "gufunc.X6 at 1");
}

TEST(GufuncN2, LoopDimensionsAreTheFirstOnes) {
  EXPECT_EQ(gufunc::loop_dimensions(sizes{3, 5, 7}, 1), (sizes{3, 5}));
  EXPECT_EQ(gufunc::loop_dimensions(sizes{3, 5, 7}, 3), sizes{});
}

TEST(GufuncX3, AnArrayIsSplit) {
  EXPECT_EQ(gufunc::split_dimensions({"i", "j"}, sizes{2, 3, 4}), (all_sizes{{2}, {3, 4}}));
}

TEST(GufuncX4, CoreDimensionsMustBePresent) {
  EXPECT_EQ(gufunc::core_dimensions({"i"}, sizes{2, 3}), sizes{3});
  EXPECT_EQ(broken([] { gufunc::core_dimensions({"i", "j"}, sizes{3}); }), "gufunc.X4 at -1");
  EXPECT_EQ(wrong("(m,n),(n,p)->(m,p)", {{3}, {3, 4}}), "gufunc.X4 at -1");
}

TEST(GufuncX5, NoCoreDimensionIsBroadcast) {
  EXPECT_EQ(wrong("(m,n),(n,p)->(m,p)", {{2, 1}, {3, 4}}), "gufunc.X5 at -1");
  EXPECT_EQ(wrong("(m,n),(n,p)->(m,p)", {{2, 3}, {1, 4}}), "gufunc.X5 at -1");
  EXPECT_EQ(result("(m,n),(n,p)->(m,p)", {{2, 0}, {0, 4}}), (sizes{2, 4}));
}

TEST(GufuncX6, TheRestIsBroadcastTogether) {
  EXPECT_EQ(gufunc::broadcast_loop<index>({{3, 1}, {4}, {}}), (sizes{3, 4}));
  EXPECT_EQ(gufunc::broadcast_loop<index>({{1}, {0}}), sizes{0});
  EXPECT_EQ(broken([] { gufunc::broadcast_loop<index>({{2, 0}, {3}}); }), "gufunc.X6 at 1");
}

TEST(GufuncX7, TheLoopDimensionsAreFirst) {
  EXPECT_EQ(gufunc::output_shape(sizes{5}, sizes{2, 4}), (sizes{5, 2, 4}));
  EXPECT_EQ(wrong("(),()->()", {{2}, {1}}, {{3, 2}}), "gufunc.X7 at -1");
  // Each output is held to its own shape.
  const gufunc::signature two = gufunc::parse_signature("(i)->(),(i)");
  EXPECT_EQ(gufunc::applied<index>(two, {{4, 3}}, {{4}, {4, 3}}), (all_sizes{{4}, {4, 3}}));
  EXPECT_EQ(broken([&] {
              gufunc::applied<index>(two, {{4, 3}}, {{4}, {1, 3}});
            }),
            "gufunc.X7 at -1");
}

TEST(GufuncX8, AnOutputMayGiveASizeOfItsOwn) {
  EXPECT_EQ(result("(n,d)->(p)", {{4, 2}}, {{6}}), sizes{6});
  EXPECT_EQ(wrong("(m,n),(n)->(m)", {{2, 3}, {3}}, {{4}}), "gufunc.X5 at -1");
}

TEST(GufuncX9, AnOutputHasItsNamesInItsOwnOrder) {
  EXPECT_EQ(result("(i,j)->(j,i)", {{2, 3}}), (sizes{3, 2}));
}

TEST(GufuncX9, ADimensionThatIsAbsentIsAbsentUnderItsBareName) {
  EXPECT_EQ(result("(m?,n),(n,p?)->(m,p)", {{4}, {4}}), sizes{});
}

TEST(GufuncX9, AnUndeterminedSizeIsAnError) {
  EXPECT_EQ(wrong("(n,d)->(p)", {{4, 2}}), "gufunc.X9 at -1");
}

TEST(GufuncN3, AnElementaryFunctionTakesTheLastDimensions) {
  EXPECT_EQ(gufunc::elementary_shape({"i"}, sizes{2, 3}), sizes{3});
  EXPECT_EQ(gufunc::elementary_shape({}, sizes{2, 3}), sizes{});
}

TEST(GufuncN4, ASharedNameIsOneSize) {
  EXPECT_EQ(result("(n),(n)->(n)", {{3}, {3}}), sizes{3});
  EXPECT_EQ(wrong("(n),(n)->(n)", {{3}, {1}}), "gufunc.X5 at -1");
}

TEST(GufuncN5, NamesAreNumberedByTheirFirstOccurrence) {
  EXPECT_EQ(gufunc::names_of(gufunc::parse_signature("(i,j),(k?,i)->(j,3)")),
            (gufunc::argument{"i", "j", "k", "3"}));
}

TEST(GufuncX10, AScalarHasEmptyParentheses) {
  EXPECT_EQ(gufunc::argument_text({"i_1", "i_2"}), "(i_1,i_2)");
  EXPECT_EQ(gufunc::argument_text({}), "()");
}

TEST(GufuncX11, EachPrintedSignatureIsReadAndWritten) {
  for (auto const& row : bcast::spec::gufunc::signatures) {
    EXPECT_EQ(gufunc::signature_text(gufunc::parse_signature(row.signature)), row.signature);
  }
  EXPECT_EQ(gufunc::signature_text(gufunc::parse_signature("(n)->(n),(2)")), "(n)->(n),(2)");
}

TEST(GufuncX12, TheSameNameIsTheSameSize) {
  EXPECT_EQ(result("(i,i)->()", {{0, 0}}), sizes{});
  EXPECT_EQ(wrong("(i,i)->()", {{2, 3}}), "gufunc.X5 at -1");
}

TEST(GufuncF1, InputsAndOutputsHaveAnArrowBetweenThem) {
  EXPECT_EQ(unread("(i)"), "gufunc.F1 at -1");
  EXPECT_EQ(unread("(i)->()->()"), "gufunc.F1 at -1");
  EXPECT_EQ(unread("(i)->()"), "nothing");
}

TEST(GufuncF2, ThereMayBeNoInputs) { EXPECT_EQ(gufunc::parse_signature("->(i)").inputs.n(), 0); }

TEST(GufuncF3, ThereMayBeNoOutputs) { EXPECT_EQ(gufunc::parse_signature("(i)->").outputs.n(), 0); }

TEST(GufuncF4, ArgumentsHaveCommasBetweenThem) {
  EXPECT_EQ(gufunc::parse_signature("(i),(j),()->()").inputs.n(), 3);
  EXPECT_EQ(gufunc::parse_signature("(i),->()").inputs.n(), 1);  // as printed; NumPy refuses it
  EXPECT_EQ(unread("(i)(j)->()"), "gufunc.F1 at -1");
}

TEST(GufuncF5, AnArgumentHasParentheses) {
  EXPECT_EQ(unread("(i->()"), "gufunc.F5 at -1");
  EXPECT_EQ(unread("i->()"), "gufunc.F1 at -1");
}

TEST(GufuncF6, CoreDimensionsHaveCommasBetweenThem) {
  EXPECT_EQ(gufunc::parse_signature("(i,j,k)->()").inputs[0].n(), 3);
  EXPECT_EQ(unread("(,i)->()"), "gufunc.F8 at -1");
  EXPECT_EQ(gufunc::parse_signature("(i,)->()").inputs[0].n(), 1);  // gufunc.D3
}

TEST(GufuncF7, ACoreDimensionIsANameAndItsModifier) {
  EXPECT_EQ(gufunc::parse_signature("(m?)->()").inputs[0], gufunc::argument{"m?"});
  EXPECT_EQ(unread("(?m)->()"), "gufunc.F8 at -1");
}

TEST(GufuncF8, ANameIsAVariablesOrAnInteger) {
  EXPECT_EQ(gufunc::parse_signature("(_a1,12)->()").inputs[0], (gufunc::argument{"_a1", "12"}));
  EXPECT_EQ(unread("(1a)->()"), "gufunc.F5 at -1");
  EXPECT_EQ(unread("(-1)->()"), "gufunc.F8 at -1");
  EXPECT_EQ(gufunc::parse_signature("(Zz)->()").inputs[0], gufunc::argument{"Zz"});
  // The characters beside the letters.
  for (char const* name : {"@", "[", "`", "{"}) {
    EXPECT_EQ(unread("(" + std::string(name) + ")->()"), "gufunc.F8 at -1") << name;
  }
  EXPECT_EQ(unread("("), "gufunc.F8 at -1");
  EXPECT_EQ(unread("(a"), "gufunc.F5 at -1");
}

TEST(GufuncF9, AModifierIsAQuestionMark) {
  EXPECT_EQ(unread("(m?"
                   "?)->()"),
            "gufunc.F5 at -1");
}

TEST(GufuncX13, UnmodifiedDimensionsOfOneNameAreEqual) {
  EXPECT_EQ(result("(n),(n?)->()", {{2}, {2}}), sizes{});
  EXPECT_EQ(wrong("(n),(n)->()", {{2}, {1}}), "gufunc.X5 at -1");
}

TEST(GufuncX14, WhiteSpaceIsIgnored) {
  EXPECT_EQ(gufunc::without_spaces(" ( i ) ->\t()\n"), "(i)->()");
  EXPECT_EQ(unread(" ( m ? , n ) -> ( ) "), "nothing");
}

TEST(GufuncX15, AnIntegerFreezesASize) {
  EXPECT_EQ(gufunc::frozen_size("3"), std::optional<index>(3));
  EXPECT_EQ(gufunc::frozen_size("0"), std::optional<index>(0));
  EXPECT_EQ(wrong("(0)->()", {{3}}), "gufunc.X5 at -1");
  EXPECT_EQ(gufunc::frozen_size("n"), std::nullopt);
  EXPECT_EQ(wrong("(3),(3)->(3)", {{2, 3}, {1}}), "gufunc.X5 at -1");
  EXPECT_EQ(result("(n)->(2)", {{7, 5}}), (sizes{7, 2}));
}

TEST(GufuncX16, AnOptionalDimensionIsLeftOutIfAnArrayLacksIt) {
  constexpr std::string_view matmul = "(m?,n),(n,p?)->(m?,p?)";
  EXPECT_EQ(result(matmul, {{3}, {3, 4}}), sizes{4});
  EXPECT_EQ(result(matmul, {{2, 3}, {3}}), sizes{2});
  EXPECT_EQ(result(matmul, {{3}, {3}}), sizes{});
  EXPECT_EQ(result(matmul, {{3}, {7, 3, 4}}), (sizes{7, 4}));
  EXPECT_EQ(wrong(matmul, {{}, {3}}), "gufunc.X4 at -1");
}

TEST(GufuncX16, ItIsLeftOutOfEveryArrayThatSharesItsName) {
  EXPECT_EQ(result("(a?,n),(a?,n)->(a?)", {{2, 3}, {3}}), sizes{2});  // as a loop dimension
  EXPECT_EQ(result("(m?,n),(n,p?)->(m?,p?)", {{2, 3}, {3, 4}}, {{2, 4}}), (sizes{2, 4}));
  EXPECT_EQ(wrong("(m?,n),(n,p?)->(m?,p?)", {{2, 3}, {3, 4}}, {{4}}), "gufunc.X7 at -1");
  EXPECT_EQ(gufunc::absent_names<index>(gufunc::parse_signature("(i)->(j?)"), {{3}}, {{}}),
            gufunc::argument{"j"});
  EXPECT_EQ(result("(i)->(j?)", {{3}}, {{}}), sizes{});
}

TEST(GufuncX16, MatchedFromTheEndAVectorLacksANameThatMustBePresent) {
  EXPECT_EQ(broken([] { gufunc::matmul_as_printed(sizes{2, 3}, sizes{3}); }), "gufunc.X4 at -1");
  EXPECT_EQ(gufunc::matmul_as_printed(sizes{3}, sizes{3, 4}), sizes{4});
}

TEST(GufuncX16, MatchedFromTheEndAnOutputTooLacksItsFirstNames) {
  const auto of = [](std::string_view signature, sizes const& output) {
    return gufunc::absent_names_as_printed<index>(gufunc::parse_signature(signature), {{3}},
                                                  {output});
  };
  EXPECT_EQ(of("(n)->(m?,n)", {3}), gufunc::argument{"m"});
  EXPECT_EQ(of("(n)->(n,p?)", {3}), gufunc::argument{});
  EXPECT_EQ(gufunc::absent_names<index>(gufunc::parse_signature("(n)->(n,p?)"), {{3}}, {{3}}),
            gufunc::argument{"p"});
}

TEST(GufuncX18, AFunctionMayCheckTheSizes) {
  const auto not_empty = [](auto const& of) {
    if (of[0] == 0) throw bcast::reference::violation("minmax");
  };
  EXPECT_EQ(
      gufunc::applied_with(gufunc::parse_signature("(n)->(2)"), all_sizes{{9, 4}}, not_empty)[0],
      (sizes{9, 2}));
  EXPECT_EQ(
      broken([&] {
        gufunc::applied_with(gufunc::parse_signature("(n)->(2)"), all_sizes{{9, 0}}, not_empty);
      }),
      "minmax at -1");
}

TEST(GufuncX19, ASizeThatNoInputDeterminesIsMarked) {
  sizes given;
  gufunc::applied_with(gufunc::parse_signature("(m),(n)->(2)"), all_sizes{{5}, {3}},
                       [&](auto const& of) { given = of; });
  EXPECT_EQ(given, (sizes{5, 3, 2}));
  EXPECT_EQ(broken([&] {
              gufunc::applied_with(gufunc::parse_signature("(m),(n)->(p)"), all_sizes{{5}, {3}},
                                   [&](auto const& of) { given = of; });
            }),
            "gufunc.X9 at -1");
  EXPECT_EQ(given, (sizes{5, 3, -1}));
}

TEST(GufuncX20, ASizeThatIsKnownIsNeverChanged) {
  EXPECT_EQ(broken([] {
              gufunc::applied_with(gufunc::parse_signature("(m),(n)->(p)"), all_sizes{{5}, {3}},
                                   [](auto& of) { of[0] = of[2] = 7; });
            }),
            "gufunc.X20 at -1");
}

TEST(GufuncX17, AFunctionMaySetWhatNoInputDetermines) {
  const auto full = [](auto& of) { of[2] = of[0] + of[1] - 1; };
  EXPECT_EQ(gufunc::applied_with(gufunc::parse_signature("(m),(n)->(p)"), all_sizes{{6, 5}, {3}},
                                 full)[0],
            (sizes{6, 7}));
  EXPECT_EQ(broken([] {
              gufunc::applied_with(gufunc::parse_signature("(m),(n)->(p)"), all_sizes{{5}, {3}},
                                   [](auto&) {});
            }),
            "gufunc.X9 at -1");
  EXPECT_EQ(
      gufunc::applied_with(gufunc::parse_signature("(n)->(2)"), all_sizes{{9, 4}}, [](auto&) {})[0],
      (sizes{9, 2}));
}

TEST(GufuncX17, ItsLoopDimensionsClashBeforeItIsAsked) {
  for (char const* text : {"(),()->", "(),()->(k)"}) {
    bool asked = false;
    EXPECT_EQ(broken([&] {
                gufunc::applied_with(gufunc::parse_signature(text), all_sizes{{2}, {3}},
                                     [&](auto&) { asked = true; });
              }),
              "gufunc.X6 at 0")
        << text;
    EXPECT_FALSE(asked) << text;
  }
}

// The table of signatures -------------------------------------------------------------------------

TEST(GufuncS1, AddHasTheArrayApisJoin) {
  for (index a = 0; a <= 3; ++a) {
    for (index b = 0; b <= 3; ++b) {
      const sizes x{a, 1}, y{b};
      const auto expected = [&] { return bcast::reference::array_api::broadcast(x, y); };
      if (broken(expected) == "nothing") {
        EXPECT_EQ(result(printed("add"), {x, y}), expected());
      } else {
        EXPECT_EQ(wrong(printed("add"), {x, y}), "gufunc.X6 at 1");
      }
    }
  }
}

TEST(GufuncS2, AReductionLosesItsLastAxis) {
  EXPECT_EQ(result(printed("sum1d"), {{2, 3}}), sizes{2});
}

TEST(GufuncS3, TheInnerProductOfTwoVectorsIsAScalar) {
  EXPECT_EQ(result(printed("inner1d"), {{3}, {3}}), sizes{});
}

TEST(GufuncS4, MatricesAreNeverVectors) {
  EXPECT_EQ(result(printed("matmat"), {{7, 1, 2, 3}, {5, 3, 4}}), (sizes{7, 5, 2, 4}));
  EXPECT_EQ(wrong(printed("matmat"), {{2, 3}, {3}}), "gufunc.X4 at -1");
}

TEST(GufuncS5, AVectorTimesAMatrix) {
  EXPECT_EQ(result(printed("vecmat"), {{3}, {3, 4}}), sizes{4});
}

TEST(GufuncS6, AMatrixTimesAVector) {
  EXPECT_EQ(result(printed("matvec"), {{2, 3}, {5, 3}}), (sizes{5, 2}));
}

TEST(GufuncS7, MatmulIsTheFourByTheRanksOfItsOperands) {
  const auto agree = [](std::string_view name, sizes const& a, sizes const& b) {
    EXPECT_EQ(gufunc::matmul(a, b), result(printed(name), {a, b})) << name;
  };
  EXPECT_EQ(result(printed("matmul"), {{1, 2, 3}, {0, 3, 4}}), (sizes{0, 2, 4}));
  agree("matmat", {6, 2, 3}, {3, 4});
  agree("vecmat", {3}, {6, 3, 4});
  agree("matvec", {6, 2, 3}, {3});
  agree("inner1d", {3}, {3});
}

TEST(GufuncS8, AnOuterProductOfInnerProducts) {
  EXPECT_EQ(result(printed("outer_inner"), {{5, 2, 3}, {4, 3}}), (sizes{5, 2, 4}));
}

TEST(GufuncS9, AFrozenSizeIsTheOnlyOne) {
  EXPECT_EQ(result(printed("cross1d"), {{2, 3}, {3}}), (sizes{2, 3}));
  EXPECT_EQ(wrong(printed("cross1d"), {{2}, {2}}), "gufunc.X5 at -1");
}

}  // namespace gufunc_test
