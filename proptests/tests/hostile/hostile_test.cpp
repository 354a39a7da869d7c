// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/hostile/hostile.hpp"

#include <gtest/gtest.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "bcast/proptests/sandbox.hpp"
#include "tests/support/command.hpp"
#include "tests/support/replay.hpp"

// What subjects do that nobody asked for: each has a verdict, and nothing else changes. With
// --trust it happens.

namespace {

namespace fs = std::filesystem;
using bcast::tests::directory;
using bcast::tests::has_terminals;
using bcast::tests::holds;
using bcast::tests::ran;
using bcast::tests::shell;

bool has(std::string_view part) {
  for (std::string const& there :
       bcast::proptests::parts_in_force(bcast::proptests::sandbox::files)) {
    if (there == part) return true;
  }
  return false;
}

constexpr std::string_view before = "what was here\n";

/// Runs of a hostile subject, on a file that it must not change.
class hostile_run {
 public:
  explicit hostile_run(std::string name) : name_(std::move(name)) {
    target_.write("target", std::string(before));
    fs::create_directory(temporary_.file("own"));
  }

  ran library(std::string const& options = "") const {
    return check("--subject '" BCAST_HOSTILE_LIBRARY "' --only innocent --only \"" + name_ + "\" " +
                 options);
  }
  ran program(std::string const& options = "") const {
    return check("--exec \"'" BCAST_HOSTILE_PROGRAM "' '" + quoted() + "'\" " + options);
  }

  std::string target() const { return target_.file("target"); }

  /// Whether the target is as it was, there is nothing beside it, and no temporary file is left.
  testing::AssertionResult unchanged() const {
    std::ifstream in(target_.file("target"));
    const std::string now{std::istreambuf_iterator<char>(in), {}};
    if (now != before) return testing::AssertionFailure() << "the file is now '" << now << "'";
    if (target_.entries() != 1) return testing::AssertionFailure() << "there are new files";
    if (!fs::is_empty(temporary_.file("own"))) {
      return testing::AssertionFailure() << "temporary files are left";
    }
    return testing::AssertionSuccess();
  }

 private:
  /// For a word in single quotes in double quotes.
  std::string quoted() const {
    std::string all;
    for (const char c : name_) all += c == '\'' ? "'\\\\''" : std::string(1, c);
    return all;
  }
  ran check(std::string const& arguments) const {
    return shell(
        "export TMPDIR='" + temporary_.file("own") + "' HOSTILE_TARGET='" + target_.file("target") +
        "'; '" BCAST_PROGRAM "' check --law join --size core --seed 1 " + arguments + " 2>&1");
  }

  std::string name_;
  directory target_, temporary_;
};

void expect_both_hold(ran const& r) {
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(holds(r.out, "\n2 of 2 laws hold, ")) << r.out;
}

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

/// Each is ended with a verdict that says why, and the other subject holds.
TEST(Hostile, WhatUsesUpTheMachineIsEnded) {
  struct row {
    char const* name;
    char const* part;
    char const* says;
    char const* memory = "--memory 64M";
  };
  for (row const& r :
       {row{"fills the disk", "files", "wrote more than 0.062 GiB to files"},
        row{"hides files", "limits", "used more than 0.062 GiB of memory"},
        row{"fills page tables", "limits", "used more than 0.062 GiB of memory"},
        row{"nests folders", "files", "left folders in one another, more than 64 deep"},
        row{"forks without end", "limits", " processes and threads", "--memory 0"}}) {
    if (!has(r.part)) continue;
    const hostile_run h(r.name);
    const std::string memory = r.memory + std::string(" --shrink 0 --limit 60");
    const ran library = h.library(memory);
    EXPECT_EQ(library.status, 1) << library.out;
    EXPECT_TRUE(holds(library.out, "\n1 of 2 laws hold, ")) << library.out;
    EXPECT_TRUE(holds(library.out, r.says)) << library.out;
    const ran program = h.program(memory);
    EXPECT_EQ(program.status, 1) << program.out;
    EXPECT_TRUE(holds(program.out, r.says)) << program.out;
    EXPECT_TRUE(h.unchanged()) << r.name;
  }
}

/// A run of the library that keeps some memory at each call.
ran leaking(char const* mebibytes, std::string const& arguments) {
  return shell("HOSTILE_MEBIBYTES=" + std::string(mebibytes) + " '" BCAST_PROGRAM "'" + arguments +
               " 2>&1");
}

/// What is printed has to reach the limit again, whenever a process is looked at.
TEST(Hostile, WhatGrowsFromCallToCallIsReplayed) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs much memory of its own";
#endif
  struct row {
    char const* law;
    char const* mebibytes;
  };
  for (row const& of :
       {row{"repeat", "3"}, row{"repeat", "11"}, row{"elements", "4"}, row{"elements", "60"}}) {
    const ran r = leaking(of.mebibytes,
                          " check --size core --seed 1 --memory 100M --subject "
                          "'" BCAST_HOSTILE_LEAKING "' --law " +
                              std::string(of.law));
    EXPECT_EQ(r.status, 1) << r.out;
    EXPECT_TRUE(holds(r.out, "used more than 0.098 GiB of memory")) << r.out;
    const std::string replay = bcast::tests::replay_in(r.out);
    ASSERT_TRUE(replay.starts_with("bcast check ")) << r.out;
    const bool whole = holds(r.out, "no sequence of calls was found that reaches the limit");
    EXPECT_EQ(holds(replay, " --case "), !whole) << r.out;
    for (int times = 0; times < 2; ++times) {
      const ran again = leaking(of.mebibytes, replay.substr(5));
      EXPECT_EQ(again.status, 1) << r.out << again.out;
      EXPECT_TRUE(holds(again.out, "used more than 0.098 GiB of memory")) << again.out;
    }
  }
}

TEST(Hostile, WhatGrowsTooSlowlyToPrintIsReplayedByTheWholeLaw) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs much memory of its own";
#endif
  const ran r = leaking("1",
                        " check --size core --seed 1 --shrink 0 --memory 100M --subject "
                        "'" BCAST_HOSTILE_LEAKING "' --law elements");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out,
                    "no sequence of calls was found that reaches the limit by itself and is short "
                    "enough to print: the replay asks the whole law"))
      << r.out;
  const std::string replay = bcast::tests::replay_in(r.out);
  EXPECT_TRUE(replay.ends_with(" --seed 1 --size core")) << r.out;
  EXPECT_EQ(leaking("1", replay.substr(5)).status, 1);
}

TEST(Hostile, WhatGrewOnceIsNotSaidToBeReplayed) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs much memory of its own";
#endif
  const directory folder;
  setenv("HOSTILE_ONCE", folder.file("once").c_str(), 1);
  const ran r = leaking("4",
                        " check --trust --size core --seed 1 --shrink 0 --memory 100M --subject "
                        "'" BCAST_HOSTILE_LEAKING "' --law elements --xfail '" +
                            folder.write("none", "bcast-xfail 1\n") + "'");
  unsetenv("HOSTILE_ONCE");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out, "used more than 0.098 GiB of memory")) << r.out;
  EXPECT_TRUE(holds(r.out, "not reproduced: no sequence of calls was found")) << r.out;
  EXPECT_TRUE(holds(r.out, "the whole law, asked again, does not reach it")) << r.out;
  EXPECT_TRUE(holds(r.out, " --xfail '" + folder.file("none") + "' --seed 1")) << r.out;
}

TEST(Hostile, SharedMemoryIsCounted) {
  if (!fs::is_directory("/dev/shm")) GTEST_SKIP() << "this system has no /dev/shm";
  const hostile_run h("fills shared memory");
  const std::string memory = "--memory 64M --shrink 0 --limit 20";
  for (bool by_library : {true, false}) {
    const ran r = by_library ? h.library(memory) : h.program(memory);
    for (auto const& file : fs::directory_iterator("/dev/shm")) {
      const std::string name = file.path().filename().string();
      if (name.starts_with(bcast::hostile::name_of(h.target()))) fs::remove(file);
    }
    EXPECT_EQ(r.status, 1) << r.out;
    EXPECT_TRUE(holds(r.out, "used more than 0.062 GiB of memory")) << r.out;
  }
}

TEST(Hostile, NothingOfSystemVIsLeft) {
  if (!has("neighbours")) GTEST_SKIP() << "this system has no seccomp";
  const hostile_run h("leaves a segment");
  const auto key = bcast::hostile::key_of(h.target());
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

TEST(Hostile, WhatIsWrittenWithoutEndIsNotRead) {
  const hostile_run report("floods the report"), errors("floods standard error");
  const ran library = report.library("--shrink 0 --limit 120");
  EXPECT_EQ(library.status, 1) << library.out;
  EXPECT_TRUE(holds(library.out, "\n1 of 2 laws hold, ")) << library.out;
  EXPECT_TRUE(holds(library.out, "wrote without end into the report")) << library.out;
  const ran program = report.program("--shrink 0");
  EXPECT_EQ(program.status, 1) << program.out;
  EXPECT_TRUE(holds(program.out, "answer has not ended after 1048576 bytes")) << program.out;
  const ran late = errors.program("--shrink 0 --limit 1");
  EXPECT_EQ(late.status, 1) << late.out;
  EXPECT_TRUE(holds(late.out, "has not answered after 1000 ms")) << late.out;
}

/// Whether a process that a subject has started so goes on, after a moment to end.
bool is_left_behind() {
  for (int k = 0; k < 100; ++k) {
    const ran r = shell("grep -lx left_behind /proc/[0-9]*/comm 2>/dev/null");
    if (r.out.empty()) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return true;
}

/// In a library and in a program.
void expect_all_hold_and_end(hostile_run const& h) {
  expect_both_hold(h.library());
  EXPECT_FALSE(is_left_behind());
  EXPECT_EQ(h.program().status, 0);
  EXPECT_FALSE(is_left_behind());
}

TEST(Hostile, WhatLeavesItsFamilyEndsWithIt) {
  const hostile_run h("leaves its family");
  expect_all_hold_and_end(h);
  expect_both_hold(h.library("--trust"));
  EXPECT_FALSE(is_left_behind());
}

TEST(Hostile, WhatIsTracedByAnotherOfItsFamilyEndsToo) {
  expect_all_hold_and_end(hostile_run("traces its family"));
}

/// It is broken if it has answered too late: then it has too many processes.
TEST(Hostile, WhatStartsAnotherAndEndsAgainAndAgainIsCaught) {
  const hostile_run h("hops");
  const ran r = h.library();
  EXPECT_TRUE(holds(r.out, "\n2 of 2 laws hold, ") || holds(r.out, "\n1 of 2 laws hold, "))
      << r.out;
  EXPECT_TRUE(r.status == 0 || holds(r.out, " processes and threads\n")) << r.out;
  EXPECT_FALSE(is_left_behind());
}

TEST(Hostile, WhatLeavesItsFamilyEndsWithARunThatIsEnded) {
  const hostile_run h("hides its family");
  for (char const* signals : {"HUP", "QUIT", "TERM", "TERM INT"}) {
    for (char const* options : {"", "--trust"}) {
      const std::string script =
          "& run=$!; until grep -qsx left_behind /proc/[0-9]*/comm; do sleep 0.1; done; for one "
          "in ";
      h.library(options + script + signals + "; do kill -$one $run; done; wait $run");
      EXPECT_FALSE(is_left_behind()) << signals << ' ' << options;
    }
  }
}

TEST(Hostile, WhatLeavesItsFamilyIsCountedWithIt) {
  if (!has("neighbours")) GTEST_SKIP() << "this system has no seccomp";
  struct row {
    char const* name;
    char const* says;
    char const* memory;
  };
  for (row const& r :
       {row{"hides its family", "used more than 0.062 GiB of memory", "--memory 64M"},
        row{"starts many families", " processes and threads", "--memory 0"}}) {
    const hostile_run h(r.name);
    const std::string options = r.memory + std::string(" --shrink 0 --limit 60");
    for (ran const& ended : {h.library(options), h.program(options)}) {
      EXPECT_EQ(ended.status, 1) << ended.out;
      EXPECT_TRUE(holds(ended.out, r.says)) << ended.out;
      EXPECT_FALSE(is_left_behind()) << r.name;
    }
  }
}

TEST(Hostile, ALibraryWithTooManySubjectsIsRefused) {
  const ran r = shell("HOSTILE_TABLES=5000 '" BCAST_PROGRAM
                      "' check --law join --subject '" BCAST_HOSTILE_LIBRARY "' 2>&1");
  EXPECT_EQ(r.status, 2);
  EXPECT_TRUE(holds(r.out, ": exports 5000 subjects; expected at most 4096\n")) << r.out;
}

TEST(Hostile, TablesOfAnOlderInterfaceAreSmaller) {
  const ran r = shell("HOSTILE_OLD=1 '" BCAST_PROGRAM
                      "' check --law join --size core --subject '" BCAST_HOSTILE_LIBRARY "' 2>&1");
  EXPECT_TRUE(holds(r.out, "second")) << r.out;
  expect_both_hold(r);
}

TEST(Hostile, ALibraryThatNeedsTooMuchRoomIsRefused) {
  for (auto const& [caps, says] :
       {std::pair{"align=9223372036854775807",
                  "alignment is 9223372036854775807; expected at most"},
        std::pair{"overread=2097153", "over_read is 2097153; expected at most 2097152\n"}}) {
    const ran r =
        shell("HOSTILE_CAPS='" + std::string(caps) +
              "' '" BCAST_PROGRAM "' check --law join --subject '" BCAST_HOSTILE_LIBRARY "' 2>&1");
    EXPECT_EQ(r.status, 2) << r.out;
    EXPECT_TRUE(holds(r.out, says)) << r.out;
  }
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

TEST(Hostile, OneThatClosesItsDescriptorsIsEndedWithAVerdict) {
  const hostile_run h("closes descriptors");
  for (char const* options : {"--shrink 0 --limit 20", "--shrink 0 --limit 20 --trust"}) {
    const ran library = h.library(options);
    EXPECT_EQ(library.status, 1) << library.out;
    EXPECT_TRUE(holds(library.out, "\n1 of 2 laws hold, ")) << library.out;
    EXPECT_EQ(h.program(options).status, 1);
    EXPECT_TRUE(h.unchanged());
  }
}

/// The command that runs the library that is hostile at a moment.
std::string loading_command(std::string const& when, std::string const& options) {
  return "HOSTILE_WHEN=" + when +
         " '" BCAST_PROGRAM "' check --law join --size core --seed 1 --shrink 0 --limit 1 " +
         options + "--subject '" BCAST_HOSTILE_LOADING "' 2>&1";
}

ran loading_alone(std::string const& when, std::string const& options = "") {
  return shell(loading_command(when, options));
}

/// The same beside a subject that holds.
ran loading(std::string const& when, std::string const& options = "") {
  return loading_alone(when, options + "--subject verifier/array_api ");
}

TEST(Hostile, ALibraryThatEndsWhileItIsLoadedIsNamed) {
  struct row {
    char const* act;
    char const* says;
  };
  for (std::string const moment : {"loaded:", "listed:"}) {
    for (row const& r :
         {row{"exits", "ended with status 0"}, row{"ends", "ended with status 0"},
          row{"aborts", "died of SIGABRT"}, row{"hangs", "did not answer within 1000 ms"}}) {
      const ran alone = loading_alone(moment + r.act);
      EXPECT_EQ(alone.status, 2) << alone.out;
      EXPECT_TRUE(holds(alone.out, BCAST_HOSTILE_LOADING ": loading it ")) << alone.out;
      EXPECT_TRUE(holds(alone.out, r.says)) << alone.out;
      const ran two = loading(moment + r.act, "--law order ");
      EXPECT_EQ(two.status, 1) << two.out;
      EXPECT_TRUE(holds(two.out, std::string("\n  loading it ") + r.says)) << two.out;
      EXPECT_TRUE(holds(two.out, "\n2 of 3 laws hold, ")) << two.out;
      EXPECT_TRUE(holds(two.out, "; 1 not asked")) << two.out;
    }
  }
  const ran thrown = loading_alone("listed:throws");
  EXPECT_EQ(thrown.status, 2) << thrown.out;
  EXPECT_TRUE(holds(thrown.out, BCAST_HOSTILE_LOADING ": an exception: thrown while .[31mloaded"))
      << thrown.out;
}

/// std::terminate would print its text as it is.
TEST(Hostile, AnUncaughtExceptionIsToldOnASafeLine) {
  const std::string line = "bcast: " BCAST_HOSTILE_LOADING ": ",
                    killed = "died of SIGABRT: ", uncaught = killed + "an uncaught exception: ",
                    text = "thrown.while .[31mloaded", number = "not a std::exception";
  struct row {
    char const* when;
    std::string out;
  };
  for (row const& r : {row{"loaded:throws", line + "loading it " + uncaught + text},
                       row{"loaded:throws_a_number", line + "loading it " + uncaught + number},
                       row{"listed:throws_uncaught", line + "loading it " + uncaught + text},
                       row{"listed:throws_a_number", line + "an exception: " + number}}) {
    const ran bad = loading_alone(r.when);
    EXPECT_EQ(bad.status, 2) << r.when;
    EXPECT_EQ(bad.out, r.out + "\n") << r.when;
  }
  for (row const& r : {row{"asked:throws_uncaught", "\n  " + uncaught + text + "\n"},
                       row{"asked:throws_a_number", "\n  an exception: " + number + "\n"}}) {
    const ran bad = loading(r.when);
    EXPECT_EQ(bad.status, 1) << bad.out;
    EXPECT_TRUE(holds(bad.out, "\n1 of 2 laws hold, ")) << bad.out;
    EXPECT_TRUE(holds(bad.out, r.out)) << bad.out;
    EXPECT_FALSE(holds(bad.out, "terminate called")) << bad.out;
    EXPECT_FALSE(holds(bad.out, "\x1b")) << bad.out;
  }
  const ran together = loading("asked:throws_uncaught", "--no-fork ");
  EXPECT_NE(together.status, 0);
  EXPECT_TRUE(holds(together.out, "bcast: an uncaught exception: " + text + "\n")) << together.out;
  EXPECT_FALSE(holds(together.out, "\x1b")) << together.out;
}

TEST(Hostile, ALibraryThatIsListedByTwoProcessesIsNamed) {
  for (char const* when : {"loaded:forks", "listed:forks"}) {
    const ran bad = loading_alone(when);
    EXPECT_EQ(bad.status, 2) << when;
    EXPECT_EQ(bad.out, "bcast: " BCAST_HOSTILE_LOADING
                       ": it wrote into the report of the process that asks it\n")
        << when;
  }
}

TEST(Hostile, ALibraryThatEndsWhileItIsAskedHasAVerdict) {
  struct row {
    char const* act;
    char const* says;
  };
  for (row const& r : {row{"exits", "ended with status 0"}, row{"ends", "ended with status 0"},
                       row{"aborts", "died of SIGABRT"}, row{"throws", "an exception: thrown"},
                       row{"hangs", "did not answer within 1000 ms"}}) {
    const ran bad = loading(std::string("asked:") + r.act);
    EXPECT_EQ(bad.status, 1) << bad.out;
    EXPECT_TRUE(holds(bad.out, "\n1 of 2 laws hold, ")) << bad.out;
    EXPECT_TRUE(holds(bad.out, r.says)) << bad.out;
    EXPECT_EQ(holds(bad.out, "\n  alone   fails in a fresh process; more runs would take long\n"),
              r.act == std::string("hangs"))
        << bad.out;
  }
}

/// It dies in every process that has the arguments of the run, and in no other.
TEST(Hostile, AReplayThatDoesNotFailIsNotReproduced) {
  const ran r = loading("asked:hides");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out, "\n  died of SIGABRT\n")) << r.out;
  EXPECT_TRUE(holds(r.out, "\n  not reproduced: --case '")) << r.out;
  EXPECT_TRUE(holds(r.out, "--only 'loading' --limit 1 --seed 1 --size core\n")) << r.out;
  const ran each_time = loading("asked:aborts");
  EXPECT_FALSE(holds(each_time.out, "not reproduced")) << each_time.out;
  EXPECT_TRUE(holds(each_time.out, "\n  alone   fails in 10 of 10 runs\n") ||
              holds(each_time.out, "\n  alone   fails in 2 of 2 runs\n"))  // on a slow machine
      << each_time.out;
}

TEST(Hostile, AReplayThatFailsFiveTimesAndThenHoldsIsNotReproduced) {
  const directory d;
  const ran r = shell("export HOSTILE_LOG='" + d.write("log", "") + "'; " +
                      loading_command("asked:wearies", "--trust "));
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out, ", asked by another bcast, fails 5 times and then holds: ")) << r.out;
  EXPECT_FALSE(holds(r.out, "\n  alone   ")) << r.out;
}

TEST(Hostile, AReplayThatIsEndedLeavesNoFiles) {
  if (!has("files")) GTEST_SKIP() << "a subject has no folder without Landlock";
  const hostile_run h("leaves many files");
  setenv("HOSTILE_WRONG", "1", 1);
  const ran r = h.library();
  unsetenv("HOSTILE_WRONG");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(h.unchanged()) << r.out;
}

TEST(Hostile, WhereTheUserLimitsTheProcessorTheSubjectIsNotBlamed) {
  const ran r = shell("exec 2>&1; ulimit -t 1; exec '" BCAST_PROGRAM
                      "' check --law join --size core --subject '" BCAST_HOSTILE_LIBRARY
                      "' --only innocent --only 'needs the processor'");
  EXPECT_EQ(r.status, 4) << r.out;
  EXPECT_FALSE(holds(r.out, "BROKEN")) << r.out;
  EXPECT_TRUE(holds(r.out, "see `ulimit -t`")) << r.out;
}

TEST(Hostile, WhereTheUserLimitsTheMemoryTheSubjectIsNotBlamed) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs much memory of its own";
#endif
  for (int kib = 22'000; kib <= 30'000; kib += 500) {
    const ran r = shell("exec 2>&1; ulimit -v " + std::to_string(kib) +
                        "; exec '" BCAST_PROGRAM
                        "' check --law join --size core --subject '" BCAST_HOSTILE_LIBRARY
                        "' --only innocent");
    EXPECT_TRUE(r.status == 0 || r.status == 4 || r.status == 127) << kib << ' ' << r.out;
    EXPECT_FALSE(holds(r.out, "BROKEN")) << kib << ' ' << r.out;
  }
}

TEST(Hostile, WithTooFewDescriptorsForAnotherProcessAFailureIsToldAllTheSame) {
  setenv("HOSTILE_WRONG", "1", 1);
  for (int most = 5; most <= 12; ++most) {
    const directory d;
    const ran r = shell("exec 2>&1; ulimit -n " + std::to_string(most) +
                        "; exec '" BCAST_PROGRAM
                        "' check --law join --size core --subject '" BCAST_HOSTILE_LIBRARY
                        "' --only innocent --json '" +
                        d.file("report") + "'");
    EXPECT_EQ(r.status == 1, fs::exists(d.file("report"))) << most << r.out;
    EXPECT_TRUE(r.status == 1 || r.status == 4 || r.status == 127) << most << r.out;
    EXPECT_EQ(r.status == 1, holds(r.out, "BROKEN")) << most << r.out;
  }
  unsetenv("HOSTILE_WRONG");
}

/// Its process has answered by then.
TEST(Hostile, WhatALibraryDoesAtTheEndOfItsProcessChangesNothing) {
  const ran innocent = loading("never");
  EXPECT_EQ(innocent.status, 0) << innocent.out;
  for (char const* act : {"exits", "ends", "aborts", "hangs"}) {
    const ran r = loading(std::string("unloaded:") + act);
    EXPECT_EQ(r.status, 0) << r.out;
    EXPECT_TRUE(holds(r.out, "\n1 of 1 laws hold, ")) << r.out;
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

/// What it says is kept apart from what the run says.
TEST(Hostile, TheLastWordsOfALibraryAreInItsFailure) {
  const ran r = loading("asked:shouts");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out, "\n  died of SIGABRT\n")) << r.out;
  EXPECT_TRUE(holds(r.out, "\n  its last words  `.[31mnot so`\n")) << r.out;
  EXPECT_FALSE(holds(r.out, "loud")) << r.out;
  EXPECT_TRUE(holds(loading("asked:shouts", "--trust ").out, "loud\n\x1b[31mnot so\n"));
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
