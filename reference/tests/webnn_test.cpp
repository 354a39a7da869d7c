// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/webnn.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bcast/reference/array_api.hpp"
#include "tests/support/broken.hpp"

namespace webnn_test {

namespace webnn = bcast::reference::webnn;
using bcast::reference::index;
using bcast::reference::list;

using shape = list<index>;

std::string uni(shape const& from, shape const& to) {
  return broken([&] { webnn::unidirectionally(from, to); });
}

std::string bi(shape const& a, shape const& b) {
  return broken([&] { webnn::bidirectionally(a, b); });
}

std::string blocks(shape const& from, shape const& to) {
  return broken([&] { webnn::blockwise(from, to); });
}

TEST(WebnnX1, IsNumPysRuleForPositiveSizes) {
  for (index a = 1; a <= 4; ++a) {
    for (index b = 1; b <= 4; ++b) {
      const shape x{a}, y{2, b};
      const auto numpy = [&] { return bcast::reference::array_api::broadcast(x, y); };
      if (broken(numpy) == "nothing") {
        EXPECT_EQ(webnn::bidirectionally(x, y), numpy());
      } else {
        EXPECT_EQ(bi(x, y), "webnn.A24 at 1");
      }
    }
  }
}

TEST(WebnnX2, AScalarFitsEveryTensor) {
  EXPECT_EQ(webnn::bidirectionally(shape{}, shape{2, 3}), (shape{2, 3}));
  EXPECT_EQ(webnn::bidirectionally(shape{}, shape{}), shape{});
}

TEST(WebnnX3, RepeatsAxesOfSizeOneAndNewAxes) {
  EXPECT_EQ(webnn::repetitions(shape{4}, shape{5, 4}, 0), 5);
  EXPECT_EQ(webnn::repetitions(shape{4}, shape{5, 4}, 1), 1);
  EXPECT_EQ(webnn::repetitions(shape{1}, shape{5, 4}, 1), 4);
}

TEST(WebnnX4, BothShapesStretchToTheCommonOne) {
  EXPECT_TRUE(webnn::stretch_to(shape{5, 1}, shape{1, 6}, shape{5, 6}));
  EXPECT_TRUE(webnn::stretch_to(shape{}, shape{6}, shape{6}));
  EXPECT_TRUE(webnn::stretch_to(shape{3}, shape{2, 3}, shape{2, 3}));
  EXPECT_FALSE(webnn::stretch_to(shape{2}, shape{2, 3}, shape{2, 3}));
  EXPECT_FALSE(webnn::stretch_to(shape{5, 1}, shape{1, 6}, shape{5, 1}));
}

TEST(WebnnX5, TheOutputIsTheTarget) {
  EXPECT_EQ(webnn::upsampled_shape(shape{16, 10}), (shape{16, 10}));
}

TEST(WebnnX6, TheLastTwoDimensionsAreNotBroadcast) {
  EXPECT_EQ(webnn::stacked(shape{7, 1, 2, 3}, shape{5, 3, 4}), (shape{7, 5}));
  EXPECT_EQ(webnn::stacked(shape{2, 3}, shape{3, 4}), shape{});
  EXPECT_EQ(broken([] { webnn::stacked(shape{2, 2, 3}, shape{3, 3, 4}); }), "webnn.A24 at 0");
}

TEST(WebnnN1, SizesArePositive) {
  EXPECT_EQ(uni(shape{0}, shape{2}), "no answer webnn.G1");
  EXPECT_EQ(uni(shape{2}, shape{0, 3}), "no answer webnn.G1");
  EXPECT_EQ(uni(shape{1}, shape{3}), "nothing");
}

TEST(WebnnA1, AListsSizeIsItsRank) { EXPECT_EQ(uni(shape{1, 1}, shape{1, 1}), "nothing"); }

TEST(WebnnA2, TheTargetMayHaveAHigherRank) { EXPECT_EQ(uni(shape{}, shape{2, 3}), "nothing"); }

TEST(WebnnA3, TheSourceHasNoHigherRank) {
  EXPECT_EQ(uni(shape{1, 3}, shape{3}), "webnn.A3 at -1");
  EXPECT_EQ(uni(shape{1}, shape{}), "webnn.A3 at -1");
}

TEST(WebnnA4, TheSourceIsNotChanged) {
  const shape from{3};
  webnn::unidirectionally(from, shape{2, 3});
  EXPECT_EQ(from, shape{3});
}

TEST(WebnnA5, OnesAreInFront) { EXPECT_EQ(uni(shape{2}, shape{2, 3}), "webnn.A10 at 1"); }

TEST(WebnnA6, AScalarsShapeIsEmpty) {
  EXPECT_EQ(webnn::unidirectionally(shape{}, shape{}), shape{});
}

TEST(WebnnA7, TheFirstAxisThatFailsIsNamed) {
  EXPECT_EQ(uni(shape{2, 3}, shape{4, 5}), "webnn.A10 at 0");
}

TEST(WebnnA8, TheSourcesSizeIsThePaddedOne) {
  EXPECT_EQ(webnn::unidirectionally(shape{3}, shape{2, 3}), (shape{2, 3}));
}

TEST(WebnnA9, TheTargetsSizeIsItsOwn) {
  EXPECT_EQ(webnn::unidirectionally(shape{1, 1}, shape{2, 3}), (shape{2, 3}));
}

TEST(WebnnA10, OnlyTheSourceGivesWay) {
  EXPECT_EQ(uni(shape{3}, shape{1}), "webnn.A10 at 0");
  EXPECT_EQ(uni(shape{1}, shape{3}), "nothing");
  EXPECT_EQ(uni(shape{3}, shape{3}), "nothing");
}

TEST(WebnnA11, TheOutputHasTheTargetsSizes) {
  EXPECT_EQ(webnn::unidirectionally(shape{2, 1}, shape{2, 5}), (shape{2, 5}));
}

TEST(WebnnA12, TheOutputIsTheTarget) {
  for (shape const& to : {shape{}, shape{3}, shape{1, 1}, shape{2, 1, 3}}) {
    EXPECT_EQ(webnn::unidirectionally(shape{}, to), to);
  }
}

TEST(WebnnX7, SaysWhetherTheStepsFail) {
  EXPECT_TRUE(webnn::is_unidirectional(shape{1, 3}, shape{2, 3}));
  EXPECT_FALSE(webnn::is_unidirectional(shape{2, 3}, shape{1, 3}));
}

TEST(WebnnN2, SizesArePositive) {
  EXPECT_EQ(bi(shape{0}, shape{1}), "no answer webnn.G1");
  EXPECT_EQ(bi(shape{2, 3}, shape{4, 0}), "no answer webnn.G1");
}

TEST(WebnnA13, TheRankOfAMayBeHigher) {
  EXPECT_EQ(webnn::bidirectionally(shape{2, 3}, shape{3}), (shape{2, 3}));
}

TEST(WebnnA14, TheRankOfBMayBeHigher) {
  EXPECT_EQ(webnn::bidirectionally(shape{3}, shape{2, 3}), (shape{2, 3}));
}

TEST(WebnnA15, TheOutputHasTheHigherRank) {
  EXPECT_EQ(webnn::bidirectionally(shape{1, 1, 1}, shape{2}).n(), 3);
  EXPECT_EQ(webnn::bidirectionally(shape{2}, shape{1, 1, 1}).n(), 3);
}

TEST(WebnnA16, AIsNotChanged) {
  const shape a{3};
  webnn::bidirectionally(a, shape{2, 3});
  EXPECT_EQ(a, shape{3});
}

TEST(WebnnA17, OnesAreInFrontOfA) { EXPECT_EQ(bi(shape{2}, shape{2, 3}), "webnn.A24 at 1"); }

TEST(WebnnA18, BIsNotChanged) {
  const shape b{3};
  webnn::bidirectionally(shape{2, 3}, b);
  EXPECT_EQ(b, shape{3});
}

TEST(WebnnA19, OnesAreInFrontOfB) { EXPECT_EQ(bi(shape{2, 3}, shape{2}), "webnn.A24 at 1"); }

TEST(WebnnA20, TwoScalarsGiveAScalar) {
  EXPECT_EQ(webnn::bidirectionally(shape{}, shape{}), shape{});
}

TEST(WebnnA21, TheFirstAxisThatFailsIsNamed) {
  EXPECT_EQ(bi(shape{2, 3}, shape{4, 5}), "webnn.A24 at 0");
}

TEST(WebnnA22, AsSizeIsThePaddedOne) {
  EXPECT_EQ(webnn::bidirectionally(shape{3}, shape{2, 1}), (shape{2, 3}));
}

TEST(WebnnA23, BsSizeIsThePaddedOne) {
  EXPECT_EQ(webnn::bidirectionally(shape{2, 1}, shape{3}), (shape{2, 3}));
}

TEST(WebnnA24, EitherGivesWay) {
  EXPECT_EQ(bi(shape{3}, shape{1}), "nothing");
  EXPECT_EQ(bi(shape{1}, shape{3}), "nothing");
  EXPECT_EQ(bi(shape{3}, shape{3}), "nothing");
  EXPECT_EQ(bi(shape{2}, shape{4}), "webnn.A24 at 0");
}

TEST(WebnnA25, TheLargerSizeIsTheOutputs) {
  EXPECT_EQ(webnn::bidirectionally(shape{1, 4}, shape{3, 1}), (shape{3, 4}));
}

TEST(WebnnA26, TheOutputDoesNotDependOnTheOrder) {
  EXPECT_EQ(webnn::bidirectionally(shape{5, 1}, shape{6}),
            webnn::bidirectionally(shape{6}, shape{5, 1}));
}

TEST(WebnnX8, SaysWhetherTheStepsFail) {
  EXPECT_TRUE(webnn::is_bidirectional(shape{2, 1}, shape{3}));
  EXPECT_FALSE(webnn::is_bidirectional(shape{2}, shape{3}));
}

TEST(WebnnN3, SizesArePositive) {
  EXPECT_EQ(blocks(shape{0}, shape{4}), "no answer webnn.G1");
  EXPECT_EQ(blocks(shape{4}, shape{0}), "no answer webnn.G1");
  EXPECT_EQ(broken([] { webnn::blockwise_as_printed(shape{4}, shape{0}); }), "no answer webnn.G1");
  EXPECT_EQ(broken([] { webnn::blockwise_as_printed(shape{0}, shape{4}); }), "no answer webnn.G1");
}

TEST(WebnnA27, RanksAreEqual) {
  EXPECT_EQ(blocks(shape{2}, shape{1, 2}), "webnn.A27 at -1");
  EXPECT_EQ(blocks(shape{1, 2}, shape{2}), "webnn.A27 at -1");
}

TEST(WebnnA28, TheFirstAxisThatFailsIsNamed) {
  EXPECT_EQ(blocks(shape{4, 5}, shape{9, 3}), "webnn.A29 at 0");
  EXPECT_EQ(blocks(shape{3, 5}, shape{9, 3}), "webnn.A29 at 1");
}

TEST(WebnnA29, TheSourceDividesTheTarget) {
  EXPECT_EQ(blocks(shape{4, 5}, shape{16, 10}), "nothing");
  EXPECT_EQ(blocks(shape{2}, shape{3}), "webnn.A29 at 0");
  EXPECT_EQ(blocks(shape{4}, shape{2}), "webnn.A29 at 0");
}

TEST(WebnnA29, TheOtherReadingExchangesThem) {
  EXPECT_TRUE(webnn::blockwise_as_printed(shape{4}, shape{2}));
  EXPECT_EQ(broken([] { webnn::blockwise_as_printed(shape{2}, shape{4}); }), "webnn.A29 at 0");
  EXPECT_EQ(broken([] { webnn::blockwise_as_printed(shape{2}, shape{}); }), "webnn.A27 at -1");
}

TEST(WebnnA30, EqualShapesFit) {
  EXPECT_TRUE(webnn::blockwise(shape{2, 3}, shape{2, 3}));
  EXPECT_TRUE(webnn::blockwise(shape{}, shape{}));
}

TEST(WebnnX9, SaysWhetherTheStepsAreTrue) {
  EXPECT_TRUE(webnn::is_blockwise(shape{2}, shape{4}));
  EXPECT_FALSE(webnn::is_blockwise(shape{3}, shape{4}));
}

}  // namespace webnn_test
