// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/mlir_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bcast/proptests/text.hpp"

namespace {

using namespace bcast::proptests;

bool any(std::string_view) { return true; }

std::vector<mlir_operation> read(std::string_view text) { return read_mlir({text, {}}, any); }

/// `line:column: what`.
std::string wrong(std::string_view text) {
  try {
    read(text);
  } catch (mlir_syntax_error const& e) {
    return std::to_string(e.place.line) + ":" + std::to_string(e.place.column) + ": " + e.what();
  }
  return "";
}

std::string types(std::vector<mlir_type> const& all) {
  std::string text;
  for (mlir_type const& t : all) {
    const bool shaped = t.kind != mlir_type::kind::other;
    text += (text.empty() ? "" : " ") + (shaped ? to_string(t.shape) : "-");
  }
  return text;
}

/// The types of the only operation.
std::string signature(std::string_view text) {
  const auto all = read(text);
  if (all.size() != 1) return std::to_string(all.size()) + " operations";
  return types(all[0].operands) + " -> " + types(all[0].results);
}

TEST(MlirText, ATypeIsReadWithWhateverStandsInIt) {
  EXPECT_EQ(signature(R"(%0 = "a.b"(%x, %y) : (tensor<1x?xi32>, vector<4xf32>) -> tensor<*xf32>)"),
            "1x? 4 -> *");
  EXPECT_EQ(signature(R"("a.b"() : () -> ())"), " -> ");
  EXPECT_EQ(signature(R"("a.b"(%0) : (i32) -> (tensor<f32>, tensor<0xf32>))"), "- -> () 0");
  EXPECT_EQ(signature(R"("a"(%0) : (tensor<2x!quant.uniform<i8:f32, 0.1:1>>) -> !d.t<"a>", [>]>)"),
            "2 -> -");
  EXPECT_EQ(signature(R"("a"(%0) : (memref<2xf32, affine_map<(d0) -> (d0)>>) -> complex<f32>)"),
            "- -> -");
  EXPECT_EQ(signature(R"("a"(%0) : (vector<[4]x2xf32>, (i32) -> i32) -> index)"), "4x2 - -> -");
  EXPECT_EQ(signature(R"("a"(%0) : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> i1)"),
            "<=8x4 -> -");
  EXPECT_EQ(signature(R"("a"(%0) : (tensor<?x4xf32, #x.y<{a = 1}, (d) -> (d)>>) -> i1)"),
            "?x4 -> -");
  EXPECT_EQ(signature("\"a\"(%0) : (tensor<?xf32, \"x\"// (\n>) -> i1"), "? -> -");
  EXPECT_EQ(signature("!t = tensor<3xf32>\n\"a\"(%0) : (!t, !u) -> !t"), "3 - -> 3");
}

TEST(MlirText, WhatStandsBetweenTheOperandsAndTheTypesIsPassed) {
  EXPECT_EQ(signature("\"a\"(%0, %1#2)[^bb1(%0 : i32), ^bb2] <{p = \":\"}> {a = [1 : i32]} // :\n"
                      "  : (tensor<2xi1>) -> (tensor<3xi1>) loc(\"a\"(\"f\":1:2))"),
            "2 -> 3");
}

TEST(MlirText, OperationsInRegionsAreFoundAndOtherFormsPassed) {
  const auto all = read(
      "module {\n"
      "  func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> attributes {a = \"b\"} {\n"
      "    %0 = arith.addf %x, %x : tensor<3xf32>  // \"not.this\"(%x) : () -> ()\n"
      "    %1 = \"outer.op\"(%x) ({\n"
      "    ^bb0(%y: f32):\n"
      "      %2:2 = \"inner.op\"(%y) : (f32) -> (f32, f32)\n"
      "    }) : (tensor<3xf32>) -> tensor<3xf32>\n"
      "    return %1 : tensor<3xf32>\n"
      "  }\n"
      "}\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "outer.op");
  EXPECT_EQ(all[0].place, (text_place{4, 10}));
  EXPECT_EQ(all[1].name, "inner.op");
  EXPECT_EQ(all[1].place, (text_place{6, 14}));
  EXPECT_EQ(all[1].results.size(), 2U);
}

TEST(MlirText, OnlyWhatIsAskedIsRead) {
  const auto all = read_mlir({R"("a.b"() : what is this "c.d"() : () -> i1)", {}},
                             [](std::string_view name) { return name == "c.d"; });
  EXPECT_EQ(all.size(), 1U);
}

TEST(MlirText, AnErrorHasAPlaceAndOneLine) {
  EXPECT_EQ(wrong("%r = \"t\"(%a) : (tensor<1x2xi32>, tensor<1x2xi32) -> tensor<1x2xi32>"),
            "1:48: expected '>' in tensor type");
  EXPECT_EQ(wrong("\n  (]"), "2:4: unexpected ']'");
  EXPECT_EQ(wrong("{\n{"), "2:1: '{' is not closed");
  EXPECT_EQ(wrong("x = \"abc\n\""), "1:5: expected '\"' in string literal");
  EXPECT_EQ(wrong("\"a\"() : () -> tensor<99999999999999999999xi1>"),
            "1:40: a size beyond 2^63 - 1");
  for (std::string_view text : {"\"a\"()",
                                "\"a\"() :",
                                "\"a\"() : (",
                                "\"a\"() : ()",
                                "\"a\"() : () ->",
                                "\"",
                                "\"a\"() : () -> tensor",
                                "\"a\"() : () -> tensor<",
                                "\"a\"() : () -> tensor<2",
                                "\"a\"() : () -> tensor<2x",
                                "\"a\"() : () -> tensor<2xf32",
                                "\"a\"() : () -> tensor<-1xf32>",
                                "\"a\"() : () -> tensor<2xf32,",
                                "\"a\"() : () -> tensor<*f32>",
                                "\"a\"() : () -> vector<?xf32>",
                                "\"a\"() : () -> !d<",
                                "\"a\"() <(> : () -> i1",
                                "!t = ",
                                "\"a\"() : (i32,) -> i1",
                                "\"\\"}) {
    EXPECT_NE(wrong(text), "") << text;
    EXPECT_EQ(wrong(text).find('\n'), std::string::npos) << text;
  }
}

TEST(MlirText, DeepNestingIsNoCrash) {
  std::string deep = "\"a\"() : () -> ";
  for (int k = 0; k < 100000; ++k) deep += "() -> ";
  EXPECT_EQ(wrong(deep), "");  // the text after an operation's type is skipped
  std::string angles = "\"a\"() : () -> ";
  for (int k = 0; k < 100000; ++k) angles += "t<";
  EXPECT_NE(wrong(angles).find("is not closed"), std::string::npos);
  EXPECT_NE(wrong(std::string(100000, '{')), "");
}

TEST(MlirText, ChunksKeepTheirLines) {
  const auto chunks = split_mlir("a\n// -----\n\"x\"() : () -> i1\n// ----- b\n(\n");
  ASSERT_EQ(chunks.size(), 3U);
  EXPECT_EQ(read_mlir(chunks[1], any).front().place, (text_place{3, 1}));
  try {
    read_mlir(chunks[2], any);
    ADD_FAILURE();
  } catch (mlir_syntax_error const& e) {
    EXPECT_EQ(e.place, (text_place{5, 1}));
  }
}

TEST(MlirText, APatternHasStars) {
  EXPECT_TRUE(matches_pattern("tosa.add", "tosa.*"));
  EXPECT_TRUE(matches_pattern("tosa.add", "*.*d"));
  EXPECT_TRUE(matches_pattern("", "*"));
  EXPECT_FALSE(matches_pattern("tosa.add", "tosa"));
  EXPECT_FALSE(matches_pattern("tosa.add", "tosa.a*x"));
  EXPECT_FALSE(matches_pattern("tosaXadd", "tosa.add"));
  EXPECT_FALSE(matches_pattern(std::string(10000, 'a'), "*a*a*a*a*a*a*a*a*b"));
}

TEST(MlirText, ACaseIsWrittenAsItIsRead) {
  const test_case c = parse_case("2x? () * -> N");
  const auto all = read(to_mlir(c));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(types(all[0].operands), "2x? () *");
  EXPECT_EQ(types(all[0].results), "?");
}

TEST(MlirText, AFunctionTypeIsSteppedOver) {
  EXPECT_EQ(signature(R"("a"(%0) : ((i32) -> (i32, i1), () -> () ) -> (() -> i1))"), "- - -> -");
  EXPECT_EQ(signature(R"("a"(%0) : ((i32) -> tensor<2xf32>) -> tensor<3xf32>)"), "- -> 3");
}

TEST(MlirText, AnEncodingMayBeAnyAttribute) {
  for (char const* encoding : {"{a = 1}", "#x(1, 2)", "[1, 2]", "\"x\"", "#x.y<\">\">"}) {
    EXPECT_EQ(signature(std::string("\"a\"(%0) : (tensor<?xf32, ") + encoding + ">) -> i1"),
              "? -> -")
        << encoding;
  }
}

TEST(MlirText, ABoundIsOfASizeThatIsNotKnown) {
  EXPECT_EQ(signature(R"("a"(%0) : (tensor<4x?xf32, #stablehlo.bounds<8, 9>>) -> i1)"),
            "4x<=9 -> -");
  EXPECT_EQ(wrong(R"("a"(%0) : (tensor<?xf32, #stablehlo.bounds<8, 9>>) -> i1)"),
            "1:47: expected a bound");
  EXPECT_EQ(wrong(R"("a"(%0) : (tensor<?xf32, #stablehlo.bounds<x>>) -> i1)"),
            "1:44: expected a bound");
}

TEST(MlirText, ASizeIsANumberOf63Bits) {
  EXPECT_EQ(signature(R"("a"(%0) : (tensor<9223372036854775807xf32>) -> i1)"),
            "9223372036854775807 -> -");
  for (char const* size : {"9223372036854775808", "99999999999999999999"}) {
    const std::string text = std::string("\"a\"(%0) : (tensor<") + size + "xf32>) -> i1";
    EXPECT_NE(wrong(text).find("a size beyond 2^63 - 1"), std::string::npos) << wrong(text);
  }
  EXPECT_NE(wrong(R"("a"(%0) : (vector<[x]xf32>) -> i1)").find("expected integer in vector type"),
            std::string::npos);
}

TEST(MlirText, ABracketThatIsNotItsTypesIsNamed) {
  EXPECT_EQ(wrong(") \"a\"() : () -> ()"), "1:1: unexpected ')'");
  for (char const* text : {"(!t = x<2)", "[!t = x<2]", "{!t = x<2}"}) {
    EXPECT_EQ(wrong(text), "1:10: expected '>' in type") << text;
  }
  EXPECT_EQ(wrong("!t = x<2"), "1:6: '<' is not closed in type");
}

TEST(MlirText, WhatIsNoDefinitionOfAnAliasIsNone) {
  EXPECT_EQ(read("!t == !u ! = 3 !t loc loc(x) $a").size(), 0U);
}

TEST(MlirText, AnOperationThatHasNoTypesIsQuotedOnOneLine) {
  EXPECT_EQ(wrong("\"a\tb\"() 5"), "1:9: expected ':' and the types of 'a.b'");
  const std::string name(50, 'n');
  EXPECT_EQ(wrong("\"" + name + "\"() 5"),
            "1:56: expected ':' and the types of '" + name.substr(0, 40) + "...'");
  EXPECT_NE(wrong(R"("a"() <5> : () -> ())").find("expected '{' in properties"), std::string::npos);
}

TEST(MlirText, PlacesAndTypesAreEqualWhereEachMemberIs) {
  EXPECT_EQ((text_place{1, 2}), (text_place{1, 2}));
  EXPECT_FALSE((text_place{1, 2}) == (text_place{2, 2}));
  EXPECT_FALSE((text_place{1, 2}) == (text_place{1, 3}));
  const mlir_type t{mlir_type::kind::tensor, type_of({2})};
  EXPECT_FALSE(t == (mlir_type{mlir_type::kind::vector, type_of({2})}));
  EXPECT_FALSE(t == (mlir_type{mlir_type::kind::tensor, type_of({3})}));
}

}  // namespace
