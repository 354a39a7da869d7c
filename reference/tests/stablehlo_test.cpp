// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/stablehlo.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bcast/reference/array_api.hpp"
#include "bcast/spec/stablehlo.hpp"
#include "tests/support/broken.hpp"

namespace stablehlo_test {

namespace stablehlo = bcast::reference::stablehlo;
using bcast::reference::index;
using shape = stablehlo::shape<index>;
using operation = stablehlo::operation<index>;
using dynamic = stablehlo::dynamic_operation<index>;
using stablehlo::dimensions;
using stablehlo::quantization;
using tensor = bcast::reference::basic_tensor<int, index, 0>;

tensor counted(shape const& sizes, int from = 1) {
  return tensor(sizes, [from](shape const&) mutable { return from++; });
}

std::vector<int> elements(tensor const& t) {
  std::vector<int> all;
  t.each([&](int e) { all.push_back(e); });
  return all;
}

std::string in_dim(operation const& op) {
  return broken([&] { stablehlo::broadcast_in_dim(op); });
}

std::string in_dim(dynamic const& op) {
  return broken([&] { stablehlo::dynamic_broadcast_in_dim(op); });
}

/// What some constraints say of an operation.
template <class Operation>
std::string of(void (*expect)(Operation const&), Operation const& op) {
  return broken([&] { expect(op); });
}

const operation exchanged{{2, 3}, {1, 0}, {3, 2}};
const operation printed{{1, 3}, {2, 1}, {2, 3, 2}};

/// The printed example, with hints.
dynamic hinted(dimensions const& expanding, dimensions const& nonexpanding) {
  return {printed, printed.result, expanding, nonexpanding};
}

TEST(StablehloX1, ElementsAreRepeated) {
  EXPECT_EQ(elements(stablehlo::values(counted({2}), {0}, shape{2, 3})),
            (std::vector{1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(elements(stablehlo::values(counted({2}), {1}, shape{3, 2})),
            (std::vector{1, 2, 1, 2, 1, 2}));
  EXPECT_EQ(elements(stablehlo::values(counted({}), {}, shape{2})), (std::vector{1, 1}));
}

TEST(StablehloX1, ExchangedAxesAreATranspose) {
  EXPECT_EQ(elements(stablehlo::values(counted({2, 3}), {1, 0}, shape{3, 2})),
            (std::vector{1, 4, 2, 5, 3, 6}));
}

// With the last axes, the elements are those that the Array API reads.
TEST(StablehloX1, TheLastAxesAreTheArrayApis) {
  std::vector<shape> all{{}};
  for (index a = 0; a <= 3; ++a) {
    all.push_back({a});
    for (index b = 0; b <= 3; ++b) all.push_back({a, b});
  }
  int compared = 0;
  for (shape const& operand : all) {
    for (shape const& result : all) {
      const operation op{operand, stablehlo::last_axes(operand, result), result};
      if (in_dim(op) != "nothing") continue;
      ++compared;
      const tensor x = counted(operand);
      const tensor by_rule = stablehlo::values(x, op.broadcast_dimensions, result);
      const tensor padded(result, [&](shape const& at) {
        const index front = result.n() - operand.n();
        return x[shape::of(operand.n(),
                           [&](index d) { return operand[d] == 1 ? index(0) : at[front + d]; })];
      });
      EXPECT_EQ(by_rule, padded);
      EXPECT_EQ(bcast::reference::array_api::broadcast(operand, result), result);
    }
  }
  EXPECT_EQ(compared, 105);
}

TEST(StablehloF1, ASizeOfOneIsReadAtZero) {
  EXPECT_EQ(stablehlo::index_in_size_1(printed, 0), 0);
  EXPECT_EQ(stablehlo::index_in_size_1(printed, 1), std::nullopt);
  EXPECT_EQ(stablehlo::operand_index(printed, shape{1, 2, 1}, 0), 0);
}

TEST(StablehloF2, AnyOtherAxisIsReadWhereItIs) {
  EXPECT_EQ(stablehlo::index_in_other_size(exchanged, shape{2, 1}, 0), 1);
  EXPECT_EQ(stablehlo::index_in_other_size(exchanged, shape{2, 1}, 1), 2);
  EXPECT_EQ(stablehlo::operand_index(printed, shape{1, 2, 1}, 1), 2);
}

TEST(StablehloI1, TheOperandHasItsConstraints) {
  EXPECT_EQ(of(stablehlo::expect_operand, printed), "nothing");
  EXPECT_EQ(of(stablehlo::expect_operand, operation{{2}, {}, {2}}), "stablehlo.C2 at -1");
  EXPECT_EQ(of(stablehlo::expect_operand, operation{{2}, {0}, {3}}), "stablehlo.C5 at 0");
}

TEST(StablehloI2, TheAxesHaveTheirConstraints) {
  EXPECT_EQ(of(stablehlo::expect_broadcast_dimensions, printed), "nothing");
  EXPECT_EQ(of(stablehlo::expect_broadcast_dimensions, operation{{2}, {}, {2}}),
            "stablehlo.C2 at -1");
  EXPECT_EQ(of(stablehlo::expect_broadcast_dimensions, operation{{2}, {1}, {2}}),
            "stablehlo.C3 at -1");
  EXPECT_EQ(of(stablehlo::expect_broadcast_dimensions, operation{{2, 2}, {0, 0}, {2}}),
            "stablehlo.C4 at -1");
  EXPECT_EQ(of(stablehlo::expect_broadcast_dimensions, operation{{2}, {0}, {3}}),
            "stablehlo.C5 at 0");
}

TEST(StablehloN1, TheResultHasItsConstraints) {
  EXPECT_EQ(of(stablehlo::expect_result, printed), "nothing");
  EXPECT_EQ(of(stablehlo::expect_result, operation{{2}, {1}, {2}}), "stablehlo.C3 at -1");
  EXPECT_EQ(of(stablehlo::expect_result, operation{{2}, {0}, {3}}), "stablehlo.C5 at 0");
}

TEST(StablehloC1, ElementTypesAreTheSame) {
  EXPECT_TRUE(stablehlo::have_same_element_type({"i32"}, {"i32"}));
  EXPECT_FALSE(stablehlo::have_same_element_type({"i32"}, {"i64"}));
  const stablehlo::element_type one{"i8:f32", quantization{0, {1.0}, {0}}};
  const stablehlo::element_type other{"i8:f32", quantization{1, {1.0, 1.0}, {0, 0}}};
  EXPECT_TRUE(stablehlo::have_same_element_type(one, other));
  EXPECT_FALSE(stablehlo::have_same_element_type({"i8:f32"}, one));
}

TEST(StablehloC2, EachAxisHasAnEntry) {
  EXPECT_EQ(in_dim(operation{{2}, {}, {2}}), "stablehlo.C2 at -1");
  EXPECT_EQ(in_dim(operation{{2}, {0, 1}, {2, 2}}), "stablehlo.C2 at -1");
  EXPECT_EQ(in_dim(operation{{}, {}, {2, 2}}), "nothing");
}

TEST(StablehloC3, EntriesAreAxesOfTheResult) {
  EXPECT_EQ(in_dim(operation{{2}, {1}, {2}}), "stablehlo.C3 at -1");
  EXPECT_EQ(in_dim(operation{{2}, {-1}, {2}}), "stablehlo.C3 at -1");
  EXPECT_EQ(in_dim(operation{{2}, {0}, {2}}), "nothing");
}

TEST(StablehloC4, EntriesAreUniqueInAnyOrder) {
  EXPECT_EQ(in_dim(operation{{2, 2}, {0, 0}, {2, 2}}), "stablehlo.C4 at -1");
  EXPECT_EQ(in_dim(operation{{1, 2, 1}, {0, 1, 0}, {2, 2}}), "stablehlo.C4 at -1");
  EXPECT_EQ(in_dim(exchanged), "nothing");
}

// Of several constraints that are broken, the one with the least number is named.
TEST(StablehloC2, ConstraintsAreAskedInTheirOrder) {
  EXPECT_EQ(in_dim(operation{{2, 2, 2}, {5, 5}, {2, 2}}), "stablehlo.C2 at -1");
  EXPECT_EQ(in_dim(operation{{2, 2}, {5, 5}, {2, 2}}), "stablehlo.C3 at -1");
  EXPECT_EQ(in_dim(operation{{2, 2}, {0, 0}, {3, 3}}), "stablehlo.C4 at -1");
}

TEST(StablehloC5, TheOperandsSizeIsOneOrTheResults) {
  EXPECT_EQ(in_dim(operation{{1}, {0}, {3}}), "nothing");
  EXPECT_EQ(in_dim(operation{{1}, {0}, {0}}), "nothing");
  EXPECT_EQ(in_dim(operation{{0}, {0}, {1}}), "stablehlo.C5 at 0");
  EXPECT_EQ(in_dim(operation{{3}, {0}, {1}}), "stablehlo.C5 at 0");
  EXPECT_EQ(in_dim(operation{{2, 3}, {1, 0}, {2, 3}}), "stablehlo.C5 at 1");
}

TEST(StablehloC6, AQuantisationGoesAlongWithItsAxis) {
  const quantization one{0, {0.5}, {7}};
  EXPECT_TRUE(stablehlo::have_same_quantization(printed, one, quantization{2, {0.5, 0.5}, {7, 7}}));
  EXPECT_FALSE(
      stablehlo::have_same_quantization(printed, one, quantization{1, {0.5, 0.5, 0.5}, {7, 7, 7}}));
  EXPECT_FALSE(
      stablehlo::have_same_quantization(printed, one, quantization{2, {0.5, 0.25}, {7, 7}}));
  EXPECT_FALSE(
      stablehlo::have_same_quantization(printed, one, quantization{2, {0.5, 0.5}, {7, 8}}));
  EXPECT_TRUE(stablehlo::have_same_quantization(printed, quantization{1, {1, 2, 3}, {0, 0, 0}},
                                                quantization{1, {1, 2, 3}, {0, 0, 0}}));
  // As many as the result has there, which may be more than along the operand's own axis.
  EXPECT_FALSE(stablehlo::have_same_quantization(operation{{1}, {1}, {1, 3}}, one,
                                                 quantization{1, {0.5, 0.5, 0.25}, {7, 7, 7}}));
}

TEST(StablehloX2, TheShapeIsAnOperand) {
  EXPECT_EQ(stablehlo::dynamic_broadcast_in_dim(dynamic{printed, {2, 3, 2}}), (shape{2, 3, 2}));
  // Its value is not that of the type, which no constraint relates to it but by its rank.
  EXPECT_EQ(stablehlo::dynamic_broadcast_in_dim(dynamic{{{3}, {1}, {4, 3}}, {2, 3}}),
            (shape{2, 3}));
}

TEST(StablehloG1, AttributesMayBeTrueOfTheSizes) {
  EXPECT_EQ(of(stablehlo::expect_known, hinted({0}, {1})), "nothing");
  EXPECT_EQ(of(stablehlo::expect_known, hinted({1}, {})), "no answer stablehlo.G1");
  EXPECT_EQ(of(stablehlo::expect_known, hinted({}, {0})), "no answer stablehlo.G1");
}

TEST(StablehloX3, NoConstraintHoldsThemAgainstTheSizes) {
  EXPECT_EQ(in_dim(hinted({1}, {0})), "nothing");
}

TEST(StablehloX4, OtherAxesMayExpand) {
  EXPECT_TRUE(stablehlo::possibly_expanding(hinted({}, {}), 1));
  EXPECT_FALSE(stablehlo::possibly_expanding(hinted({0}, {1}), 1));
}

TEST(StablehloI3, TheOperandHasItsConstraints) {
  EXPECT_EQ(of(stablehlo::expect_operand, hinted({0}, {1})), "nothing");
  EXPECT_EQ(of(stablehlo::expect_operand, hinted({2}, {})), "stablehlo.C15 at -1");
  EXPECT_EQ(of(stablehlo::expect_operand, hinted({}, {2})), "nothing");
  EXPECT_EQ(of(stablehlo::expect_operand, dynamic{{{2}, {}, {2}}, {2}}), "stablehlo.C8 at -1");
  EXPECT_EQ(of(stablehlo::expect_operand, dynamic{{{2}, {0}, {3}}, {3}}), "stablehlo.C11 at 0");
}

TEST(StablehloI4, TheShapeHasItsConstraint) {
  EXPECT_EQ(of(stablehlo::expect_output_dimensions, hinted({}, {})), "nothing");
  EXPECT_EQ(of(stablehlo::expect_output_dimensions, dynamic{printed, {2, 3}}),
            "stablehlo.C13 at -1");
}

TEST(StablehloI5, TheAxesHaveTheirConstraints) {
  const auto axes = [](operation const& op) {
    return of(stablehlo::expect_broadcast_dimensions, dynamic{op, op.result});
  };
  EXPECT_EQ(axes(printed), "nothing");
  EXPECT_EQ(axes({{2}, {}, {2}}), "stablehlo.C8 at -1");
  EXPECT_EQ(axes({{2}, {1}, {2}}), "stablehlo.C9 at -1");
  EXPECT_EQ(axes({{2, 2}, {0, 0}, {2}}), "stablehlo.C10 at -1");
  EXPECT_EQ(axes({{2}, {0}, {3}}), "stablehlo.C11 at 0");
}

TEST(StablehloI6, ExpandingAxesHaveTheirConstraints) {
  EXPECT_EQ(of(stablehlo::expect_expanding, hinted({0}, {1})), "nothing");
  EXPECT_EQ(of(stablehlo::expect_expanding, hinted({0}, {0})), "stablehlo.C14 at -1");
  EXPECT_EQ(of(stablehlo::expect_expanding, hinted({2}, {})), "stablehlo.C15 at -1");
}

TEST(StablehloI7, NonexpandingAxesHaveTheirConstraints) {
  EXPECT_EQ(of(stablehlo::expect_nonexpanding, hinted({0}, {1})), "nothing");
  EXPECT_EQ(of(stablehlo::expect_nonexpanding, hinted({0}, {0})), "stablehlo.C14 at -1");
  EXPECT_EQ(of(stablehlo::expect_nonexpanding, hinted({}, {2})), "stablehlo.C16 at -1");
}

TEST(StablehloI7, AsPrintedNothingIsSaidOfThem) {
  EXPECT_EQ(of(stablehlo::expect_nonexpanding_as_printed, hinted({}, {2})), "nothing");
  EXPECT_EQ(of(stablehlo::expect_nonexpanding_as_printed, hinted({2}, {})), "stablehlo.C15 at -1");
  EXPECT_EQ(of(stablehlo::expect_nonexpanding_as_printed, hinted({0}, {0})), "stablehlo.C14 at -1");
}

TEST(StablehloN2, TheResultHasItsConstraints) {
  EXPECT_EQ(of(stablehlo::expect_result, hinted({}, {})), "nothing");
  EXPECT_EQ(of(stablehlo::expect_result, dynamic{{{2}, {1}, {2}}, {2}}), "stablehlo.C9 at -1");
  EXPECT_EQ(of(stablehlo::expect_result, dynamic{{{2}, {0}, {3}}, {3}}), "stablehlo.C11 at 0");
  EXPECT_EQ(of(stablehlo::expect_result, dynamic{printed, {2}}), "stablehlo.C13 at -1");
}

TEST(StablehloC7, ElementTypesAreTheSame) {
  EXPECT_TRUE(stablehlo::have_same_element_type_dynamic({"i32"}, {"i32"}));
  EXPECT_FALSE(stablehlo::have_same_element_type_dynamic({"i32"}, {"i64"}));
  EXPECT_FALSE(
      stablehlo::have_same_element_type_dynamic({"i32"}, {"i32", quantization{0, {1.0}, {0}}}));
}

TEST(StablehloC8, EachAxisHasAnEntry) {
  EXPECT_EQ(in_dim(dynamic{{{2}, {}, {2}}, {2}}), "stablehlo.C8 at -1");
}

TEST(StablehloC9, EntriesAreAxesOfTheResult) {
  EXPECT_EQ(in_dim(dynamic{{{2}, {1}, {2}}, {2}}), "stablehlo.C9 at -1");
  EXPECT_EQ(in_dim(dynamic{{{2}, {-1}, {2}}, {2}}), "stablehlo.C9 at -1");
}

TEST(StablehloC10, EntriesAreUnique) {
  EXPECT_EQ(in_dim(dynamic{{{2, 2}, {0, 0}, {2, 2}}, {2, 2}}), "stablehlo.C10 at -1");
}

TEST(StablehloC11, TheOperandsSizeIsOneOrTheResults) {
  EXPECT_EQ(in_dim(dynamic{{{2, 3}, {1, 0}, {2, 3}}, {2, 3}}), "stablehlo.C11 at 1");
  EXPECT_EQ(in_dim(dynamic{exchanged, {3, 2}}), "nothing");
}

TEST(StablehloC12, AQuantisationGoesAlongWithItsAxis) {
  const quantization one{0, {0.5}, {7}};
  EXPECT_TRUE(
      stablehlo::have_same_quantization(hinted({}, {}), one, quantization{2, {0.5, 0.5}, {7, 7}}));
  EXPECT_FALSE(
      stablehlo::have_same_quantization(hinted({}, {}), one, quantization{0, {0.5, 0.5}, {7, 7}}));
}

TEST(StablehloC13, TheEntriesAreNotCompared) {
  const dynamic other{{{1}, {0}, {2}}, {3}};
  EXPECT_EQ(in_dim(other), "nothing");
  EXPECT_EQ(of(stablehlo::expect_output, other), "stablehlo.X2 at -1");
}

TEST(StablehloC13, TheShapeHasTheResultsRank) {
  EXPECT_EQ(in_dim(dynamic{printed, {2, 3}}), "stablehlo.C13 at -1");
}

TEST(StablehloC14, NoAxisIsHintedTwice) {
  EXPECT_EQ(in_dim(hinted({0}, {0})), "stablehlo.C14 at -1");
  EXPECT_EQ(in_dim(hinted({0, 0}, {})), "stablehlo.C14 at -1");
  EXPECT_EQ(in_dim(hinted({}, {1, 1})), "stablehlo.C14 at -1");
}

TEST(StablehloC15, ExpandingAxesAreTheOperands) {
  EXPECT_EQ(in_dim(hinted({2}, {})), "stablehlo.C15 at -1");
  EXPECT_EQ(in_dim(hinted({-1}, {})), "stablehlo.C15 at -1");
}

TEST(StablehloC16, NonexpandingAxesAreTheOperands) {
  EXPECT_EQ(in_dim(hinted({}, {2})), "stablehlo.C16 at -1");
  EXPECT_EQ(in_dim(hinted({}, {-1})), "stablehlo.C16 at -1");
}

TEST(StablehloX5, KnownSizesAreVerified) {
  EXPECT_EQ(stablehlo::verified<index>(2, 2), true);
  EXPECT_EQ(stablehlo::verified<index>(2, 3), false);
  EXPECT_EQ(stablehlo::verified<index>(2, std::nullopt), std::nullopt);
  EXPECT_EQ(stablehlo::verified<index>(std::nullopt, 2), std::nullopt);
}

/// The printed example, which both operations have.
void expect_printed(std::string_view tag) {
  for (auto const& row : bcast::spec::stablehlo::examples) {
    if (row.tag != tag) continue;
    const auto sizes = [](bcast::spec::shape const& s) {
      shape all;
      for (bcast::spec::dim d : s) all.append(d.size());
      return all;
    };
    dimensions entries;
    for (int entry : row.broadcast_dimensions) entries.append(entry);
    const operation op{sizes(row.operand), entries, sizes(row.result)};
    EXPECT_EQ(in_dim(op), "nothing");
    EXPECT_EQ(in_dim(dynamic{op, op.result, {0}, {1}}), "nothing");
    EXPECT_EQ(elements(stablehlo::values(counted(op.operand), entries, op.result)),
              (std::vector{1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3}));
    return;
  }
  ADD_FAILURE() << tag;
}

TEST(StablehloS1, GivesWhatIsPrinted) { expect_printed("stablehlo.S1"); }

TEST(StablehloS2, GivesWhatIsPrinted) { expect_printed("stablehlo.S2"); }

}  // namespace stablehlo_test
