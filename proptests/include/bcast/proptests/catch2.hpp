// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstdio>
#include <string>

#include "bcast/proptests/test.hpp"

/// In a TEST_CASE of the user's own Catch2, 2 or 3: a section for each law that can be asked of the
/// subject. `test_name` is that of the test case, for the command that replays a case. Each law is
/// asked in a child process. A report goes to standard error, because Catch2 breaks lines.
#define BCAST_CATCH2_SECTIONS(subject, test_name)                                           \
  const auto bcast_plan = bcast::proptests::plan(subject);                                  \
  REQUIRE(bcast_plan.wrong == "");                                                          \
  for (bcast::proptests::law const* bcast_law : bcast_plan.laws) {                          \
    const std::string bcast_name(bcast_law->name);                                          \
    SECTION(bcast_name) {                                                                   \
      const auto bcast_tested = bcast::proptests::test(                                     \
          *bcast_law, subject, {}, std::string("'" test_name "' -c '") + bcast_name + "'"); \
      std::fputs(bcast_tested.failure.c_str(), stderr);                                     \
      CHECK(bcast_tested.failure.empty());                                                  \
    }                                                                                       \
  }                                                                                         \
  static_assert(true)
