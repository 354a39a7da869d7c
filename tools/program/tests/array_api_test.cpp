// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>

#include "tests/support/command.hpp"

// `bcast check --array-api`, with a module of a few lines: no array library is needed.

namespace array_api_test {
namespace {

using namespace ::bcast::tests;
using ::bcast::tests::bcast;

bool has_python() { return shell("python3 -c '' 2>&1").status == 0; }

/// The program where Python finds the modules in the folder `data`.
ran with_modules(std::string const& arguments) {
  return shell("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" BCAST_TEST_DATA "' '" BCAST_PROGRAM
               "' check " +
               arguments + " 2>&1");
}

class ArrayApi : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_python()) GTEST_SKIP() << "python3 is missing";
  }
};

TEST_F(ArrayApi, AModuleIsJudgedWithoutAnAdapter) {
  const ran r =
      expect_run(with_modules("--array-api tiny_arrays --seed 1 --skipped"), 0,
                 {"\nelements        tiny_arrays 1.0 ", "remark  only the core cases were asked"});
  EXPECT_FALSE(holds(r.out, "at your service"));
}

TEST_F(ArrayApi, WhatIsKnownOfASystemIsNoNewFailure) {
  const std::string asked = "--array-api sparse --law target --law shape --seed 1";
  const ran r =
      expect_run(with_modules(asked), 0,
                 {"1 known deviation; --no-known reports it:\n  target  bug: sparse.broadcast_to",
                  "remark  sparse.txt was made with 0.19.3; this is sparse 0.19.2"});
  EXPECT_FALSE(holds(r.out, "FAIL"));
  expect_run(with_modules(asked + " --no-known"), 1, {"FAIL  target  sparse 0.19.2"});
}

TEST_F(ArrayApi, AModuleInBracketsIsTakenAsItStands) {
  expect_refused(with_modules("--array-api '[ab]'"), {"'[ab]'"});
}

TEST_F(ArrayApi, AWayThatAModuleLacksIsNotAskedAndNamed) {
  expect_run(with_modules("--array-api tiny_arrays --law shape --skipped"), 0,
             {"not asked  every law  tiny_arrays in place  "
              "its arrays cannot be changed: ",
              "tiny_arrays out=      its functions take no out=: "});
}

TEST_F(ArrayApi, AMistakeIsFoundShrunkAndReplayed) {
  const ran r =
      expect_run(with_modules("--array-api tiny_arrays_max --law shape --law elements --seed 1"), 1,
                 {"got 1; expected 0", "\n  plain   import tiny_arrays_max as xp\n",
                  "\nWhat now?\n  again   bcast check --law ", "  tell    --report FILE"});
  EXPECT_FALSE(holds(r.out, "  debug "));
  expect_run(with_modules("--array-api tiny_arrays_max --law elements --seed 1 --report -"), 1,
             {"# tiny_arrays_max ", "```python\nimport tiny_arrays_max as xp\n"});
  const std::size_t at = r.out.find("replay  ");
  ASSERT_NE(at, std::string::npos) << r.out;
  const std::string replay = r.out.substr(at + 8, r.out.find('\n', at) - at - 8);
  constexpr std::string_view program = "bcast check ";
  ASSERT_TRUE(replay.starts_with(program)) << replay;
  EXPECT_TRUE(holds(replay, "--array-api 'tiny_arrays_max'"));
  expect_run(with_modules(replay.substr(program.size())), 1, {"got 1; expected 0"});
}

TEST_F(ArrayApi, WhatAModuleSaysDoesNotReachTheTerminalAsItIs) {
  const ran r = expect_run(with_modules("--array-api tiny_arrays_rude --law elements"), 1,
                           {".[31mno sum today."});
  EXPECT_EQ(r.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(r.out.find("\xC2\x9B"), std::string::npos);
}

TEST_F(ArrayApi, AFunctionThatRaisesWhatIsNoExceptionHasItsVerdict) {
  const ran r =
      with_modules("--array-api tiny_arrays_panics --size core --law shape --law elements");
  EXPECT_EQ(r.status, 1) << r.out;
  expect_parts(r.out, {"Panic: index out of bounds", "\n1 of 2 laws hold, "});
}

TEST_F(ArrayApi, AModuleThatGrowsIsRestartedWithARemark) {
  expect_run(with_modules("--array-api tiny_arrays_grows --law shape --memory 100M"), 0,
             {"\nremark  shape of tiny_arrays_grows 0: restarted ", "\n1 of 1 laws hold, "});
}

TEST_F(ArrayApi, WhatIsNoArrayModuleIsOneLine) {
  for (auto const& [module, says] :
       {std::pair("no_such_module", "No module named 'no_such_module'"),
        std::pair("json", "not an array module: it has no asarray"),
        std::pair("-x", "No module named '-x'"),
        std::pair("\"it's\"", "No module named \"it's\"")}) {
    expect_refused(with_modules("--array-api=" + std::string(module) + " --array-api tiny_arrays"),
                   {says});
  }
}

TEST(ArrayApiAlone, APythonThatIsMissingIsNamed) {
  const ran r =
      shell("BCAST_PYTHON=no-such-python '" BCAST_PROGRAM "' check --array-api numpy 2>&1");
  EXPECT_EQ(r.status, 2) << r.out;
  expect_one_line(r);
  EXPECT_TRUE(holds(r.out, "no-such-python: not found"));
}

}  // namespace
}  // namespace array_api_test
