// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>

#include "render.hpp"
#include "tests/support/directory.hpp"
#include "tests/support/holds.hpp"

namespace bcast::docs {
namespace {

const std::filesystem::path repository = BCAST_SOURCE_DIR;
const std::filesystem::path listed = BCAST_LISTED_TESTS;

const std::filesystem::path modules = "reference/proofs/why3";

std::string message_of(std::filesystem::path const& where, std::vector<test> const& tests) {
  try {
    traceability(where, tests);
  } catch (std::invalid_argument const& e) {
    return e.what();
  }
  return "";
}

using bcast::tests::holds;

TEST(Trace, AClauseWithoutATestIsNamed) {
  std::vector<test> tests = tests_of(listed);
  EXPECT_EQ(message_of(repository, tests), "");
  std::erase_if(tests, [](test const& t) { return t.suite == "SonnxF2"; });
  EXPECT_EQ(message_of(repository, tests), "sonnx.F2 has no test");
}

TEST(Trace, AClauseWithoutATranscriptionIsNamed) {
  const tests::directory own;
  const std::filesystem::path copy = own.path();
  std::filesystem::copy(repository / "reference", copy / "reference",
                        std::filesystem::copy_options::recursive);
  std::filesystem::remove(copy / "reference/include/bcast/reference/array_api.hpp");
  std::filesystem::create_directories(copy / modules);
  const std::string message = message_of(copy, tests_of(listed));
  EXPECT_TRUE(holds(message, "array_api.A14 has no transcription")) << message;
  EXPECT_FALSE(holds(message, "sonnx")) << message;
}

TEST(Trace, AFailureStandsInTheMatrix) {
  std::vector<test> tests = tests_of(listed);
  for (test& t : tests) t.passed = t.suite != "SonnxC1";
  const page p = traceability(repository, tests);
  EXPECT_EQ(p.sections.front().rows.titles.at(5), "result");
  for (auto const& row : p.sections.front().rows.rows) {
    EXPECT_EQ(row.at(5), row.front() == "`sonnx.C1`" ? "failed" : "passed");
  }
}

TEST(Trace, ATranscriptionIsTheLineThatNamesTheTag) {
  const auto found = transcriptions(repository);
  for (auto const& [tag, places] : found) {
    for (place const& p : places) {
      std::ifstream in(repository / p.file);
      std::string line;
      for (int k = 0; k < p.line; ++k) std::getline(in, line);
      EXPECT_TRUE(holds(line, "[" + tag + "]")) << p.file << ":" << p.line;
    }
  }
  EXPECT_GT(found.size(), 50U);
}

TEST(Trace, AProofIsTheLineThatNamesTheDefinitionOrTheGoal) {
  const auto found = proofs(repository);
  for (auto const& [tag, proved] : found) {
    for (whyml const& w : proved) {
      std::ifstream in(repository / w.where.file);
      std::string line;
      for (int k = 0; k < w.where.line; ++k) std::getline(in, line);
      EXPECT_TRUE(holds(line, " " + w.name.substr(w.name.rfind('.') + 1))) << w.name;
    }
  }
  EXPECT_EQ(found.at("sonnx.F1").front().name, "broadcast.Sonnx.nY");
  EXPECT_EQ(found.at("array_api.A1").front().name, "array_api.Algorithm.broadcast");
}

TEST(Trace, AReportThatCannotBeReadIsNamed) {
  const tests::directory own;
  const std::string bad = own.write("bad.json", "{\"testsuites\": [{}]}");
  try {
    tests_of(bad);
    FAIL();
  } catch (std::invalid_argument const& e) {
    EXPECT_TRUE(holds(e.what(), bad)) << e.what();
  }
}

/// A report of one suite with these tests, as GoogleTest writes it.
std::vector<test> tests_in(std::string const& tests) {
  const tests::directory own;
  return tests_of(
      own.write("report.json", R"({"testsuites": [{"name": "S", "testsuite": [)" + tests + "]}]}"));
}

TEST(Trace, ATestHasPassedWhereItRanToItsEndWithoutAFailure) {
  const std::vector<test> all = tests_in(
      R"({"name": "a", "status": "RUN", "result": "COMPLETED"},
         {"name": "b", "status": "RUN", "result": "COMPLETED", "failures": [{}]},
         {"name": "c", "status": "RUN", "result": "SKIPPED"},
         {"name": "d", "status": "NOTRUN", "result": "SUPPRESSED"},
         {"name": "e"})");
  ASSERT_EQ(all.size(), 5);
  EXPECT_EQ(all[0].passed, true);
  EXPECT_EQ(all[1].passed, false);
  EXPECT_EQ(all[2].passed, false);
  EXPECT_EQ(all[3].passed, std::nullopt);
  EXPECT_EQ(all[4].passed, std::nullopt);
  EXPECT_FALSE(all[0].where);
}

}  // namespace
}  // namespace bcast::docs
