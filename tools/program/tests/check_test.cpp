// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "tests/support/command.hpp"

// `bcast check`: selection, expected failures, and progress.

namespace check_test {

using namespace ::bcast::tests;
using ::bcast::tests::bcast;

/// A short run of one law on one subject.
ran check(std::string const& arguments) { return bcast("check --size core " + arguments); }

TEST(Check, ALawIsChosenByItsClauseToo) {
  const ran r = expect_run(check("--law xla.X5 --subject verifier/xla"), 0,
                           {"\nxla dimensions  verifier/xla  "});
  EXPECT_FALSE(holds(r.out, "\njoin "));
}

TEST(Check, WhatLeavesNothingToAskHasAStatusOfItsOwn) {
  struct row {
    char const* arguments;
    int status;
    char const* says;
  };
  for (row const& r :
       {row{"--only 'no*'", 2, "--only matches no subject"},
        row{"--law values --subject verifier/mlir", 3,
            "can be asked of these subjects: 1 does not compute values"},
        row{"--law values --subject engine --case '?'", 3, "applies to this case: 1 does not"},
        row{"--subject none.so", 2, "./none.so: cannot be loaded"},
        row{"--subject ./none.so.2", 2, "./none.so.2: cannot be loaded"},
        row{"--subject none.dylib", 2, "./none.dylib: cannot be loaded"}}) {
    const ran told = check(r.arguments);
    EXPECT_EQ(told.status, r.status) << r.arguments;
    expect_one_line(told);
    EXPECT_TRUE(holds(told.out, r.says));
  }
}

TEST(Check, ASequenceIsAskedInItsOrder) {
  expect_run(check("--law shape --subject engine --case '2 1 ; 2x1 3 ; 2 3'"), 0,
             {"1 of 1 laws hold, 1 case, "});
  for (char const* empty : {"2 1 ;", "; 2 1", "2 ; ; 2"}) {
    expect_refused(check("--law shape --subject engine --case '" + std::string(empty) + "'"));
  }
  expect_run(check("--law values --subject engine --case '? ; 2'"), 3, {"applies to this case"});
}

TEST(Check, ACaseThatIsMisspeltIsRefusedWithThePlace) {
  for (auto const& [text, says] :
       {std::pair("2x3 2y", "--case: '2y', character 2: "),
        std::pair("2x3 tpye=int8",
                  "--case: 'tpye=int8': no key is called 'tpye'; did you mean 'type'?"),
        std::pair("2x3 3 op=subtrat",
                  "--case: no operation is called 'subtrat'; did you mean 'subtract'?"),
        std::pair("2 ; 2x3 type=in8", "--case: no element type is called 'in8'"),
        std::pair("2 ->", "--case: expected a result after ->")}) {
    expect_refused(check("--law values --subject engine --case '" + std::string(text) + "'"),
                   {says});
  }
}

TEST(Check, AProgramThatDeclaresWhatThereIsNotIsBrokenBesideOthers) {
  const directory d;
  const auto told = [&](char const* member) {
    const std::string file = d.write(
        "caps", R"({"id":"1","bcast":1,"ask":["broadcast_shapes"],)" + std::string(member) + "}\n");
    return check("--law shape --subject engine --exec \"read x; cat '" + file + "'\"");
  };
  for (auto const& [member, says] : {std::pair(R"("rule":"bogus")", "no rule is called 'bogus'"),
                                     std::pair(R"("name":"a\nb")", "\"name\" is `a.b`")}) {
    expect_run(told(member), 1, {says, "\n1 of 2 laws hold, "});
  }
}

TEST(Check, WhatWasNotAskedIsListedWithItsReason) {
  const ran r = expect_run(check("--law values --law shape --subject verifier/array_api --skipped"),
                           0, {"not asked  values  verifier/array_api  does not compute values\n"});
  EXPECT_FALSE(holds(r.out, "not asked  shape"));
}

TEST(Check, AnExpectedFailureThatPassesIsABrokenPromise) {
  const directory d;
  const std::string strict = d.write("strict", "bcast-xfail 1\njoin engine * strict \"a bug\"\n");
  expect_run(check("--law shape --subject engine --xfail '" + strict + "'"), 1,
             {"strict:2: ", "cases of shape pass but were expected to fail: \"a bug\"",
              "\nremark  " + strict + ":2: applies to "});
}

TEST(Check, ASeedIsANumberThatIsNamedWhereItIsNone) {
  for (char const* seed : {"abc", "-1", "1x", " 1", "0x10", "", "1.5"}) {
    const ran r = check("--law shape --seed '" + std::string(seed) + "'");
    EXPECT_EQ(r.status, 2) << seed;
    EXPECT_EQ(r.out, "bcast: --seed: '" + std::string(seed) + "' is not a number\n");
  }
  EXPECT_EQ(check("--seed 18446744073709551616").out,
            "bcast: --seed: 18446744073709551616 is more than 2^64 - 1\n");
  const ran ten = bcast("check --law shape --subject engine --cases 5 --seed 010");
  EXPECT_TRUE(holds(ten.out, ", seed 10"));
  const std::string environment = "BCAST_SEED=abc '" BCAST_PROGRAM "' ";
  EXPECT_EQ(shell(environment + "shape 2x3 3").status, 0);
  EXPECT_EQ(shell(environment + "check --law shape 2>&1").out,
            "bcast: BCAST_SEED: 'abc' is not a number\n");
  EXPECT_EQ(shell(environment + "check --law shape --subject engine --seed 1 2>&1").status, 0);
}

TEST(Check, WhatWouldBeIgnoredIsRefused) {
  for (char const* more : {"--cases 5", "--xfail none"}) {
    expect_refused(bcast("check --law shape --case '2 3' " + std::string(more)));
  }
  EXPECT_TRUE(holds(check("--cases 5").out, "--size core has no random cases"));
  EXPECT_TRUE(holds(bcast("check --size 1").out, "1 not in {core,push,nightly}"));
}

TEST(Check, TwoProgramsOfOneNameAreToldApartAndReplayed) {
  const std::string right = "'\\''" BCAST_FAKE_SUBJECT "'\\'' right dense",
                    wrong = "'\\''" BCAST_FAKE_SUBJECT "'\\'' '\\''no verdict'\\'' dense";
  const ran r =
      expect_run(check("--law shape --exec '" + right + "' --exec '" + wrong + "'"), 1, {"#2 "});
  const std::size_t at = r.out.find("replay  ");
  ASSERT_NE(at, std::string::npos) << r.out;
  const std::string replay = r.out.substr(at + 8, r.out.find('\n', at) - at - 8);
  EXPECT_TRUE(holds(replay, "--exec '" + wrong + "'"));
}

TEST(Check, OnGitHubAFailureIsAnAnnotation) {
  const std::string command = "'" BCAST_PROGRAM "' check --size core --law shape --exec ",
                    right = "\"'" BCAST_FAKE_SUBJECT "' right dense\"",
                    wrong = "\"'" BCAST_FAKE_SUBJECT "' 'no verdict' dense\"";
  const ran r = shell("GITHUB_ACTIONS=true " + command + wrong + " 2>&1");
  EXPECT_EQ(r.status, 1);
  EXPECT_TRUE(holds(r.out, "\n::error title=shape of ")) << r.out;
  EXPECT_TRUE(holds(r.out, "::FAIL  shape  ")) << r.out;
  EXPECT_TRUE(holds(r.out, "%0A  case    ")) << r.out;
  EXPECT_FALSE(holds(shell(command + wrong + " 2>&1").out, "::error"));
  EXPECT_FALSE(holds(shell("GITHUB_ACTIONS=true " + command + right + " 2>&1").out, "::error"));
}

TEST(Check, AReplayHasTheConditionsOfTheRun) {
  const std::string wrong = "'\\''" BCAST_FAKE_SUBJECT "'\\'' '\\''no verdict'\\'' dense";
  const ran r = check("--law shape --limit 2.5 --memory 1G --exec '" + wrong + "'");
  const std::string more = "' --limit 2.5 --memory 1073741824 --case '";
  EXPECT_TRUE(holds(r.out, more));
  EXPECT_TRUE(
      holds(check("--law shape --no-fork --exec '" + wrong + "'").out, "' --no-fork --case"));
  const ran usual = check("--law shape --limit 10 --exec '" + wrong + "'");
  EXPECT_TRUE(holds(usual.out, "dense' --case '"));
}

TEST(Check, ACommandThatIsNotQuotedIsRefusedAtOnce) {
  struct row {
    char const* arguments;
    char const* meant;
  };
  for (row const& r :
       {row{"--exec python3 mine.py", "'python3 mine.py'"},
        row{"--exec=python3 mine.py --law shape", "'python3 mine.py'"},
        row{"--law shape --exec python3 -u mine.py --size core", "'python3 -u mine.py'"},
        row{"--exec ./mine --pipe", "'./mine --pipe'"}}) {
    const ran told = bcast("check " + std::string(r.arguments));
    EXPECT_EQ(told.status, 2) << told.out;
    EXPECT_EQ(told.out, "bcast: --exec takes a command as one word; quote it: --exec " +
                            std::string(r.meant) + "\n");
  }
}

TEST(Check, AnInterpreterNeedsItsProgram) {
  for (std::string const name : {"python3", "/usr/bin/python3.11", "node", "sh"}) {
    expect_refused(check("--exec " + name), {"name the program too: --exec '" + name + " FILE'"});
  }
  // One that is not known, and that does not exist.
  EXPECT_TRUE(holds(check("--exec ./mypython").out, "cannot be asked")) << "./mypython";
}

TEST(Check, TheCasesAreCountedBySource) {
  const ran r = bcast("check --law shape --subject engine --cases 20 --seed 1");
  expect_parts(r.out, {"\ncases: ", " examples, ", " random, "});
  EXPECT_FALSE(holds(check("--law shape --subject engine").out, "\ncases: "));
}

TEST(Check, AnExpectationOfNoCaseIsRemarked) {
  const directory d;
  const std::string file = d.write(
      "xfail", "bcast-xfail 1\nvalues engine * accept \"other\"\njoin engine zero accept \"0\"\n");
  const ran r = check("--law shape --subject engine --xfail '" + file + "'");
  EXPECT_TRUE(holds(r.out, ":2: applies to no case of this run"));
  EXPECT_FALSE(holds(r.out, ":3: applies to no case"));
}

TEST(Check, OnATerminalALineSaysHowFarItIs) {
  if (!has_terminals()) GTEST_SKIP() << "script(1) or a pseudo-terminal is missing";
  const auto on_a_terminal = [](std::string const& arguments) {
    return shell("TERM=xterm script -qec \"'" BCAST_PROGRAM "' check --seed 1 " + arguments +
                 "\" /dev/null 2>&1")
        .out;
  };
  const std::string told = on_a_terminal("--law shape --subject engine --cases 2000");
  expect_parts(told, {" cases, ", " a second, ", "\r\x1b[K"});
  EXPECT_FALSE(holds(on_a_terminal("--law shape --subject engine --case '2 1'"), " a second, "));
  // Isolated cases cannot be counted in advance, and --quiet prints nothing.
  EXPECT_FALSE(holds(on_a_terminal("--law shape --subject engine --cases 5 -q"), " a second, "));
  EXPECT_FALSE(holds(on_a_terminal("--law values --subject verifier/mlir"), " a second, "));
}

}  // namespace check_test
