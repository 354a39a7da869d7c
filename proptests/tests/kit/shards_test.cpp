// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/shards.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "assurance/mutants/mutants.hpp"
#include "bcast/proptests/text.hpp"

namespace shards_test {
namespace {

using namespace bcast::proptests;

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
    EXPECT_FALSE(run(*find_law("join"), right, with).failure);
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

}  // namespace
}  // namespace shards_test
