// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/mlir_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/rows.hpp"

namespace mlir_text_test {

using namespace bcast::proptests;
using namespace ::bcast::tests;

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

/// What is read of the operations of a text: `name types; name types`.
std::string signatures(std::string_view text) {
  std::string all;
  for (mlir_operation const& op : read(text)) {
    all +=
        (all.empty() ? "" : "; ") + op.name + " " + types(op.operands) + " to " + types(op.results);
  }
  return all;
}

/// The same; or what could not be read.
std::string told(std::string const& text) {
  const std::string error = wrong(text);
  return error.empty() ? signatures(text) : error;
}

std::string repeated(std::size_t n, std::string const& part) {
  std::string all;
  for (std::size_t k = 0; k < n; ++k) all += part;
  return all;
}

TEST(MlirText, ATypeIsReadWithWhateverStandsInIt) {
  expect_rows(R"-(
    %0 = "a.b"(%x, %y) : (tensor<1x?xi32>, vector<4xf32>) -> tensor<*xf32>     => a.b 1x? 4 to *
    "a"() : () -> ()                                                           => a  to
    "a"(%0) : (i32) -> (tensor<f32>, tensor<0xf32>)                            => a - to () 0
    "a"(%0) : (tensor<2x!quant.uniform<i8:f32, 0.1:1>>) -> !d.t<"a>", [>]>     => a 2 to -
    "a"(%0) : (memref<2xf32, affine_map<(d0) -> (d0)>>) -> complex<f32>        => a 2 to -
    "a"(%0) : (!torch.vtensor<[2,?],f32>, !torch.int) -> !torch.vtensor        => a 2x? - to *
    "a"(%0) : (!torch.tensor<[2,3],f32>, !torch.tensor) -> !torch.vtensor<*,f32> => a 2x3 * to *
    "a"(%0) : (!torch.vtensor<[x],f32>) -> i1 => 1:28: expected a size in !torch.vtensor
    "a"(%0) : (vector<[4]x2xf32>, (i32) -> i32) -> index                       => a 4x2 - to -
    "a"(%0) : (tensor<?xf32, "x"// (\n>) -> i1                                 => a ? to -
    !t = tensor<3xf32>\n"a"(%0) : (!t, !u.v) -> !t                             => a 3 - to 3
    "a"(%0) : (tuple<tensor<2xf32>, i1>) -> tuple<>                            => a - to -
    # a function's type is stepped over
    "a"(%0) : ((i32) -> (i32, i1), () -> () ) -> (() -> i1)                    => a - - to -
    "a"(%0) : ((i32) -> tensor<2xf32>) -> tensor<3xf32>                        => a - to 3
    # an encoding may be any attribute
    "a"(%0) : (tensor<?xf32, {a = 1}>) -> i1                                   => a ? to -
    "a"(%0) : (tensor<?xf32, #x(1, 2)>) -> i1                                  => a ? to -
    "a"(%0) : (tensor<?xf32, [1, 2]>) -> i1                                    => a ? to -
    "a"(%0) : (tensor<?xf32, "x">) -> i1                                       => a ? to -
    "a"(%0) : (tensor<?xf32, #x.y<">">>) -> i1                                 => a ? to -
    "a"(%0) : (tensor<?x4xf32, #x.y<{a = 1}, (d) -> (d)>>) -> i1               => a ?x4 to -
    # bounds, which only an unknown size has
    "a"(%0) : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> i1                 => a <=8x4 to -
    "a"(%0) : (tensor<4x?xf32, #stablehlo.bounds<8, 9>>) -> i1                 => a 4x<=9 to -
    "a"(%0) : (tensor<4x?xf32, #mhlo.type_extensions<bounds = [?, 9]>>) -> i1  => a 4x<=9 to -
    "a"(%0) : (tensor<?xf32, #stablehlo.type_extensions<bounds = [9]>>) -> i1  => a <=9 to -
    "a"(%0) : (tensor<?xf32, #mhlo.type_extensions<other = [9]>>) -> i1        => a ? to -
    "a"(%0) : (tensor<?xf32, #stablehlo.type_extensions<other = 1>>) -> i1     => a ? to -
    "a"(%0) : (tensor<?xf32, #stablehlo.type_extensions<bounds 3>>) -> i1      => a ? to -
    "a"(%0) : (tensor<?xf32, #stablehlo.type_extensions<bounds = 3>>) -> i1    => a ? to -
    "a"(%0) : (tensor<?xf32, #stablehlo.type_extensions<bounds>>) -> i1        => a ? to -
    "a"(%0) : (tensor<?xf32, #stablehlo.bounds<8, 9>>) -> i1                   => a <=8 to -
    "a"(%0) : (tensor<?xf32, #stablehlo.bounds<x>>) -> i1                      => 1:44: expected a bound
    # a size has 63 bits
    "a"(%0) : (tensor<9223372036854775807xf32>) -> i1            => a 9223372036854775807 to -
    "a"(%0) : (tensor<9223372036854775808xf32>) -> i1            => 1:19: a number beyond 2^63 - 1
    "a"() : () -> tensor<99999999999999999999xi1>                => 1:22: a number beyond 2^63 - 1
    "a"(%0) : (vector<[x]xf32>) -> i1               => 1:20: expected integer in vector type
    # aliases
    !a = !b\n!b = !a                                             => 1:8: undefined type alias '!b'
    "a"() : () -> !b                                             => 1:17: undefined type alias '!b'
    "a"() : () -> tuple<i1, !b>                                  => 1:27: undefined type alias '!b'
    !a = i1\n!a = f32                            => 2:1: type alias '!a' is defined again
    !t == !u ! = 3 !t loc loc(x) $a                              =>
  )-",
              told);
  for (std::string const end : {"\n", "\r", "\r\n"}) {
    EXPECT_EQ(told("// c" + end + R"("a"(%0) : (tensor<2xf32>) -> i1)"), "a 2 to -") << end;
  }
}

TEST(MlirText, WhatIsNoDefinitionOfAnAliasIsNone) {
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
    EXPECT_EQ(told(definitions + std::string("a.b %x, %y : !t, !u")), "a.b 3 2 to 3")
        << definitions;
  }
}

TEST(MlirText, WhatIsNoTextIsNotRead) {
  EXPECT_EQ(wrong("ML\xEFR\x01"), "1:3: unexpected byte 0xef");
  EXPECT_EQ(wrong("\x1F\x8B\b"), "1:1: unexpected byte 0x1f");
  EXPECT_EQ(wrong({"a\0", 2}), "1:2: unexpected byte 0x00");
  EXPECT_EQ(told("\"a\"(%0) {s = \"\u00e4\"} : (i1) -> i1 // \u00e4\n\f\v"), "a - to -");
}

TEST(MlirText, WhatStandsBetweenTheOperandsAndTheTypesIsPassed) {
  EXPECT_EQ(told("\"a\"(%0, %1#2)[^bb1(%0 : i32), ^bb2] <{p = \":\"}> {a = [1 : i32]} // :\n"
                 "  : (tensor<2xi1>) -> (tensor<3xi1>) loc(\"a\"(\"f\":1:2))"),
            "a 2 to 3");
  EXPECT_EQ(told(R"("a"(%0) {p = "q\"(", r = "\\"} : (tensor<2xi1>) -> (tensor<3xi1>))"),
            "a 2 to 3");
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
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].name, "arith.addf");
  EXPECT_EQ(at(all[1].place, all[1].name), "4:10: outer.op");
  EXPECT_EQ(at(all[2].place, all[2].name), "6:14: inner.op");
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
  EXPECT_EQ(at(all.others[0].first, all.others[0].operation), "1:1: a.b");
  EXPECT_TRUE(all.unread.empty());
}

TEST(MlirText, AnErrorHasAPlaceAndOneLine) {
  expect_rows(R"-(
    %r = "t"(%a) : (tensor<1x2xi32>, tensor<1x2xi32) -> tensor<1x2xi32> => 1:48: expected '>' in tensor type
    (]                       => 1:2: unexpected ']'
    \n  (]                   => 2:4: unexpected ']'
    {\n{                     => 2:1: '{' is not closed
    x = "abc\n"              => 1:5: expected '"' in string literal
    x = "q\"                 => 1:5: expected '"' in string literal
    ) "a"() : () -> ()       => 1:1: unexpected ')'
    (a.b : x<2)              => 1:11: expected '>' in type
    [a.b : x<2]              => 1:11: expected '>' in type
    {a.b : x<2}              => 1:11: expected '>' in type
    !t = x<2                 => 1:6: '<' is not closed in type
    "a	b"() 5               => 1:6: expected ':' and the types of 'a.b'
    a.b %x\n%1 = c.d %y : i1             => 1:4: expected ':' and the types of 'a.b'
    a.b %x\n"c.d"(%y) : (i1) -> i1       => 1:4: expected ':' and the types of 'a.b'
    a.b %x\nreturn %y : i1               => 1:4: expected ':' and the types of 'a.b'
    a.b %x-> i1                          => 1:4: expected ':' and the types of 'a.b'
    a.b\n"c"(%x) : i1                    => 1:4: expected ':' and the types of 'a.b'
    a.b %x, %y, %z, %w : i1, i1          => 1:28: 2 types of 4 operands of 'a.b'
    a.b ins(%x, %y : i1) outs()          => 1:21: 2 operands have 1 types
    a.b ins(3 : i1)                      => 1:9: expected an operand
    a.b {d = [9223372036854775808]} : i1  => 1:11: a number beyond 2^63 - 1
    a.b {d = [92233720368547758070]} : i1 => 1:11: a number beyond 2^63 - 1
  )-",
              wrong);
  const std::string name(50, 'n');
  EXPECT_EQ(wrong("\"" + name + "\"() 5"),
            "1:53: expected ':' and the types of '" + name.substr(0, 40) + "...'");
  EXPECT_TRUE(holds(wrong(R"("a"() <5> : () -> ())"), "expected '{' in properties"));
  std::vector<std::string> texts{R"("a"())",
                                 R"("a"() :)",
                                 R"("a"() : ()",
                                 R"("a"() : ())",
                                 R"("a"() : () ->)",
                                 "\"",
                                 R"("a"() <(> : () -> i1)",
                                 "!t = ",
                                 R"("a"() : (i32,) -> i1)",
                                 "\"\\"};
  for (char const* type :
       {"tensor", "tensor<", "tensor<2", "tensor<2x", "tensor<2xf32", "tensor<-1xf32>",
        "tensor<2xf32,", "tensor<*f32>", "vector<?xf32>", "!d<"}) {
    texts.push_back(R"("a"() : () -> )" + std::string(type));
  }
  for (std::string const& text : texts) {
    EXPECT_NE(wrong(text), "") << text;
    EXPECT_FALSE(holds(wrong(text), "\n")) << text;
  }
}

TEST(MlirText, APlaceInAChunkIsItsPlaceInTheWholeText) {
  const auto chunks = split_mlir("a\n// -----\n\"x\"() : () -> i1\n// ----- b\n(\n");
  ASSERT_EQ(chunks.size(), 3U);
  EXPECT_EQ(read_mlir(chunks[1], any).operations.front().place, (text_place{3, 1}));
  try {
    read_mlir(chunks[2], any);
    ADD_FAILURE();
  } catch (mlir_syntax_error const& e) {
    EXPECT_EQ(e.place, (text_place{5, 1}));
  }
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
  EXPECT_EQ(split_mlir("{\n// -----\n}\n").size(), 1U);
  EXPECT_EQ(split_mlir("{\n// -----\n\n// -----\n\"x\"() : () -> i1\n").size(), 3U);
}

TEST(MlirText, WhatChoosesIsAScalarIfOneTypeIsWritten) {
  expect_rows(R"(
    a.b %c, %x, %y : tensor<2xi1>               => - 2 2
    a.b %c, %x, %y : tensor<3xi1>, tensor<2xi1> => 3 2 2
  )",
              [](std::string const& text) {
                const auto chooses = [](std::string_view) { return mlir_interest::chooses; };
                return types(read_mlir({text, {}}, chooses).operations.at(0).operands);
              });
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
  EXPECT_TRUE(holds(signatures(to_mlir(parse_case("2x? () * -> N"))), " 2x? () * to ?"));
}

TEST(MlirText, PlacesAndTypesAreEqualWhereEachMemberIs) {
  EXPECT_EQ((text_place{1, 2}), (text_place{1, 2}));
  EXPECT_FALSE((text_place{1, 2}) == (text_place{2, 2}));
  EXPECT_FALSE((text_place{1, 2}) == (text_place{1, 3}));
  const mlir_type t{mlir_type::kind::tensor, type_of({2})};
  EXPECT_FALSE(t == (mlir_type{mlir_type::kind::vector, type_of({2})}));
  EXPECT_FALSE(t == (mlir_type{mlir_type::kind::tensor, type_of({3})}));
}

TEST(MlirForms, AnOwnFormEndsInItsTypes) {
  expect_rows(R"-(
    %0 = tosa.add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32> => tosa.add 2x3 3 to 2x3
    %0 = arith.addf %a, %b fastmath<fast> {x = 1 : i32} : tensor<2xf32>   => arith.addf 2 2 to 2
    %0 = arith.cmpi slt, %a, %b : vector<[4]xi32>                         => arith.cmpi 4 4 to 4
    %0 = math.fpowi %a, %b : tensor<2xf32>, tensor<3xi32>                 => math.fpowi 2 3 to 2
    %0 = arith.select %c, %a, %b : tensor<2xi1>, tensor<3xf32>            => arith.select 2 3 3 to 3
    %0 = vector.broadcast %a : f32 to vector<4xf32>                       => vector.broadcast - to 4
    %0 = torch.aten.mul.Tensor %a, %b : !torch.vtensor<[2],f32>, !torch.vtensor<[],f32> -> !torch.vtensor<[2],f32> => torch.aten.mul.Tensor 2 () to 2
    linalg.map { arith.addf } ins(%a, %b : tensor<2xf32>, tensor<3xf32>) outs(%c : tensor<4xf32>) => linalg.map 2 3 4 to
    %0 = linalg.add ins(%a : memref<2xf32>) outs(%c : memref<?xf32>) -> i1 => linalg.add 2 ? to -
    !t = tensor<3xf32>\n%0 = a.b %x : !t loc("f":1:2)                     => a.b 3 to 3
    # on several lines, with comments
    %0 = tosa.add %a, // the first\n %b\n : (tensor<2xf32>, // : tensor<9xf32>\n tensor<3xf32>) -> tensor<4xf32>\n%1 = tosa.abs %0 : (tensor<4xf32>) -> tensor<4xf32> => tosa.add 2 3 to 4; tosa.abs 4 to 4
    linalg.broadcast\n ins(%a : tensor<2xf32>)\n outs(%b : tensor<2x3xf32>)\n dimensions = [1]\nreturn => linalg.broadcast 2 2x3 to
    { a.b %x : tensor<1xf32> c.d %y : tensor<2xf32> }                     => a.b 1 to 1; c.d 2 to 2
    # what has no types is not read
    a.b %x\n%1 = c.d %y : i1                                              => c.d - to -
    # a name behind the operation's
    %0 = a.b "c"(%x) : (tensor<2xi1>) -> tensor<3xi1>                     => a.b 2 to 3
    # each operand is before its type
    %0 = a.b %x : tensor<2xi1>, %y : tensor<3xi1> ["c"] -> tensor<4xi1>   => a.b 2 3 to 4
    a.b(%x, %y) : (tensor<2xi1>, tensor<3xi1>)                            => a.b 2 3 to
    %0 = a.b %x into %y[%i] : tensor<2xi1> into tensor<3xi1>              => a.b 2 3 to 3
    %0 = a.b %x [[0, 1]] : tensor<2xi1> into tensor<3xi1>                 => a.b 2 to 3
    %0 = a.b %x[0] : tensor<2xi1> from tensor<3xi1>                       => a.b 3 to 2
    # the result is an operand's
    %0 = a.b(%x) : (tensor<2xi1>) -> %x as tensor<3xi1>                   => a.b 2 to 3
    %0 = a.b %x : i1 -> tensor<2xi1> as tensor<3xi1>                      => a.b - to 3
    # what is no operation is none
    #map = affine_map<(d0) -> (d0)>\n#a.b<x.y = 1>\n!c.d<e.f>             =>
    {-# dialect_resources: { builtin: { x.y: "0x01" } } #-}               =>
    dense<1.0> "x.y" @a.b(%x, %y) {a.b = 1, c.d}                          =>
    %1 = a.reduce(%x init: %y) applies a.add across d = [0] : (i1, i1) -> i1 => a.reduce - - to -
    %1 = pdl.operation "x.y"(%a : !pdl.value) -> (%b : !pdl.type)         =>
    pdl.operation "x.y"(%a : !pdl.value)                                  =>
    use %a#1, %b, x.y\n                                                   =>
    %a == %b\n%c = (%a)\n%d = "text"\n%i = 0 to 4\n%m = affine_map<(d) -> (d)>\n%n = 1.5\n =>
    x { a.b } { c.d {e = 1} }                                             =>
  )-",
              signatures);
}

TEST(MlirForms, AnythingMayStandBeforeTheTypes) {
  for (char const* what :
       {"@f::@g %x",   "@\"f g\" %x", "#c.d<1> %x", "#c %x",        "#\"c\" %x",        "!c.d %x",
        "\"text\" %x", "<x> %x",      "%x[%i, 3]",  "%x <{p = 1}>", "%x (%y) (%z) {c}", "3 %x",
        "ins %x",      "%x {c, d}",   "%x {c}",     "%x {}",        "%x { f.g }",       "%x - *",
        "%x-y",        "%x#1"}) {
    EXPECT_EQ(signatures(std::string("a.b ") + what + " : tensor<2xi1>"), "a.b 2 to 2") << what;
  }
}

/// The lists of integers of the only operation: `name n n, name n`.
std::string integers(std::string const& text) {
  const auto all = read(text);
  if (all.size() != 1) return std::to_string(all.size()) + " operations";
  std::string lists;
  for (auto const& list : all[0].integers) {
    lists += (lists.empty() ? "" : ", ") + list.name;
    for (std::int64_t n : list.values) lists += " " + std::to_string(n);
  }
  return lists;
}

TEST(MlirForms, ListsOfIntegersAreRead) {
  expect_rows(R"-(
    a.b %x, dims = [2, 0] : i1                                               => dims 2 0
    "a.b"(%x) {dims = array<i64: 2, 0>} : (i1) -> i1                         => dims 2 0
    "a.b"(%x) <{dims = dense<[2, 0]> : tensor<2xi64>}> : (i1) -> i1          => dims 2 0
    "a.b"(%x) {other = "dims = [1]", "dims" = [2 : i64, 0 : i64]} : (i1) -> i1 => dims 2 0
    a.b ins(%x : i1) outs(%y : i1) dims = [2, 0]                             => dims 2 0
    a.b ins(%x : i1) outs(%y : i1) {e = [7]}, dims = [1]                     => e 7, dims 1
    a.b {d = array<i64>} : i1                                                => d
    a.b {d = dense<> : tensor<0xi64>} : i1                                   => d
    a.b {d = dense<[]> : tensor<0xi64>} : i1                                 => d
    a.b {d = dense<3> : tensor<1xi64>} : i1                                  => d 3
    a.b {d = dense<3> : tensor<3xi64>} : i1                                  => d 3 3 3
    a.b {d = dense<[[1]]> : tensor<1x1xi64>} : i1                            =>
    # an attribute's name may be empty; a bracket in a string opens nothing
    "a.b"(%x) {"" = "(", dims = [2, 0]} : (i1) -> i1                         => dims 2 0
    "a.b"(%x) {"" = ")", "" "[", dims = [2, 0]} : (i1) -> i1                 => dims 2 0
  )-",
              integers);
  EXPECT_EQ(all_of(R"-("a"() {"" "("})-").unread.size(), 1U);
  for (std::string const text :
       {"array<i64 2>", "array<i64: x>", "array<i64: 2 3>", "dense<[0 x]>", "dense<[0] x>",
        "dense<0, 1>", "dense<3 x>", "[0 x]", "[2 : , 0]", "x(1)", "[[1]]", "{e = 1}", "(d) -> d",
        "\"dims = [1]\"", "array<f32: 1.5>"}) {
    const std::string lists = "{d = " + text + ", dims = [-2]} : ";
    EXPECT_EQ(integers("a.b %x " + lists + "i1"), "dims -2") << text;
    EXPECT_EQ(integers("\"a.b\"(%x) " + lists + "(i1) -> i1"), "dims -2") << text;
  }
}

TEST(MlirForms, AfterItsListsAnOperationEndsBeforeWhatIsNoPartOfIt) {
  const std::string lists = "a.b ins(%x : tensor<2xi1>) outs(%y : tensor<3xi1>)";
  const std::string next = "c.d %z : tensor<4xi1>";
  for (std::string const between :
       {"\n", "\n%1:2 = ", "\nmodule\n", "\nfoo\n", "\n^bb1:\n", "\n{ ", "\n* ", "\n= ", "\n(%v)\n",
        "\n[%v]\n", "\n#m\n", "\n@f\n", "\n!t\n", " {e = 1}\n", " , ", " -\n"}) {
    const std::string end = between == "\n{ " ? " }" : "";
    EXPECT_EQ(signatures(lists + between + next + end), "a.b 2 3 to ; c.d 4 to 4") << between;
  }
  EXPECT_EQ(signatures(lists + "\n\"c.d\"(%z) : (tensor<4xi1>) -> i1"), "a.b 2 3 to ; c.d 4 to -");
  for (std::string const around : {"{  }", "(  )", "[  ]"}) {
    EXPECT_EQ(signatures("x" + around.substr(0, 2) + lists + around.substr(2)), "a.b 2 3 to ")
        << around;
  }
}

/// The uses of values with another type than they are defined with: `operand defined used`.
std::string clashes(std::string_view text) {
  std::string all;
  for (mlir_clash const& c : all_of(text).clashes) {
    if (c.elements) continue;
    all += (all.empty() ? "" : "; ") + c.what + " " + c.other + " " + c.used;
  }
  return all;
}

TEST(MlirValues, AValueHasTheTypeThatItIsDefinedWith) {
  expect_rows(R"-(
    func.func @f(%a: tensor<4xf32> {x.y = 1}, %b: f32 loc("f")) { %0 = arith.addf %a, %b : tensor<2xf32> } => operand 0 tensor<4xf32> tensor<2xf32>; operand 1 f32 tensor<2xf32>
    func.func @"a b"(%a: tensor<4xf32>) { a.b %a : tensor<2xf32> }             => operand 0 tensor<4xf32> tensor<2xf32>
    ^bb0(%a: tensor<4xf32>):\n a.b %a : tensor<2xf32>                          => operand 0 tensor<4xf32> tensor<2xf32>
    %0:2 = "a.b"() : () -> (tensor<4xf32>, tensor<2xf32>)\nc.d %0#1 : tensor<2xf32>\nc.d %0#0 : tensor<2xf32> => operand 0 tensor<4xf32> tensor<2xf32>
    %0, %1 = "a.b"() : () -> (tensor<4xf32>, tensor<2xf32>)\nc.d %1 : tensor<4xf32> => operand 0 tensor<2xf32> tensor<4xf32>
    %0 = a.b %x : tensor<2xf32>\nc.d ins(%0 : tensor<3xf32>) outs()            => operand 0 tensor<2xf32> tensor<3xf32>
    # a value is visible in its region
    func.func @f(%a: tensor<4xf32>) { x.y { a.b %a : tensor<2xf32> } : i1 }    => operand 0 tensor<4xf32> tensor<2xf32>
    func.func @f(%a: tensor<4xf32>) { a.b %a : tensor<4xf32> }\nfunc.func @g(%a: tensor<2xf32>) { a.b %a : tensor<2xf32> } =>
    func.func @f(%a: tensor<4xf32>) { }\nfunc.func @h() { a.b %a : tensor<3xf32> } =>
    "a.b"() ({ %0 = c.d %x : tensor<2xf32> }, { c.d %0 : tensor<3xf32> }) : () -> () =>
    # what is not known clashes with nothing
    a.b %x : tensor<2xf32>                                                     =>
    func.func @f(%a: !t) { a.b %a : tensor<2xf32> }                            =>
    func.func @f(%a: tensor<2xf32>) { a.b %a : !t }                            =>
    %0 = a.b strange form\n c.d %0 : tensor<2xf32>                             =>
    %0 = a.b %x : tensor<2xf32>\n%0 = a.b strange\nc.d %0 : tensor<3xf32>      =>
  )-",
              clashes);
}

/// `line what other used where line`.
std::string uses(std::string const& text) {
  std::string all;
  const auto passed = [](std::string_view name) {
    return name.starts_with("x.")  ? mlir_interest::counted
           : name == "vector.load" ? mlir_interest::defines
                                   : mlir_interest::passed;
  };
  for (mlir_clash const& c : read_mlir({text, {}}, passed).clashes) {
    all += (all.empty() ? "" : "; ") + std::to_string(c.place.line) + " " + c.operation + ": " +
           c.what + " is " + c.used + " here, and " + c.other + " " + c.where + ", line " +
           std::to_string(c.defined.line) + (c.elements ? " (elements)" : "");
  }
  return all;
}

TEST(MlirValues, AUseIsComparedWithWhatItMustBe) {
  expect_rows(R"-(
    func.func @f(%a: tensor<4xf32>) -> tensor<5xf32> {\n  return %a : tensor<4xf32>\n} => 2 return: operand 0 is tensor<4xf32> here, and tensor<5xf32> as a result of @f, line 1
    func.func @f(%a: tensor<4xf32>) -> tensor<5xf32> {\n  return %a : tensor<5xf32>\n} => 2 return: operand 0 is tensor<5xf32> here, and tensor<4xf32> where it is defined, line 1
    func.func @f(%a: i1) -> (i1 {x.y = 1}, i1) attributes {x.z} {\n  return %a : i1\n}  => 2 return: the number of operands is 1 here, and 2 as a result of @f, line 1
    "func.func"() <{function_type = (i1) -> tensor<2xi1>, sym_name = "f"}> ({\n^bb0(%a: i1):\n  "func.return"(%a) : (i1) -> ()\n}) : () -> () => 3 func.return: operand 0 is i1 here, and tensor<2xi1> as a result of the function, line 1
    util.func @f(%a: tensor<4xf32>) -> %a {\n  util.return %a : tensor<4xf32>\n}          =>
    func.func @f() -> i1 {\n  x.y { x.return %a : tensor<2xf32> }\n}                     =>
    func.func private @f() -> i1\nx.y { x.return %a : tensor<2xf32> }                     =>
    # calls, before and after their function
    func.func @f() {\n  %0 = call @g(%b) : (tensor<4xi1>) -> i1\n}\nfunc.func private @g(tensor<5xi1>) -> i1 => 2 call: operand 0 is tensor<4xi1> here, and tensor<5xi1> in @g, line 4
    func.func @g(%a: i1) -> tensor<5xi1> { x.y }\n%0 = "func.call"(%b) <{callee = @g}> : (i1) -> tensor<4xi1> => 2 func.call: result 0 is tensor<4xi1> here, and tensor<5xi1> in @g, line 1
    %b = x.a %c : (i1) -> tensor<2xi1>\nfunc.call @g(%b) : (tensor<4xi1>) -> i1            => 2 func.call: operand 0 is tensor<4xi1> here, and tensor<2xi1> where it is defined, line 1
    func.func private @g(tensor<5xi1>)\nfunc.func private @g(i1)\nfunc.call @g(%b) : (tensor<4xi1>) -> () =>
    llvm.func @g(i32, ...) -> i32\n%0 = llvm.call @g(%b, %c) : (i32, f32) -> i32          =>
    # branches, before and after their block
    x.y {\n^bb0:\n  cf.br ^bb1(%a, %b : i1, tensor<2xi1>)\n^bb1(%c: i1, %d: tensor<3xi1>):\n} => 3 cf.br: operand 1 is tensor<2xi1> here, and tensor<3xi1> in ^bb1, line 4
    x.y {\n^bb1(%c: i1):\n  "cf.br"(%c)[^bb1] : (tensor<4xi1>) -> ()\n}                  => 3 cf.br: operand 0 is tensor<4xi1> here, and i1 where it is defined, line 2; 3 cf.br: operand 0 is tensor<4xi1> here, and i1 in ^bb1, line 2
    x.y {\n^bb1(%c: i1):\n  cf.cond_br %c, ^bb1(%c : i1), ^bb1\n}                        => 3 cf.cond_br: the number of operands is 0 here, and 1 in ^bb1, line 2
    x.y {\n^bb1(%c: i1):\n  cf.switch %c : i1, [default: ^bb1(%c : i1), 1: ^bb2]\n}      =>
    # yields
    %r = scf.if %c -> (tensor<2xi1>) {\n  scf.yield %a : tensor<2xi1>\n} else {\n  scf.yield %a : tensor<3xi1>\n} => 4 scf.yield: operand 0 is tensor<3xi1> here, and tensor<2xi1> as a result of scf.if, line 1
    %r = scf.for %i = %a to %b step %c iter_args(%x = %y) -> (tensor<2xi1>) {\n  scf.yield %a : tensor<2xi1>\n}\nx.return %r : tensor<4xi1> => 4 x.return: operand 0 is tensor<4xi1> here, and tensor<2xi1> where it is defined, line 1
    %r = linalg.generic ins(%a : i1) outs(%b : tensor<2xi1>) {\n^bb0(%c: i1):\n  linalg.yield %c : i1\n} -> tensor<2xi1>\nreturn %r : tensor<3xi1> => 5 return: operand 0 is tensor<3xi1> here, and tensor<2xi1> where it is defined, line 1
    # what is known of other operations
    %r = call @g() : () -> tensor<2xi1>\nreturn %r : tensor<3xi1>                          => 2 return: operand 0 is tensor<3xi1> here, and tensor<2xi1> where it is defined, line 1
    %r = vector.load %m[%i] : memref<8xf32>, vector<4xf32>\nx.return %r : vector<8xf32>   => 2 x.return: operand 0 is vector<8xf32> here, and vector<4xf32> where it is defined, line 1
    %r = tensor.expand_shape %a [[0, 1]] : tensor<2xi1> into tensor<2x1xi1>\n"x.y"(%r) : (tensor<2xi1>) -> () => 2 x.y: operand 0 is tensor<2xi1> here, and tensor<2x1xi1> where it is defined, line 1
    %r = x.y %a : i1 -> tensor<2xi1>\n  as tensor<4xi1>\nreturn %r : tensor<4xi1>         =>
    %r, %s = x.y %a : i1 -> tensor<2xi1>, tensor<3xi1>\nreturn %s : tensor<4xi1>             => 2 return: operand 0 is tensor<4xi1> here, and tensor<3xi1> where it is defined, line 1
    %r = x.y @g {z = 1} : tensor<2xi1>\nreturn %r : tensor<3xi1>                           => 2 return: operand 0 is tensor<3xi1> here, and tensor<2xi1> where it is defined, line 1
    %r = x.y @g : tensor<2xi1> of tensor<3xi1>\nreturn %r : tensor<3xi1>                   =>
    # an operation that is not known has a type for each value
    %r = x.y %a : (i1) -> tensor<2xi1>\n%s = x.z %r, %a : tensor<3xi1>, i1 -> i1           => 2 x.z: operand 0 is tensor<3xi1> here, and tensor<2xi1> where it is defined, line 1
    # the types of the elements are not shapes
    %r = "x.y"() : () -> tensor<2xi1>\nreturn %r : tensor<2xi8>                            => 2 return: operand 0 is tensor<2xi8> here, and tensor<2xi1> where it is defined, line 1 (elements)
    %r = "x.y"() : () -> tensor<2xi1>\nreturn %r : tensor<2xi1, #x.y>                      =>
  )-",
              uses);
}

/// The types of an operation that is not asked are known if it writes all of them.
TEST(MlirValues, WhatIsNotAskedMayDefineAValue) {
  expect_rows(R"(
    %0 = a.b %x : tensor<2xf32>                  => 0
    %0 = a.b %x : tensor<3xf32> -> tensor<2xf32> => 1
    %0 = "a.b"(%x) : (i1) -> tensor<2xf32>       => 1
    %0 = a.b %x : i1 -> tensor<2xf32> loc(unknown) => 1
    # a word after the types says that they are something else
    %0 = a.b %x : i1 -> tensor<3xf32> as tensor<2xf32>   => 1
    %0 = a.b %x : (i1) -> tensor<2xf32> in tensor<3xf32> => 0
    %0 = a.b %x : i1 to tensor<2xf32> via tensor<3xf32>  => 0
  )",
              [](std::string const& defined) {
                const std::string text = defined + "\nc.d %0 : tensor<3xf32>";
                const auto only_c = [](std::string_view name) {
                  return name == "c.d" ? mlir_interest::asked : mlir_interest::passed;
                };
                return std::to_string(read_mlir({text, {}}, only_c).clashes.size());
              });
}

TEST(MlirText, LongTextsAreReadInTime) {
  constexpr std::size_t n = 20000, many = 100000;
  EXPECT_EQ(read(repeated(n, "\"a\"() ({\n") + repeated(n, "}) : () -> ()\n")).size(), n);
  EXPECT_EQ(read("a.b " + repeated(n, "%v, ") + "%v : i1").at(0).operands.size(), n + 1);
  // The text after an operation's type is skipped.
  EXPECT_EQ(wrong("\"a\"() : () -> " + repeated(many, "() -> ")), "");
  EXPECT_TRUE(holds(wrong("\"a\"() : () -> " + repeated(many, "t<")), "is not closed"));
  EXPECT_NE(wrong(std::string(many, '{')), "");
  const std::string one = "\"a.b\"(%x) : (tensor<2xf32>) -> tensor<2xf32>\n";
  for (char const* open : {"#a<", "!a<", "#a<b> #a<"}) {
    EXPECT_EQ(read(one + repeated(many, open)).size(), 1U) << open;
  }
  EXPECT_EQ(read(std::string(many, ' ') + repeated(many / 2, "a\n") + one).size(), 1U);
  // Of `#a<#b<c>` the second one is closed, and so it may be passed.
  EXPECT_EQ(read("#a<#b<c> " + one + "#d<" + one).size(), 2U);
  EXPECT_EQ(read("{ #a<#b<#c<x> } " + one + "#d<e> " + one).size(), 2U);
  EXPECT_EQ(read("#a<#b<" + one + ">\n" + one).size(), 1U);
}

TEST(MlirText, TypesTakeNoMoreMemoryThanTheTextAllows) {
  const std::string wide = "!t = tensor<" + repeated(1000, "1x") + "i1>\n";
  EXPECT_TRUE(
      holds(wrong(wide + repeated(1000, "a.b %x : !t\n")), "the types are too long for the text"));
  const std::string many = "a.b %x" + repeated(1000, ", %x") + " : tensor<";
  EXPECT_EQ(wrong(many + "1x1xi1>"), "");
  EXPECT_NE(wrong(many + repeated(20, "1x") + "i1>"), "");
}

}  // namespace mlir_text_test
