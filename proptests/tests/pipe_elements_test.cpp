// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "pipe/elements.hpp"
#include "pipe/shapes.hpp"
#include "tests/support/rows.hpp"

// Elements and shapes as written on the pipe.

namespace {

namespace kit = bcast::kit;
namespace pipe = bcast::proptests::pipe;
using bcast::tests::expect_rows;
using bcast::tests::refusal;
using pipe::find_codec;
using pipe::json;
using pipe::malformed;

/// What is written of an element that was read: `type: value`; or why it is not read.
std::string through(std::string const& question) {
  const std::size_t colon = question.find(':');
  auto const* codec = find_codec(question.substr(0, colon));
  const json value = json::parse(question.substr(colon + 1));
  if (question.starts_with("string")) {
    std::string text;
    const std::string wrong = refusal<malformed>([&] { codec->decode(value, &text); });
    return wrong == "taken" ? codec->encode(&text).dump() : wrong;
  }
  alignas(8) std::array<std::byte, 8> bytes{};
  const std::string wrong = refusal<malformed>([&] { codec->decode(value, bytes.data()); });
  return wrong == "taken" ? codec->encode(bytes.data()).dump() : wrong;
}

TEST(PipeElements, AreReadAndWritten) {
  expect_rows(R"-(
    int8: 127                      => 127
    int8: -128                     => -128
    int8: "-5"                     => -5
    int8: true                     => 1
    int8: 3.0                      => 3
    int8: 128                      => `128` is not a whole number from -128 to 127
    int8: -129                     => `-129` is not a whole number from -128 to 127
    int8: "12x"                    => `"12x"` is not a whole number from -128 to 127
    int8: "x"                      => `"x"` is not a whole number from -128 to 127
    int8: "999"                    => `"999"` is not a whole number from -128 to 127
    int8: 1.5                      => `1.5` is not a whole number from -128 to 127
    int8: null                     => `null` is not a whole number from -128 to 127
    uint8: 7                       => 7
    uint8: -1                      => `-1` is not a whole number from 0 to 255
    # beyond 2^53, as text
    uint64: "18446744073709551615" => "18446744073709551615"
    uint64: 5                      => 5
    int64: -9007199254740992.0     => -9007199254740992
    int64: -9007199254740993       => "-9007199254740993"
    int64: 9007199254740992        => 9007199254740992
    int64: "9007199254740993"      => "9007199254740993"
    int64: 1e17                    => `1e+17` is not a whole number from -9223372036854775808 to 9223372036854775807
    bool: true                     => true
    bool: 0                        => false
    bool: 1                        => true
    bool: 2                        => `2` is not a bool
    double: "inf"                  => "inf"
    double: "-inf"                 => "-inf"
    double: "nan"                  => "nan"
    double: true                   => 1.0
    double: false                  => 0.0
    double: 2                      => 2.0
    double: "1"                    => `"1"` is not a number
    double: []                     => `[]` is not a number
    float: 1.5                     => 1.5
    string: "a b"                  => "a b"
    string: 5                      => `5` is not a string
    complex64: "1.5-2j"            => "1.5-2j"
    complex64: "-1e-09+1e+20j"     => "-1e-09+1e+20j"
    complex128: "nan-infj"         => "nan-infj"
    complex128: "-0.0+0.1j"        => "-0+0.1j"
    complex128: 3                  => "3+0j"
    complex64: "2j"                => `"2j"` is not a complex number, such as "1.5-2j"
    complex64: "1+2"               => `"1+2"` is not a complex number, such as "1.5-2j"
    complex64: "1+1+2j"            => `"1+1+2j"` is not a complex number, such as "1.5-2j"
    complex64: true                => `true` is not a complex number, such as "1.5-2j"
    # 16 bits are rounded to the nearest, and of two to the even one
    float16: 2049                  => 2048.0
    float16: 2051                  => 2052.0
    float16: 65535                 => "inf"
    float16: 1e9                   => "inf"
    float16: 1.99951171875          => 2.0
    float16: 2.9802322387695312e-8 => 0.0
  )-",
              through);
  const std::uint8_t neither = 2;
  EXPECT_EQ(find_codec("bool")->encode(&neither), json(true));
  const std::array<std::int8_t, 1> least{-128};
  EXPECT_EQ(find_codec("int8")->encode(least.data()), json(-128));
  EXPECT_EQ(find_codec("float"), find_codec("float32"));
  EXPECT_EQ(find_codec("double"), find_codec("float64"));
  EXPECT_EQ(find_codec("complex32"), nullptr);
}

struct half_row {
  char const* element;
  std::uint16_t bits;
  json value;
};

TEST(PipeElements, NumbersOf16BitsAreIeees) {
  const half_row rows[]{
      {"float16", 0x3C00, 1.0},     {"float16", 0xC000, -2.0},    {"float16", 0x0000, 0.0},
      {"float16", 0x8000, -0.0},    {"float16", 0x7BFF, 65504.0}, {"float16", 0x0001, 0x1p-24},
      {"float16", 0x0400, 0x1p-14}, {"float16", 0x7C00, "inf"},   {"float16", 0xFC00, "-inf"},
      {"float16", 0x7E00, "nan"},   {"bfloat16", 0x3F80, 1.0},    {"bfloat16", 0x7F80, "inf"},
      {"bfloat16", 0xFF80, "-inf"}, {"bfloat16", 0x7FC0, "nan"},  {"bfloat16", 0x0001, 0x1p-133}};
  for (half_row const& r : rows) {
    auto const* codec = find_codec(r.element);
    std::uint16_t read = 0;
    codec->decode(r.value, &read);
    EXPECT_EQ(read, r.bits) << r.element << " " << r.value;
    EXPECT_EQ(codec->encode(&r.bits), r.value) << r.element << " " << r.value;
  }
}

std::string bytes_of(json const& text, std::size_t count) {
  std::string to(count, '?');
  pipe::from_base64(text, to.data(), count);
  return to;
}

TEST(PipeElements, BytesAreBase64WithPadding) {
  for (auto const& [bytes, text] :
       {std::pair("", ""), std::pair("f", "Zg=="), std::pair("fo", "Zm8="),
        std::pair("foo", "Zm9v"), std::pair("foob", "Zm9vYg=="), std::pair("fooba", "Zm9vYmE="),
        std::pair("foobar", "Zm9vYmFy"), std::pair("\xff\xef\xbe", "/+++")}) {
    const std::string_view all(bytes);
    EXPECT_EQ(pipe::base64(all.data(), all.size()), text);
    EXPECT_EQ(pipe::bytes_in_base64(text), all.size());
    EXPECT_EQ(bytes_of(text, all.size()), all);
  }
}

TEST(PipeElements, OtherTextIsNotBase64) {
  for (json const& wrong : {json("Zg="), json("Zg"), json("Z==="), json("Zh=="), json("Zm8"),
                            json("Zm.v"), json("=m9v"), json(5), json(nullptr)}) {
    EXPECT_THROW(bytes_of(wrong, 1), malformed) << wrong;
  }
  EXPECT_THROW(bytes_of("Zm9v", 2), malformed);
  EXPECT_THROW(bytes_of("Zm8=", 3), malformed);
}

TEST(PipeShapes, ASizeIsANumberOrAName) {
  EXPECT_EQ(pipe::to_type(json::parse(R"([2, "3", "?", "N", "N<=4"])")),
            (kit::shape{{2, 3, std::nullopt, {std::nullopt, "N"}, {std::nullopt, "N", 4}}}));
  EXPECT_EQ(pipe::to_type("*"), (kit::shape::unranked()));
  for (char const* wrong : {R"([""])", R"(["-1"])", "[-1]", R"(["a b"])", R"(["2x3"])", "7",
                            R"(["N,M"])", R"(["N,3"])", R"(["3,N"])", "[1.5]"}) {
    EXPECT_THROW(pipe::to_type(json::parse(wrong)), malformed) << wrong;
  }
}

TEST(PipeShapes, ATensorsSizesAreKnown) {
  EXPECT_EQ(pipe::to_sizes(json::parse("[2, 0]")), (std::vector<std::int64_t>{2, 0}));
  EXPECT_THROW(pipe::to_sizes(json::parse(R"([2, "?"])")), malformed);
  EXPECT_THROW(pipe::to_sizes("*"), malformed);
}

}  // namespace
