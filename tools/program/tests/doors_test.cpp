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
#include "tests/support/replay.hpp"

// A subject in a user's own GoogleTest, and in a program of its own.

namespace doors_test {
namespace {

using bcast::tests::directory;
using bcast::tests::holds;
using bcast::tests::ran;
using bcast::tests::replay_in;
using bcast::tests::shell;

ran own(std::string const& subject, std::string const& arguments,
        std::string const& environment = "") {
  return shell("unset BCAST_SEED; OWN_SUBJECT=" + subject + " " + environment +
               " '" BCAST_OWN_TESTS "' " + arguments + " 2>&1");
}

ran one_test(std::string const& subject, std::string const& environment = "") {
  return own(subject, "--gtest_filter=Broadcasting.join", environment);
}

TEST(Doors, ARightSubjectHoldsAndItsOtherLawsAreOneSkippedTest) {
  const ran r = own("right", "");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(holds(r.out, "[  SKIPPED ] 1 test, listed below")) << r.out;
  EXPECT_TRUE(holds(r.out, "Broadcasting.laws_not_asked")) << r.out;
  EXPECT_TRUE(holds(r.out, "does not compute values, ")) << r.out;
}

TEST(Doors, ASubjectThatCrashesHangsOrIsWrongIsReplayedByWhatIsPrinted) {
  for (auto const& [subject, says] :
       {std::pair("crash", "died of SIGSEGV"), std::pair("hang", "did not answer within 500 ms"),
        std::pair("wrong", "got ")}) {
    const ran r = one_test(subject);
    EXPECT_EQ(r.status, 1) << r.out;
    EXPECT_TRUE(holds(r.out, says)) << r.out;
    EXPECT_TRUE(holds(r.out, "[  FAILED  ] Broadcasting.join")) << r.out;
    const std::string replay = replay_in(r.out);
    EXPECT_TRUE(replay.starts_with("BCAST_CASE='")) << replay;
    EXPECT_TRUE(replay.ends_with(" --gtest_filter=Broadcasting.join")) << replay;
    const ran again = shell("export OWN_SUBJECT=" + std::string(subject) + "; " + replay + " 2>&1");
    EXPECT_EQ(again.status, 1) << replay << "\n" << again.out;
    EXPECT_TRUE(holds(again.out, says)) << again.out;
    EXPECT_FALSE(holds(again.out, "  found  ")) << again.out;
  }
}

TEST(Doors, TheEnvironmentChoosesTheCaseAndTheSeed) {
  EXPECT_EQ(one_test("wrong", "BCAST_CASE='2 2'").status, 0);
  const ran skipped = one_test("wrong", "BCAST_CASE='?'");
  EXPECT_TRUE(holds(skipped.out, "does not apply to this case")) << skipped.out;
  const ran bad = one_test("right", "BCAST_CASE='2 2y'");
  EXPECT_EQ(bad.status, 1);
  EXPECT_TRUE(holds(bad.out, "BCAST_CASE: ")) << bad.out;
  const ran seed = one_test("right", "BCAST_SEED=x");
  EXPECT_EQ(seed.status, 1);
  EXPECT_TRUE(holds(seed.out, "BCAST_SEED: 'x' is not a number")) << seed.out;
}

TEST(Doors, FailuresThatAreAllExpectedAreKnownAndCounted) {
  const directory d;
  const std::string known =
      d.write("known", "bcast-xfail 1\njoin mine * accept \"takes the first\"\n");
  const ran r = own("wrong", "check --law join --size core --xfail '" + known + "' --json '" +
                                 d.file("report.json") + "'");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(holds(r.out, "  known (")) << r.out;
  EXPECT_TRUE(holds(r.out, " known failures of 1 law\n")) << r.out;
  std::ifstream report(d.file("report.json"));
  const std::string json{std::istreambuf_iterator<char>(report), {}};
  EXPECT_TRUE(holds(json, "\"verdict\": \"known\"")) << json;
}

TEST(Doors, WithoutAForkTheCrashIsTheProgramsAndThePagesAreStillGuarded) {
  const ran crash = one_test("crash", "BCAST_NO_FORK=1");
  EXPECT_EQ(crash.status, 128 + 11) << crash.out;
#if !defined(__SANITIZE_ADDRESS__)
  const std::string read = "check --law elements --case '7 7 type=float op=add'";
  const ran isolated = own("overread", read);
  EXPECT_TRUE(holds(isolated.out, "died of SIGSEGV: it ")) << isolated.out;
  EXPECT_EQ(isolated.status, 1);
  EXPECT_EQ(own("overread", read + " --no-fork").status, 128 + 11);
  EXPECT_EQ(own("right", "check --law join --size core --no-fork").status, 0);
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
  EXPECT_TRUE(holds(r.out, "received signal SIGSEGV")) << r.out;
  EXPECT_TRUE(holds(r.out, "overreading")) << r.out;
}

TEST(Doors, ASubjectThatGrowsIsEndedByTheLimitOfMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs much memory of its own";
#endif
  const std::string arguments = "check --law join --case '2x1 3' --memory ";
  const ran grown = own("grow", arguments + "300M");
  EXPECT_EQ(grown.status, 1) << grown.out;
  EXPECT_TRUE(holds(grown.out, "used more than 0.29 GiB of memory")) << grown.out;
  EXPECT_EQ(own("right", arguments + "300M").status, 0);
  const directory d;
  const std::string program = d.write("program", R"(
    read ask; id=${ask##*'"id":"'}; echo "{\"id\":\"${id%%\"*}\",\"bcast\":1,\"ask\":[\"join\"]}"
    read ask; x=x; while :; do x=$x$x; done)");
  const ran pipe =
      shell("'" BCAST_PROGRAM "' " + arguments + "300M --exec 'exec sh " + program + "' 2>&1");
  EXPECT_EQ(pipe.status, 1) << pipe.out;
  EXPECT_TRUE(holds(pipe.out, "the program used more than 0.29 GiB of memory")) << pipe.out;
}

TEST(Doors, AWordThatIsNotKnownIsRefusedAtEveryDoor) {
  const directory d;
  for (auto const& [subject, says] :
       {std::pair("profile", "no profile is called 'nunpy'; did you mean 'numpy'? There are sonnx"),
        std::pair("switch", "the switch zero has no value 'oter'; did you mean 'other'? It has "),
        std::pair("operation",
                  "no operation is called 'subtrat'; did you mean 'subtract'? There are broadcast"),
        std::pair("element", "no element type is called 'float33'; did you mean 'float32'?"),
        std::pair("nothing", "can be asked of this subject")}) {
    const ran test = own(subject, "");
    EXPECT_EQ(test.status, 1) << test.out;
    EXPECT_TRUE(holds(test.out, says)) << test.out;
    EXPECT_TRUE(holds(test.out, "[  FAILED  ] Broadcasting.subject")) << test.out;
    if (std::string_view(subject) == "nothing") continue;
    for (char const* fork : {"", " --no-fork"}) {
      const ran check = own(subject, std::string("check --size core") + fork);
      EXPECT_EQ(check.status, 2) << check.out;
      EXPECT_TRUE(holds(check.out, says)) << check.out;
    }
  }
  for (auto const& [member, says] :
       {std::pair(R"("profile":"nunpy")", "no profile is called 'nunpy'; did you mean 'numpy'?"),
        std::pair(R"("profile":"mlir zero=oter")", "the switch zero has no value 'oter'; did you"),
        std::pair(R"("ops":["subtrat"])", "no operation is called 'subtrat'; did you mean"),
        std::pair(R"("dtypes":["float33"])", "no element type is called 'float33'; did you mean"),
        std::pair(R"("ask":["jion"])", "no ask is called `jion`; did you mean 'join'?")}) {
    const std::string file =
        d.write("caps", R"({"id":"1","bcast":1,"ask":["join"],)" + std::string(member) + "}\n");
    const ran pipe = shell("'" BCAST_PROGRAM "' check --exec \"read x; cat '" + file + "'\" 2>&1");
    EXPECT_EQ(pipe.status, 2) << pipe.out;
    EXPECT_TRUE(holds(pipe.out, says)) << pipe.out;
  }
  EXPECT_EQ(own("nothing", "check --size core").status, 3);
}

TEST(Doors, AWordWithOneMeaningIsKnownAndTheSubjectIsCalledWithIt) {
  const ran r = own("words", "check --size core");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(holds(r.out, "elements  ")) << r.out;
}

}  // namespace
}  // namespace doors_test
