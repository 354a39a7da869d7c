// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/hostile/hostile_run.hpp"

// Libraries that are hostile while they are loaded, listed, asked or unloaded.

namespace bcast::hostile {
namespace {

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

/// What it says is kept apart from what the run says.
TEST(Hostile, TheLastWordsOfALibraryAreInItsFailure) {
  const ran r = loading("asked:shouts");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out, "\n  died of SIGABRT\n")) << r.out;
  EXPECT_TRUE(holds(r.out, "\n  its last words  `.[31mnot so`\n")) << r.out;
  EXPECT_FALSE(holds(r.out, "loud")) << r.out;
  EXPECT_TRUE(holds(loading("asked:shouts", "--trust ").out, "loud\n\x1b[31mnot so\n"));
}

}  // namespace
}  // namespace bcast::hostile
