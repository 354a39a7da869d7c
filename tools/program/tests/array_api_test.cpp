// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>

#include "tests/support/command.hpp"

// `bcast check --array-api`, with a module of a few lines: no array library is needed.

namespace array_api_test {
namespace {

using bcast::tests::bcast;
using bcast::tests::expect_one_line;
using bcast::tests::holds;
using bcast::tests::ran;
using bcast::tests::shell;

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
  const ran r = with_modules("--array-api tiny_arrays --seed 1 --skipped");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(holds(r.out, "\nelements        tiny_arrays 1.0 ")) << r.out;
  EXPECT_TRUE(holds(r.out, "remark  only the core cases were asked")) << r.out;
  EXPECT_FALSE(holds(r.out, "at your service")) << r.out;
}

TEST_F(ArrayApi, AModuleInBracketsIsTakenAsItStands) {
  const ran r = with_modules("--array-api '[ab]'");
  EXPECT_EQ(r.status, 2) << r.out;
  expect_one_line(r);
  EXPECT_TRUE(holds(r.out, "'[ab]'")) << r.out;
}

TEST_F(ArrayApi, AWayThatAModuleLacksIsNotAskedAndNamed) {
  const ran r = with_modules("--array-api tiny_arrays --law join --skipped");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(holds(r.out,
                    "not asked  every law  tiny_arrays in place  "
                    "its arrays cannot be changed: "))
      << r.out;
  EXPECT_TRUE(holds(r.out, "tiny_arrays out=      its functions take no out=: ")) << r.out;
}

TEST_F(ArrayApi, AMistakeIsFoundShrunkAndReplayed) {
  const ran r = with_modules("--array-api tiny_arrays_max --law join --law elements --seed 1");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out, "got 1; expected 0")) << r.out;
  const std::size_t at = r.out.find("replay  ");
  ASSERT_NE(at, std::string::npos) << r.out;
  const std::string replay = r.out.substr(at + 8, r.out.find('\n', at) - at - 8);
  constexpr std::string_view program = "bcast check ";
  ASSERT_TRUE(replay.starts_with(program)) << replay;
  EXPECT_TRUE(holds(replay, "--array-api 'tiny_arrays_max'")) << replay;
  const ran again = with_modules(replay.substr(program.size()));
  EXPECT_EQ(again.status, 1) << again.out;
  EXPECT_TRUE(holds(again.out, "got 1; expected 0")) << again.out;
}

TEST_F(ArrayApi, WhatAModuleSaysDoesNotReachTheTerminalAsItIs) {
  const ran r = with_modules("--array-api tiny_arrays_rude --law elements");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out, ".[31mno sum today.")) << r.out;
  EXPECT_EQ(r.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(r.out.find("\xC2\x9B"), std::string::npos);
}

TEST_F(ArrayApi, AFunctionThatRaisesWhatIsNoExceptionHasItsVerdict) {
  const ran r =
      with_modules("--array-api tiny_arrays_panics --size core --law join --law elements");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out, "Panic: index out of bounds")) << r.out;
  EXPECT_TRUE(holds(r.out, "\n1 of 2 laws hold, ")) << r.out;
}

TEST_F(ArrayApi, AModuleThatGrowsIsRestartedWithARemark) {
  const ran r = with_modules("--array-api tiny_arrays_grows --law join --memory 100M");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(holds(r.out, "\nremark  join of tiny_arrays_grows 0: restarted ")) << r.out;
  EXPECT_TRUE(holds(r.out, "\n1 of 1 laws hold, ")) << r.out;
}

TEST_F(ArrayApi, WhatIsNoArrayModuleIsOneLine) {
  for (auto const& [module, says] :
       {std::pair("no_such_module", "No module named 'no_such_module'"),
        std::pair("json", "not an array module: it has no asarray"),
        std::pair("-x", "No module named '-x'"),
        std::pair("\"it's\"", "No module named \"it's\"")}) {
    const ran r = with_modules("--array-api=" + std::string(module) + " --array-api tiny_arrays");
    EXPECT_EQ(r.status, 2) << r.out;
    expect_one_line(r);
    EXPECT_TRUE(holds(r.out, says)) << r.out;
  }
}

TEST(ArrayApiAlone, APythonThatIsMissingIsNamed) {
  const ran r =
      shell("BCAST_PYTHON=no-such-python '" BCAST_PROGRAM "' check --array-api numpy 2>&1");
  EXPECT_EQ(r.status, 2) << r.out;
  expect_one_line(r);
  EXPECT_TRUE(holds(r.out, "no-such-python: not found")) << r.out;
}

}  // namespace
}  // namespace array_api_test
