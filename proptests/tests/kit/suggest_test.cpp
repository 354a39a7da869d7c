// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/suggest.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using bcast::proptests::suggestion;

std::string near(std::string const& mistyped, std::vector<std::string> const& known) {
  return suggestion(mistyped, known);
}

TEST(Suggest, TheNearestNameIsMeant) {
  EXPECT_EQ(near("jion", {"align", "join"}), "; did you mean 'join'?");
  EXPECT_EQ(near("values", {"value", "values of"}), "; did you mean 'value'?");
  EXPECT_EQ(near("expad", {"expand"}), "; did you mean 'expand'?");
}

TEST(Suggest, WhatDiffersInThreeLettersOrInHalfOfThemIsNotMeant) {
  EXPECT_EQ(near("fooooobar", {"fooooo"}), "");
  EXPECT_EQ(near("cb", {"ab"}), "");
  EXPECT_EQ(near("cbcd", {"abad"}), "");
  EXPECT_EQ(near("cbc", {"abc"}), "; did you mean 'abc'?");
  EXPECT_EQ(near("cbade", {"abcde"}), "; did you mean 'abcde'?");
  EXPECT_EQ(near("join", {}), "");
}

}  // namespace
