// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/hostile/hostile_run.hpp"
#include "tests/support/replay.hpp"

// What a failure says to run again: it fails again, or that it does not is said.

namespace bcast::hostile {
namespace {

/// A run of the library that keeps some memory at each call.
ran leaking(char const* mebibytes, std::string const& arguments) {
  return shell("HOSTILE_MEBIBYTES=" + std::string(mebibytes) + " '" BCAST_PROGRAM "'" + arguments +
               " 2>&1");
}

/// What is printed has to reach the limit again, whenever a process is looked at.
TEST(Hostile, WhatGrowsFromCallToCallIsReplayed) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs much memory of its own";
#endif
  struct row {
    char const* law;
    char const* mebibytes;
  };
  for (row const& of :
       {row{"repeat", "3"}, row{"repeat", "11"}, row{"elements", "4"}, row{"elements", "60"}}) {
    const ran r = leaking(of.mebibytes,
                          " check --size core --seed 1 --memory 100M --subject "
                          "'" BCAST_HOSTILE_LEAKING "' --law " +
                              std::string(of.law));
    EXPECT_EQ(r.status, 1) << r.out;
    EXPECT_TRUE(holds(r.out, "used more than 0.098 GiB of memory")) << r.out;
    const std::string replay = tests::replay_in(r.out);
    ASSERT_TRUE(replay.starts_with("bcast check ")) << r.out;
    const bool whole = holds(r.out, "no sequence of calls was found that reaches the limit");
    EXPECT_EQ(holds(replay, " --case "), !whole) << r.out;
    for (int times = 0; times < 2; ++times) {
      const ran again = leaking(of.mebibytes, replay.substr(5));
      EXPECT_EQ(again.status, 1) << r.out << again.out;
      EXPECT_TRUE(holds(again.out, "used more than 0.098 GiB of memory")) << again.out;
    }
  }
}

TEST(Hostile, WhatGrowsTooSlowlyToPrintIsReplayedByTheWholeLaw) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs much memory of its own";
#endif
  const ran r = leaking("1",
                        " check --size core --seed 1 --shrink 0 --memory 100M --subject "
                        "'" BCAST_HOSTILE_LEAKING "' --law elements");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out,
                    "no sequence of calls was found that reaches the limit by itself and is short "
                    "enough to print: the replay asks the whole law"))
      << r.out;
  const std::string replay = tests::replay_in(r.out);
  EXPECT_TRUE(replay.ends_with(" --seed 1 --size core")) << r.out;
  EXPECT_EQ(leaking("1", replay.substr(5)).status, 1);
}

TEST(Hostile, WhatGrewOnceIsNotSaidToBeReplayed) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs much memory of its own";
#endif
  const directory folder;
  setenv("HOSTILE_ONCE", folder.file("once").c_str(), 1);
  const ran r = leaking("4",
                        " check --trust --size core --seed 1 --shrink 0 --memory 100M --subject "
                        "'" BCAST_HOSTILE_LEAKING "' --law elements --xfail '" +
                            folder.write("none", "bcast-xfail 1\n") + "'");
  unsetenv("HOSTILE_ONCE");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out, "used more than 0.098 GiB of memory")) << r.out;
  EXPECT_TRUE(holds(r.out, "not reproduced: no sequence of calls was found")) << r.out;
  EXPECT_TRUE(holds(r.out, "the whole law, asked again, does not reach it")) << r.out;
  EXPECT_TRUE(holds(r.out, " --xfail '" + folder.file("none") + "' --seed 1")) << r.out;
}

/// It dies in every process that has the arguments of the run, and in no other.
TEST(Hostile, AReplayThatDoesNotFailIsNotReproduced) {
  const ran r = loading("asked:hides");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out, "\n  died of SIGABRT\n")) << r.out;
  EXPECT_TRUE(holds(r.out, "\n  not reproduced: --case '")) << r.out;
  EXPECT_TRUE(holds(r.out, "--only 'loading' --limit 1 --seed 1 --size core\n")) << r.out;
  const ran each_time = loading("asked:aborts");
  EXPECT_FALSE(holds(each_time.out, "not reproduced")) << each_time.out;
  EXPECT_TRUE(holds(each_time.out, "\n  alone   fails in 10 of 10 runs\n") ||
              holds(each_time.out, "\n  alone   fails in 2 of 2 runs\n"))  // on a slow machine
      << each_time.out;
}

TEST(Hostile, AReplayThatFailsFiveTimesAndThenHoldsIsNotReproduced) {
  const directory d;
  const ran r = shell("export HOSTILE_LOG='" + d.write("log", "") + "'; " +
                      loading_command("asked:wearies", "--trust "));
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(holds(r.out, ", asked by another bcast, fails 5 times and then holds: ")) << r.out;
  EXPECT_FALSE(holds(r.out, "\n  alone   ")) << r.out;
}

TEST(Hostile, AReplayThatIsEndedLeavesNoFiles) {
  if (!has("files")) GTEST_SKIP() << "a subject has no folder without Landlock";
  const hostile_run h("leaves many files");
  setenv("HOSTILE_WRONG", "1", 1);
  const ran r = h.library();
  unsetenv("HOSTILE_WRONG");
  EXPECT_EQ(r.status, 1) << r.out;
  EXPECT_TRUE(h.unchanged()) << r.out;
}

}  // namespace
}  // namespace bcast::hostile
