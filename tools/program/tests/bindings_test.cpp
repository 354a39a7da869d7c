// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "tests/support/command.hpp"
#include "tests/support/directory.hpp"
#include "tests/support/holds.hpp"

// A subject in a user's own GoogleTest, and in a program of its own.

namespace bindings_test {

using namespace ::bcast::tests;

ran own(std::string const& subject, std::string const& arguments,
        std::string const& environment = "") {
  return shell("unset BCAST_SEED; OWN_SUBJECT=" + subject + " " + environment +
               " '" BCAST_OWN_TESTS "' " + arguments + " 2>&1");
}

ran one_test(std::string const& subject, std::string const& environment = "") {
  return own(subject, "--gtest_filter=Broadcasting.shape", environment);
}

TEST(Doors, ARightSubjectHoldsAndItsOtherLawsAreOneSkippedTest) {
  expect_run(own("right", "--gtest_filter=-Broadcasting.array_api_examples", "BCAST_SIZE=core"), 0,
             {"[  SKIPPED ] 1 test, listed below", "Broadcasting.laws_not_asked",
              "does not compute values, "});
}

TEST(Doors, ASubjectThatCrashesHangsOrIsWrongIsReplayedByWhatIsPrinted) {
  for (auto const& [subject, says] :
       {std::pair("crash", "died of SIGSEGV"), std::pair("hang", "did not answer within 500 ms"),
        std::pair("wrong", "got ")}) {
    const ran r = expect_run(one_test(subject), 1, {says, "[  FAILED  ] Broadcasting.shape"});
    const std::string replay = replay_in(r.out);
    EXPECT_TRUE(replay.starts_with("BCAST_CASE='")) << replay;
    EXPECT_TRUE(replay.ends_with(" --gtest_filter=Broadcasting.shape")) << replay;
    const ran again = expect_run(
        shell("export OWN_SUBJECT=" + std::string(subject) + "; " + replay + " 2>&1"), 1, {says});
    EXPECT_FALSE(holds(again.out, "  found  "));
  }
}

TEST(Doors, TheEnvironmentChoosesTheCaseAndTheSeed) {
  EXPECT_EQ(one_test("wrong", "BCAST_CASE='2 2'").status, 0);
  const ran skipped = one_test("wrong", "BCAST_CASE='?'");
  EXPECT_TRUE(holds(skipped.out, "does not apply to this case"));
  expect_run(one_test("right", "BCAST_CASE='2 2y'"), 1, {"BCAST_CASE: "});
  expect_run(one_test("right", "BCAST_SEED=x"), 1, {"BCAST_SEED: 'x' is not a number"});
}

TEST(Doors, TheEnvironmentAsksLess) {
  expect_run(one_test("right", "BCAST_SIZE=tiny"), 1, {"BCAST_SIZE: 'tiny' is not core, push"});
  expect_run(one_test("right", "BCAST_SECONDS=x"), 1, {"BCAST_SECONDS: 'x' is not a number"});
  expect_run(one_test("right", "BCAST_SIZE=core BCAST_SECONDS=60"), 0, {"[       OK ]"});
  const directory d;
  const std::string known = d.write("known", "bcast-xfail 1\nshape mine * accept \"known\"\n");
  expect_run(one_test("wrong", "BCAST_SIZE=core BCAST_XFAIL='" + known + "'"), 0, {"[       OK ]"});
}

TEST(Doors, AFailureNamesTheUsersLineAndWhatToDoNow) {
  const ran r =
      expect_run(one_test("wrong", "BCAST_SIZE=core"), 1,
                 {"own_tests.cpp:", "\nWhat now?\n  again   BCAST_CASE='",
                  "  debug   BCAST_NO_FORK=1 BCAST_CASE", "known.txt  # then BCAST_XFAIL=known.txt",
                  "(must): the document requires it"});
  EXPECT_FALSE(holds(r.out, "gtest.hpp:"));
}

TEST(Doors, FailuresThatAreAllExpectedAreKnownAndCounted) {
  const directory d;
  const std::string known =
      d.write("known", "bcast-xfail 1\njoin mine * accept \"takes the first\"\n");
  expect_run(own("wrong", "check --law shape --size core --xfail '" + known + "' --json '" +
                              d.file("report.json") + "'"),
             0, {"  known (", " known failures of 1 law\n"});
  std::ifstream report(d.file("report.json"));
  const std::string json{std::istreambuf_iterator<char>(report), {}};
  EXPECT_TRUE(holds(json, "\"verdict\": \"known\""));
}

TEST(Doors, WithoutAForkTheCrashIsTheProgramsAndThePagesAreStillGuarded) {
  const ran crash = one_test("crash", "BCAST_NO_FORK=1");
  EXPECT_EQ(crash.status, 128 + 11) << crash.out;
#if !defined(__SANITIZE_ADDRESS__)
  const std::string read = "check --law elements --case '7 7 type=float op=add'";
  expect_run(own("overread", read), 1, {"died of SIGSEGV: it "});
  EXPECT_EQ(own("overread", read + " --no-fork").status, 128 + 11);
  EXPECT_EQ(own("right", "check --law shape --size core --no-fork").status, 0);
#endif
}

TEST(Doors, ADebuggerStopsWhereTheCaseFails) {
  if (shell("gdb --version >/dev/null 2>&1").status != 0) GTEST_SKIP() << "gdb is missing";
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer ends the program itself";
#endif
  const ran r =
      shell("OWN_SUBJECT=overread gdb -batch -ex run -ex backtrace --args '" BCAST_OWN_TESTS
            "' check --law elements --no-fork --case '7 7 type=float op=add' 2>&1");
  expect_parts(r.out, {"received signal SIGSEGV", "overreading"});
}

TEST(Doors, ASubjectThatGrowsIsEndedByTheLimitOfMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs much memory of its own";
#endif
  const std::string arguments = "check --law shape --case '2x1 3' --memory ";
  expect_run(own("grow", arguments + "300M"), 1, {"used more than 0.29 GiB of memory"});
  EXPECT_EQ(own("right", arguments + "300M").status, 0);
  const directory d;
  const std::string program = d.write("program", R"(
    read ask; id=${ask##*'"id":"'}; echo "{\"id\":\"${id%%\"*}\",\"bcast\":1,\"ask\":[\"broadcast_shapes\"]}"
    read ask; x=x; while :; do x=$x$x; done)");
  const ran pipe =
      shell("'" BCAST_PROGRAM "' " + arguments + "300M --exec 'exec sh " + program + "' 2>&1");
  EXPECT_EQ(pipe.status, 1) << pipe.out;
  EXPECT_TRUE(holds(pipe.out, "the program used more than 0.29 GiB of memory"));
}

TEST(Doors, AWordThatIsNotKnownIsRefusedAtEveryDoor) {
  const directory d;
  for (auto const& [subject, says] :
       {std::pair("rule", "no rule is called 'nunpy'; did you mean 'numpy'? There are sonnx"),
        std::pair("switch", "the switch zero has no value 'oter'; did you mean 'other'? It has "),
        std::pair("operation",
                  "no operation is called 'subtrat'; did you mean 'subtract'? There are broadcast"),
        std::pair("element", "no element type is called 'float33'; did you mean 'float32'?"),
        std::pair("nothing", "can be asked of this subject")}) {
    expect_run(own(subject, ""), 1, {says, "[  FAILED  ] Broadcasting.subject"});
    if (std::string_view(subject) == "nothing") continue;
    expect_run(own(subject, "check --size core"), 2, {says});
  }
  for (auto const& [member, says] :
       {std::pair(R"("rule":"nunpy")", "no rule is called 'nunpy'; did you mean 'numpy'?"),
        std::pair(R"("ask":["expnad"])", "no ask is called `expnad`; did you mean 'expand'?")}) {
    const std::string file = d.write(
        "caps", R"({"id":"1","bcast":1,"ask":["broadcast_shapes"],)" + std::string(member) + "}\n");
    expect_run(shell("'" BCAST_PROGRAM "' check --exec \"read x; cat '" + file + "'\" 2>&1"), 2,
               {says});
  }
  EXPECT_EQ(own("nothing", "check --size core").status, 3);
}

TEST(Doors, AWordWithOneMeaningIsKnownAndTheSubjectIsCalledWithIt) {
  expect_run(own("words", "check --size core"), 0, {"elements  "});
}

}  // namespace bindings_test
