// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <string>

#include "bcast/proptests/test.hpp"

/// In a TEST_CASE of the user's own doctest: a subcase for each law that can be asked of the
/// subject. `test_name` is that of the test case, for the command that replays a case. Each law is
/// asked in a child process.
#define BCAST_DOCTEST_SUBCASES(subject, test_name)                                               \
  const auto bcast_plan = bcast::proptests::plan(subject);                                       \
  REQUIRE_MESSAGE(bcast_plan.wrong.empty(), bcast_plan.wrong);                                   \
  for (bcast::proptests::law const* bcast_law : bcast_plan.laws) {                               \
    const std::string bcast_name(bcast_law->name);                                               \
    SUBCASE(bcast_name.c_str()) {                                                                \
      const auto bcast_tested = bcast::proptests::test(                                          \
          *bcast_law, subject, {}, std::string("-tc='" test_name "' -sc='") + bcast_name + "'"); \
      CHECK_MESSAGE(bcast_tested.failure.empty(), bcast_tested.failure);                         \
    }                                                                                            \
  }                                                                                              \
  static_assert(true)
