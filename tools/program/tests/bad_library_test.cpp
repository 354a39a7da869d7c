// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/support/command.hpp"

// A library that misbehaves while it is loaded, lists its subjects or is asked: a clear verdict,
// and the others are asked.

namespace bad_library_test {

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

TEST(BadLibrary, WhatItSaysIsKeptFromTheReport) {
  const directory d;
  const ran r = beside_another("asked:says", "--json '" + d.file("report") + "'");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_FALSE(holds(r.out, "loud"));
  EXPECT_FALSE(holds(r.out, "not so"));
  EXPECT_TRUE(holds(shell("cat '" + d.file("report") + "'").out, R"("verdict": "holds")"));
}

TEST(BadLibrary, ItsTablesMayBeOfAnOlderInterfaceAndNotTooMany) {
  const ran older = beside_another("tables:older", "--skipped");
  EXPECT_TRUE(holds(older.out, "not asked  shape  second  supports none of the cases"));
  for (row const& r : {row{"tables:many", ": exports 5000 subjects; expected at most 4096\n"},
                       row{"tables:greedy", "align is 9223372036854775807; expected at most"}}) {
    expect_run(alone(r.act), 2, {r.says});
  }
}

}  // namespace bad_library_test
