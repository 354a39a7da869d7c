// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "command/progress.hpp"
#include "command/shards.hpp"
#include "command/signals.hpp"
#include "mutants/mutants.hpp"

// What `bcast check` needs beside the laws: shards, a line of progress, interrupts.

namespace command_test {
namespace {

using namespace bcast::proptests;
using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

shard shard_in(std::map<std::string, std::string> const& variables) {
  return shard_from([&](char const* name) -> char const* {
    const auto at = variables.find(name);
    return at == variables.end() ? nullptr : at->second.c_str();
  });
}

TEST(Shards, AreReadFromText) {
  EXPECT_EQ(parse_shard("0/1"), (shard{0, 1}));
  EXPECT_EQ(parse_shard("3/4"), (shard{3, 4}));
  for (std::string const text :
       {"", "3", "/", "1/", "/4", "4/4", "5/4", "0/0", "-1/4", "1/-4", "a/b", "1/4x", " 1/4",
        "1/4/5", "99999999999999999999/4", "0x1/4", "1.0/4"}) {
    EXPECT_THROW(parse_shard(text), std::invalid_argument) << text;
  }
}

TEST(Shards, AreReadFromEachLauncher) {
  EXPECT_EQ(shard_in({}), (shard{0, 1}));
  for (auto const& [index, count] : std::vector<std::pair<std::string, std::string>>{
           {"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS"},
           {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
           {"SLURM_PROCID", "SLURM_NTASKS"},
           {"JOB_COMPLETION_INDEX", "BCAST_SHARDS"}}) {
    EXPECT_EQ(shard_in({{index, "2"}, {count, "5"}}), (shard{2, 5})) << index;
    EXPECT_EQ(shard_in({{index, "2"}}), (shard{0, 1})) << "without " << count;
    EXPECT_EQ(shard_in({{count, "5"}}), (shard{0, 1})) << "without " << index;
    EXPECT_THROW(shard_in({{index, "5"}, {count, "5"}}), std::invalid_argument) << index;
    EXPECT_THROW(shard_in({{index, "x"}, {count, "5"}}), std::invalid_argument) << index;
    EXPECT_THROW(shard_in({{index, ""}, {count, "5"}}), std::invalid_argument) << index;
  }
}

TEST(Shards, GoogleTestIsNearerThanTheClusterItRunsOn) {
  EXPECT_EQ(shard_in({{"GTEST_SHARD_INDEX", "1"},
                      {"GTEST_TOTAL_SHARDS", "2"},
                      {"SLURM_PROCID", "6"},
                      {"SLURM_NTASKS", "7"}}),
            (shard{1, 2}));
}

TEST(Shards, EachWritesAFileOfItsOwn) {
  EXPECT_EQ(file_of_shard("report.json", {0, 1}), "report.json");
  EXPECT_EQ(file_of_shard("report.json", {2, 4}), "report.2-of-4.json");
  EXPECT_EQ(file_of_shard("some.where/report", {2, 4}), "some.where/report.2-of-4");
  EXPECT_EQ(file_of_shard("-", {2, 4}), "-");
}

// Every case is in exactly one shard, whatever their number.
TEST(Shards, PartTheCases) {
  const bcast::kit::subject right = bcast::mutants::right().front();
  const auto cases_of = [&](shard part) {
    std::multiset<std::string> cases;
    settings with;
    with.seed = 3;
    with.random = 60;
    with.sources = {"core", "examples", "random"};
    with.part = part;
    with.observe = [&](std::string_view source, std::string const& asked) {
      cases.insert(std::string(source) + " " + asked);
    };
    EXPECT_FALSE(run(*find_law("shape"), right, with).failure);
    return cases;
  };
  const auto whole = cases_of({0, 1});
  EXPECT_GT(whole.size(), 60U);
  for (const std::uint64_t count : {2U, 3U, 41U}) {
    std::multiset<std::string> together;
    for (std::uint64_t index = 0; index < count; ++index) together.merge(cases_of({index, count}));
    EXPECT_EQ(together, whole) << count;
  }
}

/// What a run of 3 times 10 cases writes, with a time between the lines.
std::vector<std::string> told(bool terminal, std::chrono::milliseconds between) {
  std::vector<std::string> lines;
  progress line(40, {terminal, between, [&](std::string const& text) { lines.push_back(text); }});
  for (int k = 0; k < 3; ++k) line.add(10);
  return lines;
}

TEST(Progress, OffATerminalEachLineIsNew) {
  const auto lines = told(false, std::chrono::milliseconds(0));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].find(" 25 %  10 of 40 cases, "), 0U) << lines[0];
  EXPECT_EQ(lines[2].find(" 75 %  30 of 40 cases, "), 0U) << lines[2];
  for (std::string const& line : lines) {
    EXPECT_EQ(line.find('\n') + 1, line.size()) << line;
    EXPECT_EQ(line.find('\r'), std::string::npos) << line;
  }
}

TEST(Progress, OfMoreCasesThanWerePlannedNoneIsLeft) {
  std::vector<std::string> lines;
  progress line(5, {false, std::chrono::milliseconds(0),
                    [&](std::string const& text) { lines.push_back(text); }});
  line.add(6);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines[0].find("6 of 5 cases, "), std::string::npos) << lines[0];
  EXPECT_NE(lines[0].find(", 0 s left"), std::string::npos) << lines[0];
}

TEST(Progress, NothingIsSaidBeforeTheTimeIsOver) {
  EXPECT_TRUE(told(false, std::chrono::hours(1)).empty());
}

TEST(Progress, OnATerminalALineIsOverwrittenAndRemoved) {
  std::vector<std::string> lines;
  {
    progress line(0, {true, std::chrono::milliseconds(0),
                      [&](std::string const& text) { lines.push_back(text); }});
    line.add(10);
  }
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].find("\r\x1b[K10 cases, "), 0U) << lines[0];
  EXPECT_EQ(lines[0].find('\n'), std::string::npos) << lines[0];
  EXPECT_EQ(lines[1], "\r\x1b[K");
}

constexpr int goes_on = 7, ends = 130, was_late = 8;

/// Raises two interrupts, and leaves with a status if the second one does not end the process.
[[noreturn]] void interrupted_twice(std::chrono::milliseconds between) {
  take_signals();
  const interruption watched;
  std::raise(SIGINT);
  const clock::time_point first = clock::now();
  std::this_thread::sleep_for(between);
  if (between < 200ms && clock::now() - first > 150ms) std::_Exit(was_late);
  std::raise(SIGINT);
  std::_Exit(goes_on);
}

TEST(Signals, AnInterruptThatArrivesAgainAtOnceIsTheFirst) {
  const auto expected = [](int status) {
    return WIFEXITED(status) && (WEXITSTATUS(status) == goes_on || WEXITSTATUS(status) == was_late);
  };
  for (int k = 0; k < 10; ++k) {
    EXPECT_EXIT(interrupted_twice(5ms * k), expected, "") << k;
  }
}

TEST(Signals, OneThatArrivesLaterEndsTheProgram) {
  EXPECT_EXIT(interrupted_twice(300ms), testing::ExitedWithCode(ends), "");
}

}  // namespace
}  // namespace command_test
