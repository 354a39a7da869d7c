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
#include "tests/support/holds.hpp"
#include "tests/support/rows.hpp"

namespace reports_test {
namespace {

using namespace bcast::proptests;
namespace mutants = bcast::mutants;
using namespace ::bcast::tests;
using nlohmann::json;

settings few(shard part = {}) {
  settings with;
  with.seed = std::numeric_limits<std::uint64_t>::max();
  with.random = 40;
  with.sources = {"core", "examples", "random"};
  with.part = part;
  return with;
}

/// One law that holds, one that is broken, one that is skipped.
run_report run_of(shard part = {}) {
  const settings with = few(part);
  bcast::kit::subject mute = mutants::right().front();
  mute.name = "mute";
  mute.broadcast_shapes = nullptr;
  law const& join = *find_law("shape");
  return {with.seed,
          part,
          {run(join, mutants::right().front(), with),
           run(join, mutants::find("shape/left_aligned").subject, with), run(join, mute, with)}};
}

/// The same, run once.
run_report const& whole_run() {
  static const run_report all = run_of();
  return all;
}

std::string why_not(std::string const& text) {
  return refusal([&] { report_from_json(text); });
}

/// The report with one value changed.
std::string with(std::string const& pointer, json const& value) {
  json j = json::parse(to_json(whole_run()));
  j[json::json_pointer(pointer)] = value;
  return j.dump();
}

std::string without(std::string const& pointer, std::string const& member) {
  json j = json::parse(to_json(whole_run()));
  j[json::json_pointer(pointer)].erase(member);
  return j.dump();
}

TEST(Reports, AReportIsReadAsItWasWritten) {
  run_report before = whole_run();
  before.outcomes[0].remarks = {"one", "two"};
  const run_report after = report_from_json(to_json(before));
  EXPECT_EQ(to_json(after), to_json(before));
  EXPECT_EQ(after.outcomes[0].remarks, before.outcomes[0].remarks);
  EXPECT_EQ(after.seed, before.seed) << "64 bits of it";
  ASSERT_EQ(after.outcomes.size(), 3U);
  EXPECT_EQ(after.outcomes[0].cases(), before.outcomes[0].cases());
  EXPECT_EQ(after.outcomes[1].failure->smallest, before.outcomes[1].failure->smallest);
  EXPECT_EQ(after.outcomes[1].failure->what, before.outcomes[1].failure->what);
  EXPECT_EQ(after.outcomes[2].skipped, before.outcomes[2].skipped);
  EXPECT_EQ(report(after.outcomes[1]), report(before.outcomes[1]));
}

TEST(Reports, AnOutcomeIsThereOnce) {
  run_report r = whole_run();
  r.outcomes.push_back(r.outcomes[1]);
  EXPECT_EQ(why_not(to_json(r)), "law 'shape' of 'shape/left_aligned' is there twice");
}

TEST(Reports, WhatARunCountsAndHowItShrankIsRead) {
  run_report r = whole_run();
  r.outcomes[0].features = {{"zero", 3}, {"rank=2", 5}};
  r.outcomes[1].failure->cut = true;
  const run_report after = report_from_json(to_json(r));
  EXPECT_EQ(after.outcomes[0].features, r.outcomes[0].features);
  EXPECT_TRUE(after.outcomes[1].failure->cut);
  EXPECT_EQ(why_not(with("/outcomes/1/failure/replayed", "often")), "no replay is called 'often'");
  EXPECT_EQ(why_not(with("/outcomes/0/features", 5)), "'features' is not an object");
}

TEST(Reports, TextOfAFileIsPrintable) {
  run_report r = whole_run();
  counterexample& failure = *r.outcomes[1].failure;
  failure.replay = failure.reproduce = failure.whole = r.outcomes[2].skipped = "a\x1b[2J\nb";
  const run_report after = report_from_json(to_json(r));
  EXPECT_EQ(after.outcomes[1].failure->replay, "a.[2J.b");
  EXPECT_EQ(after.outcomes[1].failure->reproduce, "a.[2J.b");
  EXPECT_EQ(after.outcomes[1].failure->whole, "a.[2J.b");
  EXPECT_EQ(after.outcomes[2].skipped, "a.[2J.b");
}

TEST(Reports, TextOfASubjectThatIsNoUtf8IsMarked) {
  run_report r = whole_run();
  r.outcomes[1].failure->what = "says \xff\xfe and \x01";
  const std::string text = to_json(r);
  EXPECT_NO_THROW(std::ignore = json::parse(text));
  EXPECT_EQ(report_from_json(text).outcomes[1].failure->what,
            "says \xEF\xBF\xBD\xEF\xBF\xBD and \x01");
}

TEST(Reports, AHostileFileIsRefusedWithAReason) {
  const std::string good = to_json(whole_run());
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
  std::istringstream changes(R"-(/bcast 2
/bcast "1"
/seed 1
/seed ""
/seed "-1"
/seed "1x"
/seed "18446744073709551616"
/shard 0
/shard/index 1
/shard/index -1
/shard/index 0.5
/shard/count 0
/shard/count true
/outcomes 7
/outcomes {}
/outcomes []
/outcomes/0 null
/outcomes/0/law "frob"
/outcomes/0/law 1
/outcomes/0/verdict "broken"
/outcomes/0/verdict "perhaps"
/outcomes/0/sources [1]
/outcomes/0/sources/core -3
/outcomes/0/sources/core "3"
/outcomes/0/sources/elsewhere 3
/outcomes/0/sources/core 9007199254740993
/outcomes/0/subject "plain\u001b[2J"
/outcomes/0/subject "plain\njoin other holds"
/outcomes/0/rule "array_api\u202E"
/outcomes/0/features {"\u001b[2J":1}
/outcomes/1/failure/smallest "2 op=\u001b[2J"
/outcomes/1/failure/found "2 example=a\nb"
/outcomes/0/declined -1
/outcomes/0/expected 1
/outcomes/0/expected [1]
/outcomes/0/seconds "long"
/outcomes/0/seconds true
/outcomes/0/seconds -5
/outcomes/0/seconds -1e-9
/outcomes/0/seconds 1e9
/outcomes/0/seconds 1e300
/outcomes/0/remarks "one"
/outcomes/0/remarks [1]
/outcomes/1/verdict "holds"
/outcomes/1/failure null
/outcomes/1/failure/source "elsewhere"
/outcomes/1/failure/found "2x~"
/outcomes/1/failure/smallest ""
/outcomes/1/failure/steps -1
/outcomes/1/failure/steps 4294967296
/outcomes/2/skipped ""
/outcomes/2/skipped 1)-");
  for (std::string at, value; changes >> at && std::getline(changes, value);) {
    hostile.push_back(with(at, json::parse(value)));
  }
  for (std::string const member :
       {"law", "subject", "rule", "verdict", "sources", "declined", "expected", "seconds"}) {
    hostile.push_back(without("/outcomes/0", member));
  }
  hostile.push_back(without("/outcomes/1", "failure"));
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
    []                                         => there is no 'bcast'
    7                                          => there is no 'bcast'
    {"bcast": 1}                               => there is no 'seed'
    {"bcast": 1, "seed": 7}                    => 'seed': `7` is not a text
    {"bcast": 1, "seed": "7", "shard": []}     => there is no 'index'
  )",
                            why_not);
  EXPECT_EQ(why_not(with("/outcomes/1/failure/cut", 1)), "'cut': `1` is neither true nor false");
  EXPECT_EQ(why_not(with("/outcomes/1/failure/replay", 1)), "'replay': `1` is not a text");
  EXPECT_TRUE(why_not("{\"bcast\": ").starts_with("parse error at line 1, column 11: "));
  const json much(std::vector<int>(100'000, 7));
  for (char const* at : {"/outcomes/0/declined", "/outcomes/0/verdict"}) {
    EXPECT_LT(why_not(with(at, much)).size(), 300U) << at;
  }
}

TEST(Reports, AFileThatWasCutOffAnywhereIsRefused) {
  const std::string good = to_json(whole_run());
  for (std::size_t kept = 0; kept + 2 < good.size(); kept += 1 + kept % 7) {
    EXPECT_THROW(report_from_json(good.substr(0, kept)), std::invalid_argument) << kept;
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

// merge ------------------------------------------------------------------------------------------

std::vector<run_report> const& parts(std::uint64_t count) {
  static std::map<std::uint64_t, std::vector<run_report>> known;
  std::vector<run_report>& all = known[count];
  for (std::uint64_t k = all.size(); k < count; ++k) all.push_back(run_of({k, count}));
  return all;
}

std::string complaint(std::vector<run_report> const& shards) {
  return refusal([&] { merge(shards); });
}

TEST(Reports, TheShardsTogetherAreTheWholeRun) {
  run_report const& whole = whole_run();
  for (const std::uint64_t count : {1U, 2U, 5U}) {
    const run_report joined = merge(parts(count));
    EXPECT_EQ(joined.seed, whole.seed);
    EXPECT_EQ(joined.part, (shard{0, 1}));
    ASSERT_EQ(joined.outcomes.size(), whole.outcomes.size());
    EXPECT_EQ(joined.outcomes[0].cases(), whole.outcomes[0].cases());
    EXPECT_TRUE(joined.outcomes[1].failure);
    EXPECT_EQ(joined.outcomes[2].skipped, whole.outcomes[2].skipped);
  }
}

TEST(Reports, TheShardsAreTakenInAnyOrder) {
  std::vector<run_report> shards = parts(3);
  std::swap(shards[0], shards[2]);
  EXPECT_EQ(merge(shards).outcomes[0].cases(), merge(parts(3)).outcomes[0].cases());
}

TEST(Reports, AFailureOfOneShardIsTheWholeRuns) {
  std::vector<run_report> const& shards = parts(3);
  for (std::size_t k = 0; k < shards.size(); ++k) {
    std::vector<run_report> some = shards;
    ASSERT_TRUE(some[k].outcomes[1].failure) << k;
    for (std::size_t other = 0; other < some.size(); ++other) {
      if (other != k) some[other].outcomes[1].failure.reset();
    }
    const outcome joined = merge(some).outcomes[1];
    ASSERT_TRUE(joined.failure) << k;
    EXPECT_EQ(joined.failure->found, shards[k].outcomes[1].failure->found);
  }
  // Of several, that of the first shard is told.
  test_case const& first = shards[0].outcomes[1].failure->found;
  ASSERT_FALSE(first == shards[1].outcomes[1].failure->found);
  EXPECT_EQ(merge(shards).outcomes[1].failure->found, first);
}

TEST(Reports, ALawThatOneShardCouldNotAskIsAskedByTheOthers) {
  std::vector<run_report> shards = parts(2);
  shards[0].outcomes[0].skipped = "supports none of the cases";
  shards[0].outcomes[0].sources.clear();
  shards[0].outcomes[0].declined = 3;
  const run_report whole = merge(shards);
  EXPECT_EQ(whole.outcomes[0].skipped, "");
  EXPECT_EQ(whole.outcomes[0].declined, 3U);
  EXPECT_GT(whole.outcomes[0].cases(), 0U);
}

TEST(Reports, WhatALineMetIsAddedUp) {
  std::vector<run_report> shards = parts(2);
  shards[0].outcomes[0].expected = {{3, 10, 1}};
  shards[1].outcomes[0].expected = {{2, 1, 0}, {3, 5, 2}};
  const auto met = merge(shards).outcomes[0].expected;
  ASSERT_EQ(met.size(), 2U);
  EXPECT_EQ(met[0].line, 3U);
  EXPECT_EQ(met[0].cases, 15U);
  EXPECT_EQ(met[0].failing, 3U);
  EXPECT_EQ(met[1].line, 2U);
}

TEST(Reports, ShardsThatAreNotOneRunAreRefused) {
  EXPECT_EQ(complaint({}), "no reports to merge");
  std::vector<run_report> shards = parts(3);
  EXPECT_EQ(complaint({shards[0], shards[2]}), "shard 1 of 3 is missing");
  EXPECT_EQ(complaint({shards[1], shards[2]}), "shard 0 of 3 is missing");
  EXPECT_EQ(complaint({shards[0], shards[1], shards[1], shards[2]}), "shard 1 appears twice");
  EXPECT_EQ(complaint({shards[0], parts(2)[1]}), "one report is of 3 shards, another of 2");
  std::vector<run_report> sizes = parts(2);
  sizes[0].asked = "push";
  EXPECT_EQ(complaint(sizes), "taken");  // an older report does not say it
  sizes[1].asked = "core";
  EXPECT_EQ(complaint(sizes), "the shards asked different cases: push, and core");
  EXPECT_EQ(report_from_json(to_json(sizes[1])).asked, "core");
  run_report other_seed = shards[1];
  other_seed.seed = 5;
  EXPECT_EQ(complaint({shards[0], other_seed, shards[2]}),
            "the shards have seeds 18446744073709551615 and 5");
  run_report fewer = shards[1];
  fewer.outcomes.pop_back();
  EXPECT_EQ(complaint({shards[0], fewer, shards[2]}), "the shards ran different laws");
  run_report other_subject = shards[1];
  other_subject.outcomes[0].subject = "another";
  EXPECT_EQ(complaint({shards[0], other_subject, shards[2]}),
            "the shards ran different laws or subjects");
  run_report other_rule = shards[1];
  other_rule.outcomes[0].rule = "sonnx";
  EXPECT_EQ(complaint({shards[0], other_rule, shards[2]}),
            "the subject '" + shards[0].outcomes[0].subject + "' has the rules " +
                shards[0].outcomes[0].rule + " and sonnx");
}

TEST(Reports, AClaimOfCountlessShardsTakesNoMemory) {
  run_report one = whole_run();
  one.part = {0, std::numeric_limits<std::uint64_t>::max()};
  EXPECT_EQ(complaint({one}), "shard 1 of 18446744073709551615 is missing");
}

}  // namespace
}  // namespace reports_test
