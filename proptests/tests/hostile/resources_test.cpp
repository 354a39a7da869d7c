// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "tests/hostile/hostile.hpp"
#include "tests/hostile/hostile_run.hpp"

// What uses up memory, disks, processes or time is ended with a verdict that says why.

namespace bcast::hostile {
namespace {

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

TEST(Hostile, SharedMemoryIsCounted) {
  if (!fs::is_directory("/dev/shm")) GTEST_SKIP() << "this system has no /dev/shm";
  const hostile_run h("fills shared memory");
  const std::string memory = "--memory 64M --shrink 0 --limit 20";
  for (bool by_library : {true, false}) {
    const ran r = by_library ? h.library(memory) : h.program(memory);
    for (auto const& file : fs::directory_iterator("/dev/shm")) {
      const std::string name = file.path().filename().string();
      if (name.starts_with(name_of(h.target()))) fs::remove(file);
    }
    EXPECT_EQ(r.status, 1) << r.out;
    EXPECT_TRUE(holds(r.out, "used more than 0.062 GiB of memory")) << r.out;
  }
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

}  // namespace
}  // namespace bcast::hostile
