// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "render.hpp"

namespace bcast::docs {
namespace {

const std::filesystem::path repository = BCAST_SOURCE_DIR;
const std::filesystem::path listed = BCAST_LISTED_TESTS;

std::string message_of(std::filesystem::path const& where, std::vector<test> const& tests) {
  try {
    traceability(where, tests);
  } catch (std::invalid_argument const& e) {
    return e.what();
  }
  return "";
}

bool holds(std::string const& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Trace, AClauseWithoutATestIsNamed) {
  std::vector<test> tests = tests_of(listed);
  EXPECT_EQ(message_of(repository, tests), "");
  std::erase_if(tests, [](test const& t) { return t.suite == "SonnxF2"; });
  EXPECT_EQ(message_of(repository, tests), "sonnx.F2 has no test");
}

TEST(Trace, AClauseWithoutATranscriptionIsNamed) {
  const auto copy = std::filesystem::path(testing::TempDir()) / "bcast_trace_test";
  std::filesystem::remove_all(copy);
  std::filesystem::create_directories(copy);
  std::filesystem::copy(repository / "reference", copy / "reference",
                        std::filesystem::copy_options::recursive);
  std::filesystem::remove(copy / "reference/include/bcast/reference/array_api.hpp");
  const std::string message = message_of(copy, tests_of(listed));
  EXPECT_TRUE(holds(message, "array_api.A14 has no transcription")) << message;
  EXPECT_FALSE(holds(message, "sonnx")) << message;
}

TEST(Trace, AFailureStandsInTheMatrix) {
  std::vector<test> tests = tests_of(listed);
  for (test& t : tests) t.passed = t.suite != "SonnxC1";
  const page p = traceability(repository, tests);
  for (json const& row : p.sections.front().rows.data) {
    EXPECT_EQ(row.at("result"), row.at("tag") == "sonnx.C1" ? "failed" : "passed");
  }
}

TEST(Trace, TheResultIsLeftOutWhereNothingWasRun) {
  const page p = traceability(repository, tests_of(listed));
  EXPECT_FALSE(p.sections.front().rows.data.front().contains("result"));
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

TEST(Trace, AReportThatCannotBeReadIsNamed) {
  const auto bad = std::filesystem::path(testing::TempDir()) / "bcast_bad_report.json";
  std::ofstream(bad) << "{\"testsuites\": [{}]}";
  try {
    tests_of(bad);
    FAIL();
  } catch (std::invalid_argument const& e) {
    EXPECT_TRUE(holds(e.what(), "bcast_bad_report.json")) << e.what();
  }
}

}  // namespace
}  // namespace bcast::docs
