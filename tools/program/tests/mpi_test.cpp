// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "tests/support/command.hpp"

// A run on four ranks of one machine: each takes its shard from the launcher's variables.

namespace mpi_test {
namespace {

using namespace ::bcast::tests;
using ::bcast::tests::bcast;
using nlohmann::json;

constexpr char const* const asked =
    " --size core --seed 1 --subject engine --subject verifier/mlir";

class Ranks : public testing::Test {
 protected:
  void SetUp() override {
    // A container may forbid what Open MPI does at startup.
    const std::string on_four = "mpirun --allow-run-as-root --oversubscribe -n 4 ";
    const ran probe = shell(on_four + "true 2>&1");
    if (probe.status != 0) {
      GTEST_SKIP() << "mpirun is missing or starts nothing here: " << probe.out.substr(0, 300);
    }
    ran_ = shell("cd '" + here_.path() + "' && " + on_four +
                 "'" BCAST_PROGRAM "' check --quiet --json part.json" + asked + " 2>&1");
  }

  std::string part(int rank) const {
    return here_.file("part." + std::to_string(rank) + "-of-4.json");
  }
  std::string parts() const { return "'" + here_.path() + "'/part.?-of-4.json"; }

  directory here_;
  ran ran_{0, ""};
};

json read(std::string const& file) { return json::parse(std::ifstream(file)); }

/// By law and subject: the verdict and the number of cases of each source.
std::map<std::pair<std::string, std::string>, std::string> verdicts(json const& report) {
  std::map<std::pair<std::string, std::string>, std::string> all;
  for (json const& o : report.at("outcomes")) {
    all[{o.at("law"), o.at("subject")}] =
        o.at("verdict").get<std::string>() + " " + o.at("sources").dump();
  }
  return all;
}

TEST_F(Ranks, TheMergedReportsAreTheRunOfOneProcess) {
  ASSERT_EQ(ran_.status, 0) << ran_.out;
  for (int rank = 0; rank < 4; ++rank) {
    const json own = read(part(rank));
    EXPECT_EQ(own["shard"], (json{{"index", rank}, {"count", 4}}));
    EXPECT_EQ(own["seed"], "1");
  }
  const ran merged = bcast("merge " + parts() + " --json '" + here_.file("merged.json") + "'");
  EXPECT_EQ(merged.status, 0) << merged.out;
  const ran whole = bcast("check --quiet --json '" + here_.file("whole.json") + "'" + asked);
  EXPECT_EQ(whole.status, 0) << whole.out;
  const auto expected = verdicts(read(here_.file("whole.json")));
  EXPECT_GT(expected.size(), 20U);
  EXPECT_EQ(verdicts(read(here_.file("merged.json"))), expected);
}

TEST_F(Ranks, AReportThatIsMissingFailsTheMerge) {
  std::filesystem::remove(part(2));
  expect_refused(bcast("merge " + parts()), {"shard 2 of 4 is missing"});
}

TEST_F(Ranks, AReportThatWasCutOffIsNamed) {
  std::filesystem::resize_file(part(1), std::filesystem::file_size(part(1)) / 2);
  expect_refused(bcast("merge " + parts()), {"part.1-of-4.json"});
}

}  // namespace
}  // namespace mpi_test
