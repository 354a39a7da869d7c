// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "explain/tracer/rewrite.hpp"
#include "explain/tracer/rows.hpp"

// The tracer of the transcriptions: where a row can be, and where it is refused.

namespace tracer_test {

using namespace bcast::tracer;

std::string in_namespace(std::string_view text) {
  return "namespace bcast::reference::d {\n" + std::string(text) + "}\n";
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

}  // namespace tracer_test
