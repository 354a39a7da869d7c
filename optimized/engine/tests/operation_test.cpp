// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/operation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/engine/transform.hpp"
#include "tests/support/refusals.hpp"

namespace operation_test {

using namespace bcast::engine;
using refusals::refused;

/// op on one element of each operand.
template <class Z, class... X>
Z one(std::string_view name, X... x) {
  Z z{};
  const layout scalar;
  const std::vector<operand> operands{{&x, element_type::of<X>(), &scalar}...};
  apply(operation::named(name).value(), {&z, element_type::of<Z>(), &scalar}, operands);
  return z;
}

TEST(Operation, EveryNameIsFoundAndNoOther) {
  for (std::string_view name : operation::names()) {
    EXPECT_EQ(operation::named(name).value().name(), name);
  }
  EXPECT_FALSE(operation::named("plus").has_value());
  EXPECT_EQ(element_type::named("int16"), element_type::of<std::int16_t>());
  EXPECT_FALSE(element_type::named("float8").has_value());
}

TEST(Operation, Arithmetic) {
  EXPECT_EQ(one<float>("add", 1.5F, 2.0F), 3.5F);
  EXPECT_EQ(one<std::int8_t>("sub", std::int8_t{-128}, std::int8_t{1}), 127);
  EXPECT_EQ(one<std::int64_t>("mul", std::int64_t{1} << 62, std::int64_t{4}), 0);
  EXPECT_EQ(one<double>("div", 1.0, 0.0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(one<std::int32_t>("div", -7, 2), -3);
  EXPECT_EQ(one<std::int32_t>("div", 7, 0), 0);
  EXPECT_EQ(one<std::int32_t>("div", std::numeric_limits<std::int32_t>::min(), -1),
            std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(one<std::int32_t>("div", 7, -1), -7);
  EXPECT_EQ(one<std::uint8_t>("div", std::uint8_t{200}, std::uint8_t{255}), 0);
  EXPECT_EQ(one<std::uint8_t>("mod", std::uint8_t{200}, std::uint8_t{255}), 200);
  EXPECT_EQ(one<std::int32_t>("mod", 6, -3), 0);
  EXPECT_EQ(one<std::int32_t>("mod", -7, 3), 2);
  EXPECT_EQ(one<std::int32_t>("mod", 7, -3), -2);
  EXPECT_EQ(one<std::int32_t>("mod", 7, 0), 0);
  EXPECT_EQ(one<std::int32_t>("mod", std::numeric_limits<std::int32_t>::min(), -1), 0);
  EXPECT_EQ(one<float>("mod", -7.5F, 2.0F), -1.5F);
  EXPECT_EQ(one<std::int32_t>("pow", 3, 4), 81);
  EXPECT_EQ(one<std::int32_t>("pow", 2, -1), 0);
  EXPECT_EQ(one<std::int32_t>("pow", -1, -3), -1);
  EXPECT_EQ(one<std::int32_t>("pow", -1, -4), 1);
  EXPECT_EQ(one<std::int32_t>("pow", 1, -3), 1);
  EXPECT_EQ(one<double>("pow", 2.0, 0.5), std::pow(2.0, 0.5));
}

TEST(Operation, AnOrderOfNaNs) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(one<double>("min", 1.0, 2.0), 1.0);
  EXPECT_EQ(one<double>("max", 1.0, 2.0), 2.0);
  for (std::string_view name : {"min", "max"}) {
    EXPECT_TRUE(std::isnan(one<double>(name, nan, 1.0)));
    EXPECT_TRUE(std::isnan(one<double>(name, 1.0, nan)));
  }
}

TEST(Operation, OfTwoZerosTheSecondIsTaken) {
  for (std::string_view name : {"min", "max"}) {
    EXPECT_TRUE(std::signbit(one<float>(name, 0.0F, -0.0F))) << name;
    EXPECT_FALSE(std::signbit(one<float>(name, -0.0F, 0.0F))) << name;
  }
}

TEST(Operation, WhatIsShiftedOutIsGone) {
  EXPECT_EQ(one<std::uint8_t>("shift_left", std::uint8_t{1}, std::uint8_t{8}), 0);
  EXPECT_EQ(one<std::uint8_t>("shift_left", std::uint8_t{1}, std::uint8_t{32}), 0);
  EXPECT_EQ(one<std::uint32_t>("shift_left", 1U, 32U), 0U);
  EXPECT_EQ(one<std::uint32_t>("shift_left", 1U, 33U), 0U);
  EXPECT_EQ(one<std::uint64_t>("shift_left", std::uint64_t{1}, std::uint64_t{65}), 0U);
  EXPECT_EQ(one<std::uint32_t>("shift_right", 1U << 31, 32U), 0U);
}

TEST(Operation, SeveralOperandsFromLeftToRight) {
  EXPECT_EQ(one<float>("sub", 10.0F, 1.0F, 2.0F, 3.0F), 4.0F);
  EXPECT_EQ(one<double>("mean", 1.0, 2.0, 6.0), 3.0);
  EXPECT_EQ(one<double>("mean", 1.0, 2.0), 1.5);
  EXPECT_EQ(one<double>("mean", 5.0, 0.0, 0.0), 5.0 / 3);
  constexpr double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(one<double>("mean", least, least), least);
  EXPECT_EQ(one<std::int32_t>("max", 1, 7, 3, 5, 2), 7);
  EXPECT_EQ(one<float>("sum", 1.0F), 1.0F);
}

TEST(Operation, AFoldInPlaceReadsAnOperandBeforeItIsWritten) {
  for (const std::int64_t n : {3, 2000}) {
    std::vector<std::int32_t> a(static_cast<std::size_t>(n), 100), b(a.size(), 10), z(a.size());
    std::iota(z.begin(), z.end(), 0);
    const view<std::int32_t> first(a.data(), shape{n}), second(b.data(), shape{n}),
        target(z.data(), shape{n});
    const std::vector<operand> x{operand_of(first), operand_of(second), operand_of(target)};
    apply(operation::named("sub").value(), target_of(target), x);
    for (std::int64_t i = 0; i < n; ++i) ASSERT_EQ(z[static_cast<std::size_t>(i)], 90 - i);
  }
}

TEST(Operation, WhatIsNotThereIsRefused) {
  EXPECT_EQ(refused([] { one<bool>("add", true, true); }),
            "there is no add of bool bool with the result bool");
  EXPECT_EQ(refused([] { one<float>("less", 1.0F, 2.0F); }),
            "there is no less of float float with the result float");
  EXPECT_EQ(refused([] { one<float>("add", 1.0F, 2.0); }),
            "there is no add of float double with the result float");
  // Each operand has the element type of the last one.
  EXPECT_EQ(refused([] { one<double>("add", 1.0F, 2.0); }),
            "there is no add of float double with the result double");
  EXPECT_EQ(refused([] { one<double>("sum", 1.0, 2.0F, 3.0); }),
            "there is no sum of double float double with the result double");
  EXPECT_EQ(refused([] { one<float>("where", true, 1.0, 2.0F); }),
            "there is no where of bool double float with the result float");
  EXPECT_EQ(refused([] { one<float>("where", 1.0F, 1.0F, 2.0F); }),
            "there is no where of float float float with the result float");
  EXPECT_EQ(refused([] { one<float>("where", true, 1.0F, 2.0F, 3.0F); }),
            "there is no where of bool float float float with the result float");
  EXPECT_EQ(refused([] { one<float>("div", 3.0F, 2.0F, 1.0F); }),
            "there is no div of float float float with the result float");
  EXPECT_EQ(refused([] { one<std::int32_t>("mean", 3, 2); }),
            "there is no mean of int32 int32 with the result int32");
  EXPECT_EQ(refused([] { one<std::int32_t>("mean", 3, 2, 7); }),
            "there is no mean of int32 int32 int32 with the result int32");
  EXPECT_EQ(refused([] { one<std::int32_t>("mean", 3); }),
            "there is no mean of int32 with the result int32");
  EXPECT_EQ(refused([] { one<float>("add_sat", 1.0F, 2.0F); }),
            "there is no add_sat of float float with the result float");
  EXPECT_EQ(refused([] { one<std::int8_t>("sub_sat", std::int8_t{1}); }),
            "there is no sub_sat of int8 with the result int8");
  EXPECT_EQ(refused([] { one<float>("add"); }), "add needs at least one operand");
}

}  // namespace operation_test
