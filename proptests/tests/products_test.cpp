// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/products.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "mutants/mutants.hpp"
#include "oracle/plain.hpp"
#include "tests/support/one_answer.hpp"

// Products of matrices: the rules, and the laws for subjects with one wrong answer.

namespace products_test {

namespace kit = bcast::kit;
using namespace bcast::proptests;
using bcast::tests::said;

std::string ruled(char const* rule, std::vector<std::int64_t> const& a,
                  std::vector<std::int64_t> const& b) {
  return to_string(oracle::product(rule, a, b));
}

/// Whether 200 random cases break a law.
bool fails_at_random(char const* law_name, kit::subject const& s) {
  settings with;
  with.seed = 5;
  with.random = 200;
  return run(*find_law(law_name), s, with).failure.has_value();
}

TEST(Products, ALeadingSizeOfZeroGivesWayToNone) {
  EXPECT_EQ(ruled("gufunc_matmul", {1, 2, 3}, {0, 3, 4}), "0x2x4");
  EXPECT_EQ(ruled("onnx_matmul", {1, 2, 3}, {0, 3, 4}), "0x2x4");
  EXPECT_EQ(ruled("onnx_einsum_matmul", {1, 2, 3}, {0, 3, 4}), "0x2x4");
  EXPECT_EQ(ruled("webnn_matmul", {1, 2, 3}, {0, 3, 4}), "no answer by webnn.G1");
}

TEST(Products, ARefusalSaysWhatDoesNotFit) {
  const auto why = [](char const* rule, std::vector<std::int64_t> const& a,
                      std::vector<std::int64_t> const& b) {
    return oracle::product(rule, a, b).why;
  };
  EXPECT_EQ(why("gufunc_matmul", {}, {3, 2}), "a scalar has no axis to contract");
  EXPECT_EQ(why("gufunc_matmul", {2, 3}, {4, 2}), "operand 0 contracts 3, operand 1 4");
  EXPECT_EQ(why("gufunc_matmul", {3}, {4}), "operand 0 contracts 3, operand 1 4");
  EXPECT_EQ(why("webnn_matmul", {3}, {3, 2}), "an operand is not a matrix");
  EXPECT_EQ(why("onnx_einsum_matmul", {2, 2, 3}, {3, 4}), "the stacks have different ranks");
  EXPECT_EQ(why("webnn_matmul", {2, 7, 2, 3}, {5, 3, 4}), "operand 0 has 7, operand 1 has 5");
}

TEST(Products, WebNnMultipliesMatricesOnly) {
  EXPECT_EQ(ruled("webnn_matmul", {2, 3}, {3}), "rejection by webnn.X6");
  EXPECT_EQ(ruled("webnn_matmul", {7, 1, 2, 3}, {5, 3, 4}), "7x5x2x4");
  EXPECT_EQ(ruled("webnn_matmul", {2, 2, 3}, {3, 3, 4}), "rejection by webnn.A24 at axis 0");
  EXPECT_EQ(ruled("webnn_matmul", {2, 1}, {3, 4}), "rejection by webnn.X6");
  EXPECT_THROW(oracle::product("array_api", {2, 3}, {3, 4}), std::invalid_argument);
}

// Where both are matrices without a size of 0, the rules agree.
TEST(Products, TheRulesAgreeOnMatricesOfPositiveSizes) {
  const source scope = sources_of(family::products, run_size::push, 0, 0).at(2);
  ASSERT_EQ(scope.name, "scope");
  int agreed = 0;
  for (std::uint64_t i = 0; i < scope.count; ++i) {
    const test_case c = scope.at(i);
    const auto a = sizes_of(c.operands[0].type), b = sizes_of(c.operands[1].type);
    const bool empty = std::ranges::count(a, 0) + std::ranges::count(b, 0) != 0;
    if (empty || a.size() < 2 || b.size() < 2) continue;
    ++agreed;
    const kit::result one = oracle::product("gufunc_matmul", a, b),
                      other = oracle::product("webnn_matmul", a, b);
    EXPECT_EQ(one.verdict, other.verdict) << to_string(c);
    EXPECT_EQ(one.shape, other.shape) << to_string(c);
  }
  EXPECT_EQ(agreed, 36 * 36);
}

TEST(BcastP71, AWrongShapeIsDescribed) {
  kit::subject s = plain();
  s.matmul_shape = [](auto const&, auto const&) { return kit::result{}; };
  EXPECT_EQ(said("product shape", s, "1x2x3 0x3x4"),
            "got (); expected 0x2x4: the leading axes broadcast");
  EXPECT_EQ(said("product shape", s, "2x3 4x5"),
            "got (); expected rejection by gufunc.X5: operand 0 contracts 3, operand 1 4");
  s.matmul_shape = nullptr;
  EXPECT_EQ(said("product shape", s, "3 3"), "skipped: gives no shape of a product");
}

TEST(BcastP72, AWrongElementIsDescribed) {
  kit::subject s = plain();
  s.matmul = [](auto const&, auto const&, auto const&) { return kit::result{}; };
  EXPECT_EQ(said("products", s, "2x0 0x3 type=int64"),
            "Z[0,0] was not written; expected 0, the sum of 0 products       6 of 6 wrong\n"
            "strides in elements: X0 (1, 1), X1 (3, 1), Z (3, 1)");
  EXPECT_EQ(said("products", s, "2x3 4"), "2x3 @ 4 into 2 was accepted; expected a refusal");
  EXPECT_EQ(said("products", bcast::mutants::find("product/empty_batch_refused").subject,
                 "1x2x3 0x3x4 type=int64"),
            "1x2x3 @ 0x3x4 into 0x2x4 was refused");
  EXPECT_EQ(said("products", bcast::mutants::find("product/written_before_refused").subject,
                 "2x3 4x5 type=int64"),
            "2x3 @ 4x5 into 2x5 was refused, but something was written");
}

TEST(BcastP73, ABatchOfStrideZeroIsOneMatrix) {
  kit::subject const& s = bcast::mutants::find("product/zero_stride_read_as_dense").subject;
  EXPECT_EQ(said("products", s, "2x2x3~z 3x4 type=int64"), "holds");
  EXPECT_TRUE(said("product layouts", s, "2x2x3~z 3x4 type=int64").starts_with("Z["));
}

TEST(Products, ASubjectWithoutStridesIsAskedPlainOnes) {
  kit::subject s = bcast::mutants::find("product/operands_read_as_dense").subject;
  s.declares.strided = false;
  s.declares.dtypes = {"float"};
  EXPECT_FALSE(fails_at_random("product layouts", s));
  s.declares.strided = true;
  EXPECT_TRUE(fails_at_random("product layouts", s));
}

TEST(Products, ASubjectThatNeedNotRefuseIsAskedLegalOnes) {
  kit::subject s = bcast::mutants::find("product/contraction_not_checked").subject;
  EXPECT_TRUE(fails_at_random("products", s));
  s.declares.reject = false;
  EXPECT_FALSE(fails_at_random("products", s));
}

}  // namespace products_test
