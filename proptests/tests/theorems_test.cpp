// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/theorems.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "bcast/spec/theorems.hpp"
#include "tests/support/register.hpp"

namespace bcast::tests {
namespace {

/// A theorem over its whole scope: the counts match its row, and it names every exception.
void expect_on_the_scope(spec::theorem const& t) {
  const proptests::counted run = proptests::run_theorem(t.tag);
  EXPECT_EQ(run.unforeseen, "") << t.statement;
  EXPECT_EQ(run.cases, t.cases);
  EXPECT_EQ(run.exceptions, t.exceptions);
  EXPECT_EQ(run.smallest, t.smallest);
  fmt::print("{} {}, {} exceptions\n", run.cases, t.scope, run.exceptions);
}

/// The same outside of the scope, on random cases.
void expect_at_random(spec::theorem const& t) {
  const proptests::counted run = proptests::run_theorem_at_random(t.tag, seed(), 3000);
  EXPECT_EQ(run.unforeseen, "") << t.statement;
  EXPECT_GE(run.cases, 3000);
  EXPECT_EQ(run.exceptions > 0, t.exceptions > 0);
}

TEST(Theorems, ATagThatDoesNotExistIsRefused) {
  EXPECT_THROW(proptests::run_theorem("bcast.P1"), std::invalid_argument);
}

}  // namespace

void register_theorems() {
  for (spec::theorem const& t : spec::theorems) {
    register_test(t.tag, "HoldsOnTheWholeScope", [&t] { expect_on_the_scope(t); });
    register_test(t.tag, "HoldsAtRandom", [&t] { expect_at_random(t); });
  }
}

}  // namespace bcast::tests
