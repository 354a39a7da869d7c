// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "laws/guess.hpp"

// How operands are aligned, as text; and the oracles' documents.

namespace {

namespace kit = bcast::kit;
using namespace bcast::proptests;
using kind = kit::result::kind;

std::string drawn(std::vector<kit::shape> const& operands, kit::result const& verdict,
                  std::optional<kit::broadcast_dimensions> const& dimensions = std::nullopt) {
  return picture(operands, dimensions, verdict);
}

kit::result accepted(kit::shape common) {
  kit::result a;
  a.shape = std::move(common);
  return a;
}

kit::result rejected(std::optional<std::size_t> axis, std::vector<std::size_t> operands) {
  kit::result a;
  a.verdict = kind::refused;
  a.axis = axis;
  a.operands = std::move(operands);
  return a;
}

TEST(Picture, AProductHasRowsAndColumns) {
  EXPECT_EQ(picture_of_product(parse_case("1x3x4 2x4x5")),
            "  axis       0  rows  columns\n"
            "  operand 0  1     3        4\n"
            "  operand 1  2     4        5\n");
  EXPECT_EQ(picture_of_product(parse_case("4 2x4x5")),
            "  axis       0  rows  columns\n"
            "  operand 0  .     .        4\n"
            "  operand 1  2     4        5\n");
  EXPECT_EQ(picture_of_product(parse_case("3 3")),
            "  axis       rows  columns\n"
            "  operand 0     .        3\n"
            "  operand 1     3        .\n");
}

TEST(Picture, AStretchedAxisSaysToWhichSize) {
  EXPECT_EQ(drawn({type_of({2, 1}), type_of({3})}, accepted(type_of({2, 3}))),
            "  axis         0    1\n"
            "  operand 0    2  1>3\n"
            "  operand 1  .>2    3\n"
            "  result       2    3\n");
  EXPECT_EQ(drawn({type_of({1, 2}), type_of({2})}, accepted(type_of({1, 2}))),
            "  axis       0  1\n"
            "  operand 0  1  2\n"
            "  operand 1  .  2\n"
            "  result     1  2\n");
}

TEST(Picture, AResultOfAnotherOrNoKnownRankIsNotDrawn) {
  const std::string plain =
      "  axis       0\n"
      "  operand 0  1\n"
      "  operand 1  2\n"
      "  result\n";
  EXPECT_EQ(drawn({type_of({1}), type_of({2})}, accepted(kit::shape::unranked())), plain);
  EXPECT_EQ(drawn({type_of({1}), type_of({2})}, accepted(type_of({5, 2}))), plain);
}

TEST(Picture, TheClashIsMarkedAtItsAxis) {
  EXPECT_EQ(drawn({type_of({2, 4}), type_of({3, 4}), type_of({1, 1})}, rejected(0, {0, 1})),
            "  axis           0  1\n"
            "  operand 0     2!  4\n"
            "  operand 1     3!  4\n"
            "  operand 2      1  1\n"
            "  result     clash\n");
  EXPECT_EQ(drawn({type_of({2}), type_of({3}), type_of({5})}, rejected(0, {0, 1})),
            "  axis           0\n"
            "  operand 0     2!\n"
            "  operand 1     3!\n"
            "  operand 2      5\n"
            "  result     clash\n");
  // If no operand is named, those whose size is not 1 are marked.
  EXPECT_EQ(drawn({type_of({2}), type_of({1}), type_of({})}, rejected(0, {})),
            "  axis           0\n"
            "  operand 0     2!\n"
            "  operand 1      1\n"
            "  operand 2      .\n"
            "  result     clash\n");
  EXPECT_EQ(drawn({type_of({2})}, rejected(std::nullopt, {0})),
            "  axis       0\n"
            "  operand 0  2\n"
            "  result\n");
}

TEST(Picture, ATupleWithMoreEntriesThanAxesPlacesThoseThatThereAre) {
  EXPECT_EQ(drawn({type_of({4}), type_of({4, 2})}, rejected(std::nullopt, {}),
                  kit::broadcast_dimensions{0, 1}),
            "  axis       0  1\n"
            "  operand 0  4  .\n"
            "  operand 1  4  2\n"
            "  result\n");
}

TEST(Oracle, OnlyTheDocumentsAreDocuments) {
  for (char const* document : {"sonnx", "sonnx@2026-01", "array_api", "xla", "mlir"}) {
    EXPECT_TRUE(is_document(document)) << document;
  }
  for (char const* other : {"onnx", "mlir@19", "sound", ""}) EXPECT_FALSE(is_document(other));
}

TEST(Oracle, TheArrayApiIsSilentAboutNoOperand) {
  const kit::result a = oracle::broadcast_shapes("array_api", test_case{});
  EXPECT_EQ(a.verdict, kind::silent);
  EXPECT_EQ(a.tag, "array_api.G1");
}

}  // namespace
