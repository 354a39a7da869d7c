// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formula.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/properties.hpp"

namespace bcast::docs {
namespace {

TEST(Formula, SubscriptsAreLettersOrAGroup) {
  EXPECT_EQ(mathml("dYm_i"),
            "<math><mrow><msub><mi>dYm</mi><mrow><mi>i</mi></mrow></msub></mrow></math>");
  EXPECT_EQ(mathml("d_{i-1}"),
            "<math><mrow><msub><mi>d</mi><mrow><mi>i</mi><mo>&#x2212;</mo><mn>1</mn></mrow></msub>"
            "</mrow></math>");
}

TEST(Formula, AMaximumStandsOverWhatItRangesOver) {
  EXPECT_EQ(mathml("max_{m in [1,N]}").find("<munder><mo>max</mo><mrow><mi>m</mi>"), 12);
}

TEST(Formula, WordsThatAnUnderscoreJoinsAreOneName) {
  EXPECT_NE(mathml("is_unique(broadcast_dimensions)").find("<mi>is_unique</mi>"),
            std::string::npos);
  EXPECT_NE(mathml("is_unique(broadcast_dimensions)").find("<mi>broadcast_dimensions</mi>"),
            std::string::npos);
  EXPECT_EQ(mathml("dim_j").find("dim_j"), std::string::npos);
}

TEST(Formula, AnArticleIsNoVariable) {
  EXPECT_NE(mathml("a list of length N").find("<mtext>&#xA0;a&#xA0;</mtext>"), std::string::npos);
  EXPECT_NE(mathml("f(a,B) = a if B").find("<mi>a</mi></mrow></math> <math>"), std::string::npos);
}

TEST(Formula, NoCharacterOfMarkupIsLeft) {
  EXPECT_NE(mathml("a < b & c").find("<mo>&lt;</mo>"), std::string::npos);
  EXPECT_NE(mathml("a < b & c").find("<mo>&amp;</mo>"), std::string::npos);
}

/// Each opening tag of the text has its end.
void expect_balanced(std::string const& text) {
  const auto count = [&](char second) {
    std::ptrdiff_t n = 0;
    for (std::size_t k = 0; k + 1 < text.size(); ++k) {
      n += text[k] == '<' && (text[k + 1] == '/') == (second == '/');
    }
    return n;
  };
  EXPECT_EQ(count(' '), count('/')) << text;
}

TEST(Formula, EveryFormulaOfTheRowsIsTypeset) {
  const auto each = [](auto const& rows) {
    for (spec::clause const& c : rows) {
      if (c.formula.empty()) continue;
      const std::string typeset = mathml(c.formula);
      expect_balanced(typeset);
      EXPECT_EQ(typeset.find("<mi>forall</mi>"), std::string::npos) << c.tag;
      EXPECT_EQ(typeset.find("<mo>_</mo>"), std::string::npos) << c.tag;
      EXPECT_EQ(typeset.find("<mo>{</mo>"), std::string::npos) << c.tag;
    }
  };
  for (spec::rows const& r : spec::documents) each(r.clauses);
  each(spec::properties);
}

TEST(Formula, AWordOrACommaBreaksTheLineOutsideBracketsOnly) {
  const auto lines = [](std::string_view formula) {
    const std::string m = mathml(formula);
    std::size_t n = 0;
    for (std::size_t at = 0; (at = m.find("<math>", at)) != std::string::npos; ++at) ++n;
    return n;
  };
  for (std::string const word : {"if", "and", "or", "otherwise", "forall"}) {
    EXPECT_EQ(lines("x " + word + " y"), 2) << word;
    EXPECT_EQ(lines("(x " + word + " y)"), 1) << word;
  }
  EXPECT_EQ(lines("x is y"), 1);
  EXPECT_EQ(lines("x, y"), 2);
  EXPECT_EQ(lines("a = 1, b = 2"), 2);
  EXPECT_EQ(lines("f(a, b)"), 1);
  EXPECT_EQ(lines("x,y"), 1);
  EXPECT_EQ(lines("x,"), 1);
  EXPECT_EQ(lines("[x, y]"), 1);
}

}  // namespace
}  // namespace bcast::docs
