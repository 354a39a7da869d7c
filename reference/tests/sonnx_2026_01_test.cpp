// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/sonnx_2026_01.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "bcast/spec/sonnx_2026_01.hpp"
#include "legal_shapes.hpp"
#include "tests/support/broken.hpp"
#include "tests/support/numbered.hpp"

namespace sonnx_2026_01_test {

using namespace bcast::reference;
using bcast::reference::index;
namespace sonnx = bcast::reference::sonnx_2026_01;
using dims = sonnx::dims<index>;
using inputs = list<dims>;

/// The elements' own positions: the element at [2,3] is 23.
sonnx::tensor<int> numbered(dims const& d) { return {d, digits}; }

std::string clash(inputs const& dX) {
  return broken([&] { sonnx::Broadcast_sizes(dX); });
}

static_assert([] {
  inputs dX;
  dX.append(dims{8, 1, 6, 1});
  dX.append(dims{7, 1, 5});
  return sonnx::nY(dX) == 4 && sonnx::Broadcast_sizes(dX) == dims{8, 7, 6, 5};
}());

TEST(Sonnx202601N2, IsOneTensorOrMore) {
  EXPECT_FALSE(sonnx::is_highest_number(-1));
  EXPECT_TRUE(sonnx::is_highest_number(0));
  EXPECT_TRUE(sonnx::is_highest_number(2147483646));
  EXPECT_FALSE(sonnx::is_highest_number(2147483647));
  EXPECT_EQ(clash(inputs{}), "sonnx@2026-01.N2 at -1");
  EXPECT_EQ(sonnx::Broadcast_sizes(inputs{dims{2, 0}}), (dims{2, 0}));
}

TEST(Sonnx202601N1, NamesEachTypeOfTheLanguageThatIsInTheList) {
  static_assert(sonnx::element_type<float> && sonnx::element_type<double> &&
                sonnx::element_type<std::string> && sonnx::element_type<bool>);
  static_assert(sonnx::element_type<std::int8_t> && sonnx::element_type<std::int16_t> &&
                sonnx::element_type<std::int32_t> && sonnx::element_type<std::int64_t>);
  static_assert(sonnx::element_type<std::uint8_t> && sonnx::element_type<std::uint16_t> &&
                sonnx::element_type<std::uint32_t> && sonnx::element_type<std::uint64_t>);
  static_assert(!sonnx::element_type<long double> && !sonnx::element_type<void*>);
  const std::string_view listed = bcast::spec::sonnx_2026_01::clauses[0].formula;
  for (std::string_view name : {"real", "float16", "string", "boolean", "int8", "uint64"}) {
    EXPECT_NE(listed.find(name), std::string_view::npos) << name;
  }
}

std::vector<inputs> legal() { return legal_shapes<inputs, dims>(); }

inputs completed(inputs const& dX) {
  const index nY = sonnx::nY(dX);
  return inputs::of(dX.n(), [&](index m) { return sonnx::dYm(dX[m], nY); });
}

TEST(Sonnx202601X1, NoShapeIsExcluded) {
  for (inputs const& dX : legal()) {
    for (dims const& d : dX) EXPECT_EQ(sonnx::Broadcast_sizes(inputs{d}), d);
  }
}

TEST(Sonnx202601X2, TheOutputsHaveOneShape) {
  EXPECT_TRUE(sonnx::have_one_shape(inputs{dims{2, 3}, dims{2, 3}}));
  EXPECT_FALSE(sonnx::have_one_shape(inputs{dims{2, 3}, dims{3}}));
}

TEST(Sonnx202601X3, EveryElementIsOneOfItsInput) {
  const auto x = numbered({2, 1});
  const auto [z0, z1] = sonnx::Broadcast(x, numbered({3}));
  EXPECT_TRUE(sonnx::holds_elements_of(z0, x));
  const sonnx::tensor<int> other(z0.d(), [](auto const& i) { return i[1] == 2 ? 99 : 0; });
  EXPECT_FALSE(sonnx::holds_elements_of(other, x));
  // Not the other way round: the input may have elements that the output has not.
  const auto counted = [](auto const& i) { return static_cast<int>(i[0]); };
  const auto upto = [&](index n) { return sonnx::tensor<int>(dims{n}, counted); };
  EXPECT_FALSE(sonnx::holds_elements_of(upto(3), upto(2)));
  EXPECT_TRUE(sonnx::holds_elements_of(upto(2), upto(3)));
  const auto nan = [](auto const&) { return std::nan(""); };
  EXPECT_TRUE(sonnx::holds_elements_of(sonnx::tensor<double>(dims{2}, nan),
                                       sonnx::tensor<double>(dims{1}, nan)));
}

// Conditions 1 and 2 hold for what the formulas give, and for nothing else.
TEST(Sonnx202601X4, IsTheRankOfTheFormulas) {
  for (inputs const& dX : legal())
    EXPECT_TRUE(sonnx::has_largest_rank(sonnx::Broadcast_sizes(dX), dX));
  EXPECT_FALSE(sonnx::has_largest_rank(dims{2}, inputs{dims{2, 2}}));
}

TEST(Sonnx202601X5, TheSizesThatATensorHasAreTheLastOnes) {
  for (inputs const& dX : legal()) {
    const inputs dYs = completed(dX);
    for (index m = 0; m < dX.n(); ++m) EXPECT_TRUE(sonnx::keeps_last_sizes(dYs[m], dX[m]));
  }
  EXPECT_FALSE(sonnx::keeps_last_sizes(dims{7, 5, 1}, dims{7, 5}));
}

TEST(Sonnx202601X6, TheSizesThatArePrependedAreOne) {
  for (inputs const& dX : legal()) {
    const inputs dYs = completed(dX);
    for (index m = 0; m < dX.n(); ++m) EXPECT_TRUE(sonnx::is_completed_with_ones(dYs[m], dX[m]));
  }
  EXPECT_FALSE(sonnx::is_completed_with_ones(dims{2, 5}, dims{5}));
}

TEST(Sonnx202601X7, TheIndexesAreThoseThatF3Reads) {
  const auto y = sonnx::Ym(numbered({2, 3}), 4);
  EXPECT_TRUE(forall(
      y.d(), [&](list<index> const& i) { return sonnx::is_shifted(i, sonnx::index_in_Xm(i, 2)); }));
  EXPECT_FALSE(sonnx::is_shifted(list<index>{0, 1, 2}, list<index>{1, 1}));
}

TEST(Sonnx202601X8, IsTheMaximumAndEachSizeIsItOrOne) {
  for (inputs const& dX : legal()) {
    EXPECT_TRUE(sonnx::has_maximum_sizes(sonnx::Broadcast_sizes(dX), completed(dX)));
  }
  EXPECT_FALSE(sonnx::has_maximum_sizes(dims{3}, inputs{dims{2}, dims{3}}));
  EXPECT_FALSE(sonnx::has_maximum_sizes(dims{2}, inputs{dims{1}, dims{1}}));
  EXPECT_FALSE(sonnx::has_maximum_sizes(dims{1}, inputs{dims{0}, dims{1}}));
}

TEST(Sonnx202601X8, AnIndexThatTheInputDoesNotHaveIsTheFirst) {
  for (index C = 1; C <= 4; ++C) {
    for (index B : {index{1}, C}) {
      for (index a = 0; a < C; ++a) EXPECT_EQ(sonnx::index_in_repeated(a, B), sonnx::f(a, B, C));
    }
  }
  // As printed, an index equal to the size stays.
  EXPECT_EQ(sonnx::index_in_repeated_as_printed<index>(1, 1), 1);
  EXPECT_EQ(sonnx::index_in_repeated_as_printed<index>(2, 1), 0);
}

TEST(Sonnx202601X9, IsBothStepsOneAfterTheOther) {
  const auto x = numbered({2, 1}), z = sonnx::output_of(x, dims{2, 2, 3});
  EXPECT_EQ(z, sonnx::Zm(sonnx::Ym(x, 3), dims{2, 2, 3}));
  EXPECT_EQ((z[{1, 1, 2}]), 10);
}

TEST(Sonnx202601N3, TheTensorsAfterStepOneHaveOneRank) {
  for (inputs const& dX : legal())
    EXPECT_TRUE(sonnx::have_common_rank(completed(dX), sonnx::nY(dX)));
  EXPECT_FALSE(sonnx::have_common_rank(inputs{dims{1}, dims{1, 1}}, 1));
}

TEST(Sonnx202601X10, IsWhatF2Gives) {
  for (inputs const& dX : legal()) {
    const inputs dYs = completed(dX);
    for (index m = 0; m < dX.n(); ++m) EXPECT_TRUE(sonnx::is_completed(dYs[m], dX[m]));
  }
  EXPECT_FALSE(sonnx::is_completed(dims{7, 1}, dims{7}));
}

TEST(Sonnx202601X11, IsTheIndexThatFSelectsWhereE1IsNoError) {
  for (index C = 1; C <= 4; ++C) {
    for (index B : {index{1}, C}) {
      for (index a = 0; a < C; ++a) EXPECT_EQ(sonnx::index_in_maximum(a, B, C), sonnx::f(a, B, C));
    }
  }
}

TEST(Sonnx202601X11, ASizeThatIsNotIncreasedIsReadAtItsIndex) {
  EXPECT_EQ(sonnx::index_in_maximum<index>(2, 1, 0), 2);
  EXPECT_EQ(sonnx::index_in_maximum<index>(1, 3, 2), 1);
}

TEST(Sonnx202601X12, IsTheFirstWhereTheSizeIsNotTheMaximum) {
  for (index B = 0; B <= 3; ++B) {
    for (index C = 0; C <= 3; ++C) EXPECT_TRUE(sonnx::reads_first_element<index>(2, B, C));
  }
}

TEST(Sonnx202601X13, IsE1OrItsOpposite) {
  const inputs dYs{dims{1, 6, 2}, dims{7, 6, 3}};
  for (index m = 0; m < 2; ++m) {
    for (index i = 0; i < 3; ++i) EXPECT_TRUE(sonnx::is_size_or_error(dYs, m, i));
  }
}

TEST(Sonnx202601N4, CountsTheInputs) {
  EXPECT_EQ(sonnx::number_of_inputs(1), 2);
  EXPECT_EQ(sonnx::number_of_inputs_as_printed(1), 0);
}

TEST(Sonnx202601N5, AsManyOutputsOfOneShape) {
  EXPECT_TRUE(sonnx::have_identical_shapes(inputs{dims{2}, dims{2}}, 1));
  EXPECT_FALSE(sonnx::have_identical_shapes(inputs{dims{2}, dims{3}}, 1));
  EXPECT_FALSE(sonnx::have_identical_shapes(inputs{dims{2}, dims{2}}, 2));
  EXPECT_FALSE(sonnx::have_identical_shapes(inputs{dims{2}, dims{2}, dims{5}}, 1));
}

TEST(Sonnx202601X14, TheTensorsAreAllThatIsGiven) {
  const auto x = numbered({2});
  EXPECT_EQ(sonnx::Broadcast(x), std::tuple(x));
}

TEST(Sonnx202601X15, HoldsOfTheOutputsAndOfNothingElse) {
  const auto x = numbered({2, 1});
  const auto z = sonnx::output_of(x, dims{4, 2, 3});
  EXPECT_TRUE(sonnx::has_equal_values(z, x));
  const sonnx::tensor<int> other(z.d(), [&](auto const& i) { return z[i] + (i[2] == 2 ? 1 : 0); });
  EXPECT_FALSE(sonnx::has_equal_values(other, x));
  const sonnx::tensor<double> nan(dims{1}, [](auto const&) { return std::nan(""); });
  EXPECT_TRUE(sonnx::has_equal_values(sonnx::output_of(nan, dims{2}), nan));
}

TEST(Sonnx202601F1, IsTheLargestRank) {
  EXPECT_EQ(sonnx::nY(inputs{dims{}, dims{5, 5}, dims{5}}), 2);
  EXPECT_EQ(sonnx::nY(inputs{dims{}}), 0);
}

TEST(Sonnx202601F2, CompletesWithOnesAndShifts) {
  const dims x{7, 1, 5};
  EXPECT_EQ(sonnx::dYm(x, 5), (dims{1, 1, 7, 1, 5}));
  EXPECT_EQ(sonnx::dYm(x, 3), x);
  EXPECT_EQ(sonnx::dYm(x, 5, 1), 1);
  EXPECT_EQ(sonnx::dYm(x, 5, 2), 7);
}

TEST(Sonnx202601F3, TheElementsAreBehindAnIndexOfZeros) {
  EXPECT_EQ(sonnx::index_in_Xm(list<index>{0, 0, 2, 3}, 2), (list<index>{2, 3}));
  EXPECT_EQ(sonnx::index_in_Xm(list<index>{0, 0}, 0), list<index>{});
  EXPECT_EQ(broken([] { sonnx::index_in_Xm(list<index>{0, 1, 2}, 1); }), "sonnx@2026-01.F3 at -1");
  EXPECT_EQ(broken([] { sonnx::index_in_Xm(list<index>{1, 0, 2}, 1); }), "sonnx@2026-01.F3 at -1");
  const auto y = sonnx::Ym(numbered({2, 3}), 4);
  EXPECT_EQ(y.d(), (dims{1, 1, 2, 3}));
  EXPECT_EQ((y[{0, 0, 1, 2}]), 12);
}

TEST(Sonnx202601F4, EveryOutputHasTheCommonNumberOfDimensions) {
  const auto [z0, z1] = sonnx::Broadcast(numbered({}), numbered({2, 1, 1}));
  EXPECT_EQ(sonnx::nZm(3), 3);
  EXPECT_EQ(z0.n(), 3);
  EXPECT_EQ(z1.n(), 3);
}

TEST(Sonnx202601F5, IsTheMaximumOverAllTensors) {
  const inputs dYs{dims{1, 6}, dims{7, 1}, dims{7, 6}};
  EXPECT_EQ(sonnx::dY(dYs, 0), 7);
  EXPECT_EQ(sonnx::dY(dYs, 1), 6);
  EXPECT_EQ(sonnx::dY(inputs{dims{0}, dims{1}}, 0), 1);
}

TEST(Sonnx202601F6, AllOutputsHaveTheCommonSizes) {
  EXPECT_EQ(sonnx::dZm(dims{4, 5}, 1), 5);
  const auto [z0, z1, z2] = sonnx::Broadcast(numbered({2, 1}), numbered({}), numbered({3}));
  for (auto const& z : {z0, z1, z2}) EXPECT_EQ(z.d(), (dims{2, 3}));
}

TEST(Sonnx202601F7, IsTheCurrentIndexOrTheFirst) {
  EXPECT_EQ(sonnx::f<index>(4, 5, 5), 4);
  EXPECT_EQ(sonnx::f<index>(4, 1, 5), 0);
  EXPECT_EQ(sonnx::f<index>(0, 1, 1), 0);
}

TEST(Sonnx202601F7, IsTotal) {
  for (index B = 0; B <= 6; ++B) {
    for (index C = 0; C <= 6; ++C) EXPECT_EQ(sonnx::f<index>(1, B, C), B == C ? 1 : 0);
  }
}

TEST(Sonnx202601F8, EveryElementIsTheOneThatFSelects) {
  const auto [z0, z1] = sonnx::Broadcast(numbered({8, 1, 6, 1}), numbered({7, 1, 5}));
  for (index i = 0; i < 8; ++i) {
    for (index j = 0; j < 7; ++j) {
      for (index k = 0; k < 6; ++k) {
        for (index l = 0; l < 5; ++l) {
          ASSERT_EQ((z0[{i, j, k, l}]), 1000 * i + 10 * k);
          ASSERT_EQ((z1[{i, j, k, l}]), 100 * j + l);
        }
      }
    }
  }
}

TEST(Sonnx202601X15, NoBitOfAnElementChanges) {
  const double nan = std::bit_cast<double>(std::uint64_t{0x7ff4'0000'dead'beef});
  const sonnx::tensor<double> x(dims{2}, [&](auto const& i) { return i[0] == 0 ? -0.0 : nan; });
  const auto [z0, z1] = sonnx::Broadcast(x, numbered({3, 1}));
  for (index i = 0; i < 3; ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(z0[{i, 0}]), std::bit_cast<std::uint64_t>(-0.0));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(z0[{i, 1}]), std::bit_cast<std::uint64_t>(nan));
  }
}

TEST(Sonnx202601E1, HoldsWhereASizeIsNeitherTheCommonOneNorOne) {
  const inputs dYs{dims{1, 6, 2}, dims{7, 6, 3}};
  EXPECT_FALSE(sonnx::is_error(dYs, 0, 0));
  EXPECT_FALSE(sonnx::is_error(dYs, 1, 1));
  EXPECT_TRUE(sonnx::is_error(dYs, 0, 2));
  EXPECT_FALSE(sonnx::is_error(dYs, 1, 2));
}

TEST(Sonnx202601E1, NamesTheFirstAxisAndRejectsZeroAgainstOne) {
  EXPECT_EQ(clash(inputs{dims{2, 3, 4}, dims{2, 5, 6}}), "sonnx@2026-01.E1 at 1");
  EXPECT_EQ(clash(inputs{dims{0}, dims{1}}), "sonnx@2026-01.E1 at 0");
  EXPECT_EQ(sonnx::Broadcast_sizes(inputs{dims{0, 2}, dims{0, 1}}), (dims{0, 2}));
}

TEST(Sonnx202601C1, EveryOutputHasItsInputsType) {
  const sonnx::tensor<std::string> names(dims{2}, [](list<index> const& i) {
    return std::string(static_cast<std::size_t>(i[0]), 'x');
  });
  const auto z = sonnx::Broadcast(names, numbered({3, 1}));
  static_assert(sonnx::have_same_type<sonnx::tensor<std::string>,
                                      std::tuple_element_t<0, std::decay_t<decltype(z)>>>);
  static_assert(sonnx::have_same_type<sonnx::tensor<int>,
                                      std::tuple_element_t<1, std::decay_t<decltype(z)>>>);
  static_assert(!sonnx::have_same_type<sonnx::tensor<int>, sonnx::tensor<float>>);
  EXPECT_EQ((std::get<0>(z)[{2, 1}]), "x");
}

}  // namespace sonnx_2026_01_test
