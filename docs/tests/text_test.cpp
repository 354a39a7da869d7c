// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text.hpp"

#include <gtest/gtest.h>

#include <string>

// The contents of a cell or a paragraph.

namespace bcast::docs {
namespace {

TEST(Text, ATagIsADocumentAndALetterWithANumber) {
  for (char const* tag :
       {"sonnx.F2", "array_api.A14", "sonnx@2026-01.D1", "array_api@2025.12.X1", "x.Y0"}) {
    EXPECT_TRUE(is_tag(tag)) << tag;
  }
  for (char const* other :
       {"", "sonnx", ".F2", "sonnx.", "sonnx.F", "sonnx.f2", "sonnx.2F", "sonnx.F2a", "s0nnx.F2",
        "sonnx@may.F2", "sonnx@.F2", "2022.12", "array_api@2025.12", "array.api.X1"}) {
    EXPECT_FALSE(is_tag(other)) << other;
  }
}

TEST(Text, MarkdownEscapesWhatItWouldTakeForMarkup) {
  EXPECT_EQ(verbatim("<a </b <!c <?d <1 < <"), "\\<a \\</b \\<!c \\<?d <1 < <");
  EXPECT_EQ(verbatim("x](y x][z x] ]"), "x\\](y x\\][z x] ]");
  EXPECT_EQ(verbatim("_a a_ 1_2 _"), "\\_a a_ 1_2 \\_");
  EXPECT_EQ(verbatim("\\`*~&$|"), "\\\\\\`\\*\\~\\&\\$\\|");
  EXPECT_EQ(code("a|b"), "`a\\|b`");
  EXPECT_EQ(code("a`b"), "`` a`b ``");
}

}  // namespace
}  // namespace bcast::docs
