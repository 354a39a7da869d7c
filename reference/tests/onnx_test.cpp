// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/onnx.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "bcast/reference/array_api.hpp"
#include "bcast/spec/onnx.hpp"
#include "tests/support/broken.hpp"

namespace onnx_test {

namespace onnx = bcast::reference::onnx;
using bcast::reference::index;
using bcast::reference::list;

using shape = list<index>;
using shapes = list<shape>;

std::string clash(shapes const& tensors) {
  return broken([&] { onnx::multidirectional(tensors); });
}

std::string clash(shape const& A, shape const& B) {
  return broken([&] { onnx::unidirectional(A, B); });
}

TEST(OnnxX1, InputsOfDifferentShapesBroadcastToOne) {
  EXPECT_EQ(onnx::multidirectional(shapes{shape{2, 1}, shape{3}}), (shape{2, 3}));
}

TEST(OnnxX2, OnePropertyOfThreeIsEnough) {
  EXPECT_TRUE(onnx::is_multidirectional(shapes{shape{0, 3}, shape{0, 3}}));
  EXPECT_TRUE(onnx::is_multidirectional(shapes{shape{2, 1}, shape{1, 3}}));
  EXPECT_TRUE(onnx::is_multidirectional(shapes{shape{2, 3}, shape{}}));
  EXPECT_FALSE(onnx::is_multidirectional(shapes{shape{2, 3}, shape{2}}));
}

TEST(OnnxX3, ComparesWholeShapes) {
  EXPECT_TRUE(onnx::have_same_shape(shapes{shape{2, 3}}));
  EXPECT_TRUE(onnx::have_same_shape(shapes{shape{2, 3}, shape{2, 3}, shape{2, 3}}));
  EXPECT_FALSE(onnx::have_same_shape(shapes{shape{2, 3}, shape{2, 3}, shape{2, 1}}));
  EXPECT_FALSE(onnx::have_same_shape(shapes{shape{1}, shape{}}));
}

TEST(OnnxX4, EachLengthIsCommonOrOne) {
  EXPECT_EQ(onnx::common_length(shapes{shape{1}, shape{4}, shape{1}, shape{4}}, 0), 4);
  EXPECT_EQ(onnx::common_length(shapes{shape{1}, shape{1}}, 0), 1);
  EXPECT_EQ(onnx::common_length(shapes{shape{1}, shape{0}}, 0), 0);
  EXPECT_EQ(onnx::common_length(shapes{shape{0}, shape{1}}, 0), 0);
}

TEST(OnnxX4, NamesTheFirstDimensionThatClashes) {
  EXPECT_EQ(clash(shapes{shape{2, 3}, shape{4, 5}}), "onnx.X4 at 0");
  EXPECT_EQ(clash(shapes{shape{3}, shape{1, 1}, shape{2, 2}}), "onnx.X4 at 1");
  EXPECT_EQ(clash(shapes{shape{0}, shape{2}}), "onnx.X4 at 0");
}

TEST(OnnxX5, PrependsUntilTheRanksAreEqual) {
  EXPECT_EQ(onnx::with_equal_ranks(shapes{shape{2}, shape{5, 6, 7}, shape{}}),
            (shapes{shape{1, 1, 2}, shape{5, 6, 7}, shape{1, 1, 1}}));
}

TEST(OnnxX5, PrependsNothingToScalars) {
  EXPECT_EQ(onnx::with_equal_ranks(shapes{shape{}}), shapes{shape{}});
}

TEST(OnnxX6, IsNumPysRule) {
  for (index a = 0; a <= 3; ++a) {
    for (index b = 0; b <= 3; ++b) {
      const shape x{a}, y{2, b};
      const auto numpy = [&] { return bcast::reference::array_api::broadcast(x, y); };
      if (broken(numpy) == "nothing") {
        EXPECT_EQ(onnx::multidirectional(shapes{x, y}), numpy());
      } else {
        EXPECT_EQ(clash(shapes{x, y}), "onnx.X4 at 1");
      }
    }
  }
}

/// The operators whose pages say a rule, and which the list of that rule lacks.
std::vector<std::string_view> missing(std::string_view rule, bool (*listed)(std::string_view)) {
  std::vector<std::string_view> all;
  for (auto const& page : bcast::spec::onnx::operator_pages) {
    if (page.rule == rule && !listed(page.name)) all.push_back(page.name);
  }
  return all;
}

TEST(OnnxX7, EightOperatorsAreMissing) {
  EXPECT_EQ(
      missing("onnx_multi", onnx::is_multidirectional_operator),
      (std::vector<std::string_view>{"BitShift", "BitwiseAnd", "BitwiseOr", "BitwiseXor",
                                     "GreaterOrEqual", "LessOrEqual", "Mod", "StringConcat"}));
}

TEST(OnnxX8, OnlyBGivesWay) {
  EXPECT_TRUE(onnx::is_unidirectional(shape{2, 3}, shape{1, 3}));
  EXPECT_FALSE(onnx::is_unidirectional(shape{1, 3}, shape{2, 3}));
}

TEST(OnnxX9, ComparesWholeShapes) {
  EXPECT_TRUE(onnx::has_same_shape(shape{2, 0}, shape{2, 0}));
  EXPECT_FALSE(onnx::has_same_shape(shape{2, 0}, shape{0}));
}

TEST(OnnxX10, NamesTheFirstDimensionThatClashes) {
  EXPECT_EQ(onnx::length_of_both(shape{3, 5}, shape{3, 1}, 1), 5);
  EXPECT_EQ(onnx::length_of_both(shape{0}, shape{1}, 0), 0);
  EXPECT_EQ(clash(shape{2, 1}, shape{2, 3}), "onnx.X10 at 1");
  EXPECT_EQ(clash(shape{2, 4}, shape{3}), "onnx.X10 at 1");
  EXPECT_EQ(clash(shape{1}, shape{0}), "onnx.X10 at 0");
}

TEST(OnnxX11, PrependsToBAlone) {
  EXPECT_EQ(onnx::with_rank_of(shape{5, 6, 7}, shape{7}), (shape{1, 1, 7}));
  EXPECT_EQ(clash(shape{3}, shape{1, 3}), "onnx.X11 at -1");
}

TEST(OnnxX12, TheOutputHasTheShapeOfA) {
  EXPECT_EQ(onnx::unidirectional(shape{0, 3}, shape{1, 1}), (shape{0, 3}));
  EXPECT_EQ(onnx::unidirectional(shape{}, shape{}), shape{});
  EXPECT_EQ(onnx::output_shape(shape{2, 3}), (shape{2, 3}));
}

TEST(OnnxX13, TwoOperatorsAreMissing) {
  EXPECT_EQ(missing("onnx_uni", onnx::is_unidirectional_operator),
            (std::vector<std::string_view>{"LayerNormalization", "RMSNormalization"}));
}

}  // namespace onnx_test
