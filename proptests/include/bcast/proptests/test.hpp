// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/isolate.hpp"
#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"

/// A law as a test of the user's own program, in whichever framework. `gtest.hpp` is this for
/// GoogleTest.
///
/// The environment of the program chooses what is asked. BCAST_CASE is the only case that is asked,
/// as a failure prints it; BCAST_SEED is the seed of the random cases; BCAST_SIZE is core, push or
/// nightly; BCAST_SECONDS is the most time for a law; BCAST_XFAIL names a file of expected
/// failures; BCAST_NO_FORK asks in the program's own process, for a debugger.
namespace bcast::proptests {

struct test_options {
  settings with = fresh_settings();
  isolation limits{};
  bool isolated = true;  ///< each law in a child process; false for a device or a debugger
};

/// The result of a test, as text for the framework.
struct tested {
  std::string skipped;  ///< why the law was not asked; empty if it was
  std::string failure;  ///< the report of a broken law, or what is wrong with the environment
  std::uint64_t cases = 0;
};

/// Asks a law of a subject. Throws nothing. `choose` are the arguments with which the program runs
/// only this test, `--gtest_filter=Broadcasting.values`; the report ends with the command that
/// replays its case.
tested test(law const& l, kit::subject const& s, test_options const& options = {},
            std::string_view choose = "");

/// Which laws can be asked of a subject.
struct test_plan {
  std::vector<law const*> laws;
  std::string not_asked;  ///< how many cannot be asked, and why; empty if all can
  std::string wrong;      ///< what is wrong with the subject; empty if nothing is
};

/// Throws nothing. A subject of which no law can be asked is wrong.
test_plan plan(kit::subject const& s);

}  // namespace bcast::proptests
