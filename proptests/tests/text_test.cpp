// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bcast/proptests/generate.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/rows.hpp"

namespace text_test {

using namespace bcast::proptests;
using bcast::kit::dim;
using bcast::kit::shape;
using namespace ::bcast::tests;

std::string wrong(std::string_view text) {
  return refusal<text_error>([&] { parse_shape(text); });
}

/// What is written of a shape that was read, or why it is not read.
std::string shape_of(std::string const& text) {
  const std::string why = wrong(text);
  return why == "taken" ? to_string(parse_shape(text)) : why;
}

TEST(Text, AShapeIsWrittenInManyWays) {
  expect_rows(R"(
    8x1x6x1                         => 8x1x6x1
    8,1,6,1                         => 8x1x6x1
    (8, 1, 6, 1)                    => 8x1x6x1
    (8,1,6,1,)                      => 8x1x6x1
    [8,1,6,1]                       => 8x1x6x1
    [ 8 , 1 , 6 , 1 ]               => 8x1x6x1
    tensor<8x1x6x1xf32>             => 8x1x6x1
    vector<8x1x6x1xi8>              => 8x1x6x1
    9223372036854775807             => 9223372036854775807
    # a scalar
    ()                              => ()
    ( )                             => ()
    []                              => ()
    scalar                          => ()
    tensor<f32>                     => ()
    # unknown sizes and ranks, names and bounds
    ?x4                             => ?x4
    tensor<?x4xbf16>                => ?x4
    *                               => *
    tensor<*xf32>                   => *
    NxM_2x4                         => NxM_2x4
    <=8x?<=0xN<=3                   => <=8x<=0xN<=3
    NxN<=8x?x3                      => NxN<=8x?x3
    ?<=8                            => <=8
    (max,4)                         => (max,4)
    (max, ?)                        => (max,?)
    (tensor<=8)                     => (tensor<=8)
    (scalar)                        => (scalar)
    (x<=2)                          => (x<=2)
    batch,3                         => batchx3
    _                               => _
    # an element type is one word
    tensor<2x!quant.i8_t>           => 2
    tensor<2x_a>                    => 2
    tensor<2xf#>                    => 'tensor<2xf#>', character 11: expected an element type
    tensor<2x>                      => 'tensor<2x>', character 10: expected an element type
    tensor<2xf32                    => 'tensor<2xf32', character 13: expected `>`
    # as XLA prints it
    f32[8,1,6,1]                    => 8x1x6x1
    s8[ 2 , 3 ]                     => 2x3
    pred[2,3]                       => 2x3
    f8e4m3fn[2,3]                   => 2x3
    float32[2,3]                    => 2x3
    f32[2,3]{1,0}                   => 2x3
    f32[2,3]{}                      => 2x3
    f32[2,3]{1,0:T(8,128)(2,1)}     => 2x3
    pred[]                          => ()
    f32[]{}                         => ()
    s32[ ]                          => ()
    s32[<=4]                        => <=4
    bf16[?,3]                       => ?x3
    bf16[N,max]                     => (N,max)
    f32[2;3]                        => 'f32[2;3]', character 6: expected `,`
    f32[2,,3]                       => 'f32[2,,3]', character 7: expected a size, `?` or `*`
    f32[2,-3]                       => 'f32[2,-3]', character 7: a size is negative
    f32[2,3]{1,0                    => 'f32[2,3]{1,0', character 13: expected `}` after the layout
    f32[2,3]{1;0}                   => 'f32[2,3]{1;0}', character 11: expected `}` after the layout
    f32[2,3]{1:T(8                  => 'f32[2,3]{1:T(8', character 15: expected `}` after the layout
    f32[2]3                         => 'f32[2]3', character 7: the shape ends here
    # an error names the character
    8xx1                            => '8xx1', character 3: expected a size, `?` or `*`
                                    => '', character 1: expected a shape; a scalar is written () or scalar
    2x-3                            => '2x-3', character 3: a size is negative
    9223372036854775808             => '9223372036854775808', character 1: a size beyond 2^63 - 1
    (2,3,)                          => 2x3
    (2;3)                           => '(2;3)', character 3: expected `,`
    (2,,)                           => '(2,,)', character 4: expected a size, `?` or `*`
  )",
              shape_of);
  for (std::string_view padded : {" 8x1x6x1 ", " f32[8,1,6,1] "}) {
    EXPECT_EQ(parse_shape(padded), type_of({8, 1, 6, 1})) << padded;
  }
  EXPECT_EQ(parse_shape("N<=3x?"), (shape{{dim(std::nullopt, "N", 3), std::nullopt}}));
  EXPECT_EQ(parse_shape("*"), (shape::unranked()));
  for (std::string_view text :
       {"f32[2,3",    "f32[2,3)",     "f32 [2,3]", "32[2,3]", "f32[2x3]", "[2]{0}",
        "f32[2][3]",  "f32{1}[2]",    "2N",        "max",     "N<",       "N<=",
        "N<=M",       "N<=-1",        "<=?",       "3<=4",    "N M",      "N-1",
        "8x",         "x8",           "(2,3",      "2,3)",    "(2 3)",    "tensor<2x3>x",
        "tensor<2x3", "tensor<2x3x>", "2x3y",      "scalar2", "[2,3)",    "2.5",
        "2,",         "?4",           "**",        "(,)",     "tensor<>", "-1",
        "\n"}) {
    EXPECT_NE(wrong(text), "taken") << text;
  }
}

TEST(Text, AnErrorIsOneShortLineWhateverTheInput) {
  EXPECT_LT(wrong(std::string(100000, 'y') + "\n\x01").size(), 200U);
  EXPECT_FALSE(holds(wrong("2\n3"), "\n"));
}

TEST(Text, ATuple) {
  EXPECT_EQ(parse_tuple("0,2"), (bcast::kit::broadcast_dimensions{0, 2}));
  EXPECT_EQ(parse_tuple(""), bcast::kit::broadcast_dimensions{});
  EXPECT_EQ(parse_tuple("-1"), bcast::kit::broadcast_dimensions{-1});
  for (char const* text : {"0,", "a", "1 2"}) EXPECT_THROW(parse_tuple(text), text_error) << text;
  EXPECT_EQ(refusal<text_error>([] { parse_tuple("1,x", "position"); }), "'x' is not a position");
}

TEST(Text, EveryCaseIsReadAsItIsPrinted) {
  recipe r;
  r.unknown = r.result = true;
  const auto drawn = numbered_cases(r, 3);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    test_case c = drawn(i);
    if (i % 3 == 0) c.dimensions = bcast::kit::broadcast_dimensions{0, -1};
    EXPECT_EQ(parse_case(to_string(c)), c) << to_string(c);
  }
}

TEST(Text, AProductHasOneSignBetweenTwoShapesOfNumbers) {
  expect_rows(R"(
    (1,2)@3x4   => taken
    2x3         => '2x3': expected an `@` between two shapes
    2@3@4       => '2@3@4', character 4: a product has one `@`
    2@?         => '?', after the `@`: the sizes of a product are numbers
    @2          => '@2': expected a shape before the `@`
  )",
              [](std::string const& t) { return refusal<text_error>([&] { parse_product(t); }); });
}

TEST(Text, ACaseIsReadOrRefused) {
  expect_rows(R"(
    f32[2,3]{1,0}~t f32[3]{0} -> f32[2,3] => 2x3~t 3 -> 2x3
    2 3 example=array_api.S5    => 2 3 example=array_api.S5
    2 type=float64              => 2 type=double
    2 type=float32              => 2 type=float
    2 type=bool                 => 2 type=bool
    2 type=uint16               => 2 type=uint16
    2 type=double               => 2 type=double
    2 type=string               => 2 type=string
    2 type=bfloat16             => 2 type=bfloat16
    2 type=float63              => no element type is called 'float63'; there are bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double, string, float16, bfloat16, complex64 and complex128
    2 typ=int8                  => 'typ=int8': no key is called 'typ'; did you mean 'type'? There are dims, type, op, example
    2 zzzzzz=1                  => 'zzzzzz=1': no key is called 'zzzzzz'; there are dims, type, op, example
  )",
              [](std::string const& text) {
                const std::string why = refusal<text_error>([&] { parse_case(text); });
                return why == "taken" ? to_string(parse_case(text)) : why;
              });
  for (char const* text :
       {"2 =1", "2 2=1", "", "->", "2 ->", "2 -> 2 2", "2~q", "dims=0", "2 dims=x"}) {
    const std::string why = refusal<text_error>([&] { parse_case(text); });
    EXPECT_NE(why, "taken") << text;
    EXPECT_FALSE(holds(why, "no key is called")) << text;
  }
}

TEST(Text, SizesAndTypesAreEqualWhereEachMemberIs) {
  const dim d(std::nullopt, "N", 4);
  EXPECT_EQ(d, dim(std::nullopt, "N", 4));
  for (dim const& other :
       {dim(4), dim(std::nullopt, "M", 4), dim(std::nullopt, "N", 5), dim(std::nullopt, "N")}) {
    EXPECT_FALSE(d == other);
  }
  EXPECT_LT(dim(std::nullopt), dim(0));
  EXPECT_LT(dim(1), dim(2));
  EXPECT_EQ(dim(3).value(), 3);
  EXPECT_THROW(d.value(), std::bad_optional_access);
  EXPECT_FALSE((shape{{2}}) == (shape{{3}}));
  EXPECT_FALSE((shape{}) == shape::unranked());
}

}  // namespace text_test
