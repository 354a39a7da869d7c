// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/support/command.hpp"

// A library that misbehaves while it is loaded, lists its subjects or is asked: a clear verdict,
// and the others are asked.

namespace bad_library_test {
namespace {

using bcast::tests::directory;
using bcast::tests::holds;
using bcast::tests::ran;
using bcast::tests::shell;

constexpr char const* library = BCAST_BAD_LIBRARY;

ran alone(std::string const& when, std::string const& options = "") {
  return shell("BAD_LIBRARY=" + when +
               " '" BCAST_PROGRAM "' check --law join --size core --seed 1 --limit 1 " + options +
               " --subject '" BCAST_BAD_LIBRARY "' 2>&1");
}

ran beside_another(std::string const& when, std::string const& options = "") {
  return alone(when, options + " --subject verifier/array_api");
}

/// An act, and what is said of it.
struct row {
  char const* act;
  char const* says;
};

TEST(BadLibrary, OneThatEndsWhileItIsLoadedIsNamed) {
  for (std::string const moment : {"loaded:", "listed:"}) {
    for (row const& r : {row{"exits", "ended with status 0"}, row{"aborts", "died of SIGABRT"},
                         row{"hangs", "did not answer within 1000 ms"}}) {
      const ran one = alone(moment + r.act);
      EXPECT_EQ(one.status, 2) << one.out;
      EXPECT_TRUE(holds(one.out, std::string(library) + ": loading it ")) << one.out;
      EXPECT_TRUE(holds(one.out, r.says)) << one.out;
      const ran two = beside_another(moment + r.act, "--law order");
      EXPECT_EQ(two.status, 1) << two.out;
      EXPECT_TRUE(holds(two.out, std::string("\n  loading it ") + r.says)) << two.out;
      EXPECT_TRUE(holds(two.out, "\n2 of 3 laws hold, ")) << two.out;
      EXPECT_TRUE(holds(two.out, "; 1 not asked")) << two.out;
    }
  }
}

TEST(BadLibrary, OneThatEndsWhileItIsAskedHasAVerdict) {
  for (row const& r : {row{"exits", "ended with status 0"}, row{"aborts", "died of SIGABRT"},
                       row{"throws", "an exception: thrown"},
                       row{"throws_a_number", "an exception: not a std::exception"},
                       row{"hangs", "did not answer within 1000 ms"}}) {
    const ran bad = beside_another(std::string("asked:") + r.act);
    EXPECT_EQ(bad.status, 1) << bad.out;
    EXPECT_TRUE(holds(bad.out, "\n1 of 2 laws hold, ")) << bad.out;
    EXPECT_TRUE(holds(bad.out, r.says)) << bad.out;
  }
}

/// std::terminate would print its text as it is.
TEST(BadLibrary, AnUncaughtExceptionIsToldOnASafeLine) {
  const std::string uncaught = "`bcast: an uncaught exception: thrown.while .[31mloaded`\n";
  const ran loaded = alone("loaded:throws_uncaught");
  EXPECT_EQ(loaded.status, 2);
  EXPECT_EQ(loaded.out, "bcast: " + std::string(library) +
                            ": loading it died of SIGABRT its last words  " + uncaught);
  const ran asked = beside_another("asked:throws_uncaught");
  EXPECT_EQ(asked.status, 1);
  EXPECT_TRUE(holds(asked.out, "\n  died of SIGABRT\n  its last words  " + uncaught)) << asked.out;
  EXPECT_FALSE(holds(asked.out, "terminate called")) << asked.out;
  const ran together = beside_another("asked:throws_uncaught", "--no-fork");
  EXPECT_NE(together.status, 0);
  EXPECT_TRUE(holds(together.out, "bcast: an uncaught exception: thrown.while .[31mloaded\n"))
      << together.out;
}

TEST(BadLibrary, WhatItSaysIsKeptFromTheReport) {
  const directory d;
  const ran r = beside_another("asked:says", "--json '" + d.file("report") + "'");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_FALSE(holds(r.out, "loud")) << r.out;
  EXPECT_FALSE(holds(r.out, "not so")) << r.out;
  EXPECT_EQ(shell("'" BCAST_PROGRAM "' merge '" + d.file("report") + "'").status, 0);
}

TEST(BadLibrary, TheLastTenLinesOfOneThatCrashesAreInItsFailure) {
  const ran r = beside_another("asked:shouts");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out, "\n  died of SIGABRT\n  its last words\n    line 3\n")) << r.out;
  EXPECT_TRUE(holds(r.out, "\n    line 12\n")) << r.out;
  EXPECT_FALSE(holds(r.out, "line 2\n")) << r.out;
}

/// Its process has answered by then.
TEST(BadLibrary, WhatItDoesAtTheEndOfItsProcessChangesNothing) {
  for (char const* act : {"aborts", "hangs"}) {
    const ran r = beside_another(std::string("unloaded:") + act);
    EXPECT_EQ(r.status, 0) << r.out;
    EXPECT_TRUE(holds(r.out, "\n1 of 1 laws hold, ")) << r.out;
  }
}

TEST(BadLibrary, ItsTablesMayBeOfAnOlderInterfaceAndNotTooMany) {
  const ran older = beside_another("tables:older", "--skipped");
  EXPECT_TRUE(holds(older.out, "not asked  join  second  supports none of the cases")) << older.out;
  for (row const& r :
       {row{"tables:many", ": exports 5000 subjects; expected at most 4096\n"},
        row{"tables:greedy", "alignment is 9223372036854775807; expected at most"}}) {
    const ran refused = alone(r.act);
    EXPECT_EQ(refused.status, 2) << refused.out;
    EXPECT_TRUE(holds(refused.out, r.says)) << refused.out;
  }
}

/// It says what it found, or that it could not ask.
TEST(BadLibrary, WithTooFewDescriptorsForAProcessNoLawIsBroken) {
  for (int most = 5; most <= 12; ++most) {
    const ran r = shell("exec 2>&1; ulimit -n " + std::to_string(most) +
                        "; exec '" BCAST_PROGRAM
                        "' check --law join --size core --subject '" BCAST_BAD_LIBRARY "'");
    EXPECT_TRUE(r.status == 127 || (r.status >= 2 && r.status <= 4)) << most << r.out;
    EXPECT_FALSE(holds(r.out, "BROKEN")) << most << r.out;
  }
}

}  // namespace
}  // namespace bad_library_test
