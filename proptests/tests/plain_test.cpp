// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/plain.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// What the slow and correct implementation does not compute. The laws ask what it computes.

namespace {

namespace kit = bcast::kit;
using kind = kit::result::kind;
using bcast::proptests::plain;

template <class T>
kit::tensor row(std::vector<T>& data, std::string_view element) {
  return {data.data(), element, {static_cast<std::int64_t>(data.size())}, {1}};
}

TEST(Plain, WhatHasNoMeaningIsNotComputed) {
  std::vector<std::uint8_t> x{1}, z{0};
  EXPECT_THROW(plain().apply("frobnicate", {row(x, "uint8")}, {row(z, "uint8")}),
               std::invalid_argument);
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

}  // namespace
