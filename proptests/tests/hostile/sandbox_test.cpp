// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include <filesystem>
#include <string>

#include "tests/hostile/hostile.hpp"
#include "tests/hostile/hostile_run.hpp"

// What a subject reaches for outside of its process stays as it is.

namespace bcast::hostile {
namespace {

TEST(Hostile, OneThatDoesNothingHoldsAndTheSandboxIsSaid) {
  const hostile_run h("innocent");
  for (ran const& r : {h.library(), h.program()}) {
    EXPECT_EQ(r.status, 0) << r.out;
    EXPECT_TRUE(holds(r.out, "\nsandbox: limits, privileges")) << r.out;
    EXPECT_EQ(holds(r.out, ", files, truncation, signals\n"), has("signals")) << r.out;
  }
  for (ran const& r : {h.library("--trust"), h.program("--trust")}) {
    EXPECT_TRUE(holds(r.out, "\nsandbox: none, by --trust\n")) << r.out;
  }
  EXPECT_TRUE(h.unchanged());
}

TEST(Hostile, TheReportHasThePartsOfTheSandbox) {
  const hostile_run h("innocent");
  const ran r = h.library("--json -");
  EXPECT_TRUE(holds(r.out, "\"sandbox\": [\n  \"limits\",\n  \"privileges\"")) << r.out;
  EXPECT_EQ(holds(r.out, "  \"files\","), has("truncation")) << r.out;
  EXPECT_TRUE(holds(h.library("--json - --trust").out, "\"sandbox\": []")) << r.out;
}

TEST(Hostile, FilesOutsideAreNotWritten) {
  if (!has("files")) GTEST_SKIP() << "this system has no Landlock";
  for (char const* name : {"writes outside", "overwrites the report"}) {
    const hostile_run library(name), program(name);
    expect_both_hold(library.library());
    EXPECT_EQ(program.program().status, 0);
    EXPECT_TRUE(library.unchanged()) << name;
    EXPECT_TRUE(program.unchanged()) << name;
    const hostile_run trusted(name), trusted_program(name);
    expect_both_hold(trusted.library("--trust"));
    EXPECT_FALSE(trusted.unchanged()) << name;
    EXPECT_EQ(trusted_program.program("--trust").status, 0);
    EXPECT_FALSE(trusted_program.unchanged()) << name;
  }
}

TEST(Hostile, FilesOutsideAreNotCut) {
  if (!has("truncation")) GTEST_SKIP() << "this system's Landlock does not see truncation";
  const hostile_run h("truncates"), trusted("truncates");
  expect_both_hold(h.library());
  EXPECT_EQ(h.program().status, 0);
  EXPECT_TRUE(h.unchanged());
  trusted.library("--trust");
  EXPECT_FALSE(trusted.unchanged());
}

TEST(Hostile, TheReportIsTheProgramsAlone) {
  if (!has("files")) GTEST_SKIP() << "this system has no Landlock";
  const hostile_run h("overwrites the report");
  const directory d;
  const std::string report = d.file("report.json");
  const ran r =
      shell("HOSTILE_TARGET='" + report +
            "' '" BCAST_PROGRAM "' check --law join --size core --subject '" BCAST_HOSTILE_LIBRARY
            "' --only innocent --only 'overwrites*' --json '" +
            report + "' 2>&1");
  expect_both_hold(r);
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(report)));
  EXPECT_EQ(shell("'" BCAST_PROGRAM "' merge '" + report + "'").status, 0);
}

TEST(Hostile, LimitsAndPrivilegesStay) {
  for (char const* name : {"raises limits", "gains privileges"}) {
    const hostile_run h(name);
    expect_both_hold(h.library());
    EXPECT_EQ(h.program().status, 0);
    EXPECT_TRUE(h.unchanged()) << name;
  }
  const hostile_run trusted("gains privileges");
  trusted.library("--trust");
  EXPECT_FALSE(trusted.unchanged());
}

TEST(Hostile, TheParentIsNotTraced) {
  if (!has("files")) GTEST_SKIP() << "this system has no Landlock";
  const hostile_run h("traces its parent");
  expect_both_hold(h.library());
  EXPECT_EQ(h.program().status, 0);
}

TEST(Hostile, TheParentIsNotKilled) {
  if (!has("signals")) GTEST_SKIP() << "this system's Landlock does not see signals";
  const hostile_run h("kills its parent");
  expect_both_hold(h.library());
  EXPECT_EQ(h.program().status, 0);
  EXPECT_NE(h.library("--trust").status, 0);
}

TEST(Hostile, TheParentIsNotLimited) {
  if (!has("neighbours")) GTEST_SKIP() << "this system has no seccomp";
  const hostile_run h("limits its parent");
  const directory d;
  const std::string report = "--json '" + d.file("report.json") + "'";
  expect_both_hold(h.library(report));
  EXPECT_EQ(h.program(report).status, 0);
  EXPECT_EQ(h.program("--trust " + report).status, 4);
}

TEST(Hostile, NothingOfSystemVIsLeft) {
  if (!has("neighbours")) GTEST_SKIP() << "this system has no seccomp";
  const hostile_run h("leaves a segment");
  const auto key = key_of(h.target());
  expect_both_hold(h.library());
  EXPECT_EQ(h.program().status, 0);
  EXPECT_LT(shmget(key, 0, 0), 0);
  EXPECT_LT(semget(key, 0, 0), 0);
  EXPECT_LT(msgget(key, 0), 0);
  expect_both_hold(h.library("--trust"));
  EXPECT_GE(shmget(key, 0, 0), 0);
  EXPECT_GE(semget(key, 0, 0), 0);
  EXPECT_GE(msgget(key, 0), 0);
  shmctl(shmget(key, 0, 0), IPC_RMID, nullptr);
  semctl(semget(key, 0, 0), 0, IPC_RMID);
  msgctl(msgget(key, 0), IPC_RMID, nullptr);
}

TEST(Hostile, WhatAProcessHasForAllOfItsCodeIsItsOwn) {
  for (char const* name : {"changes its surroundings", "loads itself again"}) {
    const hostile_run h(name);
    expect_both_hold(h.library());
    expect_both_hold(h.library("--trust"));
    EXPECT_EQ(h.program().status, 0) << name;
    EXPECT_TRUE(h.unchanged()) << name;
  }
}

TEST(Hostile, NothingOfASiblingCanBeReadOrWritten) {
  for (char const* name : {"reads its siblings' answers", "writes into its siblings' memory"}) {
    const hostile_run h(name);
    expect_both_hold(h.library("--trust"));
    expect_both_hold(h.library());
    EXPECT_TRUE(h.unchanged()) << name;
  }
}

TEST(Hostile, ATerminalStopsNoneThatWritesToIt) {
  if (!has_terminals()) GTEST_SKIP() << "script(1) or a pseudo-terminal is missing";
  const ran r =
      shell("script -qec \"stty tostop; '" BCAST_PROGRAM
            "' check --trust --limit 5 --law join --size core --exec "
            "'echo here >/dev/tty; exec " BCAST_HOSTILE_PROGRAM " innocent'\" /dev/null 2>&1");
  EXPECT_TRUE(holds(r.out, "here")) << r.out;
  EXPECT_TRUE(holds(r.out, "1 of 1 laws hold")) << r.out;
}

TEST(Hostile, TheFilesOfWhoRunsItStayAsTheyAre) {
  if (!has("files")) GTEST_SKIP() << "this system has no Landlock";
  for (std::string const subject :
       {"--subject '" BCAST_HOSTILE_LIBRARY "' --only innocent --only 'changes its caller*'",
        "--exec \"'" BCAST_HOSTILE_PROGRAM "' 'changes its caller'\\''s files'\""}) {
    for (const bool trusted : {false, true}) {
      const directory d;
      const std::string input = d.write("input", "one\ntwo\n"), log = d.write("log", "kept\n"),
                        open = d.write("open", std::string(before));
      const ran r = shell("{ '" BCAST_PROGRAM "' check --law join --size core --seed 1 " + subject +
                          (trusted ? " --trust" : "") + " 7<>'" + open + "' >>'" + log +
                          "' 2>&1; cat; } <'" + input + "'");
      const std::string said = shell("cat '" + log + "'").out,
                        now = shell("cat '" + open + "'").out;
      EXPECT_EQ(now == before, !trusted) << subject << now;
      if (trusted) continue;
      EXPECT_EQ(r.out, "one\ntwo\n") << subject;
      EXPECT_TRUE(said.starts_with("kept\n")) << said;
      EXPECT_TRUE(holds(said, " laws hold, ") && !holds(said, "FAIL")) << said;
    }
  }
}

/// It could stop what is shown, so that the run waits for ever.
TEST(Hostile, TheTerminalStaysAsItIs) {
  if (!has("neighbours")) GTEST_SKIP() << "this system filters no calls";
  if (!has_terminals()) GTEST_SKIP() << "script(1) or a pseudo-terminal is missing";
  for (std::string const subject :
       {"--subject '" BCAST_HOSTILE_LIBRARY "' --only 'sets the terminal'",
        "--exec '" BCAST_HOSTILE_PROGRAM " \\\"sets the terminal\\\"'"}) {
    const directory d;
    const ran r = shell("timeout -k 1 20 script -qec \"stty -a >'" + d.file("before") +
                        "'; '" BCAST_PROGRAM "' check --law join --size core --seed 1 " + subject +
                        "; stty -a >'" + d.file("after") + "'\" /dev/null 2>&1");
    EXPECT_EQ(r.status, 0) << r.out;
    EXPECT_TRUE(holds(r.out, "1 of 1 laws hold")) << r.out;
    EXPECT_EQ(shell("cmp '" + d.file("before") + "' '" + d.file("after") + "' 2>&1").out, "");
  }
}

TEST(Hostile, NothingIsTypedForTheUser) {
  if (!has("files")) GTEST_SKIP() << "this system has no Landlock";
  if (!has_terminals()) GTEST_SKIP() << "script(1) or a pseudo-terminal is missing";
  const directory d;
  d.write("target", "");
  const auto on_a_terminal = [&](std::string const& options) {
    return shell("HOSTILE_TARGET='" + d.file("target") +
                 "' script -qec \"'" BCAST_PROGRAM
                 "' check --law join --size core --subject '" BCAST_HOSTILE_LIBRARY
                 "' --only types* " +
                 options + "\" /dev/null 2>&1");
  };
  const ran r = on_a_terminal("");
  EXPECT_TRUE(holds(r.out, "1 of 1 laws hold")) << r.out;
  EXPECT_FALSE(holds(r.out, "exit 77")) << r.out;
}

}  // namespace
}  // namespace bcast::hostile
