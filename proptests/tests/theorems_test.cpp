// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/theorems.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "bcast/proptests/text.hpp"
#include "bcast/spec/theorems.hpp"
#include "tests/support/register.hpp"

namespace bcast::tests {
namespace {

/// A theorem over its whole scope: the counts match its row, and it names every exception.
class scope_test : public testing::Test {
 public:
  explicit scope_test(spec::theorem const& t) : theorem_(&t) {}

  void TestBody() override {
    const proptests::counted run = proptests::run_theorem(theorem_->tag);
    EXPECT_EQ(run.unforeseen, "") << theorem_->statement;
    EXPECT_EQ(run.cases, theorem_->cases);
    EXPECT_EQ(run.exceptions, theorem_->exceptions);
    EXPECT_EQ(run.smallest, theorem_->smallest);
    fmt::print("{} {}, {} exceptions\n", run.cases, theorem_->scope, run.exceptions);
  }

 private:
  spec::theorem const* theorem_;
};

/// The same outside of the scope, on random cases.
class random_test : public testing::Test {
 public:
  explicit random_test(spec::theorem const& t) : theorem_(&t) {}

  void TestBody() override {
    const proptests::counted run = proptests::run_theorem_at_random(theorem_->tag, seed(), 3000);
    EXPECT_EQ(run.unforeseen, "") << theorem_->statement;
    EXPECT_GE(run.cases, 3000);
    EXPECT_EQ(run.exceptions > 0, theorem_->exceptions > 0);
  }

 private:
  spec::theorem const* theorem_;
};

TEST(Theorems, ATagThatDoesNotExistIsRefused) {
  EXPECT_THROW(proptests::run_theorem("bcast.P1"), std::invalid_argument);
}

}  // namespace

void register_theorems() {
  for (spec::theorem const& t : spec::theorems) {
    const std::string suite = proptests::suite_of(t.tag);
    testing::RegisterTest(suite.c_str(), "HoldsOnTheWholeScope", nullptr, nullptr, __FILE__,
                          __LINE__, [&t]() -> testing::Test* { return new scope_test(t); });
    testing::RegisterTest(suite.c_str(), "HoldsAtRandom", nullptr, nullptr, __FILE__, __LINE__,
                          [&t]() -> testing::Test* { return new random_test(t); });
  }
}

}  // namespace bcast::tests
