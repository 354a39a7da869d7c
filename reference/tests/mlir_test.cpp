// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/mlir.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <type_traits>

#include "bcast/spec/mlir.hpp"

namespace mlir_test {

using namespace bcast::reference;
using bcast::reference::index;
namespace mlir = bcast::reference::mlir;
namespace spec = bcast::spec;
using dim = mlir::dim<index>;
using dims = mlir::dims<index>;
using type = mlir::type<index>;

constexpr dim q{};

constexpr type from_row(spec::shape const& s) {
  if (!s.ranked()) return {};
  dims t;
  for (spec::dim d : s) t.append(d.known() ? dim(d.size()) : q);
  return {t};
}

constexpr list<type> from_row(spec::operands const& all) {
  list<type> operands;
  for (spec::shape const& s : all) operands.append(from_row(s));
  return operands;
}

// Every correct printed use verifies at compile time: a violation is a throw.
static_assert([] {
  for (auto const& e : spec::mlir::examples) {
    if (!e.broken.empty()) continue;
    mlir::operation<index> op;
    op.operands = from_row(e.inputs);
    op.results.append(from_row(e.result));
    mlir::Verify(op);
  }
  return true;
}());

template <class F>
std::string outcome(F f) {
  try {
    f();
  } catch (violation const& v) {
    return std::string(v.tag);
  } catch (no_answer const& n) {
    return "no answer " + std::string(n.tag);
  }
  return "ok";
}

std::string verify(list<type> const& operands, type const& result) {
  return outcome([&] { mlir::Verify(mlir::operation<index>{operands, {result}}); });
}

std::optional<dims> inferred(list<type> operands) {
  return mlir::InferResultShape(mlir::operation<index>{std::move(operands), {}});
}

mlir::operation<index> operation(list<type> operands, list<type> results) {
  return {std::move(operands), std::move(results)};
}

TEST(MlirX1, AnOperationHasAnOperand) {
  EXPECT_TRUE(mlir::has_operands(operation({type{dims{1}}}, {})));
  EXPECT_FALSE(mlir::has_operands(operation({}, {type{dims{1}}})));
}
TEST(MlirX2, AnOperationHasOneResult) {
  EXPECT_TRUE(mlir::has_one_result(operation({}, {type{}})));
  EXPECT_FALSE(mlir::has_one_result(operation({}, {})));
  EXPECT_FALSE(mlir::has_one_result(operation({}, {type{}, type{}})));
}
TEST(MlirX3, AllTypesAreTensorsOrVectors) {
  const type tensor{dims{2}}, vector{dims{2}, mlir::kind::vector},
      other{dims{2}, mlir::kind::other};
  EXPECT_TRUE(mlir::has_allowed_types(operation({tensor, vector}, {tensor})));
  EXPECT_FALSE(mlir::has_allowed_types(operation({tensor, other}, {tensor})));
  EXPECT_FALSE(mlir::has_allowed_types(operation({other, tensor}, {tensor})));
  EXPECT_FALSE(mlir::has_allowed_types(operation({tensor}, {other})));
  EXPECT_FALSE(mlir::has_allowed_types(operation({tensor}, {tensor, other})));
}
TEST(MlirX4, TheShapeIsInferredFromTheOperands) {
  EXPECT_EQ(inferred({type{dims{4}}, type{dims{q, 1}}}), (dims{q, 4}));
}
TEST(MlirX4, NothingIsInferredOfUnrankedOperands) {
  EXPECT_TRUE(mlir::infers_a_shape(operation({type{dims{4}}, type{}}, {})));
  EXPECT_FALSE(mlir::infers_a_shape(operation({type{}}, {})));
}
TEST(MlirX5, IsThatInferenceSucceeds) {
  EXPECT_TRUE(mlir::has_compatible_operands(operation({type{dims{3}}, type{dims{1}}}, {})));
  EXPECT_FALSE(mlir::has_compatible_operands(operation({type{dims{3}}, type{dims{2}}}, {})));
  EXPECT_THROW(mlir::has_compatible_operands(operation({type{dims{0}}, type{dims{2}}}, {})),
               no_answer);
}
TEST(MlirX6, IsThatVerificationSucceeds) {
  EXPECT_TRUE(mlir::has_compatible_result(operation({type{dims{3}}}, {type{dims{q}}})));
  EXPECT_FALSE(mlir::has_compatible_result(operation({type{dims{3}}}, {type{dims{2}}})));
}
TEST(MlirN1, EachSizeIsInOneCategoryAndAZeroInNone) {
  const auto categories = [](dim const& d) {
    std::string all;
    for (char const* c : {"?", "1", ">1"}) all += mlir::is_in_category(d, c) ? c : "";
    return all;
  };
  EXPECT_EQ(categories(q), "?");
  EXPECT_EQ(categories(dim(1)), "1");
  EXPECT_EQ(categories(dim(2)), ">1");
  for (char const* c : {"?", "1", ">1"}) {
    EXPECT_EQ(outcome([&] { mlir::is_in_category(dim(0), c); }), "no answer mlir.G1") << c;
  }
}
TEST(MlirI6, EqualSizesStayAndOthersAreAnError) {
  EXPECT_EQ(mlir::static_with_static<index>(4, 4), 4);
  EXPECT_EQ(outcome([] { mlir::static_with_static<index>(4, 3); }), "mlir.I6");
}
TEST(MlirX7, VerificationFailsWhereInferenceDoes) {
  for (auto const& operands :
       {list<type>{type{dims{3}}, type{dims{2}}}, list<type>{type{dims{3}}}}) {
    EXPECT_TRUE(mlir::fails_with_inference(operation(operands, {type{dims{q}}})));
  }
}
TEST(MlirX8, UnrankedOnesEndItAndRanksHaveToMatch) {
  EXPECT_TRUE(mlir::have_matching_ranks(type{}, std::optional(dims{1})));
  EXPECT_TRUE(mlir::have_matching_ranks<index>(type{dims{1}}, std::nullopt));
  EXPECT_TRUE(mlir::have_matching_ranks(type{dims{1}}, std::optional(dims{2})));
  EXPECT_FALSE(mlir::have_matching_ranks(type{dims{1, 3}}, std::optional(dims{3})));
}
TEST(MlirX9, EveryDimensionIsComparedByTheTable) {
  EXPECT_TRUE(mlir::have_matching_sizes(dims{q, 2, 3}, dims{q, q, 3}));
  EXPECT_FALSE(mlir::have_matching_sizes(dims{q}, dims{3}));
  EXPECT_FALSE(mlir::have_matching_sizes(dims{2, 3}, dims{2, 4}));
}
// The table's verdict on a dimension is Verify's verdict on an operation with that dimension.
TEST(MlirX9, IsWhatVerifyDoes) {
  for (dim const& inferred : {q, dim(1), dim(2)}) {
    for (dim const& actual : {q, dim(1), dim(2)}) {
      EXPECT_EQ(mlir::have_matching_sizes(dims{inferred}, dims{actual}),
                verify({type{dims{inferred}}}, type{dims{actual}}) == "ok");
    }
  }
}
TEST(MlirX11, ElementTypesPlayNoPart) {
  const type i1{dims{2}, mlir::kind::tensor, "i1"}, i32{dims{2}},
      i64{dims{2}, mlir::kind::tensor, "i64"};
  EXPECT_EQ(verify({i1, i32}, i64), "ok");
  const auto forgotten = mlir::without_element_types(operation({i1, i32}, {i64}));
  EXPECT_EQ(verify(forgotten.operands, forgotten.results[0]), "ok");
  EXPECT_EQ(forgotten.operands[0].element, forgotten.results[0].element);
  EXPECT_EQ(forgotten.operands[1].element, forgotten.results[0].element);
}
TEST(MlirX10, TheCommentAsksForEqualSizes) {
  EXPECT_EQ(mlir::equal_at_run_time<index>(3, 3), 3);
  EXPECT_EQ(outcome([] { mlir::equal_at_run_time<index>(1, 3); }), "mlir.X10");
}
TEST(MlirX12, TheResultHasTheInferredSize) {
  EXPECT_TRUE(mlir::is_inferred<index>(dim(4), dim(4)));
  EXPECT_FALSE(mlir::is_inferred<index>(dim(1), dim(4)));
}
TEST(MlirX5, IncompatibleOperandsFail) {
  EXPECT_EQ(verify({type{dims{3}}, type{dims{2}}}, type{dims{q}}), "mlir.I6");
}
TEST(MlirX6, TheResultMayKnowLess) {
  EXPECT_EQ(verify({type{dims{4}}}, type{dims{q}}), "ok");
  EXPECT_EQ(verify({type{dims{4}}}, type{dims{5}}), "mlir.V4");
}

TEST(MlirA1, IsSymmetric) {
  for (dim const& a : {q, dim(1), dim(2), dim(3)}) {
    for (dim const& b : {q, dim(1), dim(2), dim(3)}) {
      dim ab, ba;
      const std::string left = outcome([&] { ab = mlir::InferDim(a, b); });
      const std::string right = outcome([&] { ba = mlir::InferDim(b, a); });
      EXPECT_EQ(left, right);
      EXPECT_EQ(ab, ba);
    }
  }
}
TEST(MlirA1, NoCaseNamesAZero) {
  for (dim const& other : {q, dim(0), dim(1), dim(2)}) {
    EXPECT_EQ(outcome([&] { mlir::InferDim(dim(0), other); }), "no answer mlir.G1");
    EXPECT_EQ(outcome([&] { mlir::InferDim(other, dim(0)); }), "no answer mlir.G1");
  }
}
TEST(MlirI1, BothUnknown) { EXPECT_EQ(mlir::InferDim(q, q), q); }
TEST(MlirI2, UnknownAgainstOne) {
  EXPECT_EQ(mlir::InferDim(q, dim(1)), q);
  EXPECT_EQ(mlir::InferDim(dim(1), q), q);
}
TEST(MlirI3, UnknownAgainstMore) {
  EXPECT_EQ(mlir::InferDim(q, dim(5)), dim(5));
  EXPECT_EQ(mlir::InferDim(dim(5), q), dim(5));
}
TEST(MlirI4, OneAgainstOne) { EXPECT_EQ(mlir::InferDim(dim(1), dim(1)), dim(1)); }
TEST(MlirI5, OneAgainstMore) {
  EXPECT_EQ(mlir::InferDim(dim(1), dim(5)), dim(5));
  EXPECT_EQ(mlir::InferDim(dim(5), dim(1)), dim(5));
}
TEST(MlirI6, MoreAgainstMore) {
  EXPECT_EQ(mlir::InferDim(dim(5), dim(5)), dim(5));
  EXPECT_EQ(outcome([] { mlir::InferDim(dim(5), dim(4)); }), "mlir.I6");
  EXPECT_EQ(outcome([] { mlir::InferDim(dim(4), dim(2)); }), "mlir.I6");
}

// The pseudo-function against the table, on every pair of a category's representatives.
TEST(MlirA1, IsTheTable) {
  const auto of = [](spec::mlir::category c, index more) {
    return c == spec::mlir::category::dynamic ? q : dim(c == spec::mlir::category::one ? 1 : more);
  };
  for (auto const& row : spec::mlir::inference_table) {
    const dim dim0 = of(row.dim0, 7), dim1 = of(row.dim1, 7);
    const dim expected = row.inferred_dim == spec::mlir::inferred::dynamic ? q
                         : row.inferred_dim == spec::mlir::inferred::one   ? dim(1)
                         : row.inferred_dim == spec::mlir::inferred::dim0  ? dim0
                                                                           : dim1;
    EXPECT_EQ(mlir::InferDim(dim0, dim1), expected) << row.tag;
    EXPECT_EQ(mlir::InferDim(dim1, dim0), expected) << row.tag;
  }
}

TEST(MlirI1, AtRunTimeOneGivesWayAndOthersHaveToBeEqual) {
  EXPECT_EQ(mlir::dynamic_with_dynamic<index>(1, 7), 7);
  EXPECT_EQ(mlir::dynamic_with_dynamic<index>(7, 1), 7);
  EXPECT_EQ(mlir::dynamic_with_dynamic<index>(7, 7), 7);
  EXPECT_EQ(mlir::dynamic_with_dynamic<index>(0, 1), 0);
  EXPECT_EQ(mlir::dynamic_with_dynamic<index>(1, 0), 0);
  EXPECT_EQ(mlir::dynamic_with_dynamic<index>(0, 0), 0);
  EXPECT_EQ(outcome([] { mlir::dynamic_with_dynamic<index>(7, 2); }), "mlir.I1");
  EXPECT_EQ(outcome([] { mlir::dynamic_with_dynamic<index>(2, 7); }), "mlir.I1");
}
// A scalable dimension is neither of the two that the categories are about.
TEST(MlirG2, ADimensionIsANumberOrUnknown) {
  static_assert(std::is_same_v<decltype(dim::size), std::optional<index>>);
  EXPECT_TRUE(mlir::is_in_category(q, "?"));
  EXPECT_FALSE(mlir::is_in_category(dim(4), "?"));
}
TEST(MlirG3, AtRunTimeAZeroAgainstALargerSizeIsNotMentioned) {
  EXPECT_EQ(outcome([] { mlir::dynamic_with_dynamic<index>(0, 2); }), "no answer mlir.G3");
  EXPECT_EQ(outcome([] { mlir::dynamic_with_dynamic<index>(2, 0); }), "no answer mlir.G3");
  EXPECT_EQ(outcome([] { mlir::dynamic_with_static<index>(0, 7); }), "no answer mlir.G3");
}
TEST(MlirI2, AtRunTimeTheUnknownSizeDecides) {
  for (index size : {0, 1, 2, 7}) EXPECT_EQ(mlir::dynamic_with_dynamic<index>(size, 1), size);
}
TEST(MlirI3, AtRunTimeTheUnknownSizeIsOneOrTheOther) {
  EXPECT_EQ(mlir::dynamic_with_static<index>(1, 7), 7);
  EXPECT_EQ(mlir::dynamic_with_static<index>(7, 7), 7);
  EXPECT_EQ(outcome([] { mlir::dynamic_with_static<index>(2, 7); }), "mlir.I3");
  EXPECT_EQ(outcome([] { mlir::dynamic_with_static<index>(9, 7); }), "mlir.I3");
}

// Without a 0, the inferred shape holds at every run time that is not undefined.
TEST(MlirI3, TheInferredSizeIsThatOfEveryRunTime) {
  for (dim const& dim0 : {q, dim(1), dim(2), dim(3)}) {
    for (dim const& dim1 : {q, dim(1), dim(2), dim(3)}) {
      dim inferred;
      if (outcome([&] { inferred = mlir::InferDim(dim0, dim1); }) != "ok") continue;
      for (index size0 = 1; size0 <= 4; ++size0) {
        for (index size1 = 1; size1 <= 4; ++size1) {
          if (dim0.size.value_or(size0) != size0 || dim1.size.value_or(size1) != size1) continue;
          index result = 0;
          if (outcome([&] { result = mlir::dynamic_with_dynamic(size0, size1); }) != "ok") continue;
          EXPECT_EQ(inferred.size.value_or(result), result);
        }
      }
    }
  }
}

TEST(MlirA2, PrependsOnes) {
  dims shape{4, q};
  mlir::ExpandRank(shape, 4);
  EXPECT_EQ(shape, (dims{1, 1, 4, q}));
  mlir::ExpandRank(shape, 2);
  EXPECT_EQ(shape.n(), 4);
}
TEST(MlirA3, InfersAxisByAxisAlignedToTheRight) {
  EXPECT_EQ(mlir::InferShape(dims{4}, dims{2, 3, 4}), (dims{2, 3, 4}));
  EXPECT_EQ(mlir::InferShape(dims{2, 1}, dims{q}), (dims{2, q}));
  EXPECT_EQ(outcome([] { mlir::InferShape(dims{2, 3}, dims{2}); }), "mlir.I6");
}
TEST(MlirA3, AsPrintedExpandsTheOperandsAndKeepsTheLastDimension) {
  dims x{4}, y{2, 3, 4};
  EXPECT_EQ(mlir::InferShape_as_printed(x, y), dims{4});
  EXPECT_EQ(x, (dims{1, 1, 4}));
  EXPECT_EQ(mlir::InferShape_as_printed(y, x = dims{4}), dims{4});
  EXPECT_EQ(x, (dims{1, 1, 4}));
  EXPECT_EQ(mlir::InferShape_as_printed(x = dims{3}, y = dims{3}), dims{3});
  EXPECT_EQ(mlir::InferShape_as_printed(x = dims{}, y = dims{}), dims{q});
}
// The size of an unknown dimension is not read.
static_assert(mlir::InferDim(dim(), dim(4)) == dim(4) && mlir::InferDim(dim(4), dim()) == dim(4));
TEST(MlirA4, SetsUnrankedOperandsAside) {
  EXPECT_EQ(inferred({}), std::nullopt);
  EXPECT_EQ(inferred({type{}, type{}}), std::nullopt);
  EXPECT_EQ(inferred({type{}, type{dims{2}}}), (dims{2}));
  EXPECT_EQ(inferred({type{dims{0}}}), (dims{0}));
}
TEST(MlirA4, FoldsEveryOperand) {
  EXPECT_EQ(inferred({type{dims{1}}, type{dims{1}}, type{dims{1}}, type{dims{5}}}), (dims{5}));
  EXPECT_EQ(outcome([] {
              inferred({type{dims{2}}, type{dims{1}}, type{dims{1}}, type{dims{5}}});
            }),
            "mlir.I6");
}
TEST(MlirA4, TakesVectorsAndTensors) {
  EXPECT_EQ(inferred({type{dims{2, 1}, mlir::kind::vector}, type{dims{3}}}), (dims{2, 3}));
  EXPECT_EQ(verify({type{dims{2}, mlir::kind::vector}}, type{dims{3}, mlir::kind::vector}),
            "mlir.V4");
}
TEST(MlirA4, FoldsFromTheFirst) {
  EXPECT_EQ(outcome([] { inferred({type{dims{2}}, type{dims{3}}, type{dims{0}}}); }), "mlir.I6");
  EXPECT_EQ(outcome([] {
              inferred({type{dims{0}}, type{dims{2}}, type{dims{3}}});
            }),
            "no answer mlir.G1");
  EXPECT_EQ(inferred({type{dims{1}}, type{dims{q}}, type{dims{3}}}), (dims{3}));
}
TEST(MlirA5, AnUnrankedResultOrOnlyUnrankedOperandsPass) {
  EXPECT_EQ(verify({type{dims{2}}}, type{}), "ok");
  EXPECT_EQ(verify({type{}, type{}}, type{dims{2}}), "ok");
  EXPECT_EQ(verify({type{dims{3}}, type{dims{2}}}, type{}), "mlir.I6");
}
TEST(MlirA5, TheRanksHaveToMatch) {
  EXPECT_EQ(verify({type{dims{3}}, type{dims{3}}}, type{dims{1, 3}}), "mlir.A5");
  EXPECT_EQ(verify({type{dims{1, 3}}}, type{dims{3}}), "mlir.A5");
}
TEST(MlirV1, UnknownAgainstUnknown) { EXPECT_EQ(verify({type{dims{q}}}, type{dims{q}}), "ok"); }
TEST(MlirV2, AStaticResultForAnUnknownSize) {
  EXPECT_EQ(verify({type{dims{q}}, type{dims{q}}}, type{dims{4}}), "mlir.V2");
  EXPECT_EQ(verify({type{dims{q}}}, type{dims{1}}), "mlir.V2");
}
TEST(MlirA5, EveryDimensionIsCompared) {
  EXPECT_EQ(verify({type{dims{2, 3, q}}}, type{dims{2, 3, 4}}), "mlir.V2");
  EXPECT_EQ(verify({type{dims{2, 3, 4}}}, type{dims{2, 3, 5}}), "mlir.V4");
  try {
    mlir::Verify(mlir::operation<index>{{type{dims{2, q, 4}}}, {type{dims{2, 3, 4}}}});
    ADD_FAILURE();
  } catch (violation const& v) {
    EXPECT_EQ(v.axis, 1);
  }
  try {
    mlir::Verify(mlir::operation<index>{{type{dims{2, q, 4}}}, {type{dims{2, q, 5}}}});
    ADD_FAILURE();
  } catch (violation const& v) {
    EXPECT_EQ(v.axis, 2);
  }
}
TEST(MlirA5, AScalarsRankIsCompared) {
  EXPECT_EQ(verify({type{dims{3}}}, type{dims{}}), "mlir.A5");
}
TEST(MlirV3, AnUnknownResultForAStaticSize) {
  EXPECT_EQ(verify({type{dims{4}}}, type{dims{q}}), "ok");
}
TEST(MlirV4, StaticSizesHaveToBeEqual) {
  EXPECT_EQ(verify({type{dims{2}}, type{dims{2}}}, type{dims{2}}), "ok");
  EXPECT_EQ(verify({type{dims{2}}, type{dims{2}}}, type{dims{4}}), "mlir.V4");
  EXPECT_EQ(verify({type{dims{1}}, type{dims{1}}}, type{dims{4}}), "mlir.V4");
}

// The verification table, on every pair.
TEST(MlirA5, IsTheTable) {
  for (auto const& row : spec::mlir::verification_table) {
    using spec::mlir::knowledge;
    using spec::mlir::outcome;
    const dim inferred = row.inferred_dim == knowledge::dynamic ? q : dim(2);
    for (dim const& declared : {q, dim(2), dim(3)}) {
      if (mlir::IsDynamic(declared) != (row.actual_dim == knowledge::dynamic)) continue;
      const bool ok = row.verdict == outcome::ok ||
                      (row.verdict == outcome::ok_if_equal && declared == inferred);
      EXPECT_EQ(verify({type{dims{inferred}}}, type{dims{declared}}), ok ? "ok" : row.tag);
    }
  }
}

TEST(MlirA5, EveryUseInPrintComesOut) {
  for (auto const& e : spec::mlir::examples) {
    EXPECT_EQ(verify(from_row(e.inputs), from_row(e.result)), e.broken.empty() ? "ok" : e.broken)
        << e.tag;
  }
}

}  // namespace mlir_test
