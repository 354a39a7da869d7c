// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/sonnx.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "legal_shapes.hpp"
#include "tests/support/broken.hpp"
#include "tests/support/numbered.hpp"

namespace sonnx_test {

using namespace bcast::reference;
using bcast::reference::index;
namespace sonnx = bcast::reference::sonnx;
using dims = sonnx::dims<index>;
using inputs = seq<dims>;

/// The elements' own positions: the element at [2,3] is 23.
sonnx::tensor<int> numbered(dims const& d) { return {d, digits}; }

static_assert([] {
  inputs dX;
  dX.append(dims{8, 1, 6, 1});
  dX.append(dims{7, 1, 5});
  return sonnx::nY(dX) == 4 && sonnx::Broadcast_sizes(dX) == dims{8, 7, 6, 5};
}());
static_assert(sonnx::f<index>(3, 5, 5) == 3 && sonnx::f<index>(3, 1, 5) == 1);

TEST(SonnxN2, GivesAsManyOutputsAsInputsEachOfItsOwnType) {
  const sonnx::tensor<std::string> names(dims{2}, [](seq<index> const& i) {
    return std::string(static_cast<std::size_t>(i[1]), 'x');
  });
  const sonnx::tensor<bool> flags(dims{2, 1}, [](seq<index> const& i) { return i[1] == 2; });
  const auto [z1, z2] = sonnx::Broadcast(names, flags);
  EXPECT_EQ(z1.d(), (dims{2, 2}));
  EXPECT_EQ(z2.d(), (dims{2, 2}));
  EXPECT_EQ((z1[{2, 1}]), "x");
  EXPECT_EQ((z1[{1, 2}]), "xx");
  EXPECT_FALSE((z2[{1, 2}]));
  EXPECT_TRUE((z2[{2, 1}]));
}

TEST(SonnxN2, TakesAnyNumberOfTensors) {
  for (index N = 1; N <= 5; ++N) {
    const auto X = [](index m) {
      return sonnx::tensor<index>(m == 2 ? dims{3, 1} : dims{3},
                                  [=](seq<index> const& i) { return 100 * m + i[1]; });
    };
    const auto z = sonnx::Broadcast(seq<sonnx::tensor<index>>::of(N, X));
    ASSERT_EQ(z.n(), N);
    const dims at = N >= 2 ? dims{3, 2} : dims{2};
    for (index m = 1; m <= N; ++m) {
      EXPECT_EQ(z[m].d(), (N >= 2 ? dims{3, 3} : dims{3}));
      EXPECT_EQ(z[m][at], 100 * m + (m == 2 ? 3 : 2));
    }
  }
}

TEST(SonnxN2, NoTensorHasNoAnswer) {
  try {
    sonnx::Broadcast_sizes(inputs{});
    ADD_FAILURE();
  } catch (no_answer const& n) {
    EXPECT_EQ(n.tag, "sonnx.G2");
  }
}

TEST(SonnxN1, EachTensorIsOfAnyType) {
  const sonnx::tensor<double> reals(dims{2},
                                    [](seq<index> const& i) { return i[1] == 1 ? 0.5 : 1.0; });
  const auto [z1, z2] = sonnx::Broadcast(reals, numbered({1}));
  EXPECT_EQ((z1[{2}]), 1.0);
  EXPECT_EQ((z2[{2}]), 1);
}

std::string clash(inputs const& dX) {
  return broken([&] { sonnx::Broadcast_sizes(dX); });
}

std::vector<inputs> legal() { return legal_shapes<inputs, dims>(); }

inputs completed(inputs const& dX) {
  const index nY = sonnx::nY(dX);
  return inputs::of(dX.n(), [&](index m) { return sonnx::dYm(dX[m], nY); });
}

// The prose of the purpose holds for what the formulas give, and for nothing else.
TEST(SonnxX1, IsTheRankOfTheFormulas) {
  for (inputs const& dX : legal())
    EXPECT_TRUE(sonnx::has_largest_rank(sonnx::Broadcast_sizes(dX), dX));
  EXPECT_FALSE(sonnx::has_largest_rank(dims{2}, inputs{dims{2, 2}}));
  EXPECT_FALSE(sonnx::has_largest_rank(dims{1, 2}, inputs{dims{2}, dims{}}));
}

TEST(SonnxX2, IsTheMaximumOfTheFormulas) {
  for (inputs const& dX : legal()) {
    EXPECT_TRUE(sonnx::has_maximum_sizes(sonnx::Broadcast_sizes(dX), completed(dX)));
  }
  EXPECT_FALSE(sonnx::has_maximum_sizes(dims{2}, inputs{dims{1}, dims{3}}));
  EXPECT_FALSE(sonnx::has_maximum_sizes(dims{2, 3}, inputs{dims{1, 3}}));
  EXPECT_FALSE(sonnx::has_maximum_sizes(dims{2, 3}, inputs{dims{2, 1}}));
  EXPECT_TRUE(sonnx::has_maximum_sizes(dims{1}, inputs{dims{0}, dims{1}}));
}

TEST(SonnxX3, TheSizesThatATensorHasAreTheLastOnes) {
  for (inputs const& dX : legal()) {
    const inputs dYs = completed(dX);
    for (index m = 1; m <= dX.n(); ++m) EXPECT_TRUE(sonnx::keeps_last_sizes(dYs[m], dX[m]));
  }
  EXPECT_FALSE(sonnx::keeps_last_sizes(dims{7, 5, 1}, dims{7, 5}));
  EXPECT_FALSE(sonnx::keeps_last_sizes(dims{1, 7, 5}, dims{3, 5}));
  EXPECT_FALSE(sonnx::keeps_last_sizes(dims{1, 7, 5}, dims{7, 3}));
}

TEST(SonnxX4, TheSizesThatAreAddedAreOne) {
  for (inputs const& dX : legal()) {
    const inputs dYs = completed(dX);
    for (index m = 1; m <= dX.n(); ++m) EXPECT_TRUE(sonnx::is_completed_with_ones(dYs[m], dX[m]));
  }
  EXPECT_FALSE(sonnx::is_completed_with_ones(dims{2, 5}, dims{5}));
  EXPECT_FALSE(sonnx::is_completed_with_ones(dims{2, 1, 5}, dims{5}));
  EXPECT_FALSE(sonnx::is_completed_with_ones(dims{1, 2, 5}, dims{5}));
}

TEST(SonnxX5, TheIndexesAreShiftedByTheDimensionsThatAreAdded) {
  const sonnx::tensor<int> x = numbered({2, 3}), y = sonnx::Ym(x, 4);
  EXPECT_TRUE(forall(
      y.d(), [&](seq<index> const& i) { return sonnx::is_shifted(i, sonnx::index_in_Xm(i, 2)); }));
  EXPECT_FALSE(sonnx::is_shifted(seq<index>{1, 2, 3}, seq<index>{2, 2}));
  EXPECT_FALSE(sonnx::is_shifted(seq<index>{1, 2, 3}, seq<index>{1, 3}));
}

TEST(SonnxX6, IsTheIndexThatFSelectsWhereC1Holds) {
  for (index C = 1; C <= 4; ++C) {
    for (index B : {index{1}, C}) {
      for (index a = 1; a <= C; ++a) EXPECT_EQ(sonnx::index_in_repeated(a, B), sonnx::f(a, B, C));
    }
  }
}

TEST(SonnxX6, IndexesUpToTheSizeAreKept) {
  EXPECT_EQ(sonnx::index_in_repeated(index{2}, index{2}), 2);
  EXPECT_EQ(sonnx::index_in_repeated(index{3}, index{2}), 1);
  EXPECT_EQ(sonnx::index_in_repeated(index{3}, index{4}), 3);
}

TEST(SonnxN4, TheTensorsHaveOneRankAndSizesOfTheirOwn) {
  for (inputs const& dX : legal())
    EXPECT_TRUE(sonnx::have_common_rank(completed(dX), sonnx::nY(dX)));
  EXPECT_FALSE(sonnx::have_common_rank(inputs{dims{1}, dims{1, 1}}, 1));
  EXPECT_FALSE(sonnx::have_common_rank(inputs{dims{1}, dims{1, 1}, dims{1}}, 1));
}

TEST(SonnxX7, IsBothRelationsOneAfterTheOther) {
  const auto x = numbered({2, 1}), z = sonnx::output_of(x, dims{2, 2, 3});
  EXPECT_EQ(z, sonnx::Zm(sonnx::Ym(x, 3), dims{2, 2, 3}));
  EXPECT_EQ((z[{2, 2, 3}]), 21);
}

TEST(SonnxX8, IsWhatF2Gives) {
  for (inputs const& dX : legal()) {
    const inputs dYs = completed(dX);
    for (index m = 1; m <= dX.n(); ++m) EXPECT_TRUE(sonnx::is_completed(dYs[m], dX[m]));
  }
  EXPECT_FALSE(sonnx::is_completed(dims{7, 1}, dims{7}));
  EXPECT_FALSE(sonnx::is_completed(dims{2, 7}, dims{7}));
  EXPECT_FALSE(sonnx::is_completed(dims{1, 2, 7, 5}, dims{7, 5}));
  EXPECT_FALSE(sonnx::is_completed(dims{1, 7, 5}, dims{3, 5}));
  EXPECT_FALSE(sonnx::is_completed(dims{1, 7, 5}, dims{7, 3}));
}

TEST(SonnxX9, DimensionsAreShiftedAsTheirSizesAre) {
  const dims x{7, 5};
  for (index k = 1; k <= 2; ++k)
    EXPECT_EQ(sonnx::dYm(x, 4, sonnx::shifted_dimension(k, 4, 2)), x[k]);
}

TEST(SonnxX10, NoOtherCaseArisesWhereC1Holds) {
  for (inputs const& dYs : {inputs{dims{2}, dims{3}}, inputs{dims{1}, dims{3}}}) {
    for (index m : {1, 2}) EXPECT_TRUE(sonnx::needs_no_other_case(dYs, m, 1));
  }
}

TEST(SonnxX11, OfEverySizeThatIsCommon) {
  // Whatever the value of the index: not only of those below the size.
  for (index C = 1; C <= 4; ++C) {
    for (index i = 1; i <= 5; ++i) EXPECT_TRUE(sonnx::reads_first_element(i, C));
  }
}

TEST(SonnxN3, IsOneShapeOfAllOutputs) {
  EXPECT_TRUE(sonnx::have_common_shape(inputs{dims{2, 3}, dims{2, 3}}));
  EXPECT_FALSE(sonnx::have_common_shape(inputs{dims{2, 3}, dims{2, 3}, dims{3}}));
  EXPECT_FALSE(sonnx::have_common_shape(inputs{dims{2, 3}, dims{3}, dims{2, 3}}));
  EXPECT_FALSE(sonnx::have_common_shape(inputs{dims{2, 3}, dims{2, 4}}));
  EXPECT_FALSE(sonnx::have_common_shape(inputs{dims{2, 3}, dims{2, 3}, dims{1, 3}}));
}

TEST(SonnxN3, AllOutputsHaveTheCommonSizes) {
  const auto [z1, z2, z3] = sonnx::Broadcast(numbered({2, 1}), numbered({}), numbered({3}));
  for (auto const& z : {z1, z2, z3}) EXPECT_EQ(z.d(), (dims{2, 3}));
}

TEST(SonnxX8, TheFirstDimensionsAreThoseOfSizeOne) {
  for (index nY = 1; nY <= 5; ++nY) {
    const dims x{7};
    for (index i = 1; i <= nY; ++i) EXPECT_EQ(sonnx::dYm(x, nY, i), i <= nY - 1 ? 1 : 7);
  }
}

TEST(SonnxX1, TheRankIsTheLargest) {
  EXPECT_EQ(sonnx::Broadcast_sizes(inputs{dims{}, dims{2, 1, 1}, dims{1}}).n(), 3);
}

TEST(SonnxX2, TheSizeIsTheMaximum) {
  EXPECT_EQ(sonnx::Broadcast_sizes(inputs{dims{1}, dims{4}, dims{1}}), dims{4});
}

TEST(SonnxX3, MissingDimensionsAreAtTheLowerIndexes) {
  EXPECT_EQ(sonnx::dYm(dims{7, 5}, 4), (dims{1, 1, 7, 5}));
}

TEST(SonnxX6, AdditionalElementsAreThoseWithIndexOne) {
  const auto [z, w] = sonnx::Broadcast(numbered({2, 1}), numbered({1, 3}));
  for (index i = 1; i <= 2; ++i) {
    for (index j = 1; j <= 3; ++j) {
      EXPECT_EQ((z[{i, j}]), 10 * i + 1);
      EXPECT_EQ((w[{i, j}]), 10 + j);
    }
  }
}

TEST(SonnxN5, IsTheMaximumOverAllTensors) {
  const inputs dYs{dims{1, 6}, dims{7, 1}, dims{7, 6}};
  EXPECT_EQ(sonnx::dY(dYs, 1), 7);
  EXPECT_EQ(sonnx::dY(dYs, 2), 6);
  EXPECT_EQ(sonnx::dY(inputs{dims{1}, dims{1}, dims{2}, dims{1}, dims{5}}, 1), 5);
  EXPECT_EQ(sonnx::dY(inputs{dims{0}, dims{1}}, 1), 1);
  EXPECT_EQ(sonnx::dY(inputs{dims{0}, dims{0}}, 1), 0);
}

TEST(SonnxC1, HoldsWhereEachSizeIsTheCommonOneOrOne) {
  const inputs dYs{dims{1, 6, 2}, dims{7, 6, 3}};
  EXPECT_TRUE(sonnx::is_common_or_one(dYs, 1, 1));
  EXPECT_TRUE(sonnx::is_common_or_one(dYs, 2, 1));
  EXPECT_TRUE(sonnx::is_common_or_one(dYs, 1, 2));
  EXPECT_FALSE(sonnx::is_common_or_one(dYs, 1, 3));
  EXPECT_TRUE(sonnx::is_common_or_one(dYs, 2, 3));
}

TEST(SonnxC1, NamesTheFirstAxisThatBreaksIt) {
  EXPECT_EQ(clash(inputs{dims{2, 3, 4}, dims{2, 5, 6}}), "sonnx.C1 at 2");
  // Of all tensors, and not of the first that breaks it.
  EXPECT_EQ(clash(inputs{dims{3, 2}, dims{2, 4}}), "sonnx.C1 at 1");
}

TEST(SonnxC1, RejectsZeroAgainstOne) {
  EXPECT_EQ(clash(inputs{dims{0}, dims{1}}), "sonnx.C1 at 1");
  EXPECT_EQ(clash(inputs{dims{1}, dims{0}}), "sonnx.C1 at 1");
}

TEST(SonnxC1, AcceptsZeroAgainstZero) {
  EXPECT_EQ(sonnx::Broadcast_sizes(inputs{dims{0, 2}, dims{0, 1}}), (dims{0, 2}));
}

TEST(SonnxF1, IsTheLargestRank) {
  EXPECT_EQ(sonnx::nY(inputs{dims{}, dims{5, 5}, dims{5}}), 2);
  EXPECT_EQ(sonnx::nY(inputs{dims{}}), 0);
}

TEST(SonnxF2, CompletesWithOnesAndShifts) {
  const dims x{7, 1, 5};
  EXPECT_EQ(sonnx::dYm(x, 5, 1), 1);
  EXPECT_EQ(sonnx::dYm(x, 5, 2), 1);
  EXPECT_EQ(sonnx::dYm(x, 5, 3), 7);
  EXPECT_EQ(sonnx::dYm(x, 5, 4), 1);
  EXPECT_EQ(sonnx::dYm(x, 5, 5), 5);
  EXPECT_EQ(sonnx::dYm(x, 3), x);
}

TEST(SonnxF2, AsPrintedReadsSizeNumberZero) {
  const dims x{7, 1, 5};
  EXPECT_EQ(sonnx::dYm_as_printed(x, 5, 1), 1);
  EXPECT_THROW(sonnx::dYm_as_printed(x, 5, 2), std::out_of_range);
  EXPECT_EQ(sonnx::dYm_as_printed(x, 5, 3), 7);
  EXPECT_THROW(sonnx::dYm_as_printed(dims{}, 1, 1), std::out_of_range);
}

TEST(SonnxF2, AsPrintedFailsForEveryTensorThatIsCompleted) {
  for (index rank = 0; rank <= 3; ++rank) {
    const dims x = dims::of(rank, [](index) { return index{2}; });
    for (index nY = rank + 1; nY <= 5; ++nY) {
      EXPECT_THROW(sonnx::dYm_as_printed(x, nY, nY - rank), std::out_of_range);
    }
  }
}

TEST(SonnxF3, TheElementsAreBehindAnIndexOfOnes) {
  const auto x = numbered({2, 3});
  const auto y = sonnx::Ym(x, 4);
  EXPECT_TRUE(sonnx::keeps_elements(y, x));
  EXPECT_EQ((y[{1, 1, 2, 3}]), 23);
  const sonnx::tensor<int> other(y.d(), [](seq<index> const&) { return 0; });
  EXPECT_FALSE(sonnx::keeps_elements(other, x));
  // One wrong element, first or last, is enough.
  for (int wrong : {11, 23}) {
    const sonnx::tensor<int> nearly(y.d(),
                                    [&](seq<index> const& i) { return y[i] == wrong ? 0 : y[i]; });
    EXPECT_FALSE(sonnx::keeps_elements(nearly, x)) << wrong;
  }
}

TEST(SonnxF3, HoldsOfElementsThatEqualNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const sonnx::tensor<double> x(dims{2}, [&](seq<index> const& i) { return i[1] == 1 ? nan : 2; });
  EXPECT_TRUE(sonnx::keeps_elements(sonnx::Ym(x, 2), x));
  const sonnx::tensor<double> other(dims{1, 2}, [&](auto const&) { return nan; });
  EXPECT_FALSE(sonnx::keeps_elements(other, x));
}

TEST(SonnxF4, IsTheSameRelationAsF3) {
  for (dims const& d : {dims{}, dims{3}, dims{2, 3}, dims{1, 2, 2}, dims{0, 2}}) {
    for (index nY = d.n(); nY <= 4; ++nY) {
      const auto x = numbered(d);
      EXPECT_TRUE(sonnx::keeps_elements(sonnx::Ym(x, nY), x)) << "rank " << d.n() << " in " << nY;
    }
  }
}

TEST(SonnxF4, SelectsByTheLastIndexes) {
  EXPECT_EQ(sonnx::index_in_Xm(seq<index>{1, 1, 2, 3}, 2), (seq<index>{2, 3}));
  EXPECT_EQ(sonnx::index_in_Xm(seq<index>{1, 1}, 0), seq<index>{});
}

TEST(SonnxF5, IsTheCurrentIndexOrTheFirst) {
  EXPECT_EQ(sonnx::f<index>(4, 5, 5), 4);
  EXPECT_EQ(sonnx::f<index>(4, 1, 5), 1);
  EXPECT_EQ(sonnx::f<index>(1, 1, 1), 1);
}

TEST(SonnxF5, HasNoValueElsewhere) {
  for (index B = 0; B <= 6; ++B) {
    for (index C = 0; C <= 6; ++C) {
      if (B == C || B == 1) continue;
      EXPECT_EQ(broken([=] { sonnx::f<index>(1, B, C); }), "sonnx.F5 at -1") << B << " " << C;
    }
  }
}

TEST(SonnxF5, StaysInsideTheOperandWhereverC1Holds) {
  for (index B = 0; B <= 4; ++B) {
    for (index C = 0; C <= 4; ++C) {
      if (B != C && B != 1) continue;
      for (index a = 1; a <= C; ++a) {
        EXPECT_GE(sonnx::f(a, B, C), 1);
        EXPECT_LE(sonnx::f(a, B, C), B);
      }
    }
  }
}

TEST(SonnxF6, EveryElementIsTheOneThatFSelects) {
  const auto [z1, z2] = sonnx::Broadcast(numbered({8, 1, 6, 1}), numbered({7, 1, 5}));
  EXPECT_EQ(z1.d(), (dims{8, 7, 6, 5}));
  EXPECT_EQ(z2.d(), (dims{8, 7, 6, 5}));
  for (index i = 1; i <= 8; ++i) {
    for (index j = 1; j <= 7; ++j) {
      for (index k = 1; k <= 6; ++k) {
        for (index l = 1; l <= 5; ++l) {
          ASSERT_EQ((z1[{i, j, k, l}]), 1000 * i + 100 + 10 * k + 1);
          ASSERT_EQ((z2[{i, j, k, l}]), 100 * j + 10 + l);
        }
      }
    }
  }
}

TEST(SonnxF6, AScalarFillsItsOutput) {
  const auto [z, w] = sonnx::Broadcast(numbered({}), numbered({2, 2}));
  EXPECT_EQ((z[{2, 1}]), 0);
  EXPECT_EQ((w[{2, 1}]), 21);
}

}  // namespace sonnx_test
