// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explain/drawing.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

// The alignment as a picture.

namespace drawing_test {

using namespace bcast::explain;

std::size_t count(drawing const& d, std::string_view part) {
  const std::string picture = svg(d, surroundings::with_site);
  std::size_t n = 0;
  for (std::size_t at = 0; (at = picture.find(part, at)) != std::string::npos; ++at) ++n;
  return n;
}

TEST(Drawing, StretchedAxesAreShadedAndSayToWhichSize) {
  const drawing d{"", {{"A", {"8", "1"}}, {"B", {{}, "7"}}}, "result", {{"8", "7"}}, {}, {}};
  EXPECT_EQ(count(d, "class=\"own\""), 2U);
  EXPECT_EQ(count(d, "class=\"stretched\""), 2U);
  EXPECT_EQ(count(d, "class=\"result\""), 2U);
  EXPECT_EQ(count(d, ">1 \u2192 7<"), 1U);
  EXPECT_EQ(count(d, ">\u2192 8<"), 1U);
}

TEST(Drawing, TheClashIsMarkedAtItsAxisOnly) {
  const drawing d{"", {{"A", {"2", "1"}}, {"B", {"4", "3"}}}, "result", {}, 0, {0, 1}};
  EXPECT_EQ(count(d, "class=\"clash\""), 3U);
  EXPECT_EQ(count(d, ">\u2717<"), 1U);
  EXPECT_EQ(count(d, "class=\"result\""), 0U);
}

TEST(Drawing, TextsAreEscaped) {
  EXPECT_EQ(count({"<a & b>", {}, "result", {}, {}, {}}, "&lt;a &amp; b&gt;"), 1U);
}

TEST(Drawing, AGapIsOpenAndNoError) {
  const drawing d{"", {{"A", {"2"}}, {"B", {{}}}}, "result", {}, 0, {0, 1}, true};
  EXPECT_EQ(count(d, "class=\"open\""), 3U);
  EXPECT_EQ(count(d, "class=\"clash\""), 0U);
  EXPECT_EQ(count(d, ">?<"), 1U);
}

TEST(Drawing, AnAxisThatIsMissingIsStretchedOnlyToAnotherSizeThan1) {
  drawing d{"", {{"A", {{}, "2"}}, {"B", {"1", "2"}}}, "result", {{"1", "2"}}, {}, {}};
  EXPECT_EQ(count(d, "class=\"absent\""), 1U);
  d.result = {{"3", "2"}};
  EXPECT_EQ(count(d, "class=\"stretched\""), 2U);
}

}  // namespace drawing_test
