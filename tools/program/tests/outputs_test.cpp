// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/replaced_file.hpp"
#include "tests/support/command.hpp"

// Files that `bcast` writes: each is complete or unchanged, and a stream stays a stream.

namespace outputs_test {

namespace fs = std::filesystem;
using bcast::tests::bcast;
using namespace bcast::tests;
using nlohmann::json;

const std::string check = "check --law shape --subject engine --size core ";

std::string content(std::string const& file) { return shell("cat '" + file + "'").out; }

TEST(Outputs, ALinkAndThePermissionsStay) {
  const directory d;
  const std::string file = d.write("file", ""), link = d.file("link");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("file", link);
  EXPECT_EQ(bcast(check + "-q --json '" + link + "'").status, 0);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(content(file).substr(0, 1), "{");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(d.entries(), 2U);
}

TEST(Outputs, NoInputAndNoOtherOutputIsOverwritten) {
  const directory d;
  const std::string expected = d.write("expected", "bcast-xfail 1\n"), link = d.file("link"),
                    one = d.file("one"), two = d.file("two");
  fs::create_symlink("expected", link);
  fs::create_hard_link(expected, d.file("hard"));
  const std::string to = "' --json '", also = "' --junit '";
  for (std::string const& command :
       {check + "--xfail '" + expected + to + expected, check + "--xfail '" + expected + to + link,
        check + "--xfail '" + link + also + d.file("hard"),
        check + "--json '" + one + also + d.path() + "/./one"}) {
    const ran r = bcast(command + "'");
    EXPECT_EQ(r.status, 2) << command << r.out;
    EXPECT_EQ(content(expected), "bcast-xfail 1\n");
    EXPECT_FALSE(fs::exists(one));
  }
  const ran said = bcast(check + "--xfail '" + expected + to + link + "'");
  EXPECT_EQ(said.out, "bcast: --json would overwrite " + link + ", which --xfail reads\n");
  EXPECT_EQ(bcast(check + "-q --xfail '" + expected + to + one + also + two + "'").status, 0);
  EXPECT_EQ(json::parse(content(one)).at("outcomes").size(), 1U);
  EXPECT_TRUE(content(two).starts_with("<?xml"));
  EXPECT_EQ(bcast(check + "-q --json /dev/null --junit /dev/null").status, 0);
}

TEST(Outputs, AReportOnStandardOutputStandsThereAlone) {
  EXPECT_EQ(json::parse(bcast(check + "--json -").out).at("outcomes").size(), 1U);
  const ran junit = bcast(check + "--junit -");
  EXPECT_TRUE(junit.out.starts_with("<?xml") && junit.out.ends_with("</testsuites>\n"))
      << junit.out;
}

TEST(Outputs, AFileThatCannotBeWrittenIsToldBeforeTheRun) {
  const directory d;
  fs::create_directory(d.file("folder"));
  for (std::string const& file :
       {d.file("folder"), d.file("missing/report"), d.file(""), d.file(std::string(256, 'a'))}) {
    for (char const* format : {"--json", "--junit"}) {
      const ran r = bcast(check + format + " '" + file + "'");
      EXPECT_EQ(r.status, 4) << file;
      expect_one_line(r);
      EXPECT_TRUE(holds(r.out, file + ": cannot be written: "));
    }
  }
  EXPECT_EQ(d.entries(), 1U);
}

TEST(Outputs, TheTableIsPrintedAlthoughTheReportCannotBe) {
  expect_run(bcast(check + "--json /dev/full"), 4,
             {"1 of 1 laws hold", "/dev/full: cannot be written: "});
}

TEST(Outputs, TheReportIsWrittenAlthoughNobodyReadsTheTable) {
  const directory d;
  const std::string file = d.file("report"), status = d.file("status");
  shell("( '" BCAST_PROGRAM "' " + check + "--json '" + file + "' 2>/dev/null; echo $? > '" +
        status + "' ) | true");
  EXPECT_EQ(content(status), "4\n");
  EXPECT_EQ(json::parse(content(file)).at("outcomes").size(), 1U);
}

/// Whether a process runs; one that has ended may exist until its parent waits for it.
bool runs(std::string const& pid) {
  const std::string status = "/proc/" + std::to_string(std::stoi(pid)) + "/status";
  return fs::exists(status) && !holds(content(status), "State:\tZ");
}

/// Sends a signal to a command of bcast that waits for a program, which writes its process id to
/// the file `pid` of a folder.
void expect_both_end(std::string const& command, std::string const& pid, std::string const& signal,
                     int status) {
  const ran r =
      shell("'" BCAST_PROGRAM "' " + command + " >/dev/null 2>&1 & run=$!; k=0; while ! test -s '" +
            pid + "' && test $k -lt 600; do sleep 0.1; k=$((k + 1)); done; kill -s " + signal +
            " $run; wait $run");
  EXPECT_EQ(r.status, status);
  ASSERT_FALSE(content(pid).empty());
  for (int k = 0; k < 100 && runs(content(pid)); ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_FALSE(runs(content(pid))) << signal;
}

TEST(Outputs, WhoInterruptsEndsTheSubjectsToo) {
  const auto hangup = std::signal(SIGHUP, SIG_DFL);  // nohup(1) has it ignored
  for (auto const& [signal, status] :
       {std::pair<std::string, int>{"INT", 130}, {"TERM", 143}, {"HUP", 129}}) {
    const directory d;
    const std::string pid = d.file("pid"), hangs = "echo $$ > \"" + pid + "\"; exec sleep 1000";
    expect_both_end("check --law shape --limit 600 --exec '" + hangs + "'", pid, signal, status);
  }
  std::signal(SIGHUP, hangup);
}

}  // namespace outputs_test
