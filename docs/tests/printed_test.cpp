// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "printed.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "bcast/spec/documents.hpp"
#include "tests/support/holds.hpp"

// The examples as the documents lay them out.

namespace bcast::docs {
namespace {

std::string printed(std::string_view path) {
  for (file const& f : printed_examples()) {
    if (f.path == path) return f.text;
  }
  return "";
}

using bcast::tests::holds;

TEST(Printed, EveryExampleIsThereOnce) {
  const std::string all = printed("array-api-examples.rst") + printed("xla-examples-as-printed.md");
  const auto times = [&](std::string const& tag) {
    int n = 0;
    for (std::size_t at = 0; (at = all.find(tag, at)) != std::string::npos; at += tag.size()) {
      const char next = at + tag.size() < all.size() ? all[at + tag.size()] : ' ';
      n += next < '0' || next > '9';
    }
    return n;
  };
  for (auto const& e : spec::array_api::examples) EXPECT_EQ(times(std::string(e.tag)), 1) << e.tag;
  for (auto const& e : spec::array_api::in_place_examples) {
    EXPECT_EQ(times(std::string(e.tag)), 1) << e.tag;
  }
  for (auto const& e : spec::xla::examples) EXPECT_EQ(times(std::string(e.tag)), 1) << e.tag;
}

TEST(Printed, ShapesOfTheArrayApiAreAlignedAtTheirLastSizes) {
  const std::string rst = printed("array-api-examples.rst");
  EXPECT_TRUE(holds(rst,
                    "::\n\n"
                    "   A      (4d array):  8 x 1 x 6 x 1\n"
                    "   B      (3d array):      7 x 1 x 5\n"
                    "   ---------------------------------\n"
                    "   Result (4d array):  8 x 7 x 6 x 5\n"))
      << rst;
  EXPECT_TRUE(holds(rst,
                    "   A      (3d array):  15 x 3 x 5\n"
                    "   B      (2d array):       3 x 1\n"
                    "   ------------------------------\n"
                    "   Result (3d array):  15 x 3 x 5\n"));
}

TEST(Printed, ShapesThatDoNotBroadcastSayWhy) {
  const std::string rst = printed("array-api-examples.rst");
  EXPECT_TRUE(holds(rst,
                    "   A      (1d array):  3\n"
                    "   B      (1d array):  4           # 3 and 4 differ\n\n"));
  EXPECT_TRUE(holds(rst,
                    "   A      (3d array):  15 x 3 x 5\n"
                    "   B      (2d array):  15 x 3      # "));
  for (auto const& e : spec::array_api::examples) EXPECT_EQ(e.why.empty(), bool(e.result)) << e.tag;
}

TEST(Printed, AnAssignmentStandsBehindWhatIsSaidOfIt) {
  EXPECT_TRUE(
      holds(printed("array-api-examples.rst"),
            "   # Not allowed. The shape of a, (1, 3, 4), does not broadcast to the shape of "
            "x[1, ...], (3, 4)\n"
            "   x[1, ...] = a\n"));
}

TEST(Printed, XlasListOfShapes) {
  const std::string md = printed("xla-examples-as-printed.md");
  EXPECT_TRUE(holds(md,
                    "- (2,1) and (2,3) broadcast to (2,3).\n"
                    "- (1,2,5) and (7,2,5) broadcast to (7,2,5).\n"
                    "- (7,2,5) and (7,1,5) broadcast to (7,2,5).\n"
                    "- (7,2,5) and (7,2,6) are incompatible and cannot be broadcast.\n"))
      << md;
}

TEST(Printed, XlasMatricesStandSideBySide) {
  const std::string md = printed("xla-examples-as-printed.md");
  EXPECT_TRUE(holds(md,
                    "|1 2 3| + |7 8 9| = |8  10 12|\n"
                    "|4 5 6|   |7 8 9|   |11 13 15|\n"))
      << md;
  EXPECT_TRUE(holds(md, "|1 2 3| + 7 = |8  9  10|\n|4 5 6|       |11 12 13|\n"));
  EXPECT_TRUE(holds(md, "|7| ==> |7 7 7|\n|8|     |8 8 8|\n|9|     |9 9 9|\n"));
  EXPECT_TRUE(holds(md, "|1 2 3 4| + [5 6]\n\n|1 1| + [5 6]\n|2 2|\n|3 3|\n|4 4|\n"));
}

TEST(Printed, XlasLettersStandBelowTheDimensionsThatTheyMatch) {
  const std::string md = printed("xla-examples-as-printed.md");
  EXPECT_TRUE(holds(md, "          MxNxPxQ\ndim 3:          T\ndim 2:        T\n"));
  EXPECT_TRUE(holds(md, "dim 0,3:  T     V\n"));
}

}  // namespace
}  // namespace bcast::docs
