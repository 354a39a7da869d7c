// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explain/drawing.hpp"

#include <gtest/gtest.h>

#include "pages.hpp"

namespace bcast::docs {

using explain::drawing, explain::surroundings;

namespace {

std::size_t count(std::string const& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++n;
  return n;
}

figure const& figure_of(std::vector<figure> const& all, std::string_view tag) {
  for (figure const& f : all) {
    if (f.tag == tag) return f;
  }
  throw std::invalid_argument(std::string(tag));
}

TEST(Drawing, StretchedAxesAreShadedAndSayToWhichSize) {
  const auto all = array_api_figures();
  const std::string picture =
      svg(figure_of(all, "array_api.S1").drawing, surroundings::with_site);  // 8x1x6x1, 7x1x5
  EXPECT_EQ(count(picture, "class=\"own\""), 4);
  EXPECT_EQ(count(picture, "class=\"stretched\""), 4);
  EXPECT_EQ(count(picture, "class=\"result\""), 4);
  EXPECT_EQ(count(picture, "class=\"clash\""), 0);
  EXPECT_EQ(count(picture, ">1 \u2192 7<"), 1);
  EXPECT_EQ(count(picture, ">\u2192 8<"), 1);
}

TEST(Drawing, TheClashIsMarkedAtItsAxisOnly) {
  const auto all = array_api_figures();
  const std::string picture =
      svg(figure_of(all, "array_api.S8").drawing, surroundings::with_site);  // 2x1, 8x4x3
  EXPECT_EQ(count(picture, "class=\"clash\""), 3);
  EXPECT_EQ(count(picture, ">\u2717<"), 1);
  EXPECT_EQ(count(picture, "class=\"result\""), 0);
}

TEST(Drawing, BroadcastDimensionsPlaceTheOperandOfLowerRank) {
  const auto all = xla_figures();
  drawing const& d = figure_of(all, "xla.S6").drawing;  // 3x3 and 3 with dimension 0
  EXPECT_EQ(d.operands[1].sizes[0], "3");
  EXPECT_EQ(d.operands[1].sizes[1], std::nullopt);
}

TEST(Drawing, TextsAreEscaped) {
  const std::string picture = svg({"<a & b>", {}, "result", {}, {}, {}}, surroundings::alone);
  EXPECT_EQ(count(picture, "&lt;a &amp; b&gt;"), 1);
}

TEST(Drawing, AGapIsOpenAndNoError) {
  const drawing d{"",  {{"A", {"2"}}, {"B", {std::nullopt}}}, "result", {}, std::size_t{0}, {0, 1},
                  true};
  const std::string picture = svg(d, surroundings::with_site);
  EXPECT_EQ(count(picture, "class=\"open\""), 3);
  EXPECT_EQ(count(picture, "class=\"clash\""), 0);
  EXPECT_EQ(count(picture, ">?<"), 1);
}

TEST(Drawing, AnAxisThatIsMissingIsStretchedOnlyToAnotherSizeThan1) {
  drawing d{"", {{"A", {std::nullopt, "2"}}, {"B", {"1", "2"}}}, "result", {{"1", "2"}}, {}, {}};
  EXPECT_EQ(count(svg(d, surroundings::with_site), "class=\"absent\""), 1);
  d.result = {{"3", "2"}};
  EXPECT_EQ(count(svg(d, surroundings::with_site), "class=\"stretched\""), 2);
}

}  // namespace
}  // namespace bcast::docs
