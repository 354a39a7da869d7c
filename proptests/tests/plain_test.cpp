// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/plain.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/operations.hpp"

// What the slow and correct implementation computes.

namespace {

namespace kit = bcast::kit;
using kind = kit::result::kind;
using bcast::proptests::plain;

template <class T>
kit::tensor row(std::vector<T>& data, std::string_view element) {
  return {data.data(), element, {static_cast<std::int64_t>(data.size())}, {1}};
}

/// An operation's result for numbers, one per operand.
int result_of(std::string_view op, std::vector<std::int32_t> const& numbers) {
  std::vector<std::vector<std::int32_t>> held;
  for (std::int32_t n : numbers) held.push_back({n});
  std::vector<kit::tensor> operands;
  for (auto& one : held) operands.push_back(row(one, "int32"));
  std::vector<std::int32_t> z{-1};
  EXPECT_EQ(plain().apply(op, operands, {row(z, "int32")}).verdict, kind::ok) << op;
  return z.front();
}

TEST(Plain, EachOperationIsTheOneOfItsName) {
  EXPECT_EQ(result_of("copy", {7}), 7);
  EXPECT_EQ(result_of("add", {2, 3, 4}), 9);
  EXPECT_EQ(result_of("sum", {2, 3}), 5);
  EXPECT_EQ(result_of("mean", {2, 4, 9}), 5);
  EXPECT_EQ(result_of("sub", {9, 3, 4}), 2);
  EXPECT_EQ(result_of("mul", {2, 3, 4}), 24);
  EXPECT_EQ(result_of("min", {3, 2, 4}), 2);
  EXPECT_EQ(result_of("max", {3, 5, 4}), 5);
  EXPECT_EQ(result_of("add_sat", {2, 3}), 5);
  EXPECT_EQ(result_of("sub_sat", {9, 3}), 6);
  EXPECT_EQ(result_of("div", {7, 2}), 3);
  EXPECT_EQ(result_of("mod", {7, 4}), 3);
  EXPECT_EQ(result_of("pow", {2, 5}), 32);
  for (std::string const prefix : {"", "bitwise_"}) {
    EXPECT_EQ(result_of(prefix + "and", {6, 3}), 2);
    EXPECT_EQ(result_of(prefix + "or", {6, 3}), 7);
    EXPECT_EQ(result_of(prefix + "xor", {6, 3}), 5);
  }
  EXPECT_EQ(result_of("shift_left", {3, 2}), 12);
  EXPECT_EQ(result_of("shift_right", {12, 2}), 3);
  EXPECT_EQ(result_of("where", {1, 5, 6}), 5);
  EXPECT_EQ(result_of("where", {0, 5, 6}), 6);
}

TEST(Plain, EachComparisonIsTheOneOfItsName) {
  struct row {
    char const* op;
    int below, same, above;
  };
  for (row const& r :
       {row{"equal", 0, 1, 0}, row{"not_equal", 1, 0, 1}, row{"less", 1, 0, 0},
        row{"less_equal", 1, 1, 0}, row{"greater", 0, 0, 1}, row{"greater_equal", 0, 1, 1}}) {
    EXPECT_EQ(result_of(r.op, {1, 2}), r.below) << r.op;
    EXPECT_EQ(result_of(r.op, {2, 2}), r.same) << r.op;
    EXPECT_EQ(result_of(r.op, {3, 2}), r.above) << r.op;
  }
}

TEST(Plain, EveryOperationThatItDeclaresIsComputed) {
  for (bcast::proptests::operation const& op : bcast::proptests::operations()) {
    EXPECT_NO_THROW(result_of(op.name, std::vector<std::int32_t>(op.least, 1))) << op.name;
  }
  EXPECT_THROW(result_of("frobnicate", {1, 1}), std::invalid_argument);
}

TEST(Plain, CopiesAndSubtractsNumbersOf16Bits) {
  std::vector<std::uint16_t> x{0x4200, 0x3C00}, one{0x3C00}, z{0, 0};  // 3 and 1 in float16
  const kit::subject s = plain();
  ASSERT_EQ(s.apply("copy", {row(x, "float16")}, {row(z, "float16")}).verdict, kind::ok);
  EXPECT_EQ(z, x);
  ASSERT_EQ(s.apply("sub", {row(x, "float16"), row(one, "float16")}, {row(z, "float16")}).verdict,
            kind::ok);
  EXPECT_EQ(z, (std::vector<std::uint16_t>{0x4000, 0}));
  std::vector<std::uint16_t> bits{0xFFFF}, copied{0};  // not a number; copied bit by bit
  ASSERT_EQ(s.apply("copy", {row(bits, "bfloat16")}, {row(copied, "bfloat16")}).verdict, kind::ok);
  EXPECT_EQ(copied, bits);
}

TEST(Plain, SubtractionIsNotForBoolOrString) {
  std::vector<std::uint8_t> x{1}, z{0};
  EXPECT_THROW(plain().apply("sub", {row(x, "bool")}, {row(z, "bool")}), std::invalid_argument);
  std::vector<std::string> text{"a"}, to{""};
  EXPECT_THROW(plain().apply("sub", {row(text, "string")}, {row(to, "string")}),
               std::invalid_argument);
}

TEST(Plain, RefusesWhatDoesNotBroadcastToTheOutput) {
  std::vector<std::int32_t> two{1, 2}, three{7, 7, 7}, one{5};
  const kit::subject s = plain();
  EXPECT_EQ(s.apply("copy", {row(two, "int32")}, {row(three, "int32")}).verdict, kind::refused);
  EXPECT_EQ(three, (std::vector<std::int32_t>{7, 7, 7}));
  // An output must not be larger than the broadcast shape.
  EXPECT_EQ(s.apply("broadcast", {row(one, "int32")}, {row(three, "int32")}).verdict,
            kind::refused);
  EXPECT_EQ(s.adjoint(row(two, "int32"), row(three, "int32")).verdict, kind::refused);
  ASSERT_EQ(s.adjoint(row(two, "int32"), row(one, "int32")).verdict, kind::ok);
  EXPECT_EQ(one.front(), 3);
}

TEST(Plain, ExpandsToExactlyTheTarget) {
  const kit::subject s = plain();
  const auto verdict = [&](std::vector<kit::dim> operand, std::vector<kit::dim> target) {
    return s.expand({std::move(operand)}, {std::move(target)}).verdict;
  };
  EXPECT_EQ(verdict({1}, {2, 3}), kind::ok);
  EXPECT_EQ(verdict({3}, {1}), kind::refused);
  EXPECT_EQ(verdict({3}, {2}), kind::refused);
}

}  // namespace
