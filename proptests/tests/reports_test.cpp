// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/reports.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "mutants/mutants.hpp"
#include "run/added.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/rows.hpp"

namespace reports_test {
namespace {

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

std::string why_not(std::string const& text) {
  return refusal([&] { outcome_from_json(text); });
}

/// One of the outcomes, with one value changed.
std::string with(std::size_t which, std::string const& pointer, json const& value) {
  json j = json::parse(to_json(whole_run().outcomes[which]));
  j[json::json_pointer(pointer)] = value;
  return j.dump();
}

TEST(Reports, AnOutcomeIsReadAsItWasWritten) {
  run_report before = whole_run();
  before.outcomes[0].remarks = {"one", "two"};
  before.outcomes[0].features = {{"zero", 3}, {"rank=2", 5}};
  before.outcomes[1].failure->cut = true;
  for (outcome const& o : before.outcomes) {
    const outcome after = outcome_from_json(to_json(o));
    EXPECT_EQ(to_json(after), to_json(o));
    EXPECT_EQ(after.remarks, o.remarks);
    EXPECT_EQ(after.features, o.features);
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
  o.failure->replay = o.failure->reproduce = o.failure->whole = "a\x1b[2J\nb";
  const outcome after = outcome_from_json(to_json(o));
  EXPECT_EQ(after.failure->replay, "a.[2J.b");
  EXPECT_EQ(after.failure->reproduce, "a.[2J.b");
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

TEST(Reports, AHostileOutcomeIsRefusedWithAReason) {
  const std::string good = to_json(whole_run().outcomes[0]);
  std::vector<std::string> hostile{"",
                                   "{",
                                   "[]",
                                   "null",
                                   "1",
                                   "\"bcast\"",
                                   std::string(100000, '['),
                                   "{\"bcast\":1}",
                                   "\xff\xfe",
                                   good + "}",
                                   std::string(1, '\0') + good};
  std::istringstream changes(R"-(0/law "frob"
0/law 1
0/verdict "broken"
0/verdict "perhaps"
0/sources [1]
0/sources/core -3
0/sources/core "3"
0/sources/elsewhere 3
0/sources/core 9007199254740993
0/subject "plain\u001b[2J"
0/subject "plain\njoin other holds"
0/rule "array_api\u202E"
0/features {"\u001b[2J":1}
1/failure/smallest "2 op=\u001b[2J"
1/failure/found "2 example=a\nb"
0/declined -1
0/expected 1
0/expected [1]
0/seconds "long"
0/seconds true
0/seconds -5
0/seconds -1e-9
0/seconds 1e9
0/seconds 1e300
0/remarks "one"
0/remarks [1]
1/verdict "holds"
1/failure null
1/failure/source "elsewhere"
1/failure/found "2x~"
1/failure/smallest ""
1/failure/steps -1
1/failure/steps 4294967296
2/skipped ""
2/skipped 1)-");
  for (std::string at, value; changes >> at && std::getline(changes, value);) {
    hostile.push_back(
        with(static_cast<std::size_t>(at[0] - '0'), at.substr(1), json::parse(value)));
  }
  for (std::string const member :
       {"law", "subject", "rule", "verdict", "sources", "declined", "expected", "seconds"}) {
    json without = json::parse(good);
    without.erase(member);
    hostile.push_back(without.dump());
  }
  for (std::string const& text : hostile) {
    const std::string why = why_not(text);
    EXPECT_TRUE(why != "taken" && !why.empty()) << text.substr(0, 2000);
    for (char const* raw : {"json.exception", "type must be", "cannot use"}) {
      EXPECT_FALSE(holds(why, raw));
    }
  }
}

TEST(Reports, WhatIsMissingOrOfAnotherTypeIsNamed) {
  bcast::tests::expect_rows(R"(
    []              => there is no 'law'
    7               => there is no 'law'
    {"law": 7}      => 'law': `7` is not a text
  )",
                            why_not);
  EXPECT_EQ(why_not(with(1, "/failure/cut", 1)), "'cut': `1` is neither true nor false");
  EXPECT_EQ(why_not(with(1, "/failure/replay", 1)), "'replay': `1` is not a text");
  EXPECT_EQ(why_not(with(1, "/failure/replayed", "often")), "no replay is called 'often'");
  EXPECT_EQ(why_not(with(0, "/features", 5)), "'features' is not an object");
  EXPECT_TRUE(why_not("{\"law\": ").starts_with("parse error at line 1, column 9: "));
  const json much(std::vector<int>(100'000, 7));
  for (char const* at : {"/declined", "/verdict"}) {
    EXPECT_LT(why_not(with(0, at, much)).size(), 300U) << at;
  }
}

TEST(Reports, AnOutcomeThatWasCutOffAnywhereIsRefused) {
  const std::string good = to_json(whole_run().outcomes[1]);
  for (std::size_t kept = 0; kept + 2 < good.size(); kept += 1 + kept % 7) {
    EXPECT_THROW(outcome_from_json(good.substr(0, kept)), std::invalid_argument) << kept;
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
  expect_parts(xml, {"classname=\"m\u00FCller ..\"", "<failure message=\"\uFFFD . . ... .\"",
                     "<skipped message=\"\U0001F642 ..\"/>"});
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

}  // namespace
}  // namespace reports_test
