// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bcast/proptests/generate.hpp"

namespace text_test {
namespace {

using namespace bcast::proptests;

/// Why a text cannot be read; empty if it can.
template <class Read>
std::string why_not(Read read, std::string_view text) {
  try {
    read(text);
  } catch (text_error const& e) {
    return e.what();
  }
  return "";
}

std::string wrong(std::string_view text) { return why_not(parse_type, text); }

TEST(Text, AShapeIsWrittenInManyWays) {
  const auto expected = type_of({8, 1, 6, 1});
  for (std::string_view text :
       {"8x1x6x1", "8,1,6,1", "(8, 1, 6, 1)", "(8,1,6,1,)", "[8,1,6,1]", "[ 8 , 1 , 6 , 1 ]",
        "tensor<8x1x6x1xf32>", "vector<8x1x6x1xi8>", "f32[8,1,6,1]", " 8x1x6x1 "}) {
    EXPECT_EQ(parse_type(text), expected) << text;
  }
}

TEST(Text, AShapeIsWrittenAsXlaPrintsIt) {
  using bcast::kit::dim;
  for (std::string_view text :
       {"f32[2,3]", " f32[2,3] ", "s8[ 2 , 3 ]", "pred[2,3]", "f8e4m3fn[2,3]", "f32[2,3]{1,0}",
        "f32[2,3]{}", "f32[2,3]{1,0:T(8,128)(2,1)}", "float32[2,3]"}) {
    EXPECT_EQ(parse_type(text), type_of({2, 3})) << text;
  }
  for (std::string_view text : {"pred[]", "f32[]{}", "s32[ ]"}) {
    EXPECT_EQ(parse_type(text), bcast::kit::shape{}) << text;
  }
  EXPECT_EQ(parse_type("s32[<=4]"), (bcast::kit::shape{{dim(std::nullopt, "", 4)}}));
  EXPECT_EQ(parse_type("bf16[?,3]"), (bcast::kit::shape{{std::nullopt, 3}}));
  EXPECT_EQ(parse_type("bf16[N,max]"),
            (bcast::kit::shape{{dim(std::nullopt, "N"), dim(std::nullopt, "max")}}));
  EXPECT_EQ(parse_case("f32[2,3]{1,0}~t f32[3]{0} -> f32[2,3]"), parse_case("2x3~t 3 -> 2x3"));
}

TEST(Text, AnErrorInXlasNotationNamesTheCharacter) {
  EXPECT_EQ(wrong("f32[2;3]"), "'f32[2;3]', character 6: expected `,`");
  EXPECT_EQ(wrong("f32[2,,3]"), "'f32[2,,3]', character 7: expected a size, `?` or `*`");
  EXPECT_EQ(wrong("f32[2,-3]"), "'f32[2,-3]', character 7: a size is negative");
  EXPECT_EQ(wrong("f32[2,3]{1,0"), "'f32[2,3]{1,0', character 13: expected `}` after the layout");
  EXPECT_EQ(wrong("f32[2,3]{1;0}"), "'f32[2,3]{1;0}', character 11: expected `}` after the layout");
  EXPECT_EQ(wrong("f32[2,3]{1:T(8"),
            "'f32[2,3]{1:T(8', character 15: expected `}` after the layout");
  EXPECT_EQ(wrong("f32[2]3"), "'f32[2]3', character 7: the shape ends here");
  for (std::string_view text : {"f32[2,3", "f32[2,3)", "f32 [2,3]", "32[2,3]", "f32[2x3]", "[2]{0}",
                                "f32[2][3]", "f32{1}[2]"}) {
    EXPECT_NE(wrong(text), "") << text;
  }
}

TEST(Text, AScalarIsWrittenInManyWays) {
  for (std::string_view text : {"()", "( )", "[]", "scalar", "tensor<f32>"}) {
    EXPECT_EQ(parse_type(text), bcast::kit::shape{}) << text;
  }
}

TEST(Text, SizesAndRanksMayBeUnknown) {
  EXPECT_EQ(parse_type("?x4"), (bcast::kit::shape{{std::nullopt, 4}}));
  EXPECT_EQ(parse_type("tensor<?x4xbf16>"), (bcast::kit::shape{{std::nullopt, 4}}));
  EXPECT_EQ(parse_type("*"), (bcast::kit::shape{{}, false}));
  EXPECT_EQ(parse_type("tensor<*xf32>"), (bcast::kit::shape{{}, false}));
}

TEST(Text, AnUnknownSizeMayHaveANameAndABound) {
  using bcast::kit::dim;
  EXPECT_EQ(parse_type("NxM_2x4"),
            (bcast::kit::shape{{dim(std::nullopt, "N"), dim(std::nullopt, "M_2"), 4}}));
  EXPECT_EQ(parse_type("<=8x?<=0xN<=3"),
            (bcast::kit::shape{
                {dim(std::nullopt, "", 8), dim(std::nullopt, "", 0), dim(std::nullopt, "N", 3)}}));
  EXPECT_EQ(parse_type("(max, ?)"), (bcast::kit::shape{{dim(std::nullopt, "max"), std::nullopt}}));
  EXPECT_EQ(parse_type("batch,3").sizes.front().symbol, "batch");
  for (std::string_view text :
       {"N", "<=8", "NxN<=8x?x3", "(max,4)", "(tensor<=8)", "(scalar)", "_", "(x<=2)"}) {
    EXPECT_EQ(to_string(parse_type(text)), text);
  }
  EXPECT_EQ(to_string(parse_type("?<=8")), "<=8");
  for (std::string_view text :
       {"2N", "max", "N<", "N<=", "N<=M", "N<=-1", "<=?", "3<=4", "N M", "N-1"}) {
    EXPECT_NE(wrong(text), "") << text;
  }
}

TEST(Text, AnErrorNamesTheCharacter) {
  EXPECT_EQ(wrong("8xx1"), "'8xx1', character 3: expected a size, `?` or `*`");
  EXPECT_EQ(wrong(""), "'', character 1: expected a shape; a scalar is written () or scalar");
  EXPECT_EQ(wrong("2x-3"), "'2x-3', character 3: a size is negative");
  EXPECT_EQ(wrong("9223372036854775808"),
            "'9223372036854775808', character 1: a size beyond 2^63 - 1");
  for (std::string_view text :
       {"8x", "x8", "(2,3", "2,3)", "(2 3)", "tensor<2x3>x", "tensor<2x3", "tensor<2x3x>", "2x3y",
        "scalar2", "[2,3)", "2.5", "2,", "?4", "**", "(,)", "tensor<>", "-1", "\n"}) {
    EXPECT_NE(wrong(text), "") << text;
  }
  EXPECT_EQ(parse_type("9223372036854775807").sizes.front(), INT64_MAX);
}

TEST(Text, AnErrorIsOneShortLineWhateverTheInput) {
  std::string noise(100000, 'y');
  noise.append("\n\x01");
  const std::string line = wrong(noise);
  EXPECT_LT(line.size(), 200U);
  EXPECT_EQ(wrong("2\n3").find('\n'), std::string::npos);
}

TEST(Text, ATuple) {
  EXPECT_EQ(parse_tuple("0,2"), (bcast::kit::broadcast_dimensions{0, 2}));
  EXPECT_EQ(parse_tuple(""), bcast::kit::broadcast_dimensions{});
  EXPECT_EQ(parse_tuple("-1"), bcast::kit::broadcast_dimensions{-1});
  EXPECT_THROW(parse_tuple("0,"), text_error);
  EXPECT_THROW(parse_tuple("a"), text_error);
  try {
    parse_tuple("1,x", "position");
    FAIL();
  } catch (text_error const& e) {
    EXPECT_STREQ(e.what(), "'x' is not a position");
  }
  EXPECT_THROW(parse_tuple("1 2"), text_error);
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
  const auto refusal = [](std::string_view text) { return why_not(parse_product, text); };
  EXPECT_EQ(refusal("(1,2)@3x4"), "");
  EXPECT_EQ(refusal("2x3"), "'2x3': expected an `@` between two shapes");
  EXPECT_EQ(refusal("2@3@4"), "'2@3@4', character 4: a product has one `@`");
  EXPECT_EQ(refusal("2@?"), "'?', after the `@`: the sizes of a product are numbers");
  EXPECT_EQ(refusal("@2"), "'@2': expected a shape before the `@`");
}

TEST(Text, AWordWithAKeyThatNoCaseHasIsNamed) {
  const auto refusal = [](std::string_view text) { return why_not(parse_case, text); };
  EXPECT_EQ(refusal("2 typ=int8"),
            "'typ=int8': no key is called 'typ'; did you mean 'type'? There are dims, type, op, "
            "example");
  EXPECT_EQ(refusal("2 zzzzzz=1"),
            "'zzzzzz=1': no key is called 'zzzzzz'; there are dims, type, op, example");
  for (char const* no_key : {"2 =1", "2 2=1"}) {
    EXPECT_EQ(refusal(no_key).find("no key is called"), std::string::npos) << no_key;
    EXPECT_NE(refusal(no_key), "") << no_key;
  }
}

TEST(Text, ACaseThatCannotBeReadIsRefused) {
  for (std::string_view text : {"", "->", "2 ->", "2 -> 2 2", "2~q", "dims=0", "2 dims=x"}) {
    EXPECT_THROW(parse_case(text), text_error) << text;
  }
}

TEST(Text, AnElementTypeIsOneThatTheLawsKnow) {
  EXPECT_EQ(parse_case("2 type=float64").element, "double");
  EXPECT_EQ(parse_case("2 type=float32").element, "float");
  for (std::string_view name : {"bool", "uint16", "double", "string", "bfloat16"}) {
    EXPECT_EQ(parse_case("2 type=" + std::string(name)).element, name);
  }
  try {
    parse_case("2 type=float63");
    ADD_FAILURE() << "it is taken";
  } catch (text_error const& e) {
    EXPECT_STREQ(e.what(),
                 "no element type is called 'float63'; there are bool, int8, int16, int32, int64, "
                 "uint8, uint16, uint32, uint64, float, double, string, float16 and bfloat16");
  }
}

TEST(Picture, MarksWhatIsStretchedAndWhatClashes) {
  bcast::kit::answer ok;
  ok.common = type_of({2, 3});
  EXPECT_EQ(picture(std::vector{type_of({2, 1}), type_of({3})}, std::nullopt, ok),
            "  axis         0    1\n"
            "  operand 0    2  1>3\n"
            "  operand 1  .>2    3\n"
            "  result       2    3\n");
  bcast::kit::answer bad;
  bad.verdict = bcast::kit::answer::kind::reject;
  bad.axis = 0;
  bad.operands = {0, 1};
  EXPECT_EQ(picture(std::vector{type_of({2}), type_of({3})}, std::nullopt, bad),
            "  axis           0\n"
            "  operand 0     2!\n"
            "  operand 1     3!\n"
            "  result     clash\n");
}

TEST(Text, AListEndsAtItsBracketWhateverSeparates) {
  EXPECT_EQ(parse_type("(2,3,)"), type_of({2, 3}));
  EXPECT_EQ(wrong("(2;3)"), "'(2;3)', character 3: expected `,`");
  EXPECT_EQ(wrong("(2,,)"), "'(2,,)', character 4: expected a size, `?` or `*`");
}

TEST(Text, AnElementTypeIsOneWord) {
  for (char const* text : {"tensor<2x!quant.i8_t>", "tensor<2xf32>", "tensor<2x_a>"}) {
    EXPECT_EQ(parse_type(text), type_of({2})) << text;
  }
  EXPECT_EQ(wrong("tensor<2xf#>"), "'tensor<2xf#>', character 11: expected an element type");
  EXPECT_EQ(wrong("tensor<2x>"), "'tensor<2x>', character 10: expected an element type");
  EXPECT_EQ(wrong("tensor<2xf32"), "'tensor<2xf32', character 13: expected `>`");
}

TEST(Text, ACaseKeepsTheExampleThatItIs) {
  const test_case c = parse_case("2 3 example=array_api.S5");
  EXPECT_EQ(c.example, "array_api.S5");
  EXPECT_EQ(to_string(c), "2 3 example=array_api.S5");
}

TEST(Text, CasesAreEqualWhereEachMemberIs) {
  const test_case c = parse_case("2~t 3 -> 2x3 dims=0 type=int8 op=add example=xla.S4");
  EXPECT_EQ(parse_case(to_string(c)), c);
  for (std::string_view other : {"3~t 3 -> 2x3 dims=0 type=int8 op=add example=xla.S4",
                                 "2~g 3 -> 2x3 dims=0 type=int8 op=add example=xla.S4",
                                 "2~t 3 -> 2x4 dims=0 type=int8 op=add example=xla.S4",
                                 "2~t 3 dims=0 type=int8 op=add example=xla.S4",
                                 "2~t 3 -> 2x3 dims=1 type=int8 op=add example=xla.S4",
                                 "2~t 3 -> 2x3 type=int8 op=add example=xla.S4",
                                 "2~t 3 -> 2x3 dims=0 type=int16 op=add example=xla.S4",
                                 "2~t 3 -> 2x3 dims=0 type=int8 op=sub example=xla.S4",
                                 "2~t 3 -> 2x3 dims=0 type=int8 op=add example=xla.S2",
                                 "2~t -> 2x3 dims=0 type=int8 op=add example=xla.S4"}) {
    EXPECT_FALSE(parse_case(other) == c) << other;
  }
}

TEST(Text, SizesAndTypesAreEqualWhereEachMemberIs) {
  using bcast::kit::dim;
  using bcast::kit::shape;
  const dim d(std::nullopt, "N", 4);
  EXPECT_EQ(d, dim(std::nullopt, "N", 4));
  EXPECT_FALSE(d == dim(4));
  EXPECT_FALSE(d == dim(std::nullopt, "M", 4));
  EXPECT_FALSE(d == dim(std::nullopt, "N", 5));
  EXPECT_FALSE(d == dim(std::nullopt, "N"));
  EXPECT_LT(dim(std::nullopt), dim(0));
  EXPECT_LT(dim(1), dim(2));
  EXPECT_EQ(dim(3).value(), 3);
  EXPECT_THROW(d.value(), std::bad_optional_access);
  EXPECT_FALSE((shape{{2}}) == (shape{{3}}));
  EXPECT_FALSE((shape{}) == (shape{{}, false}));
}

}  // namespace
}  // namespace text_test
