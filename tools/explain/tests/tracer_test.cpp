// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "explain/tracer/rewrite.hpp"
#include "explain/tracer/rows.hpp"
#include "tests/support/holds.hpp"

// The tracer of the transcriptions: where a row can be, and where it is refused.

namespace tracer_test {
namespace {

using namespace bcast::tracer;

std::string in_namespace(std::string_view text) {
  return "namespace bcast::reference::d {\n" + std::string(text) + "}\n";
}

/// The traced copy of some functions.
std::string traced(std::string_view functions) { return rewritten(in_namespace(functions)); }

/// The recording calls in the copy of a body, without their namespace.
std::string told(std::string_view body) {
  std::string text = traced("int f() {\n" + std::string(body) + "}\n");
  const std::string name = "::bcast::traced::";
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name)) {
    text.erase(at, name.size());
  }
  return text;
}

/// The line and the words of a refusal.
std::string refused(std::string_view functions) {
  const std::string text = in_namespace(functions);
  try {
    rewritten(text);
  } catch (bcast::tracer::refusal const& r) {
    return std::to_string(1 + std::count(text.begin(), text.begin() + r.at, '\n')) + ": " +
           r.what();
  }
  return "";
}

using namespace ::bcast::tests;

TEST(Tracer, WordsAreTheDocumentsOnOneLine) {
  const auto rows = blocks_of(
      "// [d.F1] a = 1   if b    departure d.D1: c\n"
      "//        a = 2   otherwise\n"
      "// [d.X1] some words that\n"
      "//        go on     finding d.D2: ours, which\n"
      "//        goes on too\n"
      "// [d.V1] one   [d.V2] another\n");
  ASSERT_EQ(rows.size(), 1U);
  ASSERT_EQ(rows[0].rows.size(), 4U);
  EXPECT_EQ(rows[0].rows[0].words, "a = 1 if b; a = 2 otherwise");
  EXPECT_EQ(rows[0].rows[1].words, "some words that go on");
  EXPECT_EQ(rows[0].rows[2].words, "one");
  EXPECT_EQ(rows[0].rows[3].words, "another");
}

TEST(Tracer, AFunctionTellsItsArgumentsAndWhatItChanges) {
  const std::string text = traced(
      "// [d.F1] a and b\n"
      "/// Ours.\n"
      "template <class T>\n"
      "constexpr list<T> f(list<T> const& a, index& b) { return a; }\n");
  expect_parts(text, {"namespace bcast::traced::d {", "inline list<T> f(",
                      R"(called({{"d.F1", "a and b"}}, "f", {{"a", ::bcast::traced::text(a)}, )",
                      R"(values{{"b", ::bcast::traced::text(b)}}; }, [&]() -> list<T> {)",
                      "{ return a;  });}"});
}

TEST(Tracer, OverloadsShareTheirRowsWords) {
  const std::string text = traced(
      "// [d.F1] the formula\n"
      "int f(int a) { return a; }\n"
      "// [d.F1] for all b\n"
      "int f(int a, int b) { return a + b; }\n");
  EXPECT_TRUE(holds(text, R"({"d.F1", "the formula, for all b"})"));
}

TEST(Tracer, AStatementTellsWhatItDoes) {
  EXPECT_TRUE(holds(told("// [d.A1] x\nconst dim<int> a = g(1, 2), b = 3;\nreturn a;\n"),
                    R"(b = 3; set({{"d.A1", "x"}}, {{"a", text(a)}, {"b", text(b)}});)"));
  EXPECT_TRUE(holds(told("// [d.A1] x\ns[i] = 2;\nreturn 1;\n"),
                    R"(set({{"d.A1", "x"}}, {{"s" + at(i), text(s[i])}});)"));
  EXPECT_TRUE(holds(told("if (a == 1) {\n// [d.A1] x\na = 2;\n}\nreturn 1;\n"), "a = 2; decided("));
  EXPECT_TRUE(
      holds(told("if (a) {\n} else {\n// [d.A1] x\na = 2;\n}\nreturn 1;\n"), "a = 2; decided("));
  EXPECT_TRUE(holds(told("for (;;) {\n// [d.A1] x\na = 2;\n}\nreturn 1;\n"), "a = 2; set("));
  EXPECT_TRUE(holds(told("// [d.A1] x\nwhile (a) {\n}\nreturn 1;\n"), "while (a) { looped("));
  EXPECT_TRUE(holds(told("// [d.A1] x\nif (a) {\n}\nreturn 1;\n"), "if (a) { entered("));
  EXPECT_TRUE(holds(told("// [d.A1] x\nif (a) return b;\nreturn 1;\n"),
                    R"(if (a) return taken({{"d.A1", "x"}}, b);)"));
  EXPECT_TRUE(
      holds(told("// [d.A1] x\nreturn g(1);\n"), R"(return taken({{"d.A1", "x"}}, g(1));)"));
  EXPECT_TRUE(
      holds(told("// [d.V1] y\n// [d.A1] x\nif (a) throw violation(\"d.A1\");\nreturn 1;\n"),
            R"(if (a) { thrown({{"d.A1", "x"}, {"d.V1", "y"}}); throw violation("d.A1"); } )"
            R"(passed({{"d.A1", "x"}, {"d.V1", "y"}});)"));
  EXPECT_TRUE(holds(told("// [d.A1] x\nthrow violation(\"d.A1\", i);\n"),
                    R"(thrown({{"d.A1", "x"}}); throw violation("d.A1", i);)"));
}

TEST(Tracer, WhatOnlyTheCompilerAsksStays) {
  EXPECT_TRUE(holds(traced("// [d.N1] types\ntemplate <class T>\nconcept N1 = true;\n"),
                    "concept N1 = true;\n"));
  EXPECT_TRUE(holds(traced("// [d.C1] one\ntemplate <class T>\ninline constexpr bool C1 = true;\n"),
                    "inline constexpr bool C1 = true;\n"));
}

TEST(Tracer, ARowThatIsAboveNothingIsRefusedWithItsLine) {
  EXPECT_EQ(refused("// [d.X1] x\n\nint f() { return 1; }\n"),
            "2: the row [d.X1] is not above anything");
  EXPECT_EQ(refused("int f() {\n  return 1;\n  // [d.X1] x\n}\n"),
            "4: the row [d.X1] is not above anything");
  EXPECT_EQ(refused("// [d.X1] x\nstruct s {\n};\n"), "2: the row [d.X1] is not above a function");
  EXPECT_EQ(refused("// [d.X1] x\nusing s = int;\n"), "2: the row [d.X1] is not above a function");
  EXPECT_EQ(refused("int f() {\n  // [d.X1] x\n  g();\n  return 1;\n}\n"),
            "3: the row [d.X1] is above a statement that gives no value");
  EXPECT_EQ(refused("int f() {\n  // [d.X1] x\n  if (a) g();\n  return 1;\n}\n"),
            "3: the row [d.X1] is above a condition of another form");
  EXPECT_EQ(refused("int f() {\n  // [d.X1] x\n  for (;;) g();\n}\n"),
            "3: the row [d.X1] is above a loop without braces");
  EXPECT_EQ(refused("s f() {\n  // [d.X1] x\n  return {1, 2};\n}\n"),
            "3: the row [d.X1] is above a return without an expression");
  EXPECT_EQ(refused("int f() {\n  // [d.X1] x\n  throw violation(\"d.X2\");\n}\n"),
            "3: the row [d.X1] is above a throw of another clause");
}

TEST(Tracer, ARowInAnotherPlaceIsRefused) {
  EXPECT_EQ(refused("int f() { return 1; }  // [d.X1] x\n"), "2: a row follows code");
  EXPECT_EQ(refused("// [d.X1] as [d.X2] says\nint f() { return 1; }\n"),
            "2: the tag d.X2 is inside a row");
  EXPECT_THROW(rewritten("int f() { return 1; }\n"), bcast::tracer::refusal);
}

}  // namespace
}  // namespace tracer_test
