// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/reports.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "mutants/mutants.hpp"
#include "run/added.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/rows.hpp"

namespace reports_test {

using namespace bcast::proptests;
namespace mutants = bcast::mutants;
using namespace ::bcast::tests;
using nlohmann::json;

settings few() {
  settings with;
  with.seed = std::numeric_limits<std::uint64_t>::max();
  with.random = 40;
  with.sources = {"core", "examples", "random"};
  return with;
}

/// One law that holds, one that is broken, one that is skipped.
run_report run_of() {
  const settings with = few();
  bcast::kit::subject mute = mutants::right().front();
  mute.name = "mute";
  mute.broadcast_shapes = nullptr;
  law const& join = *find_law("shape");
  return {with.seed,
          {run(join, mutants::right().front(), with),
           run(join, mutants::find("shape/left_aligned").subject, with), run(join, mute, with)}};
}

/// The same, run once.
run_report const& whole_run() {
  static const run_report all = run_of();
  return all;
}

TEST(Reports, AnOutcomeIsReadAsItWasWritten) {
  run_report before = whole_run();
  before.outcomes[0].remarks = {"one", "two"};
  before.outcomes[1].failure->cut = true;
  for (outcome const& o : before.outcomes) {
    const outcome after = outcome_from_json(to_json(o));
    EXPECT_EQ(to_json(after), to_json(o));
    EXPECT_EQ(after.remarks, o.remarks);
    EXPECT_EQ(after.cases(), o.cases());
    EXPECT_EQ(after.skipped, o.skipped);
    ASSERT_EQ(after.failure.has_value(), o.failure.has_value());
    if (!o.failure) continue;
    EXPECT_EQ(after.failure->smallest, o.failure->smallest);
    EXPECT_EQ(after.failure->what, o.failure->what);
    EXPECT_TRUE(after.failure->cut);
    EXPECT_EQ(report(after), report(o));
  }
}

TEST(Reports, TheSeedHasSixtyFourBits) {
  EXPECT_EQ(json::parse(to_json(whole_run())).at("seed"), "18446744073709551615");
}

TEST(Reports, WhatIsReadIsPrintable) {
  outcome o = whole_run().outcomes[1];
  o.failure->replay = o.failure->whole = "a\x1b[2J\nb";
  const outcome after = outcome_from_json(to_json(o));
  EXPECT_EQ(after.failure->replay, "a.[2J.b");
  EXPECT_EQ(after.failure->whole, "a.[2J.b");
  outcome skipped = whole_run().outcomes[2];
  skipped.skipped = "a\x1b[2J\nb";
  EXPECT_EQ(outcome_from_json(to_json(skipped)).skipped, "a.[2J.b");
}

TEST(Reports, TextOfASubjectThatIsNoUtf8IsMarked) {
  outcome o = whole_run().outcomes[1];
  o.failure->what = "says \xff\xfe and \x01";
  const std::string text = to_json(o);
  EXPECT_NO_THROW(std::ignore = json::parse(text));
  EXPECT_EQ(outcome_from_json(text).failure->what, "says \xEF\xBF\xBD\xEF\xBF\xBD and \x01");
}

TEST(Reports, WhatIsNoOutcomeIsRefused) {
  const std::string good = to_json(whole_run().outcomes[1]);
  std::vector<std::string> others{"",
                                  "{",
                                  "[]",
                                  "7",
                                  "{}",
                                  good + good,
                                  good + "}",
                                  std::string(100000, '['),
                                  "null",
                                  "\xff\xfe",
                                  std::string(1, '\0') + good};
  for (std::size_t kept = 0; kept + 2 < good.size(); kept += 1 + kept % 7) {
    others.push_back(good.substr(0, kept));
  }
  const json whole = json::parse(good);
  for (auto const& [name, value] : whole.items()) {
    for (json const& wrong : {json(-1.5), json::array({1})}) {
      json changed = whole;
      changed[name] = wrong;
      if (name != "clause" && name != "level" && name != "verdict" && !value.is_number()) {
        others.push_back(changed.dump());
      }
    }
  }
  for (char const* at : {"/failure/source", "/failure/found", "/failure/replayed"}) {
    json changed = whole;
    changed[json::json_pointer(at)] = "2x~";
    others.push_back(changed.dump());
  }
  for (std::string const& text : others) {
    EXPECT_THROW(outcome_from_json(text), std::invalid_argument) << text.substr(0, 2000);
  }
}

// JUnit ------------------------------------------------------------------------------------------

std::size_t count_of(std::string const& text, std::string const& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// The fields that Jenkins, GitLab and GitHub's reporters read: testsuite's name, tests, failures,
// skipped and time; testcase's name, classname and time; failure's message and text.
TEST(Reports, JUnitHasTheFieldsThatContinuousIntegrationReads) {
  run_report r = whole_run();
  r.outcomes[0].time = std::chrono::duration<double>(1.25);
  r.outcomes[1].time = std::chrono::duration<double>(0.5);
  r.outcomes[2].time = {};
  const std::string xml = to_junit(r);
  EXPECT_TRUE(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>")) << xml;
  expect_parts(xml, {R"(<testsuite name="bcast" tests="3" failures="1" skipped="1" time="1.750">)",
                     "FAIL  shape  shape/left_aligned"});
  EXPECT_EQ(count_of(xml, "<testcase classname=\""), 3U);
  EXPECT_EQ(count_of(xml, "name=\"shape [array_api.A14]\" time=\""), 3U);
  EXPECT_EQ(count_of(xml, "</testcase>"), 2U);
  EXPECT_EQ(count_of(xml, "<failure message=\""), 1U);
  EXPECT_EQ(count_of(xml, "<skipped message=\"does not broadcast shapes\"/>"), 1U);
}

TEST(Reports, JUnitIsXmlWhateverASubjectSays) {
  run_report r = whole_run();
  r.outcomes[0].subject = "<mine> & \"yours\" 'theirs'";
  r.outcomes[1].failure->what = "]]> \x01\x1b[31m \t\n</failure>";
  std::string xml = to_junit(r);
  expect_parts(xml, {"classname=\"&lt;mine&gt; &amp; &quot;yours&quot; 'theirs'\""});
  EXPECT_EQ(count_of(xml, "</failure>"), 1U);
  EXPECT_FALSE(holds(xml, "]]>"));
  for (const char c : xml)
    EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
  // UTF-8, without characters that XML lacks.
  r.outcomes[0].subject = "m\u00FCller \xff\xfe";
  r.outcomes[1].failure->what = "\uFFFD \xEF\xBF\xBE \xEF\xBF\xBF \xED\xA0\x80 \xC3";
  r.outcomes[2].skipped = "\U0001F642 \xC0\x80";
  xml = to_junit(r);
  expect_parts(xml, {"classname=\"m\u00FCller \uFFFD\uFFFD\"",
                     "<failure message=\"\uFFFD . . \uFFFD\uFFFD\uFFFD \uFFFD\"",
                     "<skipped message=\"\U0001F642 \uFFFD\uFFFD\"/>"});
  EXPECT_NO_THROW(json(xml).dump()) << "it is UTF-8";
}

TEST(Reports, AFailureInJUnitIsToldAsTheProgramTellsIt) {
  run_report r = whole_run();
  expect_parts(to_junit(r), {"(must)&#10;", "replay  BCAST_CASE='"});
  r.outcomes[1].failure->replay = "./mine --law 'shape' --subject 'x' --case '2 3'";
  expect_parts(to_junit(r), {"replay  ./mine --law 'shape' --subject 'x' --case"});
}

TEST(Reports, OutcomesOfDifferentCasesAreAddedUp) {
  const outcome first = whole_run().outcomes[0], broken = whole_run().outcomes[1];
  outcome none = first;
  none.skipped = "supports none of the cases";
  none.sources.clear();
  none.declined = 3;
  none.expected = {{3, 10, 1}};
  outcome more = first;
  more.expected = {{2, 1, 0}, {3, 5, 2}};
  more.failure = broken.failure;
  add(none, more);
  EXPECT_EQ(none.skipped, "");
  EXPECT_EQ(none.declined, 3U);
  EXPECT_EQ(none.cases(), first.cases());
  ASSERT_EQ(none.expected.size(), 2U);
  EXPECT_EQ(none.expected[0].line, 3U);
  EXPECT_EQ(none.expected[0].cases, 15U);
  EXPECT_EQ(none.expected[0].failing, 3U);
  EXPECT_EQ(none.expected[1].line, 2U);
  EXPECT_EQ(none.failure->found, broken.failure->found);
  more.failure->found = parse_case("7");
  add(none, more);
  EXPECT_EQ(none.cases(), 2 * first.cases());
  EXPECT_EQ(none.failure->found, broken.failure->found) << "the first one is told";
}

}  // namespace reports_test
