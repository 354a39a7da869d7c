// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <utility>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/element_types.hpp"
#include "bcast/spec/links.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/xla.hpp"

// What a row may hold.

namespace spec_test {

using namespace bcast::spec;

TEST(Spec, SizesAreEqualByNumberBoundAndSymbol) {
  EXPECT_EQ(dim(3), dim(3));
  EXPECT_FALSE(dim(3) == dim(4));
  EXPECT_FALSE(dim(3) == dim::bounded(3));
  EXPECT_FALSE(dim::bounded(3) == dim::bounded(4));
  EXPECT_FALSE(dim::named(1) == dim::named(2));
  EXPECT_EQ(unknown, dim::bounded(dim::unbounded));
}

TEST(Spec, ARowKeepsEachOfItsPassages) {
  const passages all = "1, 3-4, 6, 10";
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(*(all.begin() + 1), lines(3, 4));
  const std::set<int> within{1, 3, 4, 6, 10};
  for (int line = 1; line <= 11; ++line) EXPECT_EQ(all.contains(line), within.contains(line));
  EXPECT_TRUE(passages("").empty());
}

TEST(Spec, ADocumentsNameMayHaveADot) {
  EXPECT_EQ(document_of("sonnx.C1"), "sonnx");
  EXPECT_EQ(document_of("array_api@2025.12.X3"), "array_api@2025.12");
}

TEST(Spec, RowsAreInTheOrderOfTheirFirstLines) {
  for (rows const& r : documents) {
    int before = 0;
    for (placed const& row : placed_rows(r.about.name)) {
      EXPECT_GE(row.at.begin()->first, before) << row.tag;
      before = row.at.begin()->first;
    }
  }
}

TEST(Spec, ALinkLeadsToTheFileThatHasTheLines) {
  text t{};
  t.path = "a.cpp";
  t.commit = "c";
  t.then = "10 b.cpp, 20 c.cpp";
  for (auto const& [at, end] : {std::pair{lines(1), "/a.cpp#L1"},
                                {lines(10), "/a.cpp#L10"},
                                {lines(11), "/b.cpp#L1"},
                                {lines(20), "/b.cpp#L10"},
                                {lines(21), "/c.cpp#L1"},
                                {lines(12, 15), "/b.cpp#L2-L5"},
                                {lines(9, 12), "/a.cpp#L9-L10"},
                                {lines(10, 12), "/a.cpp#L10"},
                                {lines(15, 21), "/b.cpp#L5-L10"}}) {
    EXPECT_TRUE(link_to(t, at).ends_with(end)) << link_to(t, at);
  }
}

TEST(Spec, AnUnknownSizeHasNoNumber) {
  EXPECT_EQ(dim(0).size(), 0);
  EXPECT_THROW(dim::bounded(3).size(), std::logic_error);
  EXPECT_EQ(dim::bounded(3, 2).upper(), 3);
  EXPECT_EQ(dim::bounded(3, 2).symbol(), 2U);
}

TEST(Spec, ShapesAreEqualBySizesAndRank) {
  EXPECT_EQ((shape{2, 3}), (shape{2, 3}));
  EXPECT_FALSE((shape{2, 3}) == (shape{2, 4}));
  EXPECT_FALSE((shape{2}) == (shape{2, unknown}));
  EXPECT_FALSE(scalar == unranked);
}

TEST(Spec, ARowHoldsSoManyAndNoMore) {
  EXPECT_EQ((shape{1, 2, 3, 4, 5, 6, 7, 8}).rank(), 8U);
  EXPECT_THROW((shape{1, 2, 3, 4, 5, 6, 7, 8, 9}), std::length_error);
  EXPECT_EQ((operands{scalar, shape{2}, scalar})[1], (shape{2}));
  EXPECT_THROW((operands{scalar, scalar, scalar, scalar}), std::length_error);
  EXPECT_EQ((xla::tuple{0, 1, 2, 3}).size(), 4U);
  EXPECT_THROW((xla::tuple{0, 1, 2, 3, 4}), std::length_error);
}

TEST(Spec, OnlyAnEnumeratorHasAName) {
  EXPECT_EQ(name(level::must), "must");
  EXPECT_EQ(name(mlir::outcome::error), "error");
  EXPECT_THROW(name(static_cast<level>(77)), std::logic_error);
  EXPECT_THROW(name(static_cast<mlir::outcome>(77)), std::logic_error);
}

}  // namespace spec_test
