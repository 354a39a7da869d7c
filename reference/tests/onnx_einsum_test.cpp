// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/onnx_einsum.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/broken.hpp"

namespace onnx_einsum_test {

namespace einsum = bcast::reference::onnx_einsum;
using bcast::reference::index;
using bcast::reference::list;

using shape = list<index>;
using shapes = list<shape>;

shape asked(std::string const& equation, shapes const& inputs) {
  return einsum::output_shape<einsum::broadcast<index>>(einsum::parsed(equation), inputs);
}

std::string refused(std::string const& equation, shapes const& inputs) {
  return broken([&] { asked(equation, inputs); });
}

TEST(OnnxEinsumF1, AnIndexHasOneSize) {
  EXPECT_EQ(asked("bij,bjk->bik", {{5, 2, 3}, {5, 3, 4}}), (shape{5, 2, 4}));
  EXPECT_EQ(refused("ij,jk->ik", {{2, 1}, {3, 4}}), "onnx_einsum.F1 at -1");
}

TEST(OnnxEinsumX1, WhatTheOutputLacksIsSummed) {
  EXPECT_EQ(einsum::summed(einsum::parsed("ij,jk->ki")), "j");
}

TEST(OnnxEinsumX2, ATermForEachOperand) {
  EXPECT_EQ(refused("ij->", {{2}}), "onnx_einsum.X2 at -1");
  EXPECT_EQ(refused("i->", {{2, 3}}), "onnx_einsum.X2 at -1");
  EXPECT_EQ(refused("i,i->", {{2}}), "onnx_einsum.X2 at -1");
}

TEST(OnnxEinsumX3, CaseMatters) {
  EXPECT_FALSE(einsum::is_same_symbol('a', 'A'));
  EXPECT_EQ(asked("aA->Aa", {{2, 3}}), (shape{3, 2}));
}

TEST(OnnxEinsumX4, TheRightHandSideIsTheOutput) {
  EXPECT_EQ(asked("ij->ji", {{3, 4}}), (shape{4, 3}));
  EXPECT_EQ(refused("ij->k", {{3, 4}}), "onnx_einsum.X4 at -1");
}

TEST(OnnxEinsumX5, WithoutOneTheIndicesThatOccurOnce) {
  EXPECT_EQ(einsum::parsed("ba,bC").output, "Ca");
  EXPECT_EQ(asked("i,i", {{5}, {5}}), shape{});
}

TEST(OnnxEinsumX6, ARepeatedIndexIsSummed) {
  EXPECT_TRUE(einsum::is_repeated(einsum::parsed("...ii->..."), 'i'));
  EXPECT_FALSE(einsum::is_repeated(einsum::parsed("ij"), 'i'));
}

TEST(OnnxEinsumX7, TheEllipsisBroadcasts) {
  EXPECT_EQ(asked("...,...->...", {{1, 3}, {0, 1}}), (shape{0, 3}));
  EXPECT_EQ(refused("...,...->...", {{2, 3}, {2, 4}}), "onnx_einsum.X7 at 1");
  EXPECT_EQ(asked("...ij,...jk->...ik", {{1, 2, 3}, {0, 3, 4}}), (shape{0, 2, 4}));
}

TEST(OnnxEinsumX8, EachEllipsisIsEquallyManyDimensions) {
  EXPECT_EQ(refused("...,...->...", {{2, 3}, {3}}), "onnx_einsum.X8 at -1");
  EXPECT_EQ(asked("...i,i->...", {{2, 3}, {3}}), shape{2});
}

TEST(OnnxEinsumX9, TheOutputBeginsWithTheEllipsis) {
  EXPECT_EQ(einsum::parsed("b...a").output, "...ab");
  EXPECT_EQ(refused("...->......", {{2}}), "onnx_einsum.X9 at -1");
}

TEST(OnnxEinsumX10, SpacesSayNothing) {
  EXPECT_EQ(asked(" ...ii ->... i", {{3, 5, 5}}), (shape{3, 5}));
}

}  // namespace onnx_einsum_test
