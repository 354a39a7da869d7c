// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/support/command.hpp"

// A library that misbehaves while it is loaded, lists its subjects or is asked: a clear verdict,
// and the others are asked.

namespace bad_library_test {
namespace {

using namespace ::bcast::tests;

constexpr char const* library = BCAST_BAD_LIBRARY;

ran alone(std::string const& when, std::string const& options = "") {
  return shell("BAD_LIBRARY=" + when +
               " '" BCAST_PROGRAM "' check --law shape --size core --seed 1 --limit 1 " + options +
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
      expect_run(alone(moment + r.act), 2, {std::string(library) + ": loading it ", r.says});
      expect_run(beside_another(moment + r.act, "--law order"), 1,
                 {std::string("\n  loading it ") + r.says, "\n2 of 3 laws hold, "});
    }
  }
}

TEST(BadLibrary, OneThatEndsWhileItIsAskedHasAVerdict) {
  for (row const& r : {row{"exits", "ended with status 0"}, row{"aborts", "died of SIGABRT"},
                       row{"throws", "an exception: thrown"},
                       row{"throws_a_number", "an exception: not a std::exception"},
                       row{"hangs", "did not answer within 1000 ms"}}) {
    expect_run(beside_another(std::string("asked:") + r.act), 1, {"\n1 of 2 laws hold, ", r.says});
  }
}

/// std::terminate would print its text as it is.
TEST(BadLibrary, AnUncaughtExceptionIsToldOnASafeLine) {
  const std::string uncaught = "`bcast: an uncaught exception: thrown.while .[31mloaded`\n";
  const ran loaded = alone("loaded:throws_uncaught");
  EXPECT_EQ(loaded.status, 2);
  EXPECT_EQ(loaded.out, "bcast: " + std::string(library) +
                            ": loading it died of SIGABRT its last words  " + uncaught);
  const ran asked = expect_run(beside_another("asked:throws_uncaught"), 1,
                               {"\n  died of SIGABRT\n  its last words  " + uncaught});
  EXPECT_FALSE(holds(asked.out, "terminate called"));
  const ran together = beside_another("asked:throws_uncaught", "--no-fork");
  EXPECT_NE(together.status, 0);
  EXPECT_TRUE(holds(together.out, "bcast: an uncaught exception: thrown.while .[31mloaded\n"));
}

TEST(BadLibrary, WhatItSaysIsKeptFromTheReport) {
  const directory d;
  const ran r = beside_another("asked:says", "--json '" + d.file("report") + "'");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_FALSE(holds(r.out, "loud"));
  EXPECT_FALSE(holds(r.out, "not so"));
  EXPECT_TRUE(holds(shell("cat '" + d.file("report") + "'").out, R"("verdict": "holds")"));
}

TEST(BadLibrary, TheLastTenLinesOfOneThatCrashesAreInItsFailure) {
  const ran r =
      expect_run(beside_another("asked:shouts"), 1,
                 {"\n  died of SIGABRT\n  its last words\n    line 3\n", "\n    line 12\n"});
  EXPECT_FALSE(holds(r.out, "line 2\n"));
}

TEST(BadLibrary, ItsTablesMayBeOfAnOlderInterfaceAndNotTooMany) {
  const ran older = beside_another("tables:older", "--skipped");
  EXPECT_TRUE(holds(older.out, "not asked  shape  second  supports none of the cases"));
  for (row const& r : {row{"tables:many", ": exports 5000 subjects; expected at most 4096\n"},
                       row{"tables:greedy", "align is 9223372036854775807; expected at most"}}) {
    expect_run(alone(r.act), 2, {r.says});
  }
}

}  // namespace
}  // namespace bad_library_test
