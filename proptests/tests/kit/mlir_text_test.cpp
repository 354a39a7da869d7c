// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/mlir_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bcast/proptests/text.hpp"

namespace mlir_text_test {
namespace {

using namespace bcast::proptests;

mlir_interest any(std::string_view) { return mlir_interest::asked; }

mlir_reading all_of(std::string_view text) { return read_mlir({text, {}}, any); }

std::vector<mlir_operation> read(std::string_view text) { return all_of(text).operations; }

std::string at(text_place place, std::string const& what) {
  return std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + what;
}

/// The first thing that could not be read: `line:column: what`.
std::string wrong(std::string_view text) {
  try {
    const mlir_reading all = all_of(text);
    if (!all.unread.empty()) return at(all.unread.front().place, all.unread.front().why);
  } catch (mlir_syntax_error const& e) {
    return at(e.place, e.what());
  }
  return "";
}

std::string types(std::vector<mlir_type> const& all) {
  std::string text;
  for (mlir_type const& t : all) {
    text += (text.empty() ? "" : " ") + (has_shape(t) ? to_string(t.shape) : "-");
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
            "2 -> -");
  EXPECT_EQ(signature(R"("a"(%0) : (!torch.vtensor<[2,?],f32>, !torch.int) -> !torch.vtensor)"),
            "2x? - -> *");
  EXPECT_EQ(signature(R"("a"(%0) : (vector<[4]x2xf32>, (i32) -> i32) -> index)"), "4x2 - -> -");
  EXPECT_EQ(signature(R"("a"(%0) : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> i1)"),
            "<=8x4 -> -");
  EXPECT_EQ(signature(R"("a"(%0) : (tensor<?x4xf32, #x.y<{a = 1}, (d) -> (d)>>) -> i1)"),
            "?x4 -> -");
  EXPECT_EQ(signature("\"a\"(%0) : (tensor<?xf32, \"x\"// (\n>) -> i1"), "? -> -");
  EXPECT_EQ(signature("!t = tensor<3xf32>\n\"a\"(%0) : (!t, !u.v) -> !t"), "3 - -> 3");
}

TEST(MlirText, ATensorOfTorchMayLackItsSizes) {
  EXPECT_EQ(
      signature(R"("a"(%0) : (!torch.tensor<[2,3],f32>, !torch.tensor) -> !torch.vtensor<*,f32>)"),
      "2x3 * -> *");
  EXPECT_EQ(wrong(R"("a"(%0) : (!torch.vtensor<[x],f32>) -> i1)"),
            "1:28: expected a size in !torch.vtensor");
}

TEST(MlirText, AnExtensionMayHaveNoBounds) {
  for (char const* other : {"other = 1", "bounds 3", "bounds = 3", "bounds"}) {
    EXPECT_EQ(signature("\"a\"(%0) : (tensor<?xf32, #stablehlo.type_extensions<" +
                        std::string(other) + ">>) -> i1"),
              "? -> -")
        << other;
  }
}

TEST(MlirText, WhatStandsBetweenTheOperandsAndTheTypesIsPassed) {
  EXPECT_EQ(signature("\"a\"(%0, %1#2)[^bb1(%0 : i32), ^bb2] <{p = \":\"}> {a = [1 : i32]} // :\n"
                      "  : (tensor<2xi1>) -> (tensor<3xi1>) loc(\"a\"(\"f\":1:2))"),
            "2 -> 3");
}

TEST(MlirText, AStringEndsAtAQuoteThatIsNotEscaped) {
  EXPECT_EQ(signature(R"("a"(%0) {p = "q\"(", r = "\\"} : (tensor<2xi1>) -> (tensor<3xi1>))"),
            "2 -> 3");
  EXPECT_EQ(wrong(R"(x = "q\")"), "1:5: expected '\"' in string literal");
}

TEST(MlirText, OperationsInRegionsAreFound) {
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
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].name, "arith.addf");
  EXPECT_EQ(all[1].name, "outer.op");
  EXPECT_EQ(all[1].place, (text_place{4, 10}));
  EXPECT_EQ(all[2].name, "inner.op");
  EXPECT_EQ(all[2].place, (text_place{6, 14}));
  EXPECT_EQ(all[2].results.size(), 2U);
}

TEST(MlirText, OnlyWhatIsAskedIsRead) {
  const mlir_reading all =
      read_mlir({"\"a.b\"() : what is this\n\"c.d\"() : () -> i1", {}}, [](std::string_view name) {
        return name == "c.d" ? mlir_interest::asked : mlir_interest::counted;
      });
  ASSERT_EQ(all.operations.size(), 1U);
  EXPECT_EQ(all.operations[0].name, "c.d");
  ASSERT_EQ(all.others.size(), 1U);
  EXPECT_EQ(all.others[0].operation, "a.b");
  EXPECT_EQ(all.others[0].first, (text_place{1, 1}));
  EXPECT_TRUE(all.unread.empty());
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
  EXPECT_EQ(read_mlir(chunks[1], any).operations.front().place, (text_place{3, 1}));
  try {
    read_mlir(chunks[2], any);
    ADD_FAILURE();
  } catch (mlir_syntax_error const& e) {
    EXPECT_EQ(e.place, (text_place{5, 1}));
  }
}

TEST(MlirText, APlaceInAChunkIsItsPlaceInTheWholeText) {
  const std::string text =
      "  \"a.b\"() : () -> i1\n \"c.d\"() : () -> i1\n\n   \"e.f\"() : () -> tensor<-1xi1>\n";
  const mlir_reading whole = all_of(text);
  ASSERT_EQ(whole.operations.size(), 2U);
  ASSERT_EQ(whole.unread.size(), 1U);
  for (std::size_t cut : {0U, 1U, 2U}) {
    const mlir_reading part = read_mlir({std::string_view(text).substr(cut), {1, cut + 1}}, any);
    ASSERT_EQ(part.operations.size(), 2U);
    EXPECT_EQ(part.operations[0].place, whole.operations[0].place) << cut;
    EXPECT_EQ(part.operations[1].place, whole.operations[1].place) << cut;
    ASSERT_EQ(part.unread.size(), 1U);
    EXPECT_EQ(part.unread[0].place, whole.unread[0].place) << cut;
  }
}

TEST(MlirText, ABracketThatIsOpenAtASeparatorIsClosedBehindIt) {
  EXPECT_EQ(split_mlir("{\n// -----\n}\n").size(), 1U);
  EXPECT_EQ(split_mlir("{\n// -----\n\n// -----\n\"x\"() : () -> i1\n").size(), 3U);
}

TEST(MlirText, WhatChoosesIsAScalarIfOneTypeIsWritten) {
  const auto chooses = [](std::string_view) { return mlir_interest::chooses; };
  const auto one = read_mlir({"a.b %c, %x, %y : tensor<2xi1>", {}}, chooses).operations;
  EXPECT_EQ(types(one.at(0).operands), "- 2 2");
  const auto two =
      read_mlir({"a.b %c, %x, %y : tensor<3xi1>, tensor<2xi1>", {}}, chooses).operations;
  EXPECT_EQ(types(two.at(0).operands), "3 2 2");
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
  EXPECT_EQ(
      signature(R"("a"(%0) : (tensor<4x?xf32, #mhlo.type_extensions<bounds = [?, 9]>>) -> i1)"),
      "4x<=9 -> -");
  EXPECT_EQ(
      signature(R"("a"(%0) : (tensor<?xf32, #stablehlo.type_extensions<bounds = [9]>>) -> i1)"),
      "<=9 -> -");
  EXPECT_EQ(signature(R"("a"(%0) : (tensor<?xf32, #mhlo.type_extensions<other = [9]>>) -> i1)"),
            "? -> -");
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
  for (char const* text : {"!a = !b\n!b = !a", "\"a\"() : () -> !b"}) {
    EXPECT_NE(wrong(text).find("undefined type alias '!b'"), std::string::npos) << text;
  }
  EXPECT_EQ(wrong("!a = i1\n!a = f32"), "2:1: type alias '!a' is defined again");
  EXPECT_NE(wrong(R"("a"() : () -> tuple<i1, !b>)").find("undefined type alias '!b'"),
            std::string::npos);
  EXPECT_EQ(signature(R"("a"(%0) : (tuple<tensor<2xf32>, i1>) -> tuple<>)"), "- -> -");
  EXPECT_NE(wrong(R"("a"(%0) : (vector<[x]xf32>) -> i1)").find("expected integer in vector type"),
            std::string::npos);
}

TEST(MlirText, ACommentEndsWithItsLineOrACarriageReturn) {
  for (char const* end : {"\n", "\r", "\r\n"}) {
    EXPECT_EQ(signature(std::string("// c") + end + R"("a"(%0) : (tensor<2xf32>) -> i1)"), "2 -> -")
        << end;
  }
}

TEST(MlirText, ABracketThatIsNotItsTypesIsNamed) {
  EXPECT_EQ(wrong(") \"a\"() : () -> ()"), "1:1: unexpected ')'");
  for (char const* text : {"(a.b : x<2)", "[a.b : x<2]", "{a.b : x<2}"}) {
    EXPECT_EQ(wrong(text), "1:11: expected '>' in type") << text;
  }
  EXPECT_EQ(wrong("!t = x<2"), "1:6: '<' is not closed in type");
}

TEST(MlirText, WhatIsNoDefinitionOfAnAliasIsNone) {
  EXPECT_EQ(read("!t == !u ! = 3 !t loc loc(x) $a").size(), 0U);
  const std::string before = "!t = tensor<3xf32>\n", after = "\na.b %x : !t";
  for (std::string const passed :
       {"x.y @g : !t = 0", "x.y @g : !d.t = #d.u<\"v\">", "x.y @g :\n  !t = 0",
        "x.y @g ->\n  !t = 0", "x.y @g(\n  !t = 0,\n  !t = 1)", "x.y {\n  !t = 0\n}",
        "module {\n  x.y @g\n  !t = 0\n}", "x.y @g : tuple<\n  !t = 0", "x.y @g =\n  !t = 0"}) {
    const mlir_reading all = read_mlir({before + passed + after, {}}, [](std::string_view name) {
      return name == "a.b" ? mlir_interest::asked : mlir_interest::passed;
    });
    EXPECT_TRUE(all.unread.empty()) << passed << "\n" << all.unread.front().why;
    ASSERT_EQ(all.operations.size(), 1U) << passed;
    EXPECT_EQ(types(all.operations.front().operands), "3") << passed;
  }
}

TEST(MlirText, AnAliasIsDefinedAtTheStartOfAStatement) {
  for (char const* definitions :
       {"!t = tensor<3xf32>\n!u = tensor<2xf32>\n", "!t = tensor<3xf32> !u = tensor<2xf32>\n",
        "// first\n!t = tensor<3xf32> // then\n\n  !u = tensor<2xf32>\n",
        "#m = affine_map<(d) -> (d)>\n!t = tensor<3xf32>\nmodule {\n}\n!u = tensor<2xf32>\n",
        "!s = !d.t<\"x\">\n!t = tensor<3xf32>\n!u\n  = tensor<2xf32>\n"}) {
    EXPECT_EQ(signature(definitions + std::string("a.b %x, %y : !t, !u")), "3 2 -> 2")
        << definitions;
  }
}

TEST(MlirText, WhatIsNoTextIsNotRead) {
  EXPECT_EQ(wrong("ML\xEFR\x01"), "1:3: unexpected byte 0xef");
  EXPECT_EQ(wrong("\x1F\x8B\b"), "1:1: unexpected byte 0x1f");
  EXPECT_EQ(wrong({"a\0", 2}), "1:2: unexpected byte 0x00");
  EXPECT_EQ(signature("\"a\"(%0) {s = \"\u00e4\"} : (i1) -> i1 // \u00e4\n\f\v"), "- -> -");
}

TEST(MlirText, AnOperationThatHasNoTypesIsQuotedOnOneLine) {
  EXPECT_EQ(wrong("\"a\tb\"() 5"), "1:6: expected ':' and the types of 'a.b'");
  const std::string name(50, 'n');
  EXPECT_EQ(wrong("\"" + name + "\"() 5"),
            "1:53: expected ':' and the types of '" + name.substr(0, 40) + "...'");
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

/// What is read of the operations of a text: `name types`.
std::string signatures(std::string_view text) {
  std::string all;
  for (mlir_operation const& op : read(text)) {
    all +=
        (all.empty() ? "" : "; ") + op.name + " " + types(op.operands) + " -> " + types(op.results);
  }
  return all;
}

TEST(MlirForms, AnOwnFormEndsInItsTypes) {
  EXPECT_EQ(
      signatures("%0 = tosa.add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>"),
      "tosa.add 2x3 3 -> 2x3");
  EXPECT_EQ(signatures("%0 = arith.addf %a, %b fastmath<fast> {x = 1 : i32} : tensor<2xf32>"),
            "arith.addf 2 2 -> 2");
  EXPECT_EQ(signatures("%0 = arith.cmpi slt, %a, %b : vector<[4]xi32>"), "arith.cmpi 4 4 -> 4");
  EXPECT_EQ(signatures("%0 = math.fpowi %a, %b : tensor<2xf32>, tensor<3xi32>"),
            "math.fpowi 2 3 -> 2");
  EXPECT_EQ(signatures("%0 = arith.select %c, %a, %b : tensor<2xi1>, tensor<3xf32>"),
            "arith.select 2 3 3 -> 3");
  EXPECT_EQ(signatures("%0 = vector.broadcast %a : f32 to vector<4xf32>"),
            "vector.broadcast - -> 4");
  EXPECT_EQ(signatures("%0 = torch.aten.mul.Tensor %a, %b : !torch.vtensor<[2],f32>, "
                       "!torch.vtensor<[],f32> -> !torch.vtensor<[2],f32>"),
            "torch.aten.mul.Tensor 2 () -> 2");
  EXPECT_EQ(signatures("linalg.map { arith.addf } ins(%a, %b : tensor<2xf32>, tensor<3xf32>) "
                       "outs(%c : tensor<4xf32>)"),
            "linalg.map 2 3 4 -> ");
  EXPECT_EQ(signatures("%0 = linalg.add ins(%a : memref<2xf32>) outs(%c : memref<?xf32>) -> i1"),
            "linalg.add 2 ? -> -");
  EXPECT_EQ(signatures("!t = tensor<3xf32>\n%0 = a.b %x : !t loc(\"f\":1:2)"), "a.b 3 -> 3");
}

TEST(MlirForms, AnOperationMayTakeSeveralLinesAndHaveComments) {
  EXPECT_EQ(signatures("%0 = tosa.add %a, // the first\n"
                       "    %b\n"
                       "  : (tensor<2xf32>, // : tensor<9xf32>\n"
                       "     tensor<3xf32>) -> tensor<4xf32>\n"
                       "%1 = tosa.abs %0 : (tensor<4xf32>) -> tensor<4xf32>"),
            "tosa.add 2 3 -> 4; tosa.abs 4 -> 4");
  EXPECT_EQ(signatures("linalg.broadcast\n  ins(%a : tensor<2xf32>)\n  outs(%b : tensor<2x3xf32>)\n"
                       "  dimensions = [1]\nreturn"),
            "linalg.broadcast 2 2x3 -> ");
  EXPECT_EQ(signatures("{ a.b %x : tensor<1xf32> c.d %y : tensor<2xf32> }"),
            "a.b 1 -> 1; c.d 2 -> 2");
}

TEST(MlirForms, ListsOfIntegersAreRead) {
  for (char const* text : {
           "a.b %x, dims = [2, 0] : i1",
           "\"a.b\"(%x) {dims = array<i64: 2, 0>} : (i1) -> i1",
           "\"a.b\"(%x) <{dims = dense<[2, 0]> : tensor<2xi64>}> : (i1) -> i1",
           "\"a.b\"(%x) {other = \"dims = [1]\", \"dims\" = [2 : i64, 0 : i64]} : (i1) -> i1",
           "a.b ins(%x : i1) outs(%y : i1) dims = [2, 0]",
       }) {
    const auto all = read(text);
    ASSERT_EQ(all.size(), 1U) << text;
    ASSERT_FALSE(all[0].integers.empty()) << text;
    EXPECT_EQ(all[0].integers[0].name, "dims") << text;
    EXPECT_EQ(all[0].integers[0].values, (std::vector<std::int64_t>{2, 0})) << text;
  }
  EXPECT_EQ(read("a.b {d = array<i64>} : i1").at(0).integers.at(0).values.size(), 0U);
  EXPECT_EQ(read("a.b {d = dense<> : tensor<0xi64>} : i1").at(0).integers.at(0).values.size(), 0U);
  EXPECT_EQ(read("a.b {d = dense<3> : tensor<1xi64>} : i1").at(0).integers.at(0).values.size(), 1U);
  EXPECT_EQ(read("a.b {d = dense<[[1]]> : tensor<1x1xi64>} : i1").at(0).integers.size(), 0U);
  EXPECT_EQ(wrong("a.b {d = [9223372036854775808]} : i1"), "1:29: a number beyond 2^63 - 1");
}

TEST(MlirForms, AnythingMayStandBeforeTheTypes) {
  for (char const* what :
       {"@f::@g %x",   "@\"f g\" %x", "#c.d<1> %x", "#c %x",        "#\"c\" %x",        "!c.d %x",
        "\"text\" %x", "<x> %x",      "%x[%i, 3]",  "%x <{p = 1}>", "%x (%y) (%z) {c}", "3 %x",
        "ins %x",      "%x {c, d}",   "%x {c}",     "%x {}",        "%x { f.g }",       "%x - *",
        "%x-y",        "%x#1"}) {
    EXPECT_EQ(signatures(std::string("a.b ") + what + " : tensor<2xi1>"), "a.b 2 -> 2") << what;
  }
  EXPECT_EQ(wrong("a.b %x-> i1"), "1:4: expected ':' and the types of 'a.b'");
  EXPECT_EQ(wrong("a.b \"c\"(%x) : i1"), "1:4: expected ':' and the types of 'a.b'");
}

TEST(MlirForms, AfterItsListsAnOperationEndsBeforeWhatIsNoPartOfIt) {
  const std::string lists = "a.b ins(%x : tensor<2xi1>) outs(%y : tensor<3xi1>)";
  const std::string next = "c.d %z : tensor<4xi1>";
  for (std::string const between :
       {"\n", "\n%1:2 = ", "\nmodule\n", "\nfoo\n", "\n^bb1:\n", "\n{ ", "\n* ", "\n= ", "\n(%v)\n",
        "\n[%v]\n", "\n#m\n", "\n@f\n", "\n!t\n", " {e = 1}\n", " , ", " -\n"}) {
    const std::string end = between == "\n{ " ? " }" : "";
    EXPECT_EQ(signatures(lists + between + next + end), "a.b 2 3 -> ; c.d 4 -> 4") << between;
  }
  EXPECT_EQ(signatures(lists + "\n\"c.d\"(%z) : (tensor<4xi1>) -> i1"), "a.b 2 3 -> ; c.d 4 -> -");
  for (std::string const around : {"{  }", "(  )", "[  ]"}) {
    EXPECT_EQ(signatures("x" + around.substr(0, 2) + lists + around.substr(2)), "a.b 2 3 -> ")
        << around;
  }
  const auto all = read(lists + " {e = [7]}, dims = [1]");
  ASSERT_EQ(all.at(0).integers.size(), 2U);
  EXPECT_EQ(all[0].integers[1].name, "dims");
  EXPECT_EQ(wrong("a.b ins(3 : i1)"), "1:9: expected an operand");
}

TEST(MlirForms, WhatIsNoListOfIntegersIsPassed) {
  for (std::string const text :
       {"array<i64 2>", "array<i64: x>", "array<i64: 2 3>", "dense<[0 x]>", "dense<[0] x>",
        "dense<0, 1>", "dense<3 x>", "[0 x]", "[2 : , 0]", "x(1)", "[[1]]", "{e = 1}", "(d) -> d",
        "\"dims = [1]\"", "array<f32: 1.5>"}) {
    for (std::string const around : {"a.b %x {d = @} : i1", "\"a.b\"(%x) {d = @} : (i1) -> i1"}) {
      std::string whole = around;
      whole.replace(whole.find('@'), 1, text + ", dims = [-2]");
      const auto all = read(whole);
      ASSERT_EQ(all.size(), 1U) << whole;
      ASSERT_EQ(all[0].integers.size(), 1U) << whole;
      EXPECT_EQ(all[0].integers[0].name, "dims") << whole;
      EXPECT_EQ(all[0].integers[0].values, std::vector<std::int64_t>{-2}) << whole;
    }
  }
  EXPECT_EQ(read("a.b {d = dense<[]> : tensor<0xi64>} : i1").at(0).integers.at(0).values.size(),
            0U);
  EXPECT_EQ(wrong("a.b {d = [92233720368547758070]} : i1"), "1:30: a number beyond 2^63 - 1");
}

TEST(MlirForms, AValueThatIsDefinedOtherwiseIsNoOperation) {
  EXPECT_EQ(signatures("use %a#1, %b, x.y\n"), "");
  EXPECT_EQ(signatures("%a == %b\n%c = (%a)\n%d = \"text\"\n%i = 0 to 4\n%m = affine_map<(d) -> "
                       "(d)>\n%n = 1.5\n"),
            "");
  EXPECT_EQ(signatures("x { a.b } { c.d {e = 1} }"), "");
}

TEST(MlirForms, AnAttributesNameMayBeAnEmptyString) {
  for (const std::string text : {R"-("a.b"(%x) {"" = "(", dims = [2, 0]} : (i1) -> i1)-",
                                 R"-("a.b"(%x) {"" = ")", "" "[", dims = [2, 0]} : (i1) -> i1)-"}) {
    const auto all = read(text);
    ASSERT_EQ(all.size(), 1U) << text;
    ASSERT_EQ(all[0].integers.size(), 1U) << text;
    EXPECT_EQ(all[0].integers[0].name, "dims") << text;
  }
  // A bracket in a string opens nothing, and nothing follows that could close it.
  EXPECT_EQ(all_of(R"-("a"() {"" "("})-").unread.size(), 1U);
}

TEST(MlirForms, WhatHasNoTypesIsNotRead) {
  EXPECT_EQ(wrong("a.b %x\n%1 = c.d %y : i1"), "1:4: expected ':' and the types of 'a.b'");
  EXPECT_EQ(wrong("a.b %x\n\"c.d\"(%y) : (i1) -> i1"), "1:4: expected ':' and the types of 'a.b'");
  EXPECT_EQ(wrong("a.b %x\nreturn %y : i1"), "1:4: expected ':' and the types of 'a.b'");
  EXPECT_EQ(wrong("a.b %x, %y, %z, %w : i1, i1"), "1:28: 2 types of 4 operands of 'a.b'");
  EXPECT_EQ(wrong("a.b ins(%x, %y : i1) outs()"), "1:21: 2 operands have 1 types");
  EXPECT_EQ(signatures("a.b %x\n%1 = c.d %y : i1"), "c.d - -> -");
}

TEST(MlirForms, WhatIsNoOperationIsNone) {
  EXPECT_EQ(signatures("#map = affine_map<(d0) -> (d0)>\n#a.b<x.y = 1>\n!c.d<e.f>\n"
                       "{-# dialect_resources: { builtin: { x.y: \"0x01\" } } #-}\n"
                       "dense<1.0> \"x.y\" @a.b(%x, %y) {a.b = 1, c.d}"),
            "");
  // Not operations of their own: a pattern, and the body of a map.
  EXPECT_EQ(signatures("%1 = a.reduce(%x init: %y) applies a.add across d = [0] : (i1, i1) -> i1"),
            "a.reduce - - -> -");
  EXPECT_EQ(read("%1 = pdl.operation \"x.y\"(%a : !pdl.value) -> (%b : !pdl.type)").size(), 0U);
  EXPECT_EQ(read("pdl.operation \"x.y\"(%a : !pdl.value)").size(), 0U);
}

/// The uses of values with another type than they are defined with: `operand defined used`.
std::string clashes(std::string_view text) {
  std::string all;
  for (mlir_clash const& c : all_of(text).clashes) {
    all += (all.empty() ? "" : "; ") + std::to_string(c.operand) + " " + types({c.defined}) + " " +
           types({c.used});
  }
  return all;
}

TEST(MlirValues, AValueHasTheTypeThatItIsDefinedWith) {
  EXPECT_EQ(clashes("func.func @f(%a: tensor<4xf32> {x.y = 1}, %b: f32 loc(\"f\")) {\n"
                    "  %0 = arith.addf %a, %b : tensor<2xf32>\n"
                    "}"),
            "0 4 2; 1 - 2");
  EXPECT_EQ(clashes("func.func @\"a b\"(%a: tensor<4xf32>) { a.b %a : tensor<2xf32> }"), "0 4 2");
  EXPECT_EQ(clashes("^bb0(%a: tensor<4xf32>):\n a.b %a : tensor<2xf32>"), "0 4 2");
  EXPECT_EQ(clashes("%0:2 = \"a.b\"() : () -> (tensor<4xf32>, tensor<2xf32>)\n"
                    "c.d %0#1 : tensor<2xf32>\nc.d %0#0 : tensor<2xf32>"),
            "0 4 2");
  EXPECT_EQ(clashes("%0, %1 = \"a.b\"() : () -> (tensor<4xf32>, tensor<2xf32>)\n"
                    "c.d %1 : tensor<4xf32>"),
            "0 2 4");
  EXPECT_EQ(clashes("%0 = a.b %x : tensor<2xf32>\nc.d ins(%0 : tensor<3xf32>) outs()"), "0 2 3");
}

TEST(MlirValues, AValueIsVisibleInItsRegion) {
  EXPECT_EQ(clashes("func.func @f(%a: tensor<4xf32>) { a.b %a : tensor<4xf32> }\n"
                    "func.func @g(%a: tensor<2xf32>) { a.b %a : tensor<2xf32> }\n"
                    "func.func @h() { a.b %a : tensor<3xf32> }"),
            "");
  EXPECT_EQ(clashes("\"a.b\"() ({ %0 = c.d %x : tensor<2xf32> }, { c.d %0 : tensor<3xf32> })"
                    " : () -> ()"),
            "");
  EXPECT_EQ(clashes("func.func @f(%a: tensor<4xf32>) { x.y { a.b %a : tensor<2xf32> } : i1 }"),
            "0 4 2");
}

TEST(MlirValues, WhatIsNotKnownClashesWithNothing) {
  EXPECT_EQ(clashes("a.b %x : tensor<2xf32>"), "");
  EXPECT_EQ(clashes("func.func @f(%a: !t) { a.b %a : tensor<2xf32> }"), "");
  EXPECT_EQ(clashes("func.func @f(%a: tensor<2xf32>) { a.b %a : !t }"), "");
  EXPECT_EQ(clashes("%0 = a.b strange form\n c.d %0 : tensor<2xf32>"), "");
  EXPECT_EQ(clashes("%0 = a.b %x : tensor<2xf32>\n%0 = a.b strange\nc.d %0 : tensor<3xf32>"), "");
}

/// The types of an operation that is not asked are known if it writes all of them.
TEST(MlirValues, WhatIsNotAskedMayDefineAValue) {
  const auto found = [](std::string const& text) {
    return read_mlir({text, {}},
                     [](std::string_view name) {
                       return name == "c.d" ? mlir_interest::asked : mlir_interest::passed;
                     })
        .clashes.size();
  };
  const std::string use = "\nc.d %0 : tensor<3xf32>";
  EXPECT_EQ(found("%0 = a.b %x : tensor<2xf32>" + use), 0U);
  EXPECT_EQ(found("%0 = a.b %x : tensor<3xf32> -> tensor<2xf32>" + use), 1U);
  EXPECT_EQ(found("%0 = \"a.b\"(%x) : (i1) -> tensor<2xf32>" + use), 1U);
  EXPECT_EQ(found("%0 = a.b %x : i1 -> tensor<2xf32> loc(unknown)" + use), 1U);
  // A word behind the types says that they are something else.
  EXPECT_EQ(found("%0 = a.b %x : i1 -> tensor<2xf32> as tensor<3xf32>" + use), 0U);
  EXPECT_EQ(found("%0 = a.b %x : (i1) -> tensor<2xf32> in tensor<3xf32>" + use), 0U);
  EXPECT_EQ(found("%0 = a.b %x : i1 to tensor<2xf32> via tensor<3xf32>" + use), 0U);
}

TEST(MlirText, DeepRegionsAreReadInTime) {
  std::string deep;
  for (int k = 0; k < 20000; ++k) deep += "\"a\"() ({\n";
  for (int k = 0; k < 20000; ++k) deep += "}) : () -> ()\n";
  EXPECT_EQ(read(deep).size(), 20000U);
  std::string wide;
  for (int k = 0; k < 20000; ++k) wide += "%v, ";
  EXPECT_EQ(read("a.b " + wide + "%v : i1").at(0).operands.size(), 20001U);
}

TEST(MlirText, BracketsThatAreNotClosedAreReadInTime) {
  const auto times = [](std::size_t n, std::string const& part) {
    std::string all;
    for (std::size_t k = 0; k < n; ++k) all += part;
    return all;
  };
  const std::string one = "\"a.b\"(%x) : (tensor<2xf32>) -> tensor<2xf32>\n";
  EXPECT_EQ(read(one + times(100000, "#a<")).size(), 1U);
  EXPECT_EQ(read(one + times(100000, "!a<")).size(), 1U);
  EXPECT_EQ(read(one + times(100000, "#a<b> #a<")).size(), 1U);
  EXPECT_EQ(read(std::string(100000, ' ') + times(50000, "a\n") + one).size(), 1U);
}

TEST(MlirText, AnOperationAfterABracketThatIsNotClosedIsRead) {
  const std::string one = "\"a.b\"(%x) : (tensor<2xf32>) -> tensor<2xf32>\n";
  // Of `#a<#b<c>` the second one is closed, and so it may be passed.
  EXPECT_EQ(read("#a<#b<c> " + one + "#d<" + one).size(), 2U);
  EXPECT_EQ(read("{ #a<#b<#c<x> } " + one + "#d<e> " + one).size(), 2U);
  EXPECT_EQ(read("#a<#b<" + one + ">\n" + one).size(), 1U);
}

TEST(MlirText, TypesTakeNoMoreMemoryThanTheTextAllows) {
  std::string wide = "!t = tensor<";
  for (int k = 0; k < 1000; ++k) wide += "1x";
  wide += "i1>\n";
  for (int k = 0; k < 1000; ++k) wide += "a.b %x : !t\n";
  EXPECT_TRUE(wrong(wide).ends_with("the types are too long for the text")) << wrong(wide);
  std::string many = "a.b %x";
  for (int k = 0; k < 1000; ++k) many += ", %x";
  EXPECT_EQ(wrong(many + " : tensor<1x1xi1>"), "");
  EXPECT_NE(wrong(many + " : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi1>"), "");
}

}  // namespace
}  // namespace mlir_text_test
