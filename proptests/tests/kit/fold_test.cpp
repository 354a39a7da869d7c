// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/fold.hpp"

#include <gtest/gtest.h>

#include <string>

// Text for a terminal of a limited width.

namespace {

using namespace bcast::proptests;

TEST(Fold, ColumnsAreCountedAsATerminalShowsThem) {
  EXPECT_EQ(columns(""), 0U);
  EXPECT_EQ(columns("abc"), 3U);
  EXPECT_EQ(columns("m\u00FCller"), 6U);
  EXPECT_EQ(columns("\u540D\u524D"), 4U);
  EXPECT_EQ(columns("\x1b[31mFAIL\x1b[0m x"), 6U);
  EXPECT_EQ(columns("\x1b[31"), 0U);
}

TEST(Fold, ALineIsBrokenAtItsLastSpaceThatFits) {
  EXPECT_EQ(folded("aa bb cc", 8, 0), "aa bb cc");
  EXPECT_EQ(folded("aa bb cc", 7, 0), "aa bb\ncc");
  EXPECT_EQ(folded("aa bb cc", 5, 0), "aa bb\ncc");
  EXPECT_EQ(folded("aa bb cc", 4, 0), "aa\nbb\ncc");
  EXPECT_EQ(folded("aa  bb", 4, 0), "aa\nbb");
  EXPECT_EQ(folded("aa bb ", 5, 0), "aa bb ");
  EXPECT_EQ(folded("", 4, 2), "");
}

TEST(Fold, PartsKeepTheIndentOfTheirLineAndHaveMore) {
  EXPECT_EQ(folded("  aa bb cc", 8, 2), "  aa bb\n    cc");
  EXPECT_EQ(folded("aa bb\n cc dd\n", 4, 1), "aa\n bb\n cc\n  dd\n");
}

TEST(Fold, AWordThatIsTooWideStaysWhole) {
  EXPECT_EQ(folded("aaaaaaaa", 4, 2), "aaaaaaaa");
  EXPECT_EQ(folded("a bbbbbbbb c", 4, 0), "a\nbbbbbbbb\nc");
  EXPECT_EQ(folded("     aaaaaaaa bb", 4, 0), "     aaaaaaaa\n     bb");
}

TEST(Fold, NothingIsFoldedWithoutALimit) {
  const std::string line(1000, ' ');
  EXPECT_EQ(folded(line + "a b\n" + line, unlimited, 4), line + "a b\n" + line);
  EXPECT_EQ(row("a ", line, unlimited), "a " + line);
}

TEST(Fold, ARowsTextIsFoldedBelowItself) {
  const std::string text = "one two three four five six seven eight nine";
  EXPECT_EQ(row("tag   ", text, 50), "tag   " + text);
  EXPECT_EQ(row("tag   ", text, 46), "tag   one two three four five six seven eight\n      nine");
  EXPECT_EQ(row("  tag ", text, 46), "  tag one two three four five six seven eight\n      nine");
}

TEST(Fold, ARowsTextIsBelowWhatLeavesItTooLittleRoom) {
  const std::string text = "one two three four five six seven eight nine";
  EXPECT_EQ(row("tag   ", text, 45), "tag\n    one two three four five six seven eight\n    nine");
}

}  // namespace
