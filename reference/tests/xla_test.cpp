// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/xla.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/spec/xla.hpp"

namespace xla_test {

using namespace bcast::reference;
using bcast::reference::index;
namespace xla = bcast::reference::xla;
namespace spec = bcast::spec;
using dims = xla::dims<index>;
using array = xla::array<int>;

constexpr dims from_row(spec::shape const& s) {
  dims t;
  for (spec::dim d : s) t.append(d.size());
  return t;
}

constexpr std::optional<xla::tuple> from_row(std::optional<spec::xla::tuple> const& t) {
  if (!t) return std::nullopt;
  xla::tuple dimensions;
  for (int d : *t) dimensions.append(d);
  return dimensions;
}

// Every legal printed example, at compile time, including the intermediate shape.
constexpr bool comes_out(spec::xla::example const& e) {
  if (!e.result || !e.broken.empty()) return true;
  const dims lhs = from_row(e.lhs), rhs = from_row(e.rhs);
  const auto b = xla::binary(lhs, rhs, from_row(e.dims));
  if (!(b.result == from_row(*e.result))) return false;
  if (!e.intermediate) return true;
  return (lhs.n() < rhs.n() ? b.lhs : b.rhs).intermediate == from_row(*e.intermediate);
}
static_assert([] {
  for (auto const& e : spec::xla::examples) {
    if (!comes_out(e)) return false;
  }
  return true;
}());

/// The result of a binary operation: its shape's sizes, the clause that it breaks, or the gap.
std::string outcome(dims const& lhs, dims const& rhs,
                    std::optional<xla::tuple> const& dimensions = std::nullopt) {
  try {
    std::string text;
    for (index size : xla::binary(lhs, rhs, dimensions).result) {
      text += (text.empty() ? "" : "x") + std::to_string(size);
    }
    return text;
  } catch (violation const& v) {
    return std::string(v.tag);
  } catch (no_answer const& n) {
    return "no answer " + std::string(n.tag);
  }
}

/// The axis at which an operation is wrong; -1 if it names none.
index axis_of(dims const& lhs, dims const& rhs,
              std::optional<xla::tuple> const& dimensions = std::nullopt) {
  try {
    xla::binary(lhs, rhs, dimensions);
  } catch (violation const& v) {
    return v.axis;
  }
  return -1;
}

array table(dims const& d, std::vector<int> const& elements) {
  std::size_t k = 0;
  return {d, [&](dims const&) { return elements.at(k++); }};
}

std::vector<int> sums(array const& x, array const& y, std::optional<xla::tuple> const& dimensions) {
  const auto b = xla::binary(x.d(), y.d(), dimensions);
  const auto l = xla::values(x, b.lhs, b.result), r = xla::values(y, b.rhs, b.result);
  std::vector<int> all;
  array(b.result, [&](dims const& at) {
    all.push_back(l[at] + r[at]);
    return 0;
  });
  return all;
}

TEST(XlaX3, DifferentRanksNeedATuple) {
  EXPECT_EQ(outcome({2, 3}, {3}), "xla.X3");
  EXPECT_EQ(outcome({3}, {2, 3}), "xla.X3");
  EXPECT_EQ(outcome({1}, {1, 1}), "xla.X3");
}

TEST(XlaX4, AScalarNeedsNone) {
  EXPECT_EQ(outcome({2, 3}, {}), "2x3");
  EXPECT_EQ(outcome({}, {2, 0}), "2x0");
  EXPECT_EQ(outcome({}, {}), "");
  EXPECT_EQ(sums(table({2, 3}, {1, 2, 3, 4, 5, 6}), table({}, {7}), std::nullopt),
            (std::vector{8, 9, 10, 11, 12, 13}));
}

TEST(XlaX2, AVectorsLengthMatchesSomeDimension) {
  EXPECT_TRUE(xla::matches_some<index>(3, dims{2, 3}));
  EXPECT_TRUE(xla::matches_some<index>(2, dims{2, 3}));
  EXPECT_FALSE(xla::matches_some<index>(4, dims{2, 3}));
  EXPECT_FALSE(xla::matches_some<index>(1, dims{}));
}

TEST(XlaX4, AnEmptyTupleIsAScalarsTuple) {
  EXPECT_EQ(outcome({2, 2}, {}, xla::tuple{}), "2x2");
  EXPECT_EQ(outcome({2, 2}, {}, xla::tuple{0}), "xla.X9");
}

TEST(XlaX5, TheTupleSaysWhereTheLowerRankGoes) {
  EXPECT_EQ(sums(table({2, 3}, {1, 2, 3, 4, 5, 6}), table({3}, {7, 8, 9}), xla::tuple{1}),
            (std::vector{8, 10, 12, 11, 13, 15}));
  EXPECT_EQ(outcome({2, 3}, {3}, xla::tuple{0}), "xla.X6");
}

TEST(XlaX5, EitherOperandMayBeTheLowerOne) {
  EXPECT_EQ(outcome({3}, {2, 3}, xla::tuple{1}), "2x3");
  EXPECT_EQ(outcome({2, 3}, {3}, xla::tuple{1}), "2x3");
}

TEST(XlaX6, AMatchedDimensionIsEqualOrOneIsOne) {
  EXPECT_EQ(outcome({2, 3}, {2}, xla::tuple{1}), "xla.X6");
  EXPECT_EQ(outcome({2, 3}, {1}, xla::tuple{1}), "2x3");
  EXPECT_EQ(outcome({2, 1}, {3}, xla::tuple{1}), "2x3");
}

TEST(XlaX6, AsPrintedRefusesTheDocumentsOwnCompositions) {
  EXPECT_FALSE(xla::matches_as_printed<index>(4, 1));
  EXPECT_FALSE(xla::matches_as_printed<index>(2, 1));
  EXPECT_TRUE(xla::matches_as_printed<index>(3, 3));
}

TEST(XlaX6, EveryEntryIsMatched) {
  EXPECT_EQ(outcome({2, 3, 4, 5}, {2, 3, 9}, xla::tuple{0, 1, 2}), "xla.X6");
  EXPECT_EQ(axis_of({2, 3, 4, 5}, {2, 3, 9}, xla::tuple{0, 1, 3}), 3);
  EXPECT_EQ(axis_of({2, 3, 4, 5}, {9}, xla::tuple{2}), 2);
}

TEST(XlaX7, ValuesAreRepeatedAlongTheOtherDimensions) {
  const array zeros = table({3, 3}, std::vector<int>(9, 0)), v = table({3}, {7, 8, 9});
  EXPECT_EQ(sums(zeros, v, xla::tuple{1}), (std::vector{7, 8, 9, 7, 8, 9, 7, 8, 9}));
  EXPECT_EQ(sums(zeros, v, xla::tuple{0}), (std::vector{7, 7, 7, 8, 8, 8, 9, 9, 9}));
}

TEST(XlaX9, EntryKIsWhereDimensionKGoes) {
  EXPECT_EQ(outcome({2, 3, 4, 5}, {3, 5}, xla::tuple{1, 3}), "2x3x4x5");
  EXPECT_EQ(outcome({2, 3, 4, 5}, {5, 3}, xla::tuple{1, 3}), "xla.X6");
  EXPECT_EQ(outcome({2, 3}, {3}, xla::tuple{0, 1}), "xla.X9");
  EXPECT_EQ(outcome({2, 3}, {3}, xla::tuple{}), "xla.X8");
  EXPECT_EQ(outcome({2, 3}, {3}, xla::tuple{2}), "xla.X9");
  EXPECT_EQ(outcome({2, 3}, {3}, xla::tuple{-1}), "xla.X9");
}

TEST(XlaX9, ADimensionThatIsMatchedTwiceIsAnError) {
  EXPECT_TRUE(xla::matched_twice(2, xla::tuple{0, 1, 2}));
  EXPECT_FALSE(xla::matched_twice(2, xla::tuple{0, 1}));
  EXPECT_EQ(xla::to_match(dims{2, 3, 4}, xla::tuple{2, 0}, 0), 4);
  EXPECT_THROW(xla::to_match(dims{2, 3}, xla::tuple{}, 0), std::out_of_range);
  EXPECT_THROW(xla::to_match(dims{2, 3}, xla::tuple{2}, 0), std::out_of_range);
}

TEST(XlaX8, EachDimensionHasAnEntry) {
  EXPECT_TRUE(xla::one_for_each(dims{4, 5}, xla::tuple{2, 3}));
  EXPECT_FALSE(xla::one_for_each(dims{4, 5}, xla::tuple{2}));
}

TEST(XlaX3, OfEqualRanksNoneAreRequired) {
  EXPECT_TRUE(xla::requires_dimensions(dims{2, 3}, dims{3}));
  EXPECT_TRUE(xla::requires_dimensions(dims{2, 3}, dims{}));
  EXPECT_FALSE(xla::requires_dimensions(dims{2, 3}, dims{1, 1}));
}

TEST(XlaN1, TheOperandsBecomeCompatible) {
  EXPECT_TRUE(xla::are_compatible(xla::binary(dims{1, 2}, dims{4, 3, 1}, xla::tuple{1, 2})));
  const xla::broadcast<index> wrong{{{2}, {2}, {0}}, {{3}, {3}, {0}}, {3}};
  EXPECT_FALSE(xla::are_compatible(wrong));
  const xla::broadcast<index> in_the_last{{{3}, {3, 2}, {0}}, {{3, 4}, {3, 4}, {0, 1}}, {3, 4}};
  EXPECT_FALSE(xla::are_compatible(in_the_last));
}

TEST(XlaX1, AVectorIsRepeatedToTheRankOfTheMatrix) {
  const auto b = xla::binary(dims{2, 3}, dims{3}, xla::tuple{1});
  const auto v = xla::values(table({3}, {7, 8, 9}), b.rhs, b.result);
  EXPECT_EQ(v, table({2, 3}, {7, 8, 9, 7, 8, 9}));
}

TEST(XlaN2, InDimIsWhatTheTupleOfABinaryOperationDoes) {
  EXPECT_EQ(xla::InDim(dims{3}, dims{2, 3}, xla::tuple{1}),
            xla::binary(dims{2, 3}, dims{3}, xla::tuple{1}).rhs.intermediate);
}

TEST(XlaX7, TheDimensionsThatAreNotMatchedAreRepeated) {
  EXPECT_TRUE(xla::is_repeated(xla::tuple{1, 3}, 0));
  EXPECT_FALSE(xla::is_repeated(xla::tuple{1, 3}, 3));
}

// The opening example, which is printed without a dimension. Its sums are those of dimension 1.
TEST(XlaS1, IsAnErrorWithoutADimension) {
  auto const& e = spec::xla::examples.front();
  EXPECT_EQ(e.tag, "xla.S1");
  EXPECT_EQ(outcome(from_row(e.lhs), from_row(e.rhs), std::nullopt), "xla.X3");
  EXPECT_EQ(outcome(from_row(e.lhs), from_row(e.rhs), from_row(e.dims)), "2x3");
}

array counted(dims const& d, int from) {
  return {d, [from](dims const&) mutable { return from++; }};
}

// Every element that the text prints: sums, and intermediate operands.
TEST(XlaX14, EveryValueInPrintComesOut) {
  using of = spec::xla::printed_values::of;
  for (auto const& row : spec::xla::values_in_print) {
    const auto e = std::ranges::find_if(spec::xla::examples,
                                        [&](auto const& some) { return some.tag == row.tag; });
    ASSERT_NE(e, spec::xla::examples.end()) << row.tag;
    const std::optional<xla::tuple> dimensions = from_row(e->dims);
    const dims lhs = from_row(e->lhs), rhs = from_row(e->rhs);
    const auto b = xla::binary(lhs, rhs, dimensions);
    const array l = xla::values(counted(lhs, row.lhs_from), b.lhs, b.result),
                r = xla::values(counted(rhs, row.rhs_from), b.rhs, b.result);
    std::size_t k = 0;
    EXPECT_TRUE(forall(b.result, [&](dims const& at) {
      return row.values.at(k++) ==
             (row.what == of::rhs ? 0 : l[at]) + (row.what == of::lhs ? 0 : r[at]);
    })) << row.tag;
    index elements = 1;
    for (index size : b.result) elements *= size;
    EXPECT_EQ(static_cast<index>(k), elements) << row.tag;
    for (; k < row.values.size(); ++k) EXPECT_EQ(row.values[k], 0) << row.tag;
  }
}

TEST(XlaX15, ANewDimensionHasTheOtherOperandsSize) {
  EXPECT_EQ(xla::InDim(dims{4}, dims{1, 2}, xla::tuple{0}), (dims{4, 2}));
  EXPECT_EQ(xla::InDim(dims{1, 2}, dims{4, 3, 1}, xla::tuple{1, 2}), (dims{4, 1, 2}));
}

TEST(XlaX16, ThenTheDegenerateDimensionMatchesTheOtherSide) {
  const auto b = xla::binary(dims{4}, dims{1, 2}, xla::tuple{0});
  EXPECT_EQ(xla::of_the_right_hand_side(b, 0), 1);
  EXPECT_EQ(b.result[0], 4);
  const auto vector_on_the_right = xla::binary(dims{2, 3}, dims{3}, xla::tuple{1});
  EXPECT_EQ(xla::of_the_right_hand_side(vector_on_the_right, 0), 2);
  EXPECT_EQ(xla::of_the_right_hand_side(vector_on_the_right, 1), 3);
}

TEST(XlaX10, TheTupleIncreasesStrictly) {
  EXPECT_EQ(outcome({2, 3, 4, 5}, {4, 3}, xla::tuple{2, 1}), "xla.X10");
  EXPECT_EQ(outcome({3, 3, 3}, {3, 3}, xla::tuple{1, 1}), "xla.X10");
  EXPECT_EQ(outcome({3, 3, 3}, {3, 3}, xla::tuple{0, 2}), "3x3x3");
  EXPECT_EQ(outcome({3, 3, 3, 3}, {3, 3, 3}, xla::tuple{0, 2, 1}), "xla.X10");
  EXPECT_EQ(outcome({3, 3, 3, 3}, {3, 3, 3}, xla::tuple{0, 1, 1}), "xla.X10");
  // The sizes are checked before the order, as in the text.
  EXPECT_EQ(outcome({2, 3, 4, 5}, {9, 3}, xla::tuple{2, 1}), "xla.X6");
}

TEST(XlaX11, SizesAreEqualOrOneIsOne) {
  EXPECT_EQ(outcome({7, 2, 5}, {7, 2, 6}), "xla.X11");
  EXPECT_EQ(outcome({0}, {2}), "xla.X11");
  EXPECT_EQ(outcome({4}, {2}), "xla.X11");
  EXPECT_EQ(outcome({2}, {2}, xla::tuple{}), "no answer xla.G2");
  EXPECT_EQ(outcome({2, 2}, {2, 2}, xla::tuple{0, 1}), "no answer xla.G2");
  EXPECT_EQ(outcome({2, 2, 2}, {2, 2, 2}, xla::tuple{0, 1, 2}), "no answer xla.G2");
  EXPECT_EQ(outcome({2}, {4}), "xla.X11");
  EXPECT_EQ(axis_of({7, 2, 5, 3}, {7, 2, 6, 3}), 2);
}

TEST(XlaX12, TheResultHasTheMaximum) {
  EXPECT_EQ(outcome({1, 2, 5}, {7, 2, 5}), "7x2x5");
  EXPECT_EQ(outcome({7, 2, 5}, {7, 1, 5}), "7x2x5");
  EXPECT_EQ(outcome({0}, {1}), "1");
}

TEST(XlaX13, BothOperandsMayBeDegenerate) {
  EXPECT_EQ(outcome({2, 1}, {1, 3}), "2x3");
  EXPECT_EQ(sums(table({2, 1}, {10, 20}), table({1, 3}, {1, 2, 3}), std::nullopt),
            (std::vector{11, 12, 13, 21, 22, 23}));
}

TEST(XlaX14, FirstTheTupleThenTheDegenerateDimensions) {
  EXPECT_EQ(sums(table({4}, {1, 2, 3, 4}), table({1, 2}, {5, 6}), xla::tuple{0}),
            (std::vector{6, 7, 7, 8, 8, 9, 9, 10}));
  const auto b = xla::binary(dims{1, 2}, dims{4, 3, 1}, xla::tuple{1, 2});
  EXPECT_EQ(b.lhs.intermediate, (dims{4, 1, 2}));
  EXPECT_EQ(b.lhs.dimension, (xla::tuple{1, 2}));
  EXPECT_EQ(b.rhs.dimension, (xla::tuple{0, 1, 2}));
  EXPECT_EQ(b.result, (dims{4, 3, 2}));
}

TEST(XlaX14, ANewDimensionHasItsCounterpartsSizeAndNotOne) {
  // With the maximum of 0 and 1 the difference shows.
  const auto b = xla::binary(dims{0}, dims{0, 0}, xla::tuple{0});
  EXPECT_EQ(b.lhs.intermediate, (dims{0, 0}));
  EXPECT_EQ(b.result, (dims{0, 0}));
}

}  // namespace xla_test
