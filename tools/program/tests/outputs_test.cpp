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
namespace {

namespace fs = std::filesystem;
using bcast::tests::bcast;
using namespace bcast::tests;
using nlohmann::json;

const std::string check = "check --law shape --subject engine --size core ";

std::string content(std::string const& file) { return shell("cat '" + file + "'").out; }

TEST(Outputs, StandardOutputMayBeAFileAndALinkLeadsToIt) {
  const directory d;
  const std::string link = d.file("stdout"), file = d.file("report");
  fs::create_symlink("/proc/self/fd/1", link);
  if (!fs::exists("/proc/self/fd/1")) GTEST_SKIP() << "/proc is not there";
  for (char const* shard : {"", "--shard 0/2 "}) {
    const std::string command = check + shard + "-q --json '" + link + "'";
    EXPECT_EQ(shell("'" BCAST_PROGRAM "' " + command + " > '" + file + "'").status, 0) << shard;
    EXPECT_TRUE(fs::is_symlink(link)) << shard;
    EXPECT_EQ(json::parse(content(file)).at("outcomes").size(), 1U) << shard;
    EXPECT_EQ(d.entries(), 2U) << shard;
  }
}

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
  const std::string whole = content(one);
  const ran merged = bcast("merge '" + one + to + d.path() + "/./one'");
  EXPECT_EQ(merged.status, 2);
  EXPECT_EQ(content(one), whole);
  EXPECT_EQ(bcast("merge '" + one + to + two + also + two + "'").status, 2);
  const ran both = bcast("merge -q '" + one + to + d.file("three") + also + two + "'");
  EXPECT_EQ(both.status, 0) << both.out;
  EXPECT_EQ(json::parse(content(d.file("three"))).at("outcomes").size(), 1U);
  EXPECT_TRUE(content(two).starts_with("<?xml"));
  EXPECT_EQ(bcast(check + "-q --json /dev/null --junit /dev/null").status, 0);
  const std::string answers = d.write("answers", "{}\n");
  EXPECT_EQ(bcast("judge '" + answers + to + answers + "'").out,
            "bcast: --json would overwrite " + answers + ", which judge reads\n");
  const std::string to_nothing = d.file("to_nothing"), nothing = d.file("nothing");
  fs::create_symlink("nothing", to_nothing);
  EXPECT_EQ(bcast(check + "-q --json '" + to_nothing + also + nothing + "'").status, 2);
  EXPECT_FALSE(fs::exists(nothing));
}

TEST(Outputs, ALinkToNothingStaysAndTheFileIsMade) {
  const directory d;
  const std::string link = d.file("link");
  fs::create_symlink("second", link);
  fs::create_symlink("-", d.file("second"));
  EXPECT_EQ(bcast(check + "-q --json '" + link + "'").status, 0);
  EXPECT_TRUE(fs::is_symlink(link) && fs::is_symlink(d.file("second")));
  EXPECT_EQ(content(d.file("-")).substr(0, 1), "{");
  EXPECT_EQ(d.entries(), 3U);
  const std::string loop = d.file("loop");
  fs::create_symlink("loop", loop);
  expect_run(bcast(check + "-q --json '" + loop + "'"), 4,
             {"cannot be written: Too many levels of symbolic links\n"});
  EXPECT_TRUE(fs::is_symlink(loop));
}

TEST(Outputs, ANameMayBeAsLongAsTheSystemAllows) {
  const directory d;
  const std::string file = d.file(std::string(255, 'a'));
  EXPECT_EQ(bcast(check + "-q --json '" + file + "'").status, 0);
  EXPECT_TRUE(fs::exists(file));
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

TEST(Outputs, AReportOnStandardErrorIsNotLostInSilence) {
  for (char const* closed : {"2>/dev/full", "2>&-"}) {
    EXPECT_EQ(shell("'" BCAST_PROGRAM "' " + check + "-q --json /dev/stderr " + closed).status, 4)
        << closed;
  }
}

TEST(Outputs, TheReportIsWrittenAlthoughNobodyReadsTheTable) {
  const directory d;
  const std::string file = d.file("report"), status = d.file("status");
  shell("( '" BCAST_PROGRAM "' " + check + "--json '" + file + "' 2>/dev/null; echo $? > '" +
        status + "' ) | true");
  EXPECT_EQ(content(status), "4\n");
  EXPECT_EQ(json::parse(content(file)).at("outcomes").size(), 1U);
}

TEST(Outputs, OnlyAnEmptyFileOrAnEarlierReportOfTheSameFormatIsReplaced) {
  const directory d;
  const std::string asks = shell("'" BCAST_PROGRAM "' gen --law 'array_api examples'").out,
                    answers = d.write(
                        "answers", shell("'" BCAST_PROGRAM
                                         "' gen --law 'array_api examples' | '" BCAST_FAKE_SUBJECT
                                         "' right dense")
                                       .out),
                    shard = d.file("shard"), file = d.file("file");
  ASSERT_EQ(bcast(check + "-q --json '" + shard + "'").status, 0);
  const std::string run = content(shard), junit = bcast(check + "--junit -").out,
                    laws = bcast("check --list --json -").out,
                    sarif = bcast("verify --allow-nothing --sarif /dev/null").out;
  ASSERT_TRUE(holds(run, "\"outcomes\"") && holds(junit, "<testsuites>") &&
              holds(laws, "\"laws\"") && holds(sarif, "\"runs\"") && holds(asks, "\"caps\""));
  const std::string foreign_junit =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n <testsuite name=\"mine\" "
      "tests=\"0\"></testsuite>\n</testsuites>\n";
  const std::vector<std::string> blank{"", " \n"};
  const std::vector<std::string> others{"{}",
                                        "[]",
                                        "{\"name\": \"mine\", \"version\": \"1.0.0\"}",
                                        "{\"bcast\": 1}",
                                        "{\"bcast\": \"1\", \"outcomes\": []}",
                                        "{\"outcomes\": []}",
                                        "{\"bcast\": 1, \"laws\": {}}",
                                        asks,
                                        asks.substr(0, asks.find('\n')),
                                        sarif,
                                        run + run,
                                        run.substr(0, run.size() / 2),
                                        "<project/>",
                                        foreign_junit,
                                        "import numpy\n"};
  const std::string judge = "judge -q '" + answers + "' ", merge = "merge -q '" + shard + "' ";
  for (auto const& [command, own] : {std::pair<std::string, std::string>{check + "-q --json", run},
                                     {check + "-q --junit", junit},
                                     {check + "--list --json", laws},
                                     {judge + "--json", run},
                                     {judge + "--junit", junit},
                                     {merge + "--json", run},
                                     {merge + "--junit", junit}}) {
    std::vector<std::string> refused = others, replaced = blank;
    for (std::string const& report : {run, junit, laws}) {
      (report == own ? replaced : refused).push_back(report);
    }
    for (std::string const& before : replaced) {
      d.write("file", before);
      EXPECT_EQ(bcast(command + " '" + file + "'").status, 0) << command << "\n" << before;
      EXPECT_EQ(content(file).substr(0, 8), own.substr(0, 8)) << command << "\n" << before;
    }
    for (std::string const& before : refused) {
      d.write("file", before);
      expect_refused(bcast(command + " '" + file + "'"), {" would overwrite " + file + ", "});
      EXPECT_EQ(content(file), before) << command;
    }
  }
}

TEST(Outputs, WhatStandardInputReadsIsNotOverwritten) {
  const directory d;
  const std::string file = d.write("answers", "{}\n");
  expect_run(bcast("judge --json '" + file + "' < '" + file + "'"), 2, {" would overwrite "});
  EXPECT_EQ(content(file), "{}\n");
}

TEST(Outputs, NoProgramThatIsAskedOrRunsIsOverwritten) {
  const directory d;
  const std::string program = d.write("subject.py", "import sys\n"), own = d.file("own"),
                    asks = "check --law shape --size core ";
  fs::create_hard_link(BCAST_PROGRAM, own);
  for (std::string const& command :
       {asks + "--exec 'python3 \"" + program + "\"' --json '" + program + "'",
        asks + "--exec '" + program + "' --junit '" + program + "'",
        asks + "--subject engine --json '" + own + "'",
        asks + "--subject engine --json /proc/self/exe"}) {
    expect_run(bcast(command), 2, {" would overwrite "});
  }
  EXPECT_EQ(content(program), "import sys\n");
}

TEST(Outputs, TwoFilesAreWrittenIntoOneFolderAtOnce) {
  const directory d;
  {
    bcast::proptests::replaced_file one(d.file("report")), two(d.file("report")),
        never(d.file("report"));
    EXPECT_EQ(d.entries(), 3U);
    one.commit("one");
    EXPECT_EQ(content(d.file("report")), "one");
    two.commit("two");
  }
  EXPECT_EQ(content(d.file("report")), "two");
  EXPECT_EQ(d.entries(), 1U);
}

TEST(Outputs, AsksThatCannotBeWrittenAreAnErrorWithItsLine) {
  const ran r = shell("'" BCAST_PROGRAM "' gen --law shape --cases 5 2>&1 >/dev/full");
  EXPECT_EQ(r.status, 4);
  EXPECT_EQ(r.out, "bcast: standard output cannot be written\n");
}

TEST(Outputs, VectorsGoIntoAFolderThatIsThere) {
  const directory d;
  const std::string folder = d.file("folder"), link = d.file("link");
  fs::create_directory(folder);
  fs::create_symlink("folder", link);
  // The current directory is not replaced.
  EXPECT_EQ(shell("cd '" + folder +
                  "' && '" BCAST_PROGRAM "' vectors --out . >/dev/null && test -f vectors.json")
                .status,
            0);
  fs::remove_all(folder);
  fs::create_directory(folder);
  EXPECT_EQ(bcast("vectors --out '" + link + "'").status, 0);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_TRUE(fs::exists(folder + "/vectors.json"));
  EXPECT_EQ(d.entries(), 2U);
  expect_refused(bcast("vectors --out ''"));
}

TEST(Outputs, ANewFolderHasThePermissionsThatTheMaskLeaves) {
  const directory d;
  EXPECT_EQ(shell("umask 027; '" BCAST_PROGRAM "' vectors --out '" + d.file("new") + "'").status,
            0);
  EXPECT_EQ(fs::status(d.file("new")).permissions(),
            fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec);
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
  for (auto const& [signal, status] : {std::pair<std::string, int>{"INT", 130},
                                       {"TERM", 143},
                                       {"HUP", 129},
                                       {"QUIT", 131},
                                       {"XCPU", 152},
                                       {"USR1", 138},
                                       {"USR2", 140},
                                       {"ALRM", 142},
                                       {"PROF", 155},
                                       {"IO", 157},
                                       {"RTMIN", 162},
                                       {"RTMAX", 192}}) {
    const directory d;
    const std::string pid = d.file("pid"), hangs = "echo $$ > \"" + pid + "\"; exec sleep 1000";
    expect_both_end("check --law shape --limit 600 --exec '" + hangs + "'", pid, signal, status);
  }
  std::signal(SIGHUP, hangup);
}

TEST(Outputs, WhoInterruptsSeesTheTable) {
  const directory d;
  const std::string out = d.file("out"), report = d.file("report");
  for (char const* signal : {"XCPU", "USR1", "ALRM", "VTALRM", "PROF", "PWR", "IO", "RTMIN"}) {
    shell("'" BCAST_PROGRAM "' check --law shape --subject engine --size nightly --json '" +
          report + "' >'" + out + "' 2>&1 & run=$!; sleep 0.5; kill -s " + signal +
          " $run; wait $run");
    EXPECT_TRUE(holds(content(out), "; interrupted, ")) << signal << content(out);
    EXPECT_TRUE(holds(content(out), "report is not written: the run has not ended")) << signal;
    EXPECT_FALSE(fs::exists(report)) << signal;
  }
}

TEST(Outputs, WhoHasNoMoreTimeOfTheProcessorSeesTheTable) {
  const ran r = shell("exec 2>&1; ulimit -t 2; exec '" BCAST_PROGRAM
                      "' check --law values --subject engine --cases 1000000000");
  EXPECT_EQ(r.status, 152) << r.out;
  EXPECT_TRUE(holds(r.out, "; interrupted, "));
}

TEST(Outputs, AHangupThatIsIgnoredEndsNothing) {
  const directory d;
  const std::string begun = d.file("begun"), report = d.file("report");
  const ran r =
      shell("trap '' HUP; '" BCAST_PROGRAM "' check --law shape --size core --exec \"echo > '" +
            begun + "'; sleep 1; exec '" BCAST_FAKE_SUBJECT "' right dense\" > '" + report +
            "' 2>&1 & run=$!; k=0; while ! test -s '" + begun +
            "' && test $k -lt 600; do sleep 0.1; k=$((k + 1)); done; kill -s HUP $run; wait $run");
  EXPECT_EQ(r.status, 0) << content(report);
  EXPECT_TRUE(holds(content(report), "\n1 of 1 laws hold, "));
}

TEST(Outputs, WhoInterruptsEndsThePrinterToo) {
  const directory d;
  const std::string pid = d.file("pid"), file = d.write("a.mlir", "");
  const std::string hangs = d.write("hangs", "echo $$ > \"" + pid + "\"; exec sleep 1000");
  for (auto const& [signal, status] : {std::pair<std::string, int>{"INT", 130}, {"TERM", 143}}) {
    expect_both_end("verify --opt 'sh \"" + hangs + "\"' '" + file + "'", pid, signal, status);
    fs::remove(pid);
  }
}

}  // namespace
}  // namespace outputs_test
