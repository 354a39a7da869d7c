// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/properties.hpp"
#include "table.hpp"

// The contents of a cell or a paragraph, in Markdown and in HTML.

namespace bcast::docs {
namespace {

TEST(Text, ATagIsADocumentAndALetterWithANumber) {
  for (char const* tag :
       {"sonnx.F2", "array_api.A14", "sonnx@2026-01.D1", "array_api@2025.12.X1", "x.Y0"}) {
    EXPECT_TRUE(is_tag(tag)) << tag;
  }
  for (char const* other :
       {"", "sonnx", ".F2", "sonnx.", "sonnx.F", "sonnx.f2", "sonnx.2F", "sonnx.F2a", "s0nnx.F2",
        "sonnx@may.F2", "sonnx@.F2", "2022.12", "array_api@2025.12", "array.api.X1"}) {
    EXPECT_FALSE(is_tag(other)) << other;
  }
}

TEST(Text, ProseIsSplitAtItsCodeAndItsTags) {
  const text expected{{kind::plain, "By ", ""},
                      {kind::tag, "sonnx.F2", ""},
                      {kind::plain, ". See ", ""},
                      {kind::code, "f(a)", ""}};
  EXPECT_EQ(prose("By sonnx.F2. See `f(a)`"), expected);
  EXPECT_EQ(prose("a ` b"), (text{{kind::plain, "a ` b", ""}}));
  EXPECT_EQ(prose("``"), (text{{kind::code, "", ""}}));
  EXPECT_EQ(prose("array_api@2025.12.X1."),
            (text{{kind::tag, "array_api@2025.12.X1", ""}, {kind::plain, ".", ""}}));
  EXPECT_EQ(prose(""), text{});
}

TEST(Text, MarkdownEscapesWhatItWouldTakeForMarkup) {
  const auto plain = [](char const* s) { return markdown(text{{kind::plain, s, ""}}); };
  EXPECT_EQ(plain("<a </b <!c <?d <1 < <"), "\\<a \\</b \\<!c \\<?d <1 < <");
  EXPECT_EQ(plain("x](y x][z x] ]"), "x\\](y x\\][z x] ]");
  EXPECT_EQ(plain("_a a_ 1_2 _"), "\\_a a_ 1_2 \\_");
  EXPECT_EQ(plain("\\`*~&$|"), "\\\\\\`\\*\\~\\&\\$\\|");
}

TEST(Text, MarkdownsCodeMayHoldABacktickOrAPipe) {
  const auto code = [](char const* s) { return markdown(text{{kind::code, s, ""}}); };
  EXPECT_EQ(code(""), "");
  EXPECT_EQ(code("a|b"), "`a\\|b`");
  EXPECT_EQ(code("a`b"), "`` a`b ``");
}

TEST(Text, HtmlWritesEachKindItsWay) {
  const tag_pages pages{{"sonnx.F2", "clauses"}};
  const auto of = [&](docs::kind k, char const* s, char const* target = "") {
    return html(text{{k, s, target}}, pages);
  };
  EXPECT_EQ(of(kind::plain, "a < \"b\" & c > d"), "a &lt; &quot;b&quot; &amp; c &gt; d");
  EXPECT_EQ(of(kind::code, "x<y"), "<code>x&lt;y</code>");
  EXPECT_EQ(of(kind::formula, "a"), "<math><mrow><mi>a</mi></mrow></math>");
  EXPECT_EQ(of(kind::tag, "sonnx.F2"),
            "<a class=\"tag\" href=\"clauses.html#sonnx.F2\">sonnx.F2</a>");
  EXPECT_EQ(of(kind::tag, "sonnx.F9"), "<code>sonnx.F9</code>");
  EXPECT_EQ(of(kind::link, "f:3", "a/f.hpp#L3"),
            "<a href=\"../source/a-f.hpp.html#__codelineno-0-3\">f:3</a>");
  EXPECT_EQ(of(kind::link, "f", "a/f.hpp"), "<a href=\"../source/a-f.hpp.html\">f</a>");
}

TEST(Table, ARowIsItsTagsAnchorOnTheTagsOwnPage) {
  const text tag{{kind::tag, "sonnx.F2", ""}};
  const table t{{"tag", "what_is"}, {{tag, prose("x")}, {prose("none"), prose("y")}}};
  const tag_pages pages{{"sonnx.F2", "clauses"}};
  const std::string home = html(t, "clauses", pages);
  EXPECT_NE(home.find("<th>what is</th>"), std::string::npos) << home;
  EXPECT_NE(home.find("<tr id=\"sonnx.F2\"><td class=\"tag\">"), std::string::npos) << home;
  EXPECT_NE(home.find("<tr><td class=\"tag\">none</td><td class=\"what_is\">y</td></tr>"),
            std::string::npos)
      << home;
  EXPECT_EQ(html(t, "findings", pages).find("<tr id="), std::string::npos);
  EXPECT_EQ(html(t, "clauses", {}).find("<tr id="), std::string::npos);
}

TEST(Table, OnlyAFirstColumnOfTagsAnchorsItsRows) {
  const text tag{{kind::tag, "sonnx.F2", ""}}, two = prose("sonnx.F2 and more");
  EXPECT_EQ(tags_of({{"tag"}, {{tag}, {two}, {prose("x")}}}), std::vector<std::string>{"sonnx.F2"});
  EXPECT_EQ(tags_of({{"clause"}, {{tag}}}), std::vector<std::string>{});
}

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

}  // namespace
}  // namespace bcast::docs
