// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explain/drawing.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

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

TEST(Drawing, BringsItsColoursWhereItStandsAlone) {
  const drawing d = array_api_figures().front().drawing;
  EXPECT_EQ(count(svg(d, surroundings::alone), "<style>"), 1);
  EXPECT_EQ(count(svg(d, surroundings::with_site), "<style>"), 0);
}

TEST(Drawing, AScalarIsABoxOfItsOwn) {
  const std::string picture =
      svg({"", {{"A", {}}}, "result", std::vector<std::string>{}, {}, {}}, surroundings::alone);
  EXPECT_EQ(count(picture, ">()<"), 2);
}

/// The number after the last `name="` before a place.
int number_before(std::string const& picture, std::string const& name, std::size_t end) {
  return std::stoi(picture.substr(picture.rfind(name + "=\"", end) + name.size() + 2));
}

TEST(Drawing, EveryBoxIsInThePicture) {
  for (std::size_t rank = 0; rank < 4; ++rank) {
    const std::vector<std::optional<std::string>> sizes(rank, "2");
    const drawing d{"", {{"A", sizes}}, "result", std::vector<std::string>(rank, "2"), {}, {}};
    const std::string picture = svg(d, surroundings::with_site);
    const int width = number_before(picture, "width", picture.find('>'));
    for (std::size_t at = 0; (at = picture.find("<rect ", at)) != std::string::npos; ++at) {
      const std::size_t end = picture.find('>', at);
      EXPECT_LE(number_before(picture, " x", end) + number_before(picture, "width", end), width)
          << rank;
    }
  }
}

TEST(Drawing, TextsAreEscaped) {
  const std::string picture = svg({"<a & b>", {}, "result", {}, {}, {}}, surroundings::alone);
  EXPECT_EQ(count(picture, "&lt;a &amp; b&gt;"), 1);
}

/// Two operands of rank 1, of sizes 2 and 3, that clash.
drawing clash() {
  return {"", {{"A", {"2"}}, {"B", {"3"}}}, "result", {}, std::size_t{0}, {0, 1}, false};
}

TEST(Drawing, AGapIsOpenAndNoError) {
  drawing d = clash();
  d.gap = true;
  d.operands[1].sizes[0].reset();
  const std::string picture = svg(d, surroundings::with_site);
  EXPECT_EQ(count(picture, "class=\"open\""), 3);
  EXPECT_EQ(count(picture, "class=\"clash\""), 0);
  EXPECT_EQ(count(picture, ">?<"), 1);
}

TEST(Drawing, AnOperandThatDoesNotClashIsAsItIs) {
  drawing d = clash();
  d.clashing = {1};
  d.operands.push_back({"C", {std::nullopt}});
  const std::string picture = svg(d, surroundings::with_site);
  EXPECT_EQ(count(picture, "class=\"clash\""), 2);
  EXPECT_EQ(count(picture, "class=\"own\""), 1);
  EXPECT_EQ(count(picture, "class=\"absent\""), 1);
}

TEST(Drawing, AnAxisThatIsMissingIsStretchedOnlyToAnotherSizeThan1) {
  drawing d{"", {{"A", {std::nullopt, "2"}}, {"B", {"1", "2"}}}, "result", {{"1", "2"}}, {}, {}};
  EXPECT_EQ(count(svg(d, surroundings::with_site), "class=\"absent\""), 1);
  d.result = {{"3", "2"}};
  EXPECT_EQ(count(svg(d, surroundings::with_site), "class=\"stretched\""), 2);
}

TEST(Drawing, AScalarWithoutAResultIsOpenOrAClash) {
  drawing d{"", {{"A", {}}}, "result", {}, {}, {}};
  EXPECT_EQ(count(svg(d, surroundings::with_site), "class=\"clash\""), 1);
  d.gap = true;
  EXPECT_EQ(count(svg(d, surroundings::with_site), "class=\"open\""), 1);
}

}  // namespace
}  // namespace bcast::docs
