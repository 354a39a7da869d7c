// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/expectations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "mutants/mutants.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/rows.hpp"

namespace expectations_test {

using namespace bcast::proptests;
using bcast::tests::expect_rows;
namespace mutants = bcast::mutants;

expectations read(std::string const& lines) { return {"known.txt", "bcast-xfail 1\n" + lines}; }

std::string complaint(std::string const& text) {
  return bcast::tests::refusal([&] { expectations("known.txt", text); });
}

TEST(Expectations, ALineHasALawASubjectAPlaceAModeAndAReason) {
  const expectations e = read(
      "# a comment\n"
      "\n"
      "shape           numpy*  zero,rank=2  strict  \"a reason\"\n"
      "array_api.A14  *       *            accept  \"with \\\"quotes\\\"\"\n"
      "either_first   x       scalar       skip    \"another\"\n");
  ASSERT_EQ(e.lines().size(), 3U);
  EXPECT_EQ(e.lines()[0].line, 4U);
  EXPECT_EQ(e.lines()[0].where, (std::vector<std::string>{"zero", "rank=2"}));
  EXPECT_EQ(e.lines()[0].how, expectation::mode::strict);
  EXPECT_EQ(e.lines()[1].because, "with \"quotes\"");
  EXPECT_TRUE(e.lines()[1].where.empty());
  EXPECT_EQ(e.lines()[2].how, expectation::mode::skip);
}

TEST(Expectations, WhatIsWrongIsNamedWithItsLine) {
  for (char const* text : {"", "\n", "bcast-xfail 2\n", "bcast-xfail 17junk\n", "bcast-xfail 1 2\n",
                           "\x7f"
                           "ELF"}) {
    EXPECT_TRUE(complaint(text).starts_with("known.txt:1: expected header `bcast-xfail 1`"))
        << text;
  }
  EXPECT_EQ(complaint("bcast-xfail 1\n"), "taken");
  EXPECT_EQ(complaint("bcast-xfail 1 \r\n"), "taken");
  expect_rows(R"(
    shape                                 => known.txt:2: expected a law, a subject, where, and strict, accept or skip
    shape * *                             => known.txt:2: expected a law, a subject, where, and strict, accept or skip
    shape * * perhaps "x"                 => known.txt:2: 'perhaps' is not one of strict, accept, skip
    shape * * strict                      => known.txt:2: expected a law, a subject, where, and strict, accept or skip
    shape * * strict because              => known.txt:2: expected a reason in "quotes"
    shape * * strict ""                   => known.txt:2: expected a reason in "quotes"
    shape * * strict "not closed          => known.txt:2: expected a reason in "quotes"
    frob * * strict "x"                  => known.txt:2: no law is called 'frob', and none states it
    shape * zerro strict "x"              => known.txt:2: no case has a feature 'zerro'; did you mean 'zero'?
    shape * zero,rank=two strict "x"      => known.txt:2: no case has a feature 'rank=two'
    shape * rank= strict "x"              => known.txt:2: no case has a feature 'rank='
    shape * zero, strict "x"              => known.txt:2: no case has a feature ''
    shape * zero,,scalar strict "x"       => known.txt:2: no case has a feature ''
    shape * * strict "x" never            => known.txt:2: 'never' after the end of the line
  )",
              [](std::string const& line) { return complaint("bcast-xfail 1\n" + line); });
}

std::optional<expected_failure> speaks(expectations const& e, std::string const& law,
                                       std::string const& subject, std::string const& text) {
  bcast::kit::subject s;
  s.name = subject;
  return e(*find_law(law), s, parse_case(text));
}

TEST(Expectations, TheFirstLineThatSpeaksOfACaseCounts) {
  const expectations e = read("shape numpy* zero,rank=2 strict \"a\"\nshape * * skip \"b\"\n");
  EXPECT_EQ(speaks(e, "shape", "numpy 2.4", "2x0 1")->line, 2U);
  EXPECT_TRUE(speaks(e, "shape", "numpy 2.4", "2x0 1")->asked);
  EXPECT_EQ(speaks(e, "shape", "numpy 2.4", "2x1 1")->line, 3U);
  EXPECT_FALSE(speaks(e, "shape", "numpy 2.4", "2x1 1")->asked);
  EXPECT_EQ(speaks(e, "shape", "torch", "2x0 1")->line, 3U);
  EXPECT_FALSE(speaks(e, "order", "torch", "2x0 1"));
  const expectations by_clause = read("array_api.A14 * * strict \"a\"\n");
  EXPECT_TRUE(speaks(by_clause, "shape", "any", "1"));
}

TEST(Expectations, ALawsOldNameIsTaken) {
  EXPECT_TRUE(speaks(read("join * * strict \"a\"\n"), "shape", "any", "1"));
  EXPECT_EQ(find_law("join"), find_law("shape"));
}

TEST(Expectations, EachTextSubjectAndLawHasItsOwnLines) {
  const expectations one = read("shape numpy zero strict \"a\"\n\norder * * skip \"b\"\n");
  const expectations other = read("\njoin torch * strict \"a\"\n"), copy = one;
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(speaks(one, "shape", "numpy", "2x0 1")->line, 2U);
    EXPECT_FALSE(speaks(other, "shape", "numpy", "2x0 1"));
    EXPECT_EQ(speaks(copy, "shape", "numpy", "2x0 1")->line, 2U);
    EXPECT_FALSE(speaks(copy, "shape", "torch", "2x0 1"));
    EXPECT_EQ(speaks(other, "shape", "torch", "2x0 1")->line, 3U);
    EXPECT_EQ(speaks(one, "order", "torch", "2x0 1")->line, 4U);
  }
}

TEST(Expectations, FeaturesNameWhatACaseHas) {
  const auto has = [](std::string const& text, std::string const& feature) {
    const auto all = features_of(parse_case(text));
    return std::ranges::find(all, feature) != all.end();
  };
  // A case that has the feature, and one that lacks it.
  expect_rows(R"(
    2x0 1 / 2x1 1                   => zero
    1 -> 0 / 1 -> 1                 => zero
    () 2 / 1 2                      => scalar
    * 2 / ? 2                       => unranked
    ? 2 / 1 2                       => unknown
    2 2 dims=0 / 2 2                => dimensions
    1x2 -> 2 / 2x2 -> 2             => leading_ones_in_source
    1x1x2 -> 2 / 1x3x2 -> 2         => leading_ones_in_source
    2~t 2 / 2 2                     => laid_out
    2 -> 2x2~t / 2 -> 2x2           => laid_out
    2~z 2 / 2~t 2                   => repeated
    2 -> 3x3 / 2 -> 3x2             => unfit
    2 -> 3 / ? -> 3                 => equal unfit
    2 3 / 2 1                       => illegal
    2x1 1x2 / 2x1 2x2               => mutual
    2 2 / 2 1                       => equal
    4294967296x4294967296x0 / 4294967296x2147483647x0 => overflow
    0x4294967296x4294967296 1 / 0x1x1 1     => overflow
    4294967296x1 1x4294967296 / 2x1 1x2     => overflow
    4294967296x4294967296 3 / 2x2 3         => overflow
    2x1 1 / 2 1                     => rank=2
    1 1 1 / 1 1                     => operands=3
    1 type=int8 / 1                 => element=int8
    1 1 op=sub / 1 1                => op=sub
  )",
              [&](std::string const& both) {
                const std::size_t at = both.find('/');
                const std::string with = both.substr(0, at), without = both.substr(at + 1);
                std::string found;
                for (std::string const& feature : features_of(parse_case(with))) {
                  EXPECT_EQ(why_no_feature(feature), "");
                  if (!has(without, feature)) found += (found.empty() ? "" : " ") + feature;
                }
                return found;
              });
}

/// A mutant's law with a file of expected failures.
outcome run_with(expectations const& e, std::string const& mutant, std::string const& law) {
  settings with;
  with.seed = 1;
  with.random = 100;
  with.sources = {"core", "examples", "random"};
  with.expect = e;
  return run(*find_law(law), mutants::find(mutant).subject, with);
}

TEST(Expectations, AFailureThatIsForeseenIsCountedAndNotReported) {
  const outcome free = run_with({}, "shape/left_aligned", "shape");
  ASSERT_TRUE(free.failure);
  const expectations all = read("shape shape/* * strict \"known\"\n");
  const outcome o = run_with(all, "shape/left_aligned", "shape");
  EXPECT_FALSE(o.failure);
  ASSERT_EQ(o.expected.size(), 1U);
  EXPECT_GT(o.expected[0].failing, 0U);
  EXPECT_EQ(o.expected[0].cases, o.cases());
  EXPECT_TRUE(all.broken_promises({o}).empty());
  EXPECT_NE(all.remarks({o}).at(0).find("applies to"), std::string::npos) << "more than a quarter";
}

TEST(Expectations, WhatIsKnownOfASystemIsToldInWordsAndPromisesNothing) {
  expectations e = read("shape mine zero accept \"a zero\"\n");
  e.add_known("mine.txt",
              "bcast-xfail 1\n"
              "versions 2.4.6 3.0\n"
              "shape mine* zero strict \"hidden by the user's own line\"\n"
              "shape mine* * strict \"it rounds\"\n"
              "own_overlap mine* * accept \"it rounds\"\n"
              "order mine* * strict \"it is late\"\n");
  outcome shape, overlap, order;
  shape.subject = overlap.subject = order.subject = "mine 2.5.0+cpu in place";
  shape.expected = {{2, 3, 3}, {4, 5, 1, "mine.txt"}};
  overlap.expected = {{5, 4, 4, "mine.txt"}};
  order.expected = {{6, 4, 0, "mine.txt"}};
  const std::vector<outcome> all{shape, overlap, order};
  const auto told = e.known_deviations(all);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].laws, "shape, own overlap");
  EXPECT_EQ(told[0].because, "it rounds");
  EXPECT_TRUE(e.broken_promises(all).empty());
  const std::string other = "mine.txt was made with 2.4.6 and 3.0; this is mine 2.5.0+cpu in place";
  EXPECT_EQ(e.remarks({order}),
            (std::vector<std::string>{"known.txt:2: applies to no case of this run", other}));
  order.subject = "mine 3.0+cpu";
  EXPECT_EQ(e.remarks({order}).size(), 1U);
}

/// In each law by itself.
TEST(Expectations, ALineThatAppliesToMoreThanAQuarterIsRemarked) {
  const expectations all = read("* * * accept \"known\"\n");
  const std::size_t line = all.lines().front().line;
  const auto outcome_of = [&](char const* law, std::uint64_t cases) {
    outcome o;
    o.stated = find_law(law);
    o.subject = "mine";
    o.sources = {{"random", 12}};
    o.expected = {{line, cases, 1}};
    return o;
  };
  EXPECT_TRUE(all.remarks({outcome_of("shape", 3), outcome_of("order", 3)}).empty());
  EXPECT_EQ(all.remarks({outcome_of("shape", 4), outcome_of("order", 1)}),
            (std::vector<std::string>{"known.txt:2: applies to 4 of 12 cases of shape on mine"}));
}

TEST(Expectations, WhatIsSkippedIsCountedAndDoesNotFail) {
  const expectations some = read("shape shape/* rank=2 skip \"crashes\"\n");
  const outcome o = run_with(some, "shape/left_aligned", "shape");
  ASSERT_EQ(o.expected.size(), 1U);
  EXPECT_GT(o.expected[0].cases, 0U);
  EXPECT_EQ(o.expected[0].failing, 0U);
  for (std::string const& remark : some.remarks({o})) {
    EXPECT_EQ(remark.find("applies to no case"), std::string::npos) << remark;
  }
}

TEST(Expectations, ShrinkingNeverEndsInAForeseenCase) {
  // Every case with two axes is expected to fail: other failures have more axes.
  const expectations e = read("shape * rank=2 accept \"known\"\n");
  const outcome o = run_with(e, "shape/left_aligned", "shape");
  ASSERT_TRUE(o.failure);
  EXPECT_FALSE(e(*o.stated, mutants::find("shape/left_aligned").subject, o.failure->smallest));
}

TEST(Expectations, APromiseIsBrokenWhereNothingFails) {
  const expectations strict = read("shape * zero strict \"x\"\n"),
                     lenient = read("shape * zero accept \"x\"\n"),
                     absent = read("shape * op=sub strict \"x\"\n");
  const auto right = [](expectations const& e) {
    settings with;
    with.random = 40;
    with.sources = {"examples", "random"};
    with.expect = e;
    return run(*find_law("shape"), mutants::right().front(), with);
  };
  ASSERT_EQ(strict.broken_promises({right(strict)}).size(), 1U);
  EXPECT_EQ(strict.broken_promises({right(strict)})[0].substr(0, 13), "known.txt:2: ");
  EXPECT_TRUE(lenient.broken_promises({right(lenient)}).empty());
  EXPECT_TRUE(absent.broken_promises({right(absent)}).empty());
  EXPECT_EQ(absent.remarks({right(absent)}),
            (std::vector<std::string>{"known.txt:2: applies to no case of this run"}));
}

TEST(Expectations, TheLawsOfALineKeepItsPromiseTogether) {
  const expectations strict = read("* * * strict \"x\"\n");
  outcome fails, holds;
  fails.expected = {{2, 5, 3}};
  holds.expected = {{2, 4, 0}};
  EXPECT_TRUE(strict.broken_promises({fails, holds}).empty());
  EXPECT_TRUE(strict.broken_promises({holds, fails}).empty());
  const std::vector<std::string> broken = strict.broken_promises({holds, holds});
  ASSERT_EQ(broken.size(), 1U);
  EXPECT_EQ(broken[0], "known.txt:2: 8 cases of * pass but were expected to fail: \"x\"");
}

TEST(Expectations, TheLineThatAFailurePrintsIsReadAndMasksIt) {
  const outcome o = run_with({}, "shape/left_aligned", "shape");
  const expectations e = read(line_for(o) + "\n");
  EXPECT_TRUE(e(*o.stated, mutants::find("shape/left_aligned").subject, o.failure->smallest))
      << line_for(o);
}

TEST(Expectations, TheLineThatAFailurePrintsNamesItsSubjectWhateverThatIsCalled) {
  const outcome failed = run_with({}, "shape/left_aligned", "shape");
  for (std::string const name :
       {"a b", "[x]*", "a\\b", "what?", "tab\tnew\nline", "#", "\"", "m\u00FCller", "[!a]", ""}) {
    outcome o = failed;
    o.subject = name;
    const expectations e = read(line_for(o) + "\n");
    ASSERT_EQ(e.lines().size(), 1U) << line_for(o);
    bcast::kit::subject s;
    s.name = name;
    EXPECT_TRUE(e(*o.stated, s, o.failure->smallest)) << line_for(o);
    s.name = "[x] or another";
    EXPECT_EQ(static_cast<bool>(e(*o.stated, s, o.failure->smallest)), name.empty()) << line_for(o);
  }
}

TEST(Expectations, TheLineThatAFailurePrintsIsForAnyVersion) {
  outcome o = run_with({}, "shape/left_aligned", "shape");
  for (auto const& [name, pattern] :
       {std::pair<std::string, std::string>{"numpy 2.4.6 in place", "numpy*_in_place"},
        {"torch_v1.2+cu", "torch*"},
        {"x_1", "x_1"},
        {"x_1.", "x_1."},
        {"x_1.A", "x_1.A"},
        {"x_v.1", "x_v.1"},
        {"x1.2", "x1.2"},
        {"_v2.a_3.b", "**"},
        {"x_", "x_"}}) {
    o.subject = name;
    EXPECT_EQ(line_for(o).substr(0, 6 + pattern.size() + 1), "shape " + pattern + " ") << pattern;
  }
}

}  // namespace expectations_test
